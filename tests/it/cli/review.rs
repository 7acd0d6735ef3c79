//! `compongo review`: annotated games, pages, JSON, summaries.

use crate::support::folder::Folder;
use crate::support::json;
use crate::support::pgn::{one, texts};
use crate::support::process::{Outcome, Program, run, words};
use crate::support::table::rows;
use compongo::notation::language::parse_moves;
use compongo::notation::pgn::{AnnotationKind, PgnGame};
use serde_json::Value;

/// White mates after Black's blunder in a game with clocks, a comment, glyphs and variations.
const GAME: &str = r#"[Event "Club, <b>night</b>"]
[White "Nora <script>alert(1)</script>"]
[Black "Emil & Co"]
[Result "1-0"]
[TimeControl "300+2"]

{Before the game.} 1. e4!? {[%clk 0:05:00]} e5 {[%clk 0:04:58]} 2. Bc4 {[%clk 0:04:51] A bishop. [%eval 9.99]}
Nc6 {[%clk 0:04:50]} 3. Qh5 {[%clk 0:04:40]} (3. Nf3 Bc5 (3... Nf6 $5 {two knights} 4. Ng5) 4. c3)
3... Nf6 {[%clk 0:04:30]} (3... g6 4. Qf3 Xy9 5. junk) 4. Qxf7# 1-0
"#;

/// Fast, and deep enough to see a mate in one.
const FAST: [&str; 4] = ["--nodes", "2000", "--hash", "1"];

#[track_caller]
fn review(arguments: &[&str]) -> Outcome {
    run([&["review"], arguments, &FAST].concat())
}

/// The reviews that `--json` prints.
fn reviews(arguments: &[&str]) -> Vec<Value> {
    json::lines(&review(&[arguments, &["--json"]].concat()).success())
}

#[test]
fn a_game_is_annotated_and_keeps_what_it_has() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", GAME);
    let text = review(&[&game, "--pgn", "-"]).success();
    assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
    let raw = one(&text);
    let game = PgnGame::parse(&raw);
    assert!(game.warnings.is_empty(), "{:?}", game.warnings);
    assert_eq!(
        game.tags.get("White"),
        Some("Nora <script>alert(1)</script>")
    );
    let of = |ply: usize| game.annotations.iter().filter(move |own| own.ply == ply);
    let comments = |ply| {
        let texts = of(ply).filter_map(|own| match own.kind {
            AnnotationKind::Comment(text) => Some(text),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("|")
    };
    assert_eq!(comments(0), "Before the game.");
    for ply in 1..=6 {
        assert_eq!(comments(ply).matches("[%eval ").count(), 1, "{ply}: {text}");
        assert!(comments(ply).contains("[%clk 0:0"), "{ply}: {text}");
    }
    assert!(comments(3).contains("A bishop.") && !comments(3).contains("9.99"));
    assert!(
        comments(6).starts_with("[%eval #1] [%clk 0:04:30] Blunder, "),
        "{text}"
    );
    assert_eq!(comments(7), "", "after a mate there is no evaluation");
    // The glyph of the record is replaced, and the review gives this move none.
    assert!(
        !of(1).any(|own| matches!(own.kind, AnnotationKind::Glyph(_))),
        "{text}"
    );
    assert!(
        of(6).any(|own| own.kind == AnnotationKind::Glyph(4)),
        "{text}"
    );
    // Both variations, a nested one, and the better line.
    let one_line = text.replace('\n', " ");
    assert!(
        one_line.contains("(3. Nf3 Bc5 (3... Nf6 $5 {two knights} 4. Ng5) 4. c3)"),
        "{text}"
    );
    assert!(one_line.contains("(3... g6 4. Qf3 {Xy9 junk})"), "{text}");
    let starts = of(6)
        .filter(|own| own.kind == AnnotationKind::VariationStart)
        .count();
    assert!(starts == 1 || starts == 2, "{text}");
    let start = game.tags.start().expect("a position").0;
    assert_eq!(parse_moves(&start, &texts(&game), None).error, None);
}

#[test]
fn a_review_of_a_review_is_the_same() {
    let folder = Folder::new();
    let cut = GAME.replace("4. Qxf7#", "4. Kxf7");
    for (text, kept) in [
        (GAME, "A bishop."),
        (cut.as_str(), "'Kxf7' is illegal. Blunder, "),
    ] {
        let game = folder.write("game.pgn", text);
        let once = review(&[&game, "--pgn", "-"]).out;
        assert!(one_line(&once).contains(kept), "{once}");
        let again = folder.write("again.pgn", &once);
        let twice = review(&[&again, "--pgn", "-", "--jobs", "3"]).out;
        assert_eq!(once, twice);
    }
}

/// A game with the annotations of Lichess, and some of a person.
const LICHESS: &str = r#"[Event "Rated blitz game"]
[Site "https://lichess.org/abcdefgh"]
[White "ann"]
[Black "ben"]
[Result "1-0"]
[Annotator "lichess.org"]

1. e4 { [%eval 9.17] [%clk 0:03:00] } 1... e5 { [%eval 9.19] [%clk 0:03:00] }
2. Bc4?! { (9.19 → -9.60) Inaccuracy. Nf3 was best. } { [%eval -9.6] [%clk 0:02:58] [%csl Gc4][%cal Gc4f7] }
(2. Nf3 Nc6 3. Bb5 Nf6) 2... Nc6 { [%eval 9.1] A knight. } 3. Qh5 $6 $146 { Mistake. Nf3 was best. Scholar's mate! }
(3. Nf3 { Slower. } Bc5) 3... Nf6??
{ (9.10 → Mate in 1) Checkmate is now unavoidable. g6 was best. [%emt 0:00:07] } { Oh no. } (3... g6 4. Qf3 Nf6 5. Ne2)
4. Qxf7# { The end. } 1-0
"#;

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn remarks_of_machines_are_replaced() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", LICHESS);
    let text = review(&[&game, "--pgn", "-"]).success();
    let line = one_line(&text);
    for kept in [
        "[Annotator \"lichess.org\"]",
        "[%clk 0:02:58] [%csl Gc4] [%cal Gc4f7]}",
        "A knight.}",
        "$146 ",
        "Scholar's mate!",
        "(3. Nf3 {Slower.} 3... Bc5)",
        "[%emt 0:00:07] Oh no. Blunder, ",
        " %. Better is 3...",
        "{The end.}",
    ] {
        assert!(line.contains(kept), "'{kept}' is missing in {text}");
    }
    for replaced in ["was best", "→", "unavoidable", "9.", "Nc6 3. Bb5", "Bc4 $6"] {
        let (_, moves) = line.split_once("1. e4").expect("the moves");
        assert!(!moves.contains(replaced), "'{replaced}' is in {text}");
    }
    let raw = one(&text);
    let annotations = PgnGame::parse(&raw).annotations;
    let at = |ply: usize| annotations.iter().filter(move |own| own.ply == ply);
    // The line of Lichess has given way to a line of the review.
    let starts = at(6).filter(|own| own.kind == AnnotationKind::VariationStart);
    assert_eq!(starts.count(), 1, "{text}");
    let again = folder.write("again.pgn", &text);
    assert_eq!(review(&[&again, "--pgn", "-"]).success(), text);
}

#[test]
fn all_comments_are_kept_on_demand() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", LICHESS);
    let keep = |game: &str| review(&[game, "--pgn", "-", "--keep-comments"]).success();
    let text = keep(&game);
    let line = one_line(&text);
    for kept in [
        "[%eval 9.17] [%clk 0:03:00]}",
        "2. Bc4 $6 ",
        "(9.19 → -9.60) Inaccuracy. Nf3 was best. [%eval -9.6] [%clk 0:02:58] [%csl Gc4][%cal Gc4f7]}",
        "(2. Nf3 Nc6 3. Bb5 Nf6)",
        "$6 $146 ",
        "3... Nf6 $4 {[%eval #1] (9.10 → Mate in 1) Checkmate is now unavoidable. g6 was best. [%emt 0:00:07] Oh no. \
         Blunder, ",
        "(3... g6 4. Qf3 Nf6 5. Ne2)",
    ] {
        assert!(line.contains(kept), "'{kept}' is missing in {text}");
    }
    assert_eq!(line.matches("[%eval ").count(), 10, "{text}");
    let again = folder.write("again.pgn", &text);
    assert_eq!(keep(&again), text);
}

#[test]
fn games_of_engines_are_judged_by_their_curve() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", GAME);
    let of_programs = format!("[WhiteType \"program\"]\n[BlackType \"program\"]\n{GAME}");
    let programs = folder.write("programs.pgn", &of_programs);
    for (arguments, curve) in [
        (vec![&*programs], "engines"),
        (vec![&*programs, "--players", "people"], "people"),
        (vec![&*game, "--players", "engines"], "engines"),
    ] {
        let found = reviews(&arguments);
        assert_eq!(found[0]["curve"], curve, "{arguments:?}");
        let blunder = &found[0]["moves"][5];
        let [loss, accuracy] =
            ["loss", "accuracy"].map(|key| blunder[key].as_f64().expect("a number"));
        // A fifth of a point halves the accuracy of an engine.
        let of_engine = 100.0 * 0.5_f64.powf(loss / 0.2);
        assert_eq!(
            (accuracy - of_engine).abs() < 0.1,
            curve == "engines",
            "{arguments:?}"
        );
    }
}

#[test]
fn json_tells_losses_times_and_phases() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", GAME);
    let found = reviews(&[&game]);
    let [review] = &found[..] else { panic!() };
    let moves = review["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 7);
    assert!(moves[..3].iter().all(|mv| mv["book"] == true));
    let blunder = &moves[5];
    assert_eq!(blunder["judgement"], "blunder");
    assert_eq!(blunder["after"]["mate"], 1);
    let [loss, accuracy] = ["loss", "accuracy"].map(|key| blunder[key].as_f64().expect("a number"));
    assert!(loss > 0.4, "{loss}");
    let expected = (103.1668 * (-4.354415 * loss).exp() - 3.1669).max(0.0);
    assert!((accuracy - expected).abs() < 0.1, "{accuracy} {expected}");
    assert_eq!(review["curve"], "people");
    assert_ne!(blunder["better"]["san"][0], "Nf6");
    let mate = &moves[6];
    assert_eq!(mate["after"]["mate"], 0);
    assert_eq!(mate["after"]["expected"], 1.0);
    assert_eq!(mate["loss"], Value::from(0.0));
    assert_eq!(mate["better"], Value::Null);
    // 300 seconds and 2 for the move, less 291; 291 + 2 - 280.
    let used: Vec<u64> = [2, 4]
        .iter()
        .filter_map(|&index: &usize| moves[index]["used_ms"].as_u64())
        .collect();
    assert_eq!(used, [11_000, 13_000]);
    let black = &review["players"]["black"];
    assert_eq!(black["game"]["blunders"], 1);
    assert_eq!(black["opening"]["blunders"], 1);
    assert_eq!(black["endgame"]["accuracy"], Value::Null);
    assert_eq!(review["laws"]["verdict"]["kind"], "checkmate");
}

#[test]
fn a_mate_is_no_only_move() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n");
    let review = &reviews(&[&game])[0];
    let mate = &review["moves"][3];
    assert_eq!(mate["after"]["mate"], 0);
    assert_eq!(mate["judgement"], Value::Null);
    assert_eq!(review["moves"][2]["judgement"], "blunder");
}

/// The nodes of the positions of a reviewed game, from the first to the last.
fn nodes(review: &Value) -> Vec<u64> {
    let moves = review["moves"].as_array().expect("moves");
    let after = moves.iter().map(|mv| &mv["after"]);
    let positions = [&review["start"]].into_iter().chain(after);
    positions
        .map(|position| position["nodes"].as_u64().expect("a number"))
        .collect()
}

#[test]
fn a_sign_stands_on_two_deep_positions() {
    const LIMIT: u64 = 2000;
    let folder = Folder::new();
    let game = folder.write("game.pgn", GAME);
    let once = &reviews(&[&game, "--passes", "1"])[0];
    assert_eq!(once["analysis"]["limits"]["nodes"], LIMIT);
    assert_eq!(once["analysis"]["positions"], 7);
    assert_eq!(once["analysis"]["deep_limits"], Value::Null);
    let twice = &reviews(&[&game, "--jobs", "1"])[0];
    assert_eq!(*twice, reviews(&[&game, "--jobs", "3"])[0]);
    let deep_limit = twice["analysis"]["deep_limits"]["nodes"].as_u64();
    assert!((2 * LIMIT..=10 * LIMIT).contains(&deep_limit.expect("a limit")));
    let (shallow, deep) = (nodes(once), nodes(twice));
    // A search that ends by itself, after a mate or because there is one, is not deeper the second time.
    let is_deep = |ply: usize| shallow[ply] < LIMIT || deep[ply] > shallow[ply];
    let moves = twice["moves"].as_array().expect("moves");
    for (ply, mv) in moves.iter().enumerate() {
        let has_sign = mv["judgement"] != Value::Null;
        assert!(!has_sign || is_deep(ply) && is_deep(ply + 1), "{mv}");
    }
    assert_eq!(moves[5]["judgement"], "blunder");
    let changed = shallow.iter().zip(&deep).filter(|(one, two)| one != two);
    let deep_positions = twice["analysis"]["deep_positions"].as_u64();
    assert!(changed.count() as u64 <= deep_positions.expect("a number"));
}

#[test]
fn inaccuracies_are_compared_with_the_best_moves() {
    let game = ["tests/data/signs.pgn", "--player", "manos68"];
    let once = &reviews(&[&game[..], &["--passes", "1"]].concat())[0];
    assert_eq!(once["analysis"]["comparisons"], 0);
    assert_eq!(once["analysis"]["comparison_limits"], Value::Null);
    let folder = Folder::new();
    let page = folder.path("game.html");
    let review_of_game = &reviews(&[&game[..], &["--jobs", "1", "--html", &page]].concat())[0];
    let with_jobs = &reviews(&[&game[..], &["--jobs", "3"]].concat())[0];
    assert_eq!(review_of_game, with_jobs);
    let analysis = &review_of_game["analysis"];
    let number = |value: &Value| value.as_u64().expect("a number");
    let comparisons = number(&analysis["comparisons"]);
    // Some of the dozen inaccuracies stand, and some do not.
    let moves = review_of_game["moves"].as_array().expect("moves");
    let inaccuracies = moves.iter().filter(|mv| mv["judgement"] == "inaccuracy");
    let standing = inaccuracies.count() as u64;
    assert!(
        0 < standing && standing < comparisons,
        "{standing}: {analysis}"
    );
    // There are fewer comparisons than positions next to a sign, so each has at least as many nodes.
    let limits = ["deep_limits", "comparison_limits"].map(|key| number(&analysis[key]["nodes"]));
    assert!(limits.is_sorted(), "{limits:?}");
    let nodes = limits[1];
    let told = format!(
        "; {nodes} nodes to compare an inaccuracy with the best move ({comparisons} compared)"
    );
    assert!(folder.read("game.html").contains(&told), "{told}");
}

#[test]
fn the_depth_of_the_check_is_told() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", GAME);
    let page = &folder.path("game.html");
    let out = review(&[&game, "--html", page]).exits(0).out;
    let told = "Analysis: 2000 nodes per position; ";
    let line = out.lines().find(|line| line.contains(told));
    let line = line.expect("a line").trim_start();
    assert!(
        line.contains(" nodes before and after each sign ("),
        "{line}"
    );
    let (_, told) = line.split_once(": ").expect("a colon");
    let page = folder.read("game.html");
    assert!(page.contains(&format!("\"analysis\":\"{told}\"")), "{line}");
    assert!(page.contains("A sign is kept only if the deeper analysis"));

    let out = review(&[&game, "--passes", "1"]).exits(0).out;
    assert!(out.contains("Analysis: 2000 nodes per position\n"), "{out}");
    let out = review(&[&game, "--depth", "4"]).exits(0).out;
    let told = "Analysis: depth 4 or 2000 nodes per position; depth 8 or ";
    assert!(out.contains(told), "{out}");
}

#[test]
fn only_one_player_is_commented() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", GAME);
    for (arguments, is_black) in [
        (["--player", "EMIL"], true),
        (["--side", "black"], true),
        (["--side", "white"], false),
    ] {
        let [flag, value] = arguments;
        let text = review(&[&game, flag, value, "--pgn", "-"]).exits(0).out;
        assert_eq!(
            text.contains("3... Nf6 $4"),
            is_black,
            "{arguments:?}: {text}"
        );
        let summary = review(&[&game, flag, value]).out;
        assert_eq!(summary.contains("3...Nf6??"), is_black, "{summary}");
        // The table has only the row of the reviewed side.
        let has_row = |side: &str| summary.lines().any(|line| line.starts_with(side));
        assert_eq!(has_row("  Black "), is_black, "{summary}");
        assert_eq!(has_row("  White "), !is_black, "{summary}");
    }
    review(&[&game, "--player", "Karpov"]).fails(2, "no game has a player 'Karpov'");
}

#[test]
fn collections_go_on_after_bad_games() {
    let folder = Folder::new();
    let bad = "[Event \"bad\"]\n[FEN \"8/8/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n\n";
    let cut = "[Event \"cut\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n";
    let empty = "[Event \"empty\"]\n\n*\n\n";
    let games = folder.write("games.pgn", [GAME, "\n", bad, cut, empty, GAME].concat());
    let page = &folder.path("games.html");
    let Outcome { out, err, .. } = review(&[&games, "--html", page]).exits(1);
    assert!(err.contains("game 2: tag FEN: "), "{err}");
    assert!(err.contains("game 3: 'Ke3' is illegal"), "{err}");
    assert!(out.contains("4 games, 16 half-moves in "), "{out}");
    assert!(
        out.contains("Laws: error    illegal_move, 2.Ke3 (ply 3)"),
        "{out}"
    );
    assert!(!out.contains("The moves end early"), "{out}");
    let page = folder.read("games.html");
    assert!(page.contains("Review of 4 games"));
    assert_eq!(page.matches("\"judgements\":").count(), 4);
}

#[test]
fn bad_input_is_refused_before_any_work() {
    let folder = Folder::new();
    folder.write("game.pgn", GAME);
    folder.write("positions.epd", "8/8/8/8/8/k7/8/K7 w - -\n");
    folder.write("empty.pgn", "");
    folder.write("notes.txt", "Nothing to play {a comment}\n");
    let table = "
        positions.epd                    | positions, not games
        empty.pgn                        | there are no games
        notes.txt                        | there are no games
        /no/such/file.pgn                | No such file
        game.pgn --pgn game.pgn          | also an input file
        game.pgn --html no/such.html     | no such directory
        game.pgn --html -                | needs a file name
        game.pgn --html x --pgn x        | --pgn writes to the same file
        game.pgn --pgn - --json          | both use standard output; name a file with --pgn
        game.pgn --side red              | neither white nor black
        game.pgn --passes 3              | --passes
        game.pgn --keep-comments         | --pgn
        game.pgn --side white --player x | cannot be used with
    ";
    for [arguments, message] in rows(table) {
        let program = Program::with(["review"]).args(words(arguments)).args(FAST);
        program.folder(&folder).run().refused(message);
    }
    assert_eq!(folder.read("game.pgn"), GAME);
}

#[test]
fn the_page_needs_nothing_and_escapes_names() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", GAME);
    review(&[&game, "--html", &folder.path("game.html")]).exits(0);
    let page = folder.read("game.html");
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("{{"));
    for reference in [
        "http:", "https:", "src=", "@import", "url(\"", "<link", "fetch(", "import(",
    ] {
        assert!(!page.contains(reference), "{reference}");
    }
    assert!(page.contains("Nora &lt;script&gt;alert(1)&lt;/script&gt; – Emil &amp; Co 1–0"));
    assert!(page.contains("1–0 by checkmate, Article 5.1.1"));
    assert_eq!(page.matches("<script").count(), 3);
    assert!(page.contains("Content-Security-Policy"));
}

#[test]
fn the_page_has_the_result_and_the_evaluations_of_the_game() {
    let folder = Folder::new();
    // The result is only after the moves. And after 120.Ke1 either player could claim a draw, which Black had no need to.
    let mate = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n";
    let draw =
        "[Event \"?\"]\n[FEN \"8/8/8/4k3/7p/8/r7/5K2 w - - 99 120\"]\n\n120. Ke1 Rf2 1/2-1/2\n";
    let games = folder.write("games.pgn", [mate, draw].concat());
    let page = &folder.path("games.html");
    review(&[&games, "--html", page]).exits(0);
    let page = folder.read("games.html");
    for expected in [
        "[1,\"?\",\"?\",\"1-0\"",
        "\"judgements\":{\"2\":[\"blunder\",\"#-",
    ] {
        assert!(page.contains(expected), "{expected}\n{page}");
    }
}

#[test]
fn summaries_are_for_people() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", GAME.replace("1-0", "1/2-1/2"));
    let out = review(&[&game]).exits(0).out;
    let first = out.lines().next().expect("a line");
    assert!(
        first.ends_with(
            "game.pgn:1: 1. Nora <script>alert(1)</script> - Emil & Co, 1/2-1/2 (judged as a game of people)"
        ),
        "{out}"
    );
    assert!(
        out.contains("  moves  accuracy  cp loss  lost/move   ?!   ?  ??   !\n"),
        "{out}"
    );
    // The game ends in the opening.
    assert!(out.contains("\n    opening "), "{out}");
    assert!(!out.contains("\n    middlegame "), "{out}");
    assert!(out.contains("  3...Nf6??"), "{out}");
    assert!(
        out.contains("Laws: error    result_contradicts_board"),
        "{out}"
    );
}

#[test]
fn averages_are_means_over_the_moves() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", GAME);
    let page = &folder.path("game.html");
    let review = &json::lines(&review(&[&game, "--json", "--html", page]).success())[0];
    let moves = review["moves"].as_array().expect("moves");
    let counted = moves
        .iter()
        .filter(|mv| mv["player"] == "black" && mv["book"] == false);
    let losses: Vec<f64> = counted
        .map(|mv| mv["loss_cp"].as_f64().expect("a number"))
        .collect();
    let mean = losses.iter().sum::<f64>() / losses.len() as f64;
    let black = &review["players"]["black"];
    for part in ["game", "opening"] {
        let shown = black[part]["loss_cp"].as_f64().expect("a number");
        assert!((shown - mean).abs() < 0.06, "{part}: {shown} {mean}");
    }
    assert!(mean > 300.0, "{mean}");
    let page = folder.read("game.html");
    for text in ["Centipawn loss", "Copy ", "copyText"] {
        assert!(page.contains(text), "{text}");
    }
}

#[test]
fn unknown_players_have_no_totals() {
    let folder = Folder::new();
    let game = |white: &str| format!("[White \"{white}\"]\n[Black \"?\"]\n\n1. e4 e5 *\n\n");
    let page = &folder.path("games.html");
    let totals = |games: &[String]| {
        let games = folder.write("games.pgn", games.concat());
        let out = review(&[&games, "--html", page]).exits(0).out;
        let (_, totals) = out.split_once(" games, ").expect("totals");
        totals.to_owned()
    };
    let known = totals(&[game("Ann"), game(""), game("Ann")]);
    assert_eq!(known.lines().count(), 3, "{known}");
    assert!(known.contains("\n  Ann  "), "{known}");
    assert!(folder.read("games.html").contains("players-head"));
    let unknown = totals(&[game("?"), game(" ")]);
    assert_eq!(unknown.lines().count(), 1, "{unknown}");
    assert!(!folder.read("games.html").contains("players-head"));
}

#[test]
fn a_player_of_both_sides_has_as_many_games_as_there_are() {
    let folder = Folder::new();
    let game = "[White \"Ann\"]\n[Black \"Ann\"]\n\n1. e4 e5 *\n\n".repeat(2);
    let games = folder.write("games.pgn", game);
    let out = review(&[&games]).exits(0).out;
    let row = out.lines().find(|line| line.starts_with("  Ann  "));
    let row = row.expect("the player has totals");
    assert_eq!(row.split_whitespace().nth(1), Some("2"), "{row}");
}

#[test]
fn moves_that_are_hidden_are_not_passed_over() {
    let folder = Folder::new();
    for text in [
        "1. e4 e5 1-0 2. Nf3 Nc6 *\n",
        "1. e4 e5 {good 2. Nf3 Nc6 *\n",
    ] {
        let game = folder.write("game.pgn", text);
        let err = review(&[&game, "--pgn", "-"]).exits(1).err;
        assert!(
            err.contains("game.pgn:1: game 1: ") && err.contains("; what follows is not reviewed"),
            "{err}"
        );
    }
}

#[test]
fn a_table_that_does_not_fit_is_reported() {
    let folder = Folder::new();
    let game = folder.write("game.pgn", "1. e4 e5 *\n");
    let program = Program::with([
        "review", &game, "--nodes", "10", "--jobs", "1", "--hash", "1000",
    ]);
    let err = program.after("ulimit -v 600000").run().exits(0).err;
    assert_eq!(
        err.matches("warning: option Hash: 1000 MiB do not fit")
            .count(),
        1,
        "{err}"
    );
}

#[test]
fn broken_variations_make_no_broken_games() {
    let folder = Folder::new();
    let text = "1. e4 (d4) (Nf3 d5 (--) c4 {a) b}) e5 (e6 (Zz9) () 2. d4 {)}) {c} \
        (c6 $300 $9 2. d4 d5) 2. Nf3 (2. f4 (2. Bc4 *";
    let game = folder.write("game.pgn", text);
    let text = review(&[&game, "--pgn", "-"]).exits(0).out;
    let raw = one(&text);
    let game = PgnGame::parse(&raw);
    assert!(game.warnings.is_empty(), "{:?} in {text}", game.warnings);
    let count = |kind| {
        let annotations = game.annotations.iter();
        annotations.filter(|own| own.kind == kind).count()
    };
    let starts = count(AnnotationKind::VariationStart);
    assert!(starts > 3, "{text}");
    assert_eq!(starts, count(AnnotationKind::VariationEnd), "{text}");
}

/// A text without the comments `{[%eval …]}`.
fn without_evaluations(text: &str) -> String {
    let mut parts = text.split("{[%eval ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once("]} ").expect("the comment ends").1
    })
}

#[test]
fn variations_that_do_not_end_keep_what_they_have() {
    let folder = Folder::new();
    for (text, expected) in [
        // The first variation begins with a variation, and holds all the rest.
        (
            "1. e4 ((( d4) (Nf3 d5 (--) c4 {a) b} e5 (e6 (Zz9) () 2. d4 {)}) {c} (c6 $300 $9 2. d4 d5 \
             3. exd5 cxd5 4. Bd3 ; rest of the line (\n Nc6 (4... Nf6)) 2. Nf3 (2. f4 (2. Bc4 *",
            "({d4 Nf3 d5 -- c4 a) b e5 e6 Zz9 d4 ) c c6 d4 d5 exd5 cxd5 Bd3 \
             rest of the line ( Nc6 Nf6 Nf3 f4 Bc4}) *",
        ),
        (
            "1. e4 (((1. d4) 1. c4) 1. Nf3) e5 (1... c5 ((2. Nf3))) 2. Nf3 *",
            "({d4 c4} 1. Nf3) 1... e5 (1... c5 ({Nf3})) 2. Nf3 *",
        ),
        // Open across later moves, with a comment to the end of a line.
        (
            "1. e4 e5 (1... c5 2. Nf3 ; a comment (\n d6 3. d4 (3. Bb5+) 3... cxd4 4. Nxd4 *",
            "1... e5 (1... c5 2. Nf3 {a comment (} 2... d6 3. d4 (3. Bb5+) 3... cxd4 4. Nxd4) *",
        ),
        (
            "1. e4 e5 2. Nf3 (2. f4 (2. Bc4 *",
            "1... e5 2. Nf3 (2. f4 (2. Bc4)) *",
        ),
    ] {
        let game = folder.write("game.pgn", text);
        let out = review(&[&game, "--pgn", "-"]).exits(0).out;
        let raw = one(&out);
        assert_eq!(PgnGame::parse(&raw).warnings, [], "{out}");
        let words = out.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, moves) = words.split_once("1. e4 ").expect("the game");
        assert_eq!(without_evaluations(moves), expected, "{text}");
    }
}

#[test]
fn chess960_and_other_languages_are_reviewed() {
    let folder = Folder::new();
    let text = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n\
        [FEN \"1r2k3/8/8/8/8/8/8/R1R1K2R w CHb - 0 1\"]\n\n\
        1. O-O *\n\n[Event \"es\"]\n\n1. e4 e5 2. Cf3 Cc6 3. Ab5 (3. Ac4 Cf6) *\n";
    let games = folder.write("games.pgn", text);
    let text = review(&[&games, "--pgn", "-"]).success();
    assert!(
        text.contains("1. O-O") && text.contains("(3. Bc4 Nf6)"),
        "{text}"
    );
    let found = reviews(&[&games]);
    assert_eq!(found[0]["moves"][0]["move"], "e1h1");
}

#[test]
fn castling_is_found_in_chess960_after_the_last_right_that_needs_it() {
    let folder = Folder::new();
    let text = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"2k5/8/8/8/8/8/1r6/R3K1R1 w GA - 0 1\"]\n\n\
        1. Rg3 Kd8 2. O-O-O+ Ke7 *\n";
    let game = folder.write("game.pgn", text);
    let castling = &reviews(&[&game])[0]["moves"][2];
    assert_eq!(castling["move"], "e1a1");
    // It wins a rook, and is the best move.
    assert_eq!(castling["better"], Value::Null);
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_the_games_that_are_done() {
    let folder = Folder::new();
    let long = GAME.replace("4. Qxf7# 1-0", "*");
    let games = folder.write("games.pgn", [GAME, "\n", &long].concat());
    let program = Program::with(["review", &games, "--pgn", &folder.path("annotated.pgn")]);
    let limits = [
        "--movetime",
        "1500",
        "--passes",
        "1",
        "--jobs",
        "8",
        "--hash",
        "1",
    ];
    let mut running = program.args(limits).spawn();
    // The first game is done.
    running.line();
    running.signal(nix::sys::signal::Signal::SIGINT);
    assert_eq!(running.status().code(), Some(130));
    let text = folder.read("annotated.pgn");
    assert!(one(&text).text.contains("Qxf7#"), "{text}");
}
