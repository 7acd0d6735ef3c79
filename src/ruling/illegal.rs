//! Illegal moves (97 7.4, 10.3, B.5, C.3; 01 and 09 7.4; 18 and 23 7.5), found at once or later.

use super::answer::{BothClocks, Ruling, RulingQuestion};
use super::case::{CaseError, GameCase};
use super::claim::moves_of;
use super::found_later::{
    FoundLater, both_in_check, is_unfinished, move_numbers, restored_clocks, standing_move,
    was_answered,
};
use super::illegal_notes::{IllegalNotes, note_result, note_times_of_1997};
use super::named_move::NamedMove;
use crate::board::CastlingSide;
use crate::laws::edition::{Edition, Mode, Rules, clause};
use crate::laws::outcome::{Outcome, OutcomeKind, Points, automatic};
use crate::laws::procedure::{
    AttemptedMove, IllegalMoves, Obligation, Penalty, Remedy, TouchRule, remedy, ruled_as,
};
use crate::types::{Color, Move};
use crate::util::format::clock_time;
use crate::util::text::quote;
use std::time::Duration;

pub(super) const QUESTION: RulingQuestion = RulingQuestion::Illegal;
/// Notations in UCI and PGN for pressing the clock without a move.
const NULL_MOVES: [&str; 2] = ["0000", "--"];

/// An illegal move of the player to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IllegalQuestion {
    /// The player's attempts in this turn, in order; the ruling is about the last one. If empty, it is about the next
    /// move of the record.
    pub attempts: Vec<String>,
    /// Illegal moves of the player in earlier turns; in a quickplay finish with its own rules, only those made in the
    /// finish.
    pub earlier: u32,
    /// Set if the move was not found illegal at once.
    pub found_later: Option<FoundLater>,
    /// The last move was made with both hands: since 2018 an illegal move (7.5.4).
    pub two_hands: bool,
    /// The player has not pressed the clock, so that the move is not completed.
    pub clock_running: bool,
}

/// The moves that bind the player after the attempts so far, and the Article for that.
#[derive(Clone, Copy)]
struct Binding {
    obligation: Obligation,
    article: &'static str,
}

/// An illegal move, and what follows from it on the board.
#[derive(Clone, Copy)]
struct Offence<'a> {
    text: &'a str,
    attempt: AttemptedMove,
    remedy: Remedy,
    binding: Binding,
    /// The move is legal, but was made with both hands.
    by_hands: bool,
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

/// Rules on an illegal move: the position, the moves that may replace it, the penalty, the clocks and the result.
///
/// # Errors
/// The attempts do not describe one turn, or the move was found illegal before it was made.
pub fn illegal(case: &mut GameCase, question: &IllegalQuestion) -> Result<Ruling, CaseError> {
    let over = match question.found_later {
        Some(_) => case.over_on_board(QUESTION),
        None => case.over(QUESTION),
    };
    if let Some(over) = over {
        return Ok(over);
    }
    let mut attempts = question.attempts.clone();
    if attempts.is_empty() {
        attempts.extend(case.texts.get(case.replay.game.ply()).cloned());
    }
    let no_move = || {
        let problem = "no move is named; name it, as in: compongo ruling illegal Ke3 --fen ...";
        CaseError(problem.to_owned())
    };
    let last = attempts.pop().ok_or_else(no_move)?;
    let found = match &question.found_later {
        Some(found) => Some((found, move_numbers(case, found)?)),
        None => None,
    };
    let rules = period_rules(case, 0);
    let mut offences = IllegalMoves::default();
    // A ply that no game reaches. Illegal moves before a quickplay finish of 1997 are free.
    let earlier = period_rules(case, 1).illegal_moves;
    (0..question.earlier).for_each(|_| offences.count(usize::MAX, earlier));
    let binding = Binding::after_all(case, &rules, &attempts)?;
    for _ in attempts {
        offences.count(case.replay.game.ply(), rules.illegal_moves);
    }
    // A move made with two hands, or found illegal later, may be illegal in a way that its text does not show.
    let hands = question.two_hands.then(|| rules.article(clause::ONE_HAND));
    let by_hands = question.two_hands && rules.edition >= Edition::Fide2018;
    let known = found.is_some() || by_hands && !question.clock_running;
    let named = case.read_move(&last)?;
    let castles = castling_article(case, &rules, named);
    let Some((attempt, remedy)) = illegal_attempt(case, binding.obligation, named, known) else {
        if let Some(article) = hands {
            return Ok(legal_with_two_hands(case, &rules, article));
        }
        let ruling = format!("'{}' is legal: there is no irregularity.", quote(&last));
        return Ok(case.ruling(QUESTION, ruling).under(castles));
    };
    let answered = found.is_some_and(|(_, numbers)| was_answered(case, numbers));
    if let Some((_, (_, total))) = found
        && answered
        && let Some(stands) = standing_move(case, &rules, (attempt, remedy), total)
    {
        let stands = case.note_uncalled_flags(stands, Color::ALL);
        return Ok(note_result(case, stands));
    }
    let is_free = binding.obligation == Obligation::Free;
    let binding = match (remedy, named) {
        // King and rook were touched, and castling is legal with one hand.
        (_, NamedMove::Legal(mv)) if question.two_hands && mv.is_castling() && is_free => Binding {
            obligation: Obligation::Play(mv),
            article: rules.touch_article(TouchRule::Castle),
        },
        (Remedy::Replace(obligation), _) => binding.after(case, &rules, attempt, obligation),
        _ => binding,
    };
    if found.is_none()
        && let Some(first) = flag_first(case)
    {
        return Ok(first);
    }
    if question.clock_running
        && found.is_none()
        && let Some(article) = completed_article(&rules)
    {
        return Ok(not_completed(case, &last, remedy, binding).under([article]));
    }
    let offence = Offence {
        text: &last,
        attempt,
        remedy,
        binding,
        by_hands: by_hands && matches!(named, NamedMove::Legal(_)),
    };
    let ruling = penalised(case, &rules, offence, &mut offences);
    let notes = IllegalNotes {
        case,
        rules: &rules,
        named,
        attempt,
        earlier: question.earlier,
        clock_running: question.clock_running,
        answered,
        is_seen: is_unfinished(remedy) || both_in_check(case.board(), attempt),
    };
    let ruling = notes.added_to(ruling, [hands, castles]);
    let mut ruling = case.note_uncalled_flags(ruling, Color::ALL);
    Ok(match found {
        Some((found, numbers)) => {
            let is_flag_down = Color::ALL.into_iter().any(|color| case.is_flag_down(color));
            if is_flag_down && ruling.score.is_none() {
                // Before the illegal move, to which the game goes back, no flag had fallen.
                ruling.clocks = None;
            }
            ruling.open.extend(notes.illegal_answer());
            note_result(case, restored_clocks(&rules, found, numbers, ruling))
        }
        None => note_times_of_1997(&rules, case.note_recorded_clock(ruling)),
    })
}

impl Binding {
    /// The binding after the earlier attempts of the turn.
    fn after_all(case: &GameCase, rules: &Rules, attempts: &[String]) -> Result<Self, CaseError> {
        let mut binding = Self {
            obligation: Obligation::Free,
            article: rules.obligation_article(Obligation::Free),
        };
        for text in attempts {
            let named = case.read_move(text)?;
            let why = match illegal_attempt(case, binding.obligation, named, false) {
                None => "is legal",
                Some((_, Remedy::Stands(_))) => "stands as a promotion to a queen",
                Some((attempt, Remedy::Replace(obligation))) => {
                    binding = binding.after(case, rules, attempt, obligation);
                    continue;
                }
            };
            let text = quote(text);
            let problem = format!("'{text}' {why} and completes the turn");
            return Err(CaseError(problem));
        }
        Ok(binding)
    }

    /// The binding after one more illegal move: the first one remains.
    fn after(
        self,
        case: &GameCase,
        rules: &Rules,
        attempt: AttemptedMove,
        obligation: Obligation,
    ) -> Self {
        if self.obligation != Obligation::Free {
            return self;
        }
        Self {
            obligation,
            article: rules.obligation_article(ruled_as(case.board(), attempt, obligation)),
        }
    }
}

/// The Article by which an illegal move is completed only by pressing the clock, so that it costs nothing before; `None` if
/// no Article says so.
fn completed_article(rules: &Rules) -> Option<&'static str> {
    rules
        .answered_move_article()
        .or(rules.article(clause::ILLEGAL_COMPLETED))
}

/// The Article about castling in Chess960, for a move that castles there.
fn castling_article(case: &GameCase, rules: &Rules, named: NamedMove) -> Option<&'static str> {
    let side = match named {
        NamedMove::Legal(mv) if mv.is_castling() => CastlingSide::of(mv.from(), mv.to()),
        NamedMove::Illegal(AttemptedMove::Castling(side)) => side,
        _ => return None,
    };
    let is_chess960 = case.replay.game.start().is_chess960();
    rules
        .article(clause::CHESS960_CASTLING)
        .filter(|_| is_chess960 && !case.bars_side(side))
}

/// A legal move made with two hands that is not illegal: before 2018, and before the clock is pressed.
fn legal_with_two_hands(case: &GameCase, rules: &Rules, article: &'static str) -> Ruling {
    let penalty = rules.article(clause::PENALTIES);
    let why = if rules.edition >= Edition::Fide2018 {
        "two hands make it illegal only once the clock is pressed".to_owned()
    } else {
        format!("two hands are forbidden ({article}), but make a move illegal only since 2018")
    };
    case.ruling(QUESTION, String::new())
        .undecided(format_args!(
            "the arbiter decides on a penalty ({penalty}). The move stands: {why}."
        ))
        .under([article, penalty])
}

/// The rules of the period that the player is in, or was in `moves_ago` moves ago.
pub(super) fn period_rules(case: &GameCase, moves_ago: u32) -> Rules {
    let rules = *case.rules();
    let made = case.moves_made(case.board().stm());
    let control = case.control.as_ref();
    control.map_or(rules, |control| {
        rules.during(control.period_after(made.saturating_sub(moves_ago)))
    })
}

/// A named move as an illegal one, with its consequence; `None` if it is legal and may be played.
fn illegal_attempt(
    case: &GameCase,
    standing: Obligation,
    named: NamedMove,
    known_illegal: bool,
) -> Option<(AttemptedMove, Remedy)> {
    let board = case.board();
    let attempt = match named {
        NamedMove::Legal(mv) if !known_illegal && standing.allows(board, mv) => return None,
        NamedMove::Legal(mv) => mv.into(),
        NamedMove::Illegal(attempt) => attempt,
    };
    Some((attempt, remedy(board, case.rules(), standing, attempt)))
}

/// The ruling on an illegal move that is corrected.
fn penalised(
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
        (Penalty::Ends(outcome), _) => {
            let article = stands.map(|_| rules.article(clause::UNFINISHED_PROMOTION));
            ended(case, rules, &outcome).under(article)
        }
        (Penalty::Bonus(bonus), Remedy::Stands(queen)) => {
            let ruling = promoted(case, rules, queen);
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

/// The moves of which one must complete the turn.
fn moves_to_finish(case: &GameCase, remedy: Remedy, binding: Binding) -> Vec<Move> {
    match remedy {
        Remedy::Stands(queen) => {
            let legal = case.board().legal_moves().into_iter();
            legal
                .filter(|mv| (mv.from(), mv.to()) == (queen.from(), queen.to()))
                .collect()
        }
        Remedy::Replace(_) => moves_of(case, binding.obligation),
    }
}

/// Points to the question about a fallen flag of either player, which comes before an illegal move: a move made after
/// the fall of the player's own flag does not count either.
fn flag_first(case: &GameCase) -> Option<Ruling> {
    let stm = case.board().stm();
    [stm, !stm]
        .into_iter()
        .find_map(|color| case.ruled_first(QUESTION, color))
}

/// An illegal move before the clock was pressed: touch-move binds, and there is no penalty. A pawn that was released on
/// the last rank must be promoted there.
fn not_completed(case: &GameCase, text: &str, remedy: Remedy, binding: Binding) -> Ruling {
    let (text, stm) = (quote(text), case.board().stm());
    let (then, article) = if is_unfinished(remedy) {
        let article = case.rules().article(clause::RELEASED_PAWN);
        ("completes the promotion", article)
    } else {
        ("makes another move", binding.article)
    };
    let ruling = format!("'{text}' is not completed: there is no penalty, and {stm:#} {then}.");
    case.ruling(QUESTION, ruling)
        .because("the clock was not pressed")
        .under([article])
        .obliging(case.board(), &moves_to_finish(case, remedy, binding))
}

/// The illegal move loses, or would lose if the opponent could mate.
fn ended(case: &GameCase, rules: &Rules, outcome: &Outcome) -> Ruling {
    let stm = case.board().stm();
    let words = ["The illegal move loses", "The illegal move would lose"];
    let ruling = case.lost(QUESTION, stm, words, outcome);
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

/// An unfinished promotion that stands as a queen, which may end the game.
fn promoted(case: &mut GameCase, rules: &Rules, queen: Move) -> Ruling {
    let article = rules.article(clause::UNFINISHED_PROMOTION);
    let replay = &mut case.replay;
    let mut game = replay.game.clone();
    let played = game.play(queen).is_ok();
    let end = automatic(&game, rules, &mut replay.cache, &replay.budget).filter(|_| played);
    let fen = game.board().to_string();
    let mut ruling = match end {
        None => Ruling::new(
            QUESTION,
            rules,
            "The pawn becomes a queen; the game goes on.",
        )
        .under([article]),
        Some(end) => {
            let ruling = format!(
                "The pawn becomes a queen: {}, {}. The game is over.",
                end.kind, end.points
            );
            Ruling::new(QUESTION, rules, ruling)
                .under([article])
                .ended(&end)
                .left_open(format!(
                    "whether a move that was illegal by {article} can end the game by {}",
                    end.article
                ))
        }
    };
    ruling.fen = Some(fen);
    ruling
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
