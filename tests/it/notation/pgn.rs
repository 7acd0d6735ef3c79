//! Files of games as they are found in the world: what is read, what is remarked on, where one game ends.

use crate::support::pgn::{one, texts, warnings};
use crate::support::process::HANG;
use crate::support::table::{cells, rows, with_breaks};
use compongo::board::Board;
use compongo::notation::language::parse_moves;
use compongo::notation::pgn::{
    MAX_GAME, MAX_WARNINGS, PgnGame, PgnReader, PgnWarningKind, RawGame, ReadError, ResultToken,
    TagError,
};
use std::io::{self, Read};
use std::time::{Duration, Instant};

fn read(bytes: impl AsRef<[u8]>) -> Vec<RawGame> {
    PgnReader::new(bytes.as_ref())
        .map(|game| game.expect("memory does not fail"))
        .collect()
}

/// The moves of a text and what is wrong with it, the missing result apart.
fn moves_and_remarks(text: &str) -> (String, Vec<String>) {
    let raw = one(text);
    let mut game = PgnGame::parse(&raw);
    game.warnings
        .retain(|remark| remark.kind != PgnWarningKind::NoResult);
    (texts(&game).join(", "), warnings(&game))
}

const SAMPLE: &str = "\
[Event \"Club \\\"Torre\\\" \\\\ open\"]
[Site \"Łódź\"]
[White \"Réti, Richard\"]
[Result \"1/2-1/2\"]

1. e4 $1 {best [by test], they said; really
[%clk 1:59:58]} e5!? 2. Nf3 (2. f4 exf4 (2... d5 {the (counter) $}) ; Falkbeer (
3. Nf3) (2. Nc3) 2... Nc6
% a line that is none {
3.Bb5 a6 (=) 4. Ba4 Nf6 5.0-0 Be7 1/2-1/2
";

#[test]
fn a_game_is_taken_to_pieces() {
    let raw = one(SAMPLE);
    let game = PgnGame::parse(&raw);
    assert_eq!(warnings(&game), [""; 0]);
    let tags: Vec<(&str, &str, u64)> = game
        .tags
        .all()
        .iter()
        .map(|tag| (tag.name, tag.value.as_ref(), tag.line))
        .collect();
    assert_eq!(
        tags,
        [
            ("Event", "Club \"Torre\" \\ open", 1),
            ("Site", "Łódź", 2),
            ("White", "Réti, Richard", 3),
            ("Result", "1/2-1/2", 4),
        ]
    );
    assert_eq!(
        texts(&game),
        [
            "e4", "e5!?", "Nf3", "Nc6", "Bb5", "a6 (=)", "Ba4", "Nf6", "0-0", "Be7"
        ]
    );
    let lines: Vec<u64> = game.moves.iter().map(|mv| mv.line).collect();
    assert_eq!(lines, [6, 7, 7, 8, 10, 10, 10, 10, 10, 10]);
    let offers: Vec<usize> = (0..10).filter(|&ply| game.moves[ply].draw_offer).collect();
    assert_eq!(offers, [5]);
    assert_eq!(game.comments.len(), 1);
    let comment = game.comments[0];
    assert_eq!((comment.ply, comment.line), (1, 6));
    assert!(comment.text.starts_with("best [by test]"));
    assert_eq!(comment.clock(), Some(Duration::from_secs(7198)));
    assert_eq!(game.result, Some(ResultToken::Draw));
    let replay = parse_moves(&Board::start(), &texts(&game), None);
    assert_eq!((replay.error, replay.moves.len()), (None, 10));
}

#[test]
fn a_file_cut_anywhere_gives_what_there_was() {
    let whole = one(SAMPLE);
    let whole = PgnGame::parse(&whole);
    for cut in 0..SAMPLE.len() {
        let games = read(&SAMPLE.as_bytes()[..cut]);
        assert!(games.len() <= 1, "{cut}");
        let Some(raw) = games.first() else {
            // The bracket alone is not a tag.
            assert!(cut <= 1, "{cut}");
            continue;
        };
        let game = PgnGame::parse(raw);
        let moves = texts(&game);
        let all = [texts(&whole), vec!["1/2-1/2"]].concat();
        if let Some((last, before)) = moves.split_last() {
            assert_eq!(before, &all[..before.len()], "{cut}");
            assert!(all[before.len()].starts_with(last), "{cut} {last}");
        }
        let has_result = game.result.is_some();
        assert!(!has_result || cut >= SAMPLE.len() - 5, "{cut}");
        let last_line = 1 + SAMPLE[..SAMPLE.floor_char_boundary(cut)]
            .matches('\n')
            .count();
        let missing = format!("line {last_line}: the game ends without a result");
        assert_eq!(warnings(&game).contains(&missing), !has_result, "{cut}");
    }
}

#[test]
fn what_is_open_at_the_end_is_named_with_the_line_where_it_began() {
    let table = r#"
        1. e4\n{ never\nclosed  | line 2: the comment that begins here is not closed
        1. e4\n(1. d4\n(1. c4 ) | line 2: the variation that begins here is not closed
        1. e4\n(1. d4 {(        | line 2: the comment that begins here is not closed
        \n[Event "x             | line 2: the tag is not of the form [Name "value"]: '[Event "x'
        [Event "x"\n1. e4       | line 1: the tag is not of the form [Name "value"]: '[Event "x"'
        [Event x]\n             | line 1: the tag is not of the form [Name "value"]: '[Event x]'
        1. e4\n)                | line 2: unmatched ')'
        1. e4\n}                | line 2: unmatched '}'
        1. e4\n]                | line 2: unmatched ']'
        1. e4\n[%clk 1]         | line 2: unmatched '['
        1. e4\n$ e5             | line 2: '$' is not a numeric annotation glyph
        1. e4\n$256 e5          | line 2: '$256' is not a numeric annotation glyph
        1. e4 (1. d4) {c} +     | line 1: '+' does not follow a move
        1. ( e4 ) e4            | line 1: a variation has no move to replace
    "#;
    for [text, expected] in rows(table) {
        let raw = one(&with_breaks(text));
        let found = warnings(&PgnGame::parse(&raw));
        assert!(found.contains(&expected.to_owned()), "{text}: {found:?}");
    }
    let raw = one("[Event \"x");
    assert_eq!(PgnGame::parse(&raw).tags.get("event"), Some("x"));
}

#[test]
fn signs_belong_to_the_move_before_them() {
    let table = "
        1. exd6 e.p. Qe3 + 2. Nf3 ++ e4 !? 3. Qf7 mate | exd6 e.p., Qe3 +, Nf3 ++, e4 !?, Qf7 mate
        1.e4 e5 2.Nf3 (=) {hm} 2...Nc6 (=)             | e4, e5, Nf3 (=), Nc6 (=)
        1. e8 (Q) e1(N)+ 2. e8=Q+ Nf3(N)               | e8 (Q), e1(N)+, e8=Q+, Nf3(N)
        1. e4 (e) e5 (1...d5)                          | e4, e5
        1. e8 (♕) e5 (ë)(«»)                           | e8 (♕), e5
        1... e5                                        | e5
        1. ... e5 2. d4 .. d5                          | e5, d4, d5
        1.e4! $5 e5!! 2.d4? = d5 += 3. c4 ± □          | e4!, e5!!, d4?, d5, c4
        1. e4 ⇄ e5 =∞ 2. Nf3 ↑↑ Nc6 → 3. d4 ⊕ ⨀ ∆ ⌓   | e4, e5, Nf3, Nc6, d4
        1. e4= e5± 2. Nf3+- Nc6 !? 3. Bb5∓ ! a6        | e4, e5, Nf3, Nc6 !?, Bb5, a6
        1. e4 N e5 D 2. Nf3                            | e4, e5, Nf3
        1.e4 -- 2.d4 Z0                                | e4, --, d4, Z0
        1.0-0 0-0-0 2.O-O o-o                          | 0-0, 0-0-0, O-O, o-o
        1.♘f3 ♞c6                                      | ♘f3, ♞c6
        1…e5 2.…                                       | e5
        e4 e5                                          | e4, e5
        e4\u{FEFF}e5                                   | e4, e5
        1.\u{A0}e4\u{202F}e5\u{200B} 2.\u{A0}Nf3        | e4, e5, Nf3
        1. e4 0000 2. 00 000 03. e4 0-0                | e4, 0000, 00, 000, e4, 0-0
        1. e4 e5+− 2. Nf3 −+                           | e4, e5, Nf3
    ";
    for [text, moves] in rows(table) {
        assert_eq!(moves_and_remarks(text).0, moves, "{text}");
    }
    let raw = one("1. e4 {so} (=) e5 *");
    let game = PgnGame::parse(&raw);
    assert!(game.moves[0].draw_offer && !game.moves[1].draw_offer);
    assert!(game.warnings.is_empty());
    let raw = one("1. e4 e5 (N) *");
    assert_eq!(
        warnings(&PgnGame::parse(&raw)),
        ["line 1: '(N)' does not follow a move"]
    );
}

#[test]
fn results_in_every_spelling() {
    for (text, result) in [
        ("1-0", ResultToken::WhiteWins),
        ("1–0", ResultToken::WhiteWins),
        ("0-1", ResultToken::BlackWins),
        ("0—1", ResultToken::BlackWins),
        ("1/2-1/2", ResultToken::Draw),
        ("1/2–1/2", ResultToken::Draw),
        ("½-½", ResultToken::Draw),
        ("½–½", ResultToken::Draw),
        ("½", ResultToken::Draw),
        ("1/2", ResultToken::Draw),
        ("*", ResultToken::Open),
    ] {
        assert_eq!(ResultToken::new(text), Some(result), "{text}");
        assert_eq!(ResultToken::new(result.as_str()), Some(result));
        for file in [
            format!("1. e4 e5 {text}"),
            format!("[Event \"?\"]\n\n{text}\n"),
        ] {
            let raw = one(&file);
            let game = PgnGame::parse(&raw);
            assert_eq!(
                (game.result, game.warnings.len()),
                (Some(result), 0),
                "{file}"
            );
        }
    }
    for text in [
        "", "0-0", "1-1", "1/2-0", "1", "1-0-", "+-", "2-0", "1-0 0-1",
    ] {
        assert_eq!(ResultToken::new(text), None, "{text}");
    }
    // In Windows-1252 as well, where a file of such games must be told apart, too.
    let games = read(b"1. e4 \xBD-\xBD 1. d4 \xBD\x96\xBD 1. c4 1\x960");
    let results: Vec<_> = games.iter().map(|raw| PgnGame::parse(raw).result).collect();
    let draw = Some(ResultToken::Draw);
    assert_eq!(results, [draw, draw, Some(ResultToken::WhiteWins)]);
    let raw = one("1. e4*");
    assert_eq!(PgnGame::parse(&raw).result, Some(ResultToken::Open));
}

#[test]
fn line_ends_of_all_systems_mean_the_same() {
    let lines = one(SAMPLE);
    let plain = PgnGame::parse(&lines);
    for line_end in ["\r\n", "\r"] {
        let file = one(&SAMPLE.replace('\n', line_end));
        let mut game = PgnGame::parse(&file);
        // The line break in the comment is part of it.
        game.comments[0].text = plain.comments[0].text;
        game.annotations.clone_from(&plain.annotations);
        assert_eq!(game, plain, "{line_end:?}");
    }
    let mixed = SAMPLE.replace('\n', "\r\n") + &SAMPLE.replace('\n', "\r") + SAMPLE;
    let lines: Vec<u64> = read(mixed).iter().map(|raw| raw.line).collect();
    assert_eq!(lines, [1, 11, 21]);
}

#[test]
fn encodings_are_told_apart_game_by_game() {
    let mut file = b"\xEF\xBB\xBF[White \"Gr\xC3\xBCnfeld\"]\n\n1. \xE2\x99\x98f3 *\n\n".to_vec();
    file.extend(
        b"[White \"Gr\xFCnfeld \x93Ernst\x94 \x81\"]\n\n1. e4 {\x80} 1\x85 e5 \xBD-\xBD\n\n",
    );
    file.extend("\u{FEFF}[White \"Grünfeld\"]\n\n*\n".as_bytes());
    let games = read(&file);
    let whites: Vec<String> = games
        .iter()
        .map(|raw| {
            PgnGame::parse(raw)
                .tags
                .get("White")
                .expect("a tag")
                .to_owned()
        })
        .collect();
    assert_eq!(whites, ["Grünfeld", "Grünfeld “Ernst” \u{81}", "Grünfeld"]);
    let game = PgnGame::parse(&games[1]);
    assert_eq!(game.comments[0].text, "€");
    assert_eq!(texts(&game), ["e4", "e5"]);
    assert_eq!(warnings(&game), [""; 0]);
    // A file that was cut in the middle of a character.
    let cut = read(b"[White \"Gr\xC3\xBCnfeld\"]\n[Site \"\xC5");
    assert_eq!(PgnGame::parse(&cut[0]).tags.get("White"), Some("Grünfeld"));
}

#[test]
fn games_that_have_run_together_are_told_apart() {
    let table = r#"
        Without results, empty lines, line ends.
        [Event "a"]\n1. e4\n[Event "b"]\n1. d4                                 | e4 | d4
        [Event "a"] 1. e4 [Event "b"] 1. d4 *                                  | e4 | d4
        [Event "a"][Site "s"]1.e4 e5 *[Event "b"]1.d4 *                        | e4, e5 | d4
        [Site "a"]\n\n1. e4 e5\n\n[Site "b"]\n\n1. d4                          | e4, e5 | d4
        Without tags.
        1. e4 e5 1-0 1. d4 d5 0-1\n1.c4 *                                      | e4, e5 | d4, d5 | c4
        Without moves.
        [Event "a"]\n\n[Event "b"]\n\n*\n\n[Event "c"]\n                       | | |
        [Site "a"]\n\n[Site "b"]\n\n1. e4 *                                    | | e4
        One game in spite of an empty line.
        [Event "a"]\n\n[Site "b"]\n\n\n1. e4\n\n1... e5\n\n\n2. d4 *           | e4, e5, d4
        What stands in comments and variations begins no game and ends none.
        1. e4 {\n[Event "x"] 1-0} e5 (1... c5 1-0) 2. d4 *                     | e4, e5, d4
        1. e4 e5 1-0 {[Event "x"]} ; [Event "y"]\n%[Event "z"]\n               | e4, e5
        A comment or a variation that is not closed ends with its game.
        [Event "a"]\n\n1. e4 { oh\n\n[Event "b"]\n\n1. d4 *                    | e4 | d4
        [White "a"]\n\n1. e4 { oh\n\n[White "b"]\n\n1. d4 {fine} *           | e4 | d4
        [Event "a"]\n\n1. e4 { oh\n\n[Site "b"]\n[Event "c"]\n\n1. d4 *     | e4 | d4
        [Event "a"]\n\n1. e4 (1. c4\n\n[Event "b"]\n\n1. d4 *                  | e4 | d4
        [Event "a"]\n\n1. e4 { [Event "b"]\n[Event "c"]\n\n [Event "d"]} e5 *  | e4, e5
    "#;
    for row in cells(table) {
        let text = with_breaks(row[0]);
        let games = read(&text);
        let moves = |raw: &RawGame| texts(&PgnGame::parse(raw)).join(", ");
        let found: Vec<String> = games.iter().map(moves).collect();
        assert_eq!(found, row[1..], "{text}");
        for (index, raw) in games.iter().enumerate() {
            assert_eq!(raw.number, index + 1);
            assert!(text[raw.offset as usize..].starts_with(&raw.text));
            assert_eq!(read(&raw.text).len(), 1, "{}", raw.text);
        }
    }
    for text in [
        "",
        " \r\n\t\n",
        "% nothing\n",
        "no game at all\n*\n",
        "{\"a\": 1}",
    ] {
        assert!(read(text).is_empty(), "{text:?}");
    }
}

#[test]
fn text_around_games_is_skipped_and_said() {
    let file = "The match of 1972\nwas played *** in Reykjavik.\n\n[Event \"a\"]\n\n1. e4 e5 1-0\n\
                (c) 2 friends\n1-0\n\n[Event \"b\"]\n\n1. d4 *\nEnd of file";
    let games = read(file);
    let parsed: Vec<PgnGame> = games.iter().map(PgnGame::parse).collect();
    assert_eq!(parsed.len(), 2);
    assert_eq!(
        warnings(&parsed[0]),
        [
            "line 1: text before the game is skipped: 'The'",
            "line 7: text after the result is skipped: '(c)'",
            "line 8: another result follows: 1-0",
        ]
    );
    assert_eq!(
        warnings(&parsed[1]),
        ["line 13: text after the result is skipped: 'End'"]
    );
    assert_eq!(texts(&parsed[0]), ["e4", "e5"]);
    let raw = RawGame::new("no game at all".to_owned());
    let game = PgnGame::parse(&raw);
    assert!(game.moves.is_empty() && game.tags.all().is_empty());
    assert_eq!(
        warnings(&game),
        [
            "line 1: text before the game is skipped: 'no'",
            "line 1: the game ends without a result",
        ]
    );
    // What stands among the moves is never skipped.
    let (moves, _) = moves_and_remarks("1. e4 White resigns 2. d4");
    assert_eq!(moves, "e4, White, resigns, d4");
    let (moves, found) = moves_and_remarks("[Event \"?\"] 1. e4 1-0 e5 2. d4");
    assert_eq!(moves, "e4");
    assert_eq!(found, ["line 1: text after the result is skipped: 'e5'"]);
}

#[test]
fn a_heading_with_a_number_is_no_game() {
    for heading in ["Round 1", "Round 1 games", "Board 1\nof 4"] {
        let file = format!(
            "{heading}\n\n[Event \"a\"]\n\n1. e4 *\n\n{heading}\n\n[Event \"b\"]\n\n1. d4 *\n"
        );
        let games = read(&file);
        let parsed: Vec<PgnGame> = games.iter().map(PgnGame::parse).collect();
        let moves: Vec<Vec<&str>> = parsed.iter().map(texts).collect();
        assert_eq!(moves, [["e4"], ["d4"]], "{heading}");
    }
}

#[test]
fn text_between_games_without_dots_hides_none() {
    for file in [
        "1 e4 e5 2 Nf3 1-0\n\nBrown - White\n1 d4 d5 0-1\n",
        "1 e4 e5 2 Nf3 1-0 (White resigns)\n\n1 d4 d5 0-1\n",
    ] {
        let games = read(file);
        let parsed: Vec<PgnGame> = games.iter().map(PgnGame::parse).collect();
        let moves: Vec<Vec<&str>> = parsed.iter().map(texts).collect();
        assert_eq!(moves, [&["e4", "e5", "Nf3"][..], &["d4", "d5"]], "{file}");
    }
}

#[test]
fn the_end_of_file_of_dos_is_no_text() {
    let games = read("[Result \"*\"]\r\n\r\n1. e4 e5 *\r\n\x1A");
    let parsed: Vec<PgnGame> = games.iter().map(PgnGame::parse).collect();
    assert_eq!(parsed.len(), 1);
    assert_eq!(warnings(&parsed[0]), [""; 0]);
}

#[test]
fn move_numbers_are_compared() {
    let table = r#"
        1. e4 e5 2. d4 d5                                              |
        1. e4 1... e5 2. d4 {c} 2... d5 3. c4                          |
        1 e4 e5 2 d4 2 d5                                              |
        1. e4 e5 2. Nf3 2. ... Nc6 3. Bb5 3 ... a6                     |
        1. e4 e5 2. Nf3 2. … Nc6 3. Bb5 3…a6                           |
        1. e4 1. ... e5 2. ... d4                                      | line 1: the dots after move number 2 belong to the other side
        1. e4 e5\n3. d4                                                | line 2: move number 3 should be 2
        1. e4 e5 1. d4                                                 | line 1: move number 1 should be 2
        1. e4 2. e5                                                    | line 1: move number 2 should be 1
        1. e4 1. e5                                                    | line 1: the dots after move number 1 belong to the other side
        1... e4                                                        | line 1: the dots after move number 1 belong to the other side
        [FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 17"]\n17... Kd8 18. Rh2 Ke8 |
        [FEN "4k3/8/8/8/8/8/8/4K2R b K - 0 17"]\n17. Rh2               | line 2: the dots after move number 17 belong to the other side
        [FEN "none"]\n17. Rh2                                          |
        1. e4 99999999999999999999. e5                                 | line 1: move number 4294967295 should be 1
    "#;
    for [text, expected] in rows(table) {
        let (_, remarks) = moves_and_remarks(&with_breaks(text));
        assert_eq!(remarks.join("; "), expected, "{text}");
    }
}

#[test]
fn tags_are_kept_as_they_are() {
    let raw = one(
        "[Event \"The \"Immortal\" game\"]\n[ White  \"A\" ]\n[WHITE \"B\"]\n[Site \"[x] {y} (z) ; 50%\"]\n\
         [Round \"\\x\"]\n[Empty \"\"]\n[Path \"C:\\\"]\n\n*",
    );
    let game = PgnGame::parse(&raw);
    let values: Vec<&str> = game
        .tags
        .all()
        .iter()
        .map(|tag| tag.value.as_ref())
        .collect();
    assert_eq!(
        values,
        [
            "The \"Immortal\" game",
            "A",
            "B",
            "[x] {y} (z) ; 50%",
            "\\x",
            "",
            "C:\\"
        ]
    );
    assert_eq!(game.tags.get("white"), Some("A"));
    assert_eq!(game.tags.get("Black"), None);
    assert_eq!(warnings(&game), ["line 3: the tag 'WHITE' is given twice"]);
}

#[test]
fn tags_with_a_meaning() {
    let tags = |text: &str, check: &dyn Fn(&PgnGame)| check(&PgnGame::parse(&one(text)));
    tags(
        "[Result \"½-½\"]\n[Termination \"Time forfeit\"]",
        &|game| {
            assert_eq!(game.tags.result(), Ok(Some(ResultToken::Draw)));
            assert_eq!(game.tags.termination(), Some("Time forfeit"));
        },
    );
    tags("[Result \"0-0\"]\n[Termination \"earthquake\"]", &|game| {
        assert_eq!(game.tags.result(), Err(TagError::Result("0-0".to_owned())));
        assert_eq!(game.tags.termination(), Some("earthquake"));
    });
    tags("[Result \"?\"]\n[Termination \"\"]", &|game| {
        assert_eq!(game.tags.result(), Ok(None));
        assert_eq!(game.tags.termination(), None);
    });
    let table = r#"
        [Event "?"]                                                              | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        [Variant "From Position"]                                                | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        [Variant "Standard"]\n[SetUp "0"]                                        | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
        [Variant "Chess960"]\n[FEN "1k5r/8/8/8/8/8/8/4K3 w h - 2 9"]             | 1k5r/8/8/8/8/8/8/4K3 w h - 2 9
        [Variant "fischerandom"]\n[FEN "1k5r/8/8/8/8/8/8/4K3 w h - 2 9"]         | 1k5r/8/8/8/8/8/8/4K3 w h - 2 9
        [Variant "FRC"]\n[FEN "1k5r/8/8/8/8/8/8/4K3 w h - 2 9"]                  | 1k5r/8/8/8/8/8/8/4K3 w h - 2 9
        [SetUp "1"]\n[FEN "1k5r/8/8/8/8/8/8/4K3 w h - 2 9"]                      | 1k5r/8/8/8/8/8/8/4K3 w h - 2 9
        [Variant "Crazyhouse"]                                                   | variant 'Crazyhouse' is not chess
        [Variant "chess 960"]                                                    | tag Variant 'chess 960' requires a tag FEN, but there is none
        [SetUp "1"]                                                              | tag SetUp '1' requires a tag FEN, but there is none
        [FEN "8/8/8/8/8/8/8/8"]                                                  | tag FEN: the side to move is missing
    "#;
    for [text, expected] in rows(table) {
        tags(&with_breaks(text), &|game| {
            let found = game.tags.start().map(|(board, _)| board);
            let found = found.map_err(|error| error.to_string());
            let board = expected.parse::<Board>();
            assert_eq!(found, board.map_err(|_| expected.to_owned()), "{text}");
        });
    }
    tags("[FEN \"4k3/8/8/8/8/8/8/4K3 w K - 0 1\"]", &|game| {
        let (_, warnings) = game.tags.start().expect("a position");
        assert_eq!(warnings.len(), 1);
    });
}

#[test]
fn commands_in_comments() {
    let raw = one(
        "1. e4 {[%eval 0.17,22] [%clk 0:03:00.5]} e5 {[%emt 0:00:07]} 2. d4 {[%clk soon] [%eval #-3]} d5 {[%clk 1:00} *",
    );
    let game = PgnGame::parse(&raw);
    let [first, second, third, fourth] = game.comments[..] else {
        panic!("four comments");
    };
    assert_eq!(first.command("eval"), Some("0.17,22"));
    assert_eq!(first.clock(), Some(Duration::from_millis(180_500)));
    assert_eq!(second.command("emt"), Some("0:00:07"));
    assert_eq!((third.clock(), third.command("eval")), (None, Some("#-3")));
    assert_eq!(fourth.clock(), None);
    let plies = [first, second, third, fourth].map(|comment| comment.ply);
    assert_eq!(plies, [1, 2, 3, 4]);
}

/// Gives a few bytes at a time and is interrupted in between.
struct Drops<'a> {
    bytes: &'a [u8],
    turn: usize,
}

impl Read for Drops<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.turn += 1;
        if self.turn.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let length = buffer.len().min(1 + self.turn % 3);
        self.bytes.read(&mut buffer[..length])
    }
}

#[test]
fn it_does_not_matter_in_what_portions_a_file_comes() {
    // The file is longer than what is asked for at a time, so that every part of a game is cut somewhere.
    for shift in 0..40 {
        let mut file = " ".repeat(shift);
        while file.len() < 600_000 {
            file += &SAMPLE.replace('\n', "\r\n");
            file += "1... ½–½ 1.…[Event \"☃\"] \u{FEFF}{} (♘) 1/2\r";
        }
        let whole = read(&file);
        let again = whole.iter().fold(String::new(), |text, raw| {
            assert_eq!(raw.offset as usize, text.len());
            text + &raw.text
        });
        assert!(again == file, "{shift}");
        assert!(whole.len() > 1000);
        if shift == 0 {
            let drops = Drops {
                bytes: file.as_bytes(),
                turn: 0,
            };
            let drops: Vec<RawGame> = PgnReader::new(drops)
                .map(|game| game.expect("bytes"))
                .collect();
            assert!(drops == whole);
        }
        // Games come again and again, and so must what is read of them.
        let first: Vec<PgnGame> = whole[4..8].iter().map(PgnGame::parse).collect();
        for games in whole[4..].chunks_exact(4) {
            for (raw, first) in games.iter().zip(&first) {
                let game = PgnGame::parse(raw);
                assert_eq!(
                    (&game.tags.all().len(), texts(&game)),
                    (&first.tags.all().len(), texts(first))
                );
                assert_eq!(game.warnings.len(), first.warnings.len());
            }
        }
    }
}

#[test]
fn long_lines_and_games() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(20_000);
    let (found, _) = moves_and_remarks(&moves);
    assert_eq!(found.split(", ").count(), 80_000);

    let long = |length: usize| format!("[Event \"long\"]\n\n1. e4 {{{}", "x".repeat(length));
    let short = "\n\n[Event \"short\"]\n\n1. d4 *\n";
    for comment in [MAX_GAME, 3 * MAX_GAME] {
        for end in ["", "} e5 *"] {
            let file = long(comment) + end + short + &long(comment) + short;
            let games: Vec<_> = PgnReader::new(file.as_bytes()).collect();
            let [Err(first), Ok(second), Err(third), Ok(fourth)] = &games[..] else {
                panic!("{} games", games.len());
            };
            assert!(matches!(first, ReadError::TooLong { number: 1, line: 1 }));
            assert_eq!(first.to_string(), "line 1: game 1 is longer than 4 MiB");
            assert!(matches!(third, ReadError::TooLong { number: 3, .. }));
            for (raw, number) in [(second, 2), (fourth, 4)] {
                assert_eq!(raw.number, number);
                assert_eq!(texts(&PgnGame::parse(raw)), ["d4"]);
                assert!(file[raw.offset as usize..].starts_with(&raw.text));
                let line = 1 + file[..raw.offset as usize].matches('\n').count();
                assert_eq!(raw.line, line as u64);
            }
        }
    }
    let file = long(MAX_GAME - 100) + "} e5 *" + short;
    assert_eq!(read(file).len(), 2);

    // Nothing takes more time than in proportion to the length.
    let clock = Instant::now();
    let tags: Vec<String> = (0..200_000)
        .map(|number| format!("[t{number}\"\"]"))
        .collect();
    let raw = one(&tags.concat());
    assert_eq!(PgnGame::parse(&raw).tags.all().len(), tags.len());
    for unit in [
        "(", "{", "[", "\"", "1.", "e4 ", "e4(", "+ ", "[a\\", "\r", "½", "(=)", "$", "{} ",
    ] {
        let games = read(unit.repeat(MAX_GAME / 5 / unit.len()));
        for raw in &games {
            let found = parse_moves(&Board::start(), &texts(&PgnGame::parse(raw)), None);
            assert!(found.moves.len() <= 1, "{unit}");
        }
    }
    assert!(clock.elapsed() < HANG, "{:?}", clock.elapsed());

    let raw = one(&format!("1. e4 {}", "$ ".repeat(1000)));
    let game = PgnGame::parse(&raw);
    assert_eq!(game.warnings.len(), MAX_WARNINGS + 1);
}

#[test]
fn a_source_that_fails_is_left() {
    struct Fails;
    impl Read for Fails {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::ErrorKind::PermissionDenied.into())
        }
    }
    let mut games = PgnReader::new((&b"1. e4 * 1. d4"[..]).chain(Fails));
    assert!(matches!(games.next(), Some(Err(ReadError::Io(_)))));
    assert!(games.next().is_none());
}

#[test]
fn annotations_are_kept_in_the_order_of_the_text() {
    use compongo::notation::pgn::{Annotation, AnnotationKind as Kind};
    let text =
        "1. e4! {a} $10 (1. d4 d5 (1... Nf6 !?) {b} 2. c4) e5 ? += 2. Nf3 ( 2. f4 ; c\n exf4 *";
    let raw = one(text);
    let game = PgnGame::parse(&raw);
    let expected = [
        (1, Kind::Comment("a")),
        (1, Kind::Glyph(10)),
        (1, Kind::VariationStart),
        (1, Kind::VariationMove("d4")),
        (1, Kind::VariationMove("d5")),
        (1, Kind::VariationStart),
        (1, Kind::VariationMove("Nf6")),
        (1, Kind::Glyph(5)),
        (1, Kind::VariationEnd),
        (1, Kind::Comment("b")),
        (1, Kind::VariationMove("c4")),
        (1, Kind::VariationEnd),
        (2, Kind::Glyph(14)),
        (3, Kind::VariationStart),
        (3, Kind::VariationMove("f4")),
        (3, Kind::Comment("c")),
        (3, Kind::VariationMove("exf4")),
    ];
    let expected = expected.map(|(ply, kind)| Annotation { ply, kind });
    assert_eq!(game.annotations, expected);
    assert_eq!(game.moves[1].text, "e5 ?");
}
