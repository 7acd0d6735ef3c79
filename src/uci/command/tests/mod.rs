//! Helpers, and what holds for any line.

mod going;
mod lines;
mod positions;
mod traps;

use super::*;
use crate::engine::{EnginePosition, StartPosition};
use crate::time::SearchLimits;
use crate::types::Color;
use proptest::prelude::*;

fn read(line: impl AsRef<[u8]>) -> UciCommand {
    UciCommand::parse(line.as_ref())
}

#[track_caller]
fn go(line: &str) -> GoCommand {
    match read(line) {
        UciCommand::Go(go) => *go,
        other => panic!("{line}: {other:?}"),
    }
}

/// The limits of a line that gives no cause for a warning.
#[track_caller]
fn limits(line: &str) -> SearchLimits {
    let go = go(line);
    assert!(
        go.warnings.is_empty() && go.perft.is_none(),
        "{line}: {go:?}"
    );
    go.limits
}

/// The limits of a line that gives cause for so many warnings.
#[track_caller]
fn warned(line: &str, warnings: usize) -> SearchLimits {
    let go = go(line);
    assert_eq!(go.warnings.len(), warnings, "{line}: {go:?}");
    go.limits
}

fn depth(depth: u16) -> SearchLimits {
    SearchLimits {
        depth: Some(depth),
        ..SearchLimits::default()
    }
}

fn movetime(ms: i64) -> SearchLimits {
    SearchLimits {
        move_time: Some(ms),
        ..SearchLimits::default()
    }
}

fn clocks(white: i64, black: i64) -> SearchLimits {
    SearchLimits {
        clocks: [Some(white), Some(black)],
        ..SearchLimits::default()
    }
}

#[track_caller]
fn position(line: &str) -> Result<PositionCommand, PositionSyntaxError> {
    match read(line) {
        UciCommand::Position(position) => position,
        other => panic!("{line}: {other:?}"),
    }
}

#[track_caller]
fn moves(line: &str) -> String {
    let position = position(line).unwrap();
    assert_eq!(position.start, StartPosition::Standard, "{line}");
    position.moves.join(" ")
}

#[track_caller]
fn fen(line: &str) -> String {
    match position(line).unwrap().start {
        StartPosition::Fen(fen) => fen,
        StartPosition::Standard => panic!("{line}"),
    }
}

/// Why the engine refuses the moves of a line.
#[track_caller]
fn refused(line: &str) -> String {
    let PositionCommand { start, moves } = position(line).unwrap();
    let refused = EnginePosition::default().follow(start, &moves);
    refused.unwrap_err().to_string()
}

fn option(id: OptionId, value: &str) -> UciCommand {
    UciCommand::SetOption {
        id,
        value: value.into(),
    }
}

#[track_caller]
fn rejected(line: &str) -> String {
    match read(line) {
        UciCommand::Rejected(why) => why,
        other => panic!("{line}: {other:?}"),
    }
}

/// A `go` as its own text.
fn render(go: &GoCommand) -> String {
    let mut words = vec!["go".to_owned()];
    let mut clause = |name: &str, number: Option<i128>| {
        words.extend(number.map(|number| format!("{name} {number}")));
    };
    let limits = &go.limits;
    clause("wtime", limits.clocks[0].map(Into::into));
    clause("btime", limits.clocks[1].map(Into::into));
    clause("winc", Some(limits.increments[0].into()));
    clause("binc", Some(limits.increments[1].into()));
    clause("movestogo", limits.moves_to_go.map(Into::into));
    clause("movetime", limits.move_time.map(Into::into));
    clause("depth", limits.depth.map(Into::into));
    clause("nodes", limits.nodes.map(Into::into));
    clause("mate", limits.mate.map(Into::into));
    if limits.infinite {
        words.push("infinite".into());
    }
    if let Some(moves) = &go.search_moves {
        words.push("searchmoves".into());
        words.extend(moves.iter().cloned());
    }
    if limits.ponder {
        words.push("ponder".into());
    }
    words.join(" ")
}

prop_compose! {
    fn any_go()(
        clocks in [prop::option::of(-999_999_999_999i64..=999_999_999_999), prop::option::of(-10i64..=100_000)],
        increments in [0i64..=999_999_999_999, 0i64..=10],
        moves_to_go in prop::option::of(1u32..),
        move_time in prop::option::of(-10i64..10_000),
        depth in 1u16..=MAX_PLY as u16,
        nodes in prop::option::of(1u64..),
        mate in prop::option::of((1i16..=MAX_PLY as i16 / 2).prop_flat_map(|n| prop::sample::select(vec![n, -n]))),
        (infinite, ponder) in any::<(bool, bool)>(),
        search_moves in prop::option::of(prop::collection::vec("[a-h][1-8][a-h][1-8][qrbn]?", 1..9)),
    ) -> GoCommand {
        let limits =
            SearchLimits { clocks, increments, moves_to_go, move_time, depth: Some(depth), nodes, mate, infinite, ponder, ..SearchLimits::default() };
        GoCommand { limits, search_moves, perft: None, warnings: Vec::new() }
    }
}

/// Words that occur in commands, numbers at which something changes, and noise.
fn any_word() -> impl Strategy<Value = String> {
    let words: Vec<String> = KEYWORDS
        .iter()
        .chain(&OWN_WORDS)
        .chain(&ENGINE_WORDS)
        .map(|word| (*word).into())
        .collect();
    let inner = "wtime btime winc binc movestogo movetime depth nodes mate infinite ponder searchmoves perft startpos \
                 fen moves name value Hash Clear Delay Clock Mode <empty> on off e2e4 e7e8q 0000 E2E4 a7a8=q \
                 -1 0 255 256 300 999 1000 1e6 60000.0 NaN 999999999999 1000000000000 99999999999999999999 \
                 8/8/8/8/8/8/8/8 w - \" # later code";
    prop_oneof![
        3 => prop::sample::select(words),
        9 => prop::sample::select(inner.split_whitespace().map(String::from).collect::<Vec<_>>()),
        1 => "\\PC{1,6}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read(&bytes);
    }

    #[test]
    fn random_bytes_in_a_command_never_panic(at in 0..KEYWORDS.len(), bytes in prop::collection::vec(any::<u8>(), 0..100)) {
        read([KEYWORDS[at].as_bytes(), b" ", &bytes].concat());
    }

    #[test]
    fn random_words_never_panic(words in prop::collection::vec(any_word(), 0..20), blank in "[ \t]{1,3}") {
        let line = words.join(&blank);
        let command = read(&line);
        prop_assert_eq!(&command, &read(format!("\t{line}  \r\n")));
        prop_assert!(is_command(&line) || !matches!(command, UciCommand::Own(_)));
    }

    #[test]
    fn a_first_go_is_a_go(
        noise in prop::collection::vec("[a-z]{12}", 0..3),
        go in "[gG][oO]",
        words in prop::collection::vec(any_word(), 0..20),
    ) {
        let line = [noise, vec![go], words].concat().join(" ");
        let UciCommand::Go(go) = read(&line) else { return Err(TestCaseError::fail(line)) };
        let limits = go.limits;
        prop_assert!(limits.depth.is_none_or(|depth| (1..=MAX_PLY as u16).contains(&depth)));
        prop_assert!(limits.nodes != Some(0) && limits.mate != Some(0) && limits.moves_to_go != Some(0));
        prop_assert!(limits.increments.iter().all(|&increment| increment >= 0));
    }

    #[test]
    fn what_is_rendered_is_read(go in any_go()) {
        prop_assert_eq!(read(render(&go)), UciCommand::Go(Box::new(go)));
    }

    #[test]
    fn moves_come_out_as_they_went_in(
        list in prop::collection::vec(
            prop_oneof![
                30 => "[a-hA-H][1-8][a-h][1-8][qrbnQRBN]?",
                1 => Just("0000".to_owned()),
                1 => "[!-~]{1,6}",
            ],
            0..60,
        ),
    ) {
        let line = format!("position startpos moves {}", list.join(" "));
        let moves = list.iter().map(|text| text.to_ascii_lowercase()).collect();
        let expected = PositionCommand { start: StartPosition::Standard, moves };
        prop_assert_eq!(read(line), UciCommand::Position(Ok(expected)));
    }
}
