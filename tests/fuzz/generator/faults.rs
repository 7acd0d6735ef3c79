//! Faults in the records of games.

use super::choices::Choices;
use super::game::RefereedGame;
use compongo::judge::FindingKind;
use compongo::laws::claims::claims;
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::record::TerminationKind;
use compongo::notation::san::{self, SanError};

/// A fault that spoils the PGN of a correct game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlantedFault {
    /// Another result than that of the final position.
    WrongResult,
    /// A win on time for a player who cannot mate.
    WrongFlag,
    /// A draw by agreement that is recorded as claimed.
    FalseClaim,
    /// An illegal last move.
    IllegalMove,
    /// A move after the end.
    MoveAfterEnd,
    /// A clock that shows too much.
    GrownClock,
    /// A clock below zero.
    NegativeClock,
    /// Another result after the moves than in the tag.
    OtherToken,
    /// No result after the moves.
    NoToken,
    /// A position without the tag `SetUp`.
    NoSetUp,
}

/// Moves of which some are illegal in every position.
const MOVES: [&str; 12] = [
    "Ka1", "Kh8", "Kd5", "Qa8", "Qh1", "Rb7", "Bg2", "Nc3", "e4", "a8=Q", "O-O", "O-O-O",
];

impl PlantedFault {
    pub const ALL: [Self; 10] = [
        Self::WrongResult,
        Self::WrongFlag,
        Self::FalseClaim,
        Self::IllegalMove,
        Self::MoveAfterEnd,
        Self::GrownClock,
        Self::NegativeClock,
        Self::OtherToken,
        Self::NoToken,
        Self::NoSetUp,
    ];

    /// The finding that the judge must report.
    pub const fn finding(self) -> FindingKind {
        match self {
            Self::WrongResult => FindingKind::ResultContradictsBoard,
            Self::WrongFlag => FindingKind::ResultContradictsFlagRule,
            Self::FalseClaim => FindingKind::ResultContradictsClaimRule,
            Self::IllegalMove => FindingKind::IllegalMove,
            Self::MoveAfterEnd => FindingKind::PlayedPastEnd,
            Self::GrownClock => FindingKind::ClockGrows,
            Self::NegativeClock => FindingKind::ClockBelowZero,
            Self::OtherToken => FindingKind::ResultMismatch,
            Self::NoToken => FindingKind::MissingResult,
            Self::NoSetUp => FindingKind::MissingSetup,
        }
    }

    /// The PGN with the fault; `None` if the game cannot have it.
    pub fn plant(self, game: &RefereedGame, choices: &mut Choices) -> Option<String> {
        let (pgn, score) = (game.pgn(), game.record.score);
        let result = score.to_string();
        let moves = pgn.trim_end().strip_suffix(result.as_str())?;
        let TerminationKind::Laws(end) = game.record.end.kind else {
            return None;
        };
        let board = game.game.board();
        let others = ["1-0", "0-1", "1/2-1/2"].map(str::to_owned);
        let others: Vec<String> = others
            .into_iter()
            .filter(|other| *other != result)
            .collect();
        let other = &others[choices.below(others.len())];
        match self {
            Self::WrongResult => is_on_board(end).then(|| with_result(moves, &result, other)),
            Self::WrongFlag => (end == OutcomeKind::FlagFall && score == Points::DRAW).then(|| {
                let win = Points::win(!board.stm()).to_string();
                with_result(moves, &result, &win)
            }),
            Self::FalseClaim => {
                let rules = game.settings.rules(0, 1);
                let is_agreed =
                    end == OutcomeKind::Agreement && claims(&game.game, &rules).is_empty();
                let tag = "[Termination \"normal\"]";
                let claimed = "[Termination \"draw by threefold repetition\"]";
                is_agreed.then(|| pgn.replace(tag, claimed))
            }
            Self::IllegalMove => {
                let is_illegal =
                    |mv: &&&str| matches!(san::parse(board, mv), Err(SanError::Illegal(_)));
                let illegal: Vec<&str> = MOVES.iter().filter(is_illegal).copied().collect();
                let is_open = !is_on_board(end) && !illegal.is_empty();
                is_open.then(|| format!("{moves}{} {result}\n\n", choices.pick(&illegal)))
            }
            Self::MoveAfterEnd => {
                is_on_board(end).then(|| format!("{moves}{} {result}\n\n", choices.pick(&MOVES)))
            }
            Self::GrownClock => {
                let is_known =
                    pgn.contains("[TimeControl \"") && !pgn.contains("[TimeControl \"-\"]");
                with_clock(&pgn, "999:00:00", choices).filter(|_| is_known)
            }
            Self::NegativeClock => with_clock(&pgn, "-0:00:01", choices),
            Self::OtherToken => Some(format!("{moves}{other}\n\n")),
            Self::NoToken => Some(format!("{moves}\n\n")),
            Self::NoSetUp => {
                let tag = "[SetUp \"1\"]\n";
                pgn.contains(tag).then(|| pgn.replace(tag, ""))
            }
        }
    }
}

/// True for an end that the moves show.
const fn is_on_board(end: OutcomeKind) -> bool {
    matches!(
        end,
        OutcomeKind::Checkmate
            | OutcomeKind::Stalemate
            | OutcomeKind::DeadPosition
            | OutcomeKind::Fivefold
            | OutcomeKind::SeventyFiveMoves
    )
}

/// The PGN up to the result, with another result.
fn with_result(moves: &str, result: &str, other: &str) -> String {
    let tag = |result| format!("[Result \"{result}\"]");
    let moves = moves.replace(&tag(result), &tag(other));
    format!("{moves}{other}\n\n")
}

/// The PGN with another time on one of the clocks; `None` if it has none.
fn with_clock(pgn: &str, time: &str, choices: &mut Choices) -> Option<String> {
    const COMMAND: &str = "[%clk ";
    let clocks: Vec<usize> = pgn
        .match_indices(COMMAND)
        .map(|(at, _)| at + COMMAND.len())
        .collect();
    if clocks.is_empty() {
        return None;
    }
    let (before, after) = pgn.split_at(choices.pick(&clocks));
    let (_, rest) = after.split_once(']')?;
    Some(format!("{before}{time}]{rest}"))
}
