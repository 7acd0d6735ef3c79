//! The penalty for an illegal move, and the position after it.

use super::QUESTION;
use super::binding::Binding;
use super::found_later::is_unfinished;
use crate::board::Board;
use crate::laws::edition::{Edition, Mode, Rules, clause};
use crate::laws::outcome::{Outcome, OutcomeKind, Points, automatic};
use crate::laws::procedure::{AttemptedMove, IllegalMoves, Penalty, Remedy};
use crate::ruling::answer::{BothClocks, Ruling};
use crate::ruling::case::GameCase;
use crate::ruling::claim::moves_of;
use crate::types::{Color, Move};
use crate::util::format::clock_time;
use crate::util::text::quote;
use std::time::Duration;

/// Notations in UCI and PGN for pressing the clock without a move.
const NULL_MOVES: [&str; 2] = ["0000", "--"];

/// An illegal move, and what follows from it on the board.
#[derive(Clone, Copy)]
pub(super) struct Offence<'a> {
    pub text: &'a str,
    pub attempt: AttemptedMove,
    pub remedy: Remedy,
    pub binding: Binding,
    /// The move is legal, but was made with both hands.
    pub by_hands: bool,
    /// Moves were made after it, which are taken back.
    pub answered: bool,
}

impl Offence<'_> {
    /// True if the clock was pressed without a move.
    fn is_pressed_clock(&self) -> bool {
        NULL_MOVES.contains(&self.text)
    }

    /// What was illegal, in words.
    fn words(&self) -> String {
        let lacks_piece = matches!(
            self.attempt,
            AttemptedMove::FromTo {
                promotion: None,
                ..
            }
        ) && is_unfinished(self.remedy);
        let text = quote(self.text);
        if self.is_pressed_clock() {
            "the clock was pressed without a move".to_owned()
        } else if self.by_hands {
            format!("'{text}', made with two hands")
        } else if lacks_piece {
            format!("'{text}', without the new piece")
        } else {
            format!("'{text}'")
        }
    }

    /// The sentence about a move that is replaced.
    fn replaced(&self, stm: Color) -> String {
        let text = quote(self.text);
        if self.is_pressed_clock() {
            format!("{stm:#}'s clock is started again: {stm:#} makes a move.")
        } else if self.by_hands {
            format!("The position before '{text}' is restored; {stm:#} moves again, with one hand.")
        } else {
            format!("The position before '{text}' is restored; {stm:#} makes another move.")
        }
    }
}

/// The ruling on an illegal move that is corrected.
pub(super) fn penalised(
    case: &mut GameCase,
    rules: &Rules,
    offence: Offence<'_>,
    offences: &mut IllegalMoves,
) -> Ruling {
    let board = *case.board();
    let stm = board.stm();
    let stands = offence.remedy.standing_move();
    let penalty = case.replay.illegal_move(rules, stm, stands, offences);
    let number = offences.total();
    let pressed = offence.is_pressed_clock();
    let is_unclear = !pressed && offence.attempt == AttemptedMove::Nothing;
    let mut added = Duration::ZERO;
    let no_article = pressed && rules.article(clause::PRESSED_CLOCK).is_none();
    let ruling = match (penalty, offence.remedy) {
        (penalty, _) if no_article => pressed_without_article(case, rules, &penalty),
        (Penalty::Ends(outcome), Remedy::Stands(queen)) => {
            let promotion = QueenPromotion::new(case, rules, queen);
            // After a mate or stalemate there is no move to judge by.
            let judged = promotion.board.has_legal_move();
            let judged = if judged { promotion.board } else { board };
            let ruling = ended(case, rules, &judged, &outcome).under([promotion.article]);
            promotion.noted(ruling)
        }
        (Penalty::Ends(outcome), Remedy::Replace(_)) => ended(case, rules, &board, &outcome),
        (Penalty::Bonus(bonus), Remedy::Stands(queen)) => {
            let promotion = QueenPromotion::new(case, rules, queen);
            let ruling = promotion.noted(promotion.ruling(rules, offence));
            if ruling.score.is_none() {
                added = bonus;
            }
            bonus_for(ruling, rules, !stm, added)
        }
        (Penalty::Bonus(bonus), Remedy::Replace(_)) => {
            added = bonus;
            let article = Some(offence.binding.article).filter(|_| !pressed);
            let ruling = Ruling::new(QUESTION, rules, offence.replaced(stm))
                .under([rules.article(clause::RESTORATION)])
                .under(article)
                .obliging(&board, &moves_of(case, offence.binding.obligation));
            bonus_for(ruling, rules, !stm, bonus)
        }
    };
    let mut ruling = if no_article {
        ruling
    } else {
        let reason = format!("illegal move {number} of {stm:#}: {}", offence.words());
        let ruling = ruling.because(reason).fact("number", number);
        Ruling {
            illegal_number: Some(number),
            ..ruling
        }
    };
    if ruling.fen.is_none() {
        ruling.fen = Some(board.to_string());
    }
    ruling.clocks = BothClocks::new(case.clocks_with(!stm, added));
    if pressed {
        ruling = ruling.under(rules.article(clause::PRESSED_CLOCK));
    }
    if is_unclear && ruling.score.is_none() {
        ruling = ruling
            .left_open("which piece was touched, and so must be moved or captured (Article 4)");
    }
    ruling
}

/// The illegal move loses, or would lose if the opponent could mate.
/// `board` is the position from which the opponent must be able to mate.
fn ended(case: &GameCase, rules: &Rules, board: &Board, outcome: &Outcome) -> Ruling {
    let stm = case.board().stm();
    let words = ["The illegal move loses", "The illegal move would lose"];
    let ruling = case.lost(QUESTION, board, stm, words, outcome);
    if outcome.points == Points::DRAW
        && (rules.edition, rules.mode) == (Edition::Fide1997, Mode::Blitz)
    {
        // In blitz of 1997 the clause on mating potential is one for all wins.
        let potential = rules.end_article(OutcomeKind::FlagFall);
        return ruling.under([potential]).left_open(format!(
            "whether the position is restored instead: {} gives only a win, which {potential} forbids, and no Article a draw",
            outcome.article
        ));
    }
    let refusal = rules.article(clause::REFUSAL);
    if outcome.article == refusal {
        return ruling.undecided(format_args!(
            "the arbiter decides whether {stm:#} persistently refuses to comply with the Laws ({refusal}); \
             then {stm:#} loses. If not, the position is restored ({}).",
            rules.article(clause::RESTORATION)
        ));
    }
    ruling
}

/// A clock pressed without a move, in an edition that does not name it.
fn pressed_without_article(case: &GameCase, rules: &Rules, penalty: &Penalty) -> Ruling {
    let stm = case.board().stm();
    let penalties = rules.article(clause::PENALTIES);
    let then = match penalty {
        Penalty::Ends(outcome) => format!("the game ends {}", outcome.points),
        Penalty::Bonus(bonus) if bonus.is_zero() => format!("{stm:#} moves, without a penalty"),
        Penalty::Bonus(bonus) => {
            format!("{stm:#} moves, and {:#} gets {}", !stm, clock_time(*bonus))
        }
    };
    Ruling::new(QUESTION, rules, String::new())
        .undecided(
            "the arbiter decides whether a clock pressed without a move is an illegal move: \
             no Article of this edition says so.",
        )
        .under([rules.article(clause::RESTORATION)])
        .under(rules.illegal_penalty_article())
        .under([penalties])
        .fact("if so", then)
        .fact(
            "if not",
            format_args!("the game goes on; the arbiter may give a penalty ({penalties})"),
        )
}

/// An unfinished promotion that stands as a queen.
struct QueenPromotion {
    /// The position after it.
    board: Board,
    /// How it may have ended the game.
    end: Option<Outcome>,
    /// The Article by which it stands.
    article: &'static str,
}

impl QueenPromotion {
    fn new(case: &mut GameCase, rules: &Rules, queen: Move) -> Self {
        let replay = &mut case.replay;
        let mut game = replay.game.clone();
        game.play_legal(queen);
        Self {
            board: *game.board(),
            end: automatic(&game, rules, &mut replay.cache, &replay.budget),
            article: rules.article(clause::UNFINISHED_PROMOTION),
        }
    }

    fn ruling(&self, rules: &Rules, offence: Offence<'_>) -> Ruling {
        let queen = if offence.answered {
            format!(
                "The position after '{}' is restored, and the pawn becomes a queen",
                quote(offence.text)
            )
        } else {
            "The pawn becomes a queen".to_owned()
        };
        match &self.end {
            None => {
                let text = format!("{queen}; the game goes on.");
                Ruling::new(QUESTION, rules, text).under([self.article])
            }
            Some(end) => {
                let text = format!("{queen}: {}, {}. The game is over.", end.kind, end.points);
                Ruling::new(QUESTION, rules, text)
                    .under([self.article])
                    .ended(end)
            }
        }
    }

    /// A ruling with the position after the promotion, and the question whether it has ended the game.
    fn noted(&self, ruling: Ruling) -> Ruling {
        let ruling = Ruling {
            fen: Some(self.board.to_string()),
            ..ruling
        };
        match &self.end {
            None => ruling,
            Some(end) => ruling.left_open(format!(
                "whether a move that was illegal by {} can end the game by {}",
                self.article, end.article
            )),
        }
    }
}

/// Adds the bonus time of the opponent.
fn bonus_for(ruling: Ruling, rules: &Rules, opponent: Color, bonus: Duration) -> Ruling {
    if bonus.is_zero() {
        return ruling;
    }
    let bonus = format!("{} for {opponent:#}", clock_time(bonus));
    ruling
        .under(rules.illegal_penalty_article())
        .under(rules.one_minute_article())
        .fact("bonus", bonus)
}
