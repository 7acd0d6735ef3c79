//! Draw offers (97 9.1; 01 9.1.a; 09 9.1.b.1; 18 and 23 9.1.2.1; the interpretations of 1974, 18.1).

use super::answer::{Ruling, RulingQuestion};
use super::case::GameCase;
use crate::laws::edition::{Edition, Rules, RulesText, Waiver, clause};
use crate::laws::interpretations1974::DrawOfferMoment;
use crate::laws::outcome::{OutcomeKind, Points};
use crate::types::Color;

const QUESTION: RulingQuestion = RulingQuestion::Offer;

/// What happened after an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum OfferEvent {
    /// The opponent refused in words.
    Refused,
    /// The opponent touched a piece to move or capture it.
    Touched,
    /// The opponent made a move.
    Moved,
    /// The opponent accepted.
    Accepted,
    /// The player withdrew the offer.
    Withdrawn,
}

/// A draw offer. The case is the position at that time, so its moment tells who made it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferQuestion {
    /// When the offer was made.
    pub moment: DrawOfferMoment,
    /// A condition was attached.
    pub conditional: bool,
    /// The player offers again and again.
    pub persistent: bool,
    /// What happened afterwards, in order.
    pub events: Vec<OfferEvent>,
}

/// What became of an offer.
enum Fate {
    Stands,
    Lapsed(OfferEvent),
    Accepted,
}

/// What a text says about an offer.
struct OfferArticles {
    proper: &'static str,
    agreement: &'static str,
    refusal: Waiver,
    /// Where an offer at the wrong moment disturbs the opponent.
    disturbance: Option<&'static str>,
}

/// Rules on a draw offer: whether it stands, has lapsed, or ends the game.
pub fn offer(case: &GameCase, question: &OfferQuestion) -> Ruling {
    if case.laws() == RulesText::Interpretations1974 {
        return offer_in_1974(case, question);
    }
    let rules = *case.rules();
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let articles = OfferArticles {
        proper: rules.article(clause::OFFER),
        agreement: rules.end_article(OutcomeKind::Agreement),
        refusal: rules.refusal,
        disturbance: Some(rules.article(clause::DISTURBANCE)),
    };
    let is_early = case.board().game_ply() / 2 < rules.moves_before_agreement;
    let too_early = is_early && !case.lacks_moves;
    let ruling = decided(case, question, &articles, too_early.then_some(rules));
    let ruling = case.note_uncalled_flags(ruling, Color::ALL);
    let is_open = is_early && case.lacks_moves && ruling.score.is_some();
    ruling.left_open_if(
        is_open,
        "whether the game began from this position, or how many moves were made before it: the FEN counts its move as the \
         first",
    )
}

fn offer_in_1974(case: &GameCase, question: &OfferQuestion) -> Ruling {
    if let Some(over) = case.over(QUESTION) {
        return over;
    }
    let article = question.moment.article();
    let articles = OfferArticles {
        proper: article,
        agreement: article,
        refusal: Waiver::Moving,
        disturbance: None,
    };
    let ruling = decided(case, question, &articles, None);
    if question.moment.may_await_move() && ruling.score.is_none() {
        return ruling.fact("answer", "the opponent may wait for the move");
    }
    ruling
}

fn decided(
    case: &GameCase,
    question: &OfferQuestion,
    articles: &OfferArticles,
    too_early: Option<Rules>,
) -> Ruling {
    let player = offering(case, question.moment);
    let ruling = case
        .ruling(QUESTION, String::new())
        .under([articles.proper]);
    let is_after_move = question.moment == DrawOfferMoment::AfterMove;
    let mut ruling = if is_after_move && case.board().game_ply() == 0 && !case.lacks_moves {
        ruling.left_open("whose offer it was: it comes after a move, and none was made")
    } else {
        ruling.fact("by", player.title())
    };
    if question.conditional {
        let conditions = match case.laws() {
            RulesText::Edition(_) => {
                format!("no condition may be attached to one ({})", articles.proper)
            }
            RulesText::Interpretations1974 => {
                "the interpretations say nothing of conditions".to_owned()
            }
        };
        return ruling.undecided(format_args!(
            "the arbiter decides whether {player:#}'s words are an offer: {conditions}."
        ));
    }
    ruling = match fate(&question.events, articles.refusal) {
        Fate::Accepted => accepted(ruling, articles, too_early),
        Fate::Lapsed(by) => {
            "The offer has lapsed; the game goes on.".clone_into(&mut ruling.ruling);
            ruling.because(format!("{:#} {}", !player, words(by)))
        }
        Fate::Stands => {
            "The offer stands until it is answered.".clone_into(&mut ruling.ruling);
            let act = match articles.refusal {
                Waiver::Moving => "by a move",
                Waiver::Touching => "by touching a piece to move or capture it",
            };
            let answer = format!(
                "{:#} accepts in words, or refuses in words or {act}",
                !player
            );
            let ruling = ruling.fact("answer", answer);
            match too_early {
                None => ruling,
                Some(rules) => ruling.under([rules.early_agreement_article()]).fact(
                    "agreement",
                    format_args!("too early: {}", needed_moves(&rules)),
                ),
            }
        }
    };
    if question.events.contains(&OfferEvent::Withdrawn) {
        ruling = ruling.fact("withdrawn", "an offer cannot be withdrawn");
    }
    let Some(article) = articles.disturbance else {
        return ruling;
    };
    if question.persistent {
        let violation = format!("persistent offers violate {article}, although each is valid");
        let doubt =
            format!("whether {player:#}'s offers disturb the opponent: each of them is valid");
        ruling = disturbing(ruling, case.rules(), player, [violation, doubt]);
    }
    if question.moment != DrawOfferMoment::AfterMove {
        let violation = format!("an offer at another moment violates {article}");
        let doubt = format!(
            "whether {player:#} disturbed the opponent: the moment is after the move and before the clock is stopped"
        );
        ruling = disturbing(ruling, case.rules(), player, [violation, doubt]);
    }
    ruling
}

/// Notes that a player's offers disturb the opponent: in 1997 a violation (9.1, 12.5, 12.6), later in the arbiter's
/// judgement.
fn disturbing(
    ruling: Ruling,
    rules: &Rules,
    player: Color,
    [violation, doubt]: [String; 2],
) -> Ruling {
    let ruling = ruling.under([rules.article(clause::DISTURBANCE)]);
    if rules.edition == Edition::Fide1997 {
        ruling
            .under([rules.article(clause::CONDUCT_PENALTY)])
            .left_open(format!("the penalty for {player:#}: {violation}"))
    } else {
        ruling.left_open(doubt)
    }
}

/// An agreement, which is valid unless it comes too early by these rules.
fn accepted(mut ruling: Ruling, articles: &OfferArticles, too_early: Option<Rules>) -> Ruling {
    let Some(rules) = too_early else {
        "The game is drawn by agreement.".clone_into(&mut ruling.ruling);
        ruling.score = Some(Points::DRAW);
        ruling.kind = Some(OutcomeKind::Agreement);
        return ruling.under([articles.agreement]);
    };
    "The agreement does not count: it is too early. The game goes on."
        .clone_into(&mut ruling.ruling);
    let ruling = ruling
        .under([rules.early_agreement_article()])
        .because(needed_moves(&rules));
    let whether = "whether the arbiter consents to the agreement";
    ruling.left_open_if(rules.bans_agreement(), whether)
}

/// How many moves must come before an agreement.
fn needed_moves(rules: &Rules) -> String {
    match rules.moves_before_agreement {
        1 => "each player must have made a move".to_owned(),
        moves => format!("each player must have made {moves} moves"),
    }
}

/// The player who makes an offer at a moment.
fn offering(case: &GameCase, moment: DrawOfferMoment) -> Color {
    let stm = case.board().stm();
    match moment {
        DrawOfferMoment::OnOwnTime => stm,
        DrawOfferMoment::AfterMove | DrawOfferMoment::OnOpponentsTime => !stm,
    }
}

/// The first event that ends an offer decides.
fn fate(events: &[OfferEvent], refusal: Waiver) -> Fate {
    let ends = |&event: &OfferEvent| match event {
        OfferEvent::Accepted => Some(Fate::Accepted),
        OfferEvent::Refused | OfferEvent::Moved => Some(Fate::Lapsed(event)),
        OfferEvent::Touched if refusal == Waiver::Touching => Some(Fate::Lapsed(event)),
        OfferEvent::Touched | OfferEvent::Withdrawn => None,
    };
    events.iter().find_map(ends).unwrap_or(Fate::Stands)
}

const fn words(event: OfferEvent) -> &'static str {
    match event {
        OfferEvent::Refused => "refused it",
        OfferEvent::Touched => "touched a piece to move or capture it",
        OfferEvent::Moved => "made a move",
        OfferEvent::Accepted => "accepted it",
        OfferEvent::Withdrawn => "withdrew it",
    }
}
