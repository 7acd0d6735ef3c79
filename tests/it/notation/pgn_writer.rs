//! Games are written in the export format of PGN, and read back as what they were.

use crate::support::pgn::{one, texts};
use compongo::board::Board;
use compongo::notation::language::parse_moves;
use compongo::notation::pgn::{PgnGame, PgnWriter, ResultToken};
use compongo::notation::san;
use compongo::types::Move;
use proptest::prelude::*;
use proptest::sample::select;
use std::time::{Duration, Instant};

/// A game from a position, with comments at some plies.
fn written(fen: &str, moves: &str, comments: &[(usize, &str)], result: ResultToken) -> String {
    let mut board: Board = fen.parse().expect("a position");
    let mut writer = PgnWriter::new(board, false);
    let comment = |writer: &mut PgnWriter, ply| {
        let here = comments.iter().filter(|(at, _)| *at == ply);
        here.for_each(|(_, text)| writer.comment(text));
    };
    comment(&mut writer, 0);
    for (ply, text) in (1..).zip(moves.split_whitespace()) {
        let mv = san::parse(&board, text).expect("a legal move");
        writer.play(mv);
        board.play(mv);
        comment(&mut writer, ply);
    }
    writer.finish(result)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn movetext(text: &str) -> &str {
    text.split_once("\n\n").expect("an empty line").1
}

#[test]
fn the_roster_comes_first_and_the_rest_in_order() {
    let mut writer = PgnWriter::new(Board::start(), false);
    for (name, value) in [
        ("Zone", "1"),
        ("White", "Ann \"the\" \\Rook\\"),
        ("ECO", "A00\r\n[Evil \"x\"]"),
        ("Event", "first"),
        ("Event", "second"),
    ] {
        writer.tag(name, value);
    }
    let expected = r#"[Event "second"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann \"the\" \\Rook\\"]
[Black "?"]
[Result "1/2-1/2"]
[ECO "A00  [Evil \"x\"]"]
[Zone "1"]

1/2-1/2

"#;
    assert_eq!(writer.finish(ResultToken::Draw), expected);
}

#[test]
fn black_has_a_number_at_the_start_and_after_comments() {
    let moves = "e4 e5 Nf3 Nc6 Bb5";
    let comments = [(0, "begin"), (1, "best"), (4, "a"), (4, "b"), (5, " \t\n ")];
    let text = written(START, moves, &comments, ResultToken::WhiteWins);
    assert_eq!(
        movetext(&text),
        "{begin} 1. e4 {best} 1... e5 2. Nf3 Nc6 {a} {b} 3. Bb5 1-0\n\n"
    );
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 57";
    let text = written(fen, "Kd7 e4 Kd6", &[], ResultToken::Open);
    assert_eq!(movetext(&text), "57... Kd7 58. e4 Kd6 *\n\n");
    assert!(text.contains(&format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n")));
}

#[test]
fn a_game_of_chess960_always_tells_its_position() {
    let ordinary = PgnWriter::new(Board::start(), false).finish(ResultToken::Open);
    assert!(!ordinary.contains("FEN") && !ordinary.contains("Variant"));
    let said = PgnWriter::new(Board::start(), true).finish(ResultToken::Open);
    let tags = format!("[FEN \"{START}\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n");
    assert!(said.contains(&tags), "{said}");
    let seen = written(
        "nrkbqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBQBRN w KQkq - 0 1",
        "",
        &[],
        ResultToken::Open,
    );
    assert!(seen.contains("[Variant \"Chess960\"]"), "{seen}");
}

#[test]
fn comments_keep_to_their_braces_and_lines() {
    let evil = "a } 1-0 { b\u{0}c\n\n[Event \"x\"]\n%d ;e";
    let text = written(START, "e4", &[(1, evil)], ResultToken::Open);
    assert_eq!(
        movetext(&text),
        "1. e4 {a ) 1-0 ( b c [Event \"x\"] %d ;e} *\n\n"
    );
    for length in 60..90 {
        let filler = "x".repeat(length);
        let comment = format!("{filler} y [%clk 0:01:00.000] [%emt 0:00:00.100]");
        let text = written(START, "e4", &[(1, &comment)], ResultToken::Open);
        let raw = one(&text);
        let game = PgnGame::parse(&raw);
        let [comment] = game.comments[..] else {
            panic!("{text}")
        };
        assert_eq!(comment.clock().map(|time| time.as_secs()), Some(60));
        for line in movetext(&text).lines() {
            assert!(!line.starts_with(['[', '%', ';']), "{text}");
            assert!(line.len() < 80 || line.contains(&filler), "{text}");
        }
    }
}

#[test]
fn a_command_without_an_end_is_written_in_linear_time() {
    let words = vec!["a"; 1 << 20].join(" ");
    let began = Instant::now();
    let text = written(
        START,
        "e4",
        &[(1, &format!("[%clk {words}"))],
        ResultToken::Open,
    );
    assert!(began.elapsed() < Duration::from_secs(60));
    // No line ends inside a command.
    let expected = format!("1. e4\n{{[%clk {words}}}\n*\n\n");
    assert!(movetext(&text) == expected);
}

#[test]
fn lines_are_as_long_as_they_may_be() {
    let mut longest = 0;
    for length in 1..=77 {
        let comment = "z".repeat(length);
        let text = written(START, "e4 e5", &[(2, &comment)], ResultToken::Open);
        let lengths = movetext(&text).lines().map(str::len);
        longest = longest.max(lengths.max().unwrap_or(0));
    }
    assert_eq!(longest, 79);
}

const STARTS: [&str; 8] = [
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 5 40",
    "8/PPPk4/8/8/8/8/4Kppp/8 b - - 0 1",
    "4k3/8/8/3pP3/8/8/PPP5/4K2R w K d6 0 30",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "nrkbqbrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBQBRN b KQkq - 0 1",
    "1r2kr2/8/8/8/8/8/8/R1R1K2R w CHf - 0 1",
];

/// A random game: a start, whether it is said to be one of Chess960, random moves, and comments.
type RandomGame = (&'static str, bool, Vec<u16>, Vec<(usize, String)>);

fn games() -> impl Strategy<Value = RandomGame> {
    let comment = prop_oneof![
        "[+-][0-9]\\.[0-9]{2}/[0-9]{1,2} [0-9]\\.[0-9]{3}s \\[%clk 0:00:0[0-9]\\]",
        "\\PC{0,120}",
        "[a-z{}\\[\\]%; \t\n\\\\\"]{0,200}",
    ];
    (
        select(STARTS.as_slice()),
        any::<bool>(),
        prop::collection::vec(any::<u16>(), 0..150),
        prop::collection::vec((0..150_usize, comment), 0..12),
    )
}

/// What is left of a comment in PGN: words between single blanks.
fn words(text: &str) -> String {
    let text = text.replace('{', "(").replace('}', ")");
    let text: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

proptest! {
    #[test]
    fn random_games_are_read_back((fen, chess960, choices, comments) in games(), value in any::<String>()) {
        let start: Board = fen.parse().expect("a position");
        let mut board = start;
        let mut writer = PgnWriter::new(start, chess960);
        writer.tag("Annotator", &value);
        let mut moves: Vec<Move> = Vec::new();
        let mut expected = Vec::new();
        for ply in 0..=choices.len() {
            for (_, text) in comments.iter().filter(|(at, _)| *at == ply) {
                writer.comment(text);
                expected.push((ply, words(text)));
            }
            let legal = board.legal_moves();
            let (Some(number), false) = (choices.get(ply), legal.is_empty()) else {
                break;
            };
            let mv = legal[usize::from(*number) % legal.len()];
            writer.play(mv);
            board.play(mv);
            moves.push(mv);
        }
        expected.retain(|(_, text)| !text.is_empty());
        let text = writer.finish(ResultToken::BlackWins);

        let raw = one(&text);
        let game = PgnGame::parse(&raw);
        prop_assert!(game.warnings.is_empty(), "{:?} in {text}", game.warnings);
        let (found, warnings) = game.tags.start().expect("a position");
        prop_assert_eq!((found, warnings), (start, vec![]));
        prop_assert_eq!(game.result, Some(ResultToken::BlackWins));
        prop_assert_eq!(game.tags.result(), Ok(game.result));
        let value: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        prop_assert_eq!(game.tags.get("Annotator"), Some(value.as_str()));
        let replay = parse_moves(&start, &texts(&game), None);
        prop_assert!(replay.error.is_none() && replay.moves.iter().all(|mv| mv.warnings.is_empty()));
        prop_assert_eq!(replay.moves.iter().map(|mv| mv.mv).collect::<Vec<_>>(), moves);
        let comments: Vec<(usize, String)> =
            game.comments.iter().map(|comment| (comment.ply, words(comment.text))).collect();
        prop_assert_eq!(comments, expected);
        for line in movetext(&text).lines() {
            let breaks = line.split(' ').skip(1).any(|word| !word.starts_with(['[', '%', ';']));
            let is_long = line.chars().count() > 79;
            prop_assert!(!is_long || !breaks || line.contains("[%"), "{line}");
        }
    }
}

#[test]
fn variations_nest_and_are_numbered() {
    let mut writer = PgnWriter::new(Board::start(), false);
    let play = |writer: &mut PgnWriter, text: &str| {
        let mv = san::parse(writer.board(), text).expect(text);
        writer.play(mv);
    };
    writer.glyph(1);
    assert!(!writer.begin_variation(), "there is nothing to replace");
    writer.end_variation();
    play(&mut writer, "e4");
    play(&mut writer, "e5");
    writer.glyph(2);
    assert!(writer.begin_variation());
    play(&mut writer, "c5");
    play(&mut writer, "Nf3");
    assert!(writer.begin_variation());
    play(&mut writer, "c3");
    writer.end_variation();
    play(&mut writer, "d6");
    writer.end_variation();
    assert!(writer.begin_variation());
    writer.comment("or");
    play(&mut writer, "e6");
    writer.end_variation();
    assert!(writer.begin_variation());
    writer.end_variation();
    play(&mut writer, "Nf3");
    assert!(writer.begin_variation());
    play(&mut writer, "f4");
    assert_eq!(
        movetext(&writer.finish(ResultToken::Open)),
        "1. e4 e5 $2 (1... c5 2. Nf3 (2. c3) 2... d6) ({or} 1... e6) 2. Nf3 (2. f4) *\n\n"
    );
}

#[test]
fn a_bracket_never_makes_a_line_too_long() {
    for length in 1..77 {
        let mut writer = PgnWriter::new(Board::start(), false);
        for text in ["e4", "e5"] {
            let mv = san::parse(writer.board(), text).expect(text);
            writer.play(mv);
        }
        assert!(writer.begin_variation());
        let mv = san::parse(writer.board(), "c5").expect("c5");
        writer.comment(&"z".repeat(length));
        writer.play(mv);
        assert!(writer.begin_variation());
        writer.play(san::parse(writer.board(), "Nf6").expect("Nf6"));
        let text = writer.finish(ResultToken::Open);
        let long = movetext(&text)
            .lines()
            .find(|line| line.len() > 79)
            .map(str::to_owned);
        assert_eq!(long, None, "{length}");
        assert!(
            text.replace('\n', " ").contains("1... c5 (1... Nf6)) *"),
            "{text}"
        );
    }
}
