//! Random players, as the referee of a match sees engines.

use super::choices::Choices;
use super::moves::MoveStyle;
use compongo::board::{Board, CastlingSide};
use compongo::laws::game::Game;
use compongo::laws::outcome::OutcomeKind;
use compongo::match_runner::game::EnginePlayer;
use compongo::match_runner::record::SearchInfo;
use compongo::match_runner::uci_engine::{EngineMove, GoReply, UciEngineError};
use compongo::notation::uci_move::{self, CastlingStyle, UciMove};
use compongo::types::{Move, Square};
use compongo::uci::command::UciCommand;
use std::cell::RefCell;
use std::fmt;
use std::time::Duration;

/// What a player says with a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerStatement {
    Resign,
    Accept,
    Offer,
    Claim {
        /// Threefold repetition or fifty moves.
        kind: OutcomeKind,
        /// The announced move, legal or not; `None` for the position on the board.
        announced: Option<String>,
    },
}

/// The text after `info string laws`.
impl fmt::Display for PlayerStatement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resign => f.write_str("resign"),
            Self::Accept => f.write_str("accept"),
            Self::Offer => f.write_str("offer"),
            Self::Claim {
                kind,
                announced: None,
            } => write!(f, "claim {kind} now"),
            Self::Claim {
                kind,
                announced: Some(mv),
            } => write!(f, "claim {kind} move {mv}"),
        }
    }
}

/// The answer of a player to `go`.
#[derive(Clone, Debug)]
pub struct PlayerAnswer {
    /// Half-moves before it, those of the opening included.
    pub ply: usize,
    /// The moves after `searchmoves`; `None` without that word.
    pub allowed: Option<Vec<Move>>,
    /// True if the player was told of a draw offer.
    pub offered: bool,
    pub statements: Vec<PlayerStatement>,
    /// The word after `bestmove`.
    pub best: String,
    pub used: Duration,
    /// The flag fell before the answer.
    pub is_late: bool,
}

/// How often a player does something, in percent of the answers.
#[derive(Clone, Copy, Debug)]
struct Manners {
    claims: usize,
    offers: usize,
    accepts: usize,
    resigns: usize,
    illegal: usize,
    late: usize,
}

const MANNERS: [Manners; 4] = [
    Manners {
        claims: 0,
        offers: 0,
        accepts: 0,
        resigns: 0,
        illegal: 0,
        late: 0,
    },
    Manners {
        claims: 4,
        offers: 3,
        accepts: 10,
        resigns: 1,
        illegal: 1,
        late: 1,
    },
    Manners {
        claims: 30,
        offers: 1,
        accepts: 1,
        resigns: 0,
        illegal: 0,
        late: 0,
    },
    Manners {
        claims: 3,
        offers: 3,
        accepts: 10,
        resigns: 0,
        illegal: 8,
        late: 1,
    },
];

/// How often a player violates an obligation.
const DISOBEDIENCE: usize = 10;

/// Both players of a game.
pub(super) struct Players {
    pub choices: Choices,
    pub answers: Vec<PlayerAnswer>,
    manners: Manners,
    styles: [MoveStyle; 2],
    /// The ply from which on a player ends the game.
    end: usize,
    offered: bool,
}

impl Players {
    pub fn new(mut choices: Choices) -> Self {
        let style = choices.pick(&MoveStyle::ALL);
        let other = choices.pick(&MoveStyle::ALL);
        Self {
            manners: choices.pick(&MANNERS),
            styles: [style, if choices.chance(70) { style } else { other }],
            end: choices.pick(&[1, 4, 15, 40, 40, 120]),
            answers: Vec::new(),
            offered: false,
            choices,
        }
    }

    fn answer(&mut self, game: &Game, go: &str, limit: Duration) -> GoReply {
        let board = game.board();
        let allowed = go.split_once(" searchmoves ").map(|(_, moves)| {
            let moves = moves.split(' ');
            let mv = |text| uci_move::parse(board, text).expect("the referee allows legal moves");
            moves.map(mv).collect::<Vec<Move>>()
        });
        let chosen = self.choose(game, allowed.as_deref());
        let has_clock = go.contains("time ");
        // After the flag has fallen, the referee still waits for a late move.
        let flag = limit.saturating_sub(Duration::from_millis(20));
        let limit = if has_clock { flag } else { limit };
        let is_over = game.ply() >= self.end;
        let is_late = has_clock
            && (self.choices.chance(self.manners.late) || is_over && self.choices.chance(50));
        let statements = if is_late {
            Vec::new()
        } else if is_over || self.choices.chance(self.manners.resigns) {
            vec![PlayerStatement::Resign]
        } else {
            self.statements(game, chosen)
        };
        let best = if self.choices.chance(self.manners.illegal) {
            self.stray_move(board)
        } else {
            let style = CastlingStyle::new(board.is_chess960() || self.choices.chance(50));
            UciMove::new(chosen, style).to_string()
        };
        let used = if is_late { limit } else { self.time(limit) };
        let laws = statements.iter().map(ToString::to_string).collect();
        self.answers.push(PlayerAnswer {
            ply: game.ply(),
            allowed,
            offered: std::mem::take(&mut self.offered),
            statements,
            best: best.clone(),
            used,
            is_late,
        });
        // The referee stops waiting, or gets the answer when the flag falls.
        if is_late && self.choices.chance(50) {
            return GoReply::Timeout { waited: limit };
        }
        GoReply::BestMove(EngineMove {
            best,
            used,
            pondered: false,
            info: SearchInfo::default(),
            pv: Vec::new(),
            laws,
            ponder: None,
        })
    }

    /// A legal move, usually an allowed one.
    fn choose(&mut self, game: &Game, allowed: Option<&[Move]>) -> Move {
        if let Some(allowed) = allowed
            && !self.choices.chance(DISOBEDIENCE)
        {
            return self.choices.pick(allowed);
        }
        let board = game.board();
        let last = game.ply().checked_sub(2).and_then(|ply| game.mv_at(ply));
        let style = self.styles[board.stm().index()];
        let mv = style.choose(&mut self.choices, board, last);
        mv.expect("the referee asks only while there is a move")
    }

    /// Claims, acceptances and offers.
    fn statements(&mut self, game: &Game, chosen: Move) -> Vec<PlayerStatement> {
        let Manners {
            claims,
            offers,
            accepts,
            ..
        } = self.manners;
        let mut statements = Vec::new();
        if self.choices.chance(claims) {
            statements.push(self.claim(game, chosen));
        }
        if self.choices.chance(accepts) {
            statements.push(PlayerStatement::Accept);
        }
        if self.choices.chance(offers) {
            statements.push(PlayerStatement::Offer);
        }
        statements
    }

    /// A claim, right or wrong; sometimes with another move than the one that is played, or with an illegal one.
    fn claim(&mut self, game: &Game, chosen: Move) -> PlayerStatement {
        let board = game.board();
        let repeats = |mv: &Move| game.occurrence_after(*mv) >= 3;
        let repeating = board.legal_moves().into_iter().find(repeats);
        let kinds = if board.halfmove_clock() >= 99 {
            [OutcomeKind::FiftyMoves, OutcomeKind::Threefold]
        } else {
            [OutcomeKind::Threefold, OutcomeKind::FiftyMoves]
        };
        let announced = match self.choices.below(10) {
            0..=3 => None,
            4..=6 => Some(chosen.to_string()),
            7 | 8 => Some(repeating.unwrap_or(chosen).to_string()),
            _ => Some(self.stray_move(board)),
        };
        PlayerStatement::Claim {
            kind: kinds[usize::from(self.choices.chance(25))],
            announced,
        }
    }

    /// A text that is usually no legal move: no move at all, a promotion without a piece or to a king, castling, a piece that
    /// captures one of its own, a piece of the opponent that moves, or a piece that moves anywhere.
    fn stray_move(&mut self, board: &Board) -> String {
        let choices = &mut self.choices;
        let us = board.stm();
        let king = board.king(us);
        let own: Vec<Square> = board.colors(us).into_iter().collect();
        let occupied: Vec<Square> = board.occupied().into_iter().collect();
        let legal = board.legal_moves();
        let promotion = legal.iter().find(|mv| mv.is_promotion());
        let (from, to) = match (choices.below(8), promotion) {
            (0, _) => {
                return choices.pick(&["0000", "0000", "(none)", "zzzz"]).to_owned();
            }
            (1 | 2, Some(mv)) => {
                let piece = choices.pick(&["", "", "k", "p"]);
                return format!("{}{}{piece}", mv.from(), mv.to());
            }
            (3, _) => (
                king,
                choices
                    .pick(&[CastlingSide::King, CastlingSide::Queen])
                    .king_target(us),
            ),
            (4, _) => (king, choices.pick(&own)),
            (5, _) => (choices.pick(&own), choices.pick(&occupied)),
            (6, _) => (choices.pick(&occupied), choices.pick(&occupied)),
            _ => (
                choices.pick(&own),
                Square::from_index(choices.below(64) as u8),
            ),
        };
        format!("{from}{to}")
    }

    /// The time of a move: less than the limit, sometimes by a nanosecond.
    fn time(&mut self, limit: Duration) -> Duration {
        let last = limit.saturating_sub(Duration::from_nanos(1));
        let time = match self.choices.below(8) {
            0 => Duration::ZERO,
            1..=4 => limit / 100,
            5 => limit / 3,
            6 => Duration::from_millis(1500),
            _ => last,
        };
        time.min(last)
    }
}

/// One of the players.
pub(super) struct RandomPlayer<'a>(pub &'a RefCell<Players>);

impl EnginePlayer for RandomPlayer<'_> {
    fn has_option(&self, name: &str) -> bool {
        name == "Laws Draws"
    }

    fn set_option(&mut self, _: &str, _: &str) -> Result<(), UciEngineError> {
        Ok(())
    }

    fn new_game(&mut self, _: bool) -> Result<(), UciEngineError> {
        Ok(())
    }

    fn send(&mut self, command: &str) -> Result<(), UciEngineError> {
        self.0.borrow_mut().offered |= command == "laws offer";
        Ok(())
    }

    fn go(&mut self, position: &str, go: &str, limit: Duration) -> Result<GoReply, UciEngineError> {
        let UciCommand::Position(Ok(command)) = UciCommand::parse(position.as_bytes()) else {
            panic!("{position}");
        };
        let (game, _) = command.game().expect("the referee sends a legal game");
        Ok(self.0.borrow_mut().answer(&game, go, limit))
    }

    fn ponder(&mut self, _: &str, _: &str) -> Result<(), UciEngineError> {
        Ok(())
    }

    fn stop(&mut self) -> Result<Option<EngineMove>, UciEngineError> {
        Ok(None)
    }

    fn take_warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}
