//! Claims of a draw (Articles 9.2 to 9.5).

use super::answer::{Ruling, RulingQuestion};
use super::case::{CaseError, GameCase};
use super::named_move::NamedMove;
use crate::laws::claims::{self, Evidence};
use crate::laws::edition::{Edition, Mode, Waiver, WrongClaimCost, clause};
use crate::laws::game::Game;
use crate::laws::identity::PositionDifference;
use crate::laws::outcome::OutcomeKind;
use crate::laws::procedure::{
    AnnouncedMove, ClaimRuling, Obligation, claim_cost, rule_claim, touched,
};
use crate::notation::san;
use crate::types::{Color, Move, Square};
use crate::util::format::{clock_time, counted};

const QUESTION: RulingQuestion = RulingQuestion::Claim;

/// The half-moves in which a position can occur three times: four lead back to it.
const LEAST_FOR_THREEFOLD: usize = 8;

/// A claim of a draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClaimQuestion {
    /// [`OutcomeKind::Threefold`] or [`OutcomeKind::FiftyMoves`].
    pub kind: OutcomeKind,
    /// The move that the player writes down and announces, in SAN or UCI notation; `None` for a claim about the
    /// position on the board.
    pub announced: Option<String>,
    /// The first piece that the player touched before the claim.
    pub touched: Option<Square>,
    /// The player who claims; `None` for the player to move.
    pub by: Option<Color>,
    /// The player wants to withdraw the claim.
    pub withdrawn: bool,
}

/// Rules on a claim: whether it is correct, what it costs, what must be played, and whether it counts as an offer.
///
/// # Errors
/// The announced move cannot be read, or nothing stands on the square that was touched.
pub fn claim(case: &GameCase, question: &ClaimQuestion) -> Result<Ruling, CaseError> {
    let announced = question.announced.as_deref();
    let announced = announced.map(|text| case.read_move(text)).transpose()?;
    if let Some(empty) = question
        .touched
        .filter(|&square| case.board().piece_at(square).is_none())
    {
        return Err(CaseError(format!("there is no piece on {empty}")));
    }
    if let Some(over) = case.over(QUESTION) {
        return Ok(over);
    }
    if let Some(by) = question.by.filter(|&by| by != case.board().stm()) {
        return Ok(not_on_move(case, question.kind, by));
    }
    if let Some(refused) = case.refused_by_flag(QUESTION) {
        return Ok(refused);
    }
    let ruling = unrefused(case, question, announced);
    if ruling.score.is_none()
        && let Some(first) = case.ruled_first(QUESTION, !case.claimant())
    {
        return Ok(first);
    }
    let ruling = case.note_uncalled_flags(ruling, [!case.claimant()]);
    let mut ruling = case.note_flag(ruling);
    let rules = case.rules();
    // A move that is illegal, or not one of the touched piece, is replaced.
    if matches!(announced, Some(NamedMove::Legal(_)))
        && question.touched.is_none()
        && ruling.score.is_none()
        && rules.edition >= Edition::Fide2018
    {
        let article = rules.claim_article(question.kind, true);
        ruling = ruling.fact(
            "written",
            format_args!("the written move cannot be changed ({article})"),
        );
    }
    if ruling.score.is_some() && rules.mode != Mode::Standard {
        ruling = ruling.left_open(format!(
            "whether the moves can be shown, if they are disputed: they need not be recorded ({})",
            rules.no_recording_article()
        ));
    }
    if !question.withdrawn {
        return Ok(ruling);
    }
    Ok(ruling
        .under([case.rules().article(clause::CLAIM_STANDS)])
        .fact("withdrawn", "a claim cannot be withdrawn"))
}

/// The ruling on a claim of the player who does not have the move, perhaps because the move was made before the claim.
fn not_on_move(case: &GameCase, kind: OutcomeKind, by: Color) -> Ruling {
    let (rules, game) = (case.rules(), &case.replay.game);
    let made = case
        .replay
        .move_text(game.ply(), None)
        .map_or(String::new(), |mv| {
            format!("; {by:#} made {mv} without a claim")
        });
    let ruling = case
        .ruling(QUESTION, "The claim cannot be made; the game goes on.")
        .because(format!(
            "{:#} has the move, and only that player may claim{made}",
            !by
        ))
        .under([
            rules.end_article(kind),
            rules.article(clause::CLAIM_RIGHT_LOST),
        ])
        .left_open(format!(
            "whether {by:#} disturbed the opponent ({})",
            rules.article(clause::DISTURBANCE)
        ));
    let right = claims::on_board(game, rules);
    let right = right.into_iter().find(|claim| claim.kind == kind);
    let ruling = match right {
        Some(right) => ruling.fact(
            "right",
            format_args!(
                "{:#} may claim it: {} ({})",
                !by,
                reason(case, AnnouncedMove::Nothing, right.evidence),
                right.article
            ),
        ),
        None => ruling,
    };
    match rules.article(clause::CLAIM_IS_OFFER) {
        Some(article) if rules.claim_is_offer => ruling.left_open(format!(
            "whether the words count as an offer of a draw ({article})"
        )),
        _ => ruling,
    }
}

/// The ruling on a claim that can be made.
fn unrefused(case: &GameCase, question: &ClaimQuestion, announced: Option<NamedMove>) -> Ruling {
    let (rules, board) = (case.rules(), case.board());
    let binding = question
        .touched
        .map_or(Obligation::Free, |square| touched(board, square));
    if let Some(square) = question.touched
        && rules.claim_lost_by == Waiver::Touching
    {
        let ruling = "The right to claim is lost for this move; the game goes on.";
        return case
            .ruling(QUESTION, ruling)
            .because(format!(
                "{:#} touched a piece on {square} before the claim",
                board.stm()
            ))
            .under([
                rules.article(clause::CLAIM_RIGHT_LOST),
                rules.obligation_article(binding),
            ])
            .obliging(board, &moves_of(case, binding))
            .left_open(format!(
                "whether the piece was touched to move or capture it ({})",
                rules.article(clause::TOUCH_MOVE)
            ));
    }
    let announced = match announced {
        None => AnnouncedMove::Nothing,
        Some(NamedMove::Legal(mv)) if binding.allows(board, mv) => AnnouncedMove::Move(mv),
        Some(NamedMove::Legal(mv)) => AnnouncedMove::Illegal(mv.into()),
        Some(NamedMove::Illegal(attempt)) => AnnouncedMove::Illegal(attempt),
    };
    match rule_claim(&case.replay.game, rules, question.kind, announced) {
        ClaimRuling::Correct(outcome, evidence) => {
            let ruling = "The claim is correct: the game is drawn.";
            let ruling = case
                .ruling(QUESTION, ruling)
                .because(reason(case, announced, evidence))
                .ended(&outcome)
                .under([rules.article(clause::CORRECT_CLAIM)])
                .fact("by", board.stm().title());
            match announced {
                AnnouncedMove::Move(_) => ruling.fact("move", "the announced move is not played"),
                _ => ruling,
            }
        }
        ClaimRuling::Wrong(obligation) => {
            let obligation = binding.narrowed_by(obligation, board);
            wrong(case, question.kind, announced, obligation)
        }
    }
}

/// The Article by which the position on the board gives the draw that a wrong claim sees after a move.
fn on_board_article(
    case: &GameCase,
    kind: OutcomeKind,
    announced: AnnouncedMove,
) -> Option<&'static str> {
    let claims = claims::on_board(&case.replay.game, case.rules());
    let mut of_kind = claims.into_iter().filter(|claim| claim.kind == kind);
    let article = of_kind.next()?.article;
    (announced != AnnouncedMove::Nothing).then_some(article)
}

/// The ruling on a wrong claim.
fn wrong(
    case: &GameCase,
    kind: OutcomeKind,
    announced: AnnouncedMove,
    obligation: Obligation,
) -> Ruling {
    let (rules, board) = (case.rules(), case.board());
    let stm = board.stm();
    let cost = |remaining| claim_cost(rules, remaining);
    let bonus = cost(std::time::Duration::ZERO).bonus;
    let mut clocks = case.clocks_with(!stm, bonus);
    let own = &mut clocks[stm.index()];
    let before = *own;
    *own = own.map(|remaining| cost(remaining).remaining);
    let lost = before
        .zip(*own)
        .map(|(before, after)| before.saturating_sub(after));
    let unknown = before_the_record(case, kind, announced);
    let mut reason = refutation(&case.replay.game, kind, announced);
    let alike = look_alikes(case, kind, announced);
    if let Some(alike) = &alike {
        reason = format!("{reason}; {alike}");
    }
    let sameness = alike.map(|_| rules.article(clause::SAME_POSITION));
    let mut ruling = Ruling::new(QUESTION, rules, "The claim is wrong; the game goes on.")
        .because(reason)
        .under([rules.article(clause::WRONG_CLAIM)])
        .under(rules.one_minute_article())
        .under(sameness)
        .at(board, clocks)
        .obliging(board, &moves_of(case, obligation))
        .fact("by", stm.title())
        .fact(
            "bonus",
            format_args!("{} for {:#}", clock_time(bonus), !stm),
        );
    if let Some(lost) = lost.filter(|lost| !lost.is_zero()) {
        ruling = ruling.fact("cost", format_args!("{} from {stm:#}", clock_time(lost)));
    }
    if let Some(article) = on_board_article(case, kind, announced) {
        ruling = ruling.left_open(format!(
            "whether the player also claims the position on the board: that claim is correct (Article {article})"
        ));
    }
    let is_illegal = matches!(announced, AnnouncedMove::Illegal(_));
    if obligation != Obligation::Free || is_illegal {
        ruling = ruling.under([rules.obligation_article(obligation)]);
    }
    if is_illegal && obligation != Obligation::Free {
        ruling = ruling.left_open(
            "whether the piece was touched: a move that was only written may be replaced by any other (4.5)",
        );
    }
    if rules.claim_is_offer && rules.bans_agreement() && !case.claim_is_offer() {
        let text = format!(
            "none: the event forbids agreement before each player has made {} moves",
            rules.moves_before_agreement
        );
        ruling = ruling
            .under([rules.early_agreement_article()])
            .fact("offer", text)
            .left_open("whether the arbiter consents to an agreement");
    }
    if case.claim_is_offer() {
        ruling.offer = true;
        ruling = ruling.under(rules.article(clause::CLAIM_IS_OFFER));
        if let Some(article) = rules.article(clause::AGREEMENT_BAN)
            && !rules.bans_agreement()
        {
            ruling = ruling.left_open(format!(
                "whether the event forbids agreement at this move (Article {article}); then the claim is not an offer"
            ));
        }
    }
    if before.is_none() && rules.wrong_claim_cost != WrongClaimCost::Nothing {
        let floor = if rules.wrong_claim_cost == WrongClaimCost::HalfWithFloor {
            "; from one to two minutes, one minute is left; below one minute, nothing is deducted"
        } else {
            ""
        };
        ruling = ruling.left_open(format!(
            "{}'s clock is not given: half of the time on it is deducted, at most three minutes{floor}",
            stm.title()
        ));
    }
    ruling.open.extend(unknown);
    case.note_recorded_clock(ruling)
}

/// A fact before the record that could make a claim right that is wrong by the record; `None` if there is none.
fn before_the_record(
    case: &GameCase,
    kind: OutcomeKind,
    announced: AnnouncedMove,
) -> Option<String> {
    let (game, board) = (&case.replay.game, case.board());
    let announced = match announced {
        AnnouncedMove::Nothing => 0,
        AnnouncedMove::Move(mv) if !board.resets_clock(mv) => 1,
        _ => return None,
    };
    let at_start = usize::from(game.start().halfmove_clock());
    let quiet = usize::from(board.halfmove_clock());
    if quiet != at_start + game.ply() {
        return None;
    }
    match (kind, case.lacks_counter) {
        (OutcomeKind::Threefold, true) => Some(
            "the FEN has no half-move counter, so earlier occurrences of the position are not known: give the moves"
                .to_owned(),
        ),
        (OutcomeKind::Threefold, false) => {
            let is_possible = at_start > 0 && quiet + announced >= LEAST_FOR_THREEFOLD;
            is_possible.then(|| {
                format!(
                    "the record begins at half-move counter {at_start}: \
                     earlier occurrences of the position are not known"
                )
            })
        }
        (_, true) => Some(
            "the FEN has no half-move counter, so 0 is assumed: give it (... w - - 98 80) or the moves"
                .to_owned(),
        ),
        (_, false) => None,
    }
}

/// The moves that meet an obligation; empty if every legal move does.
pub(super) fn moves_of(case: &GameCase, obligation: Obligation) -> Vec<Move> {
    match obligation {
        Obligation::Free => Vec::new(),
        obligation => {
            let mut moves = obligation.moves(case.board());
            moves.retain(|&mv| !case.bars(mv));
            moves
        }
    }
}

/// The reason why a claim is correct.
fn reason(case: &GameCase, announced: AnnouncedMove, evidence: Evidence) -> String {
    let announced = match announced {
        AnnouncedMove::Move(mv) => Some(san::write(case.board(), mv)),
        _ => None,
    };
    match evidence {
        Evidence::Occurrences(plies) => {
            let moments: Vec<String> = plies
                .into_iter()
                .map(|ply| moment(case, ply, announced.as_deref()))
                .collect();
            format!("the same position {}", moments.join(", "))
        }
        Evidence::QuietMoves {
            first,
            last,
            before_start,
        } => {
            let recorded = last - first - usize::from(announced.is_some());
            let before = (before_start > 0)
                .then(|| format!("{} before the record", counted(before_start, "half-move")));
            let recorded =
                (recorded > 0).then(|| format!("{} of the record", counted(recorded, "half-move")));
            let announced = announced.map(|_| "the announced move".to_owned());
            let moves: Vec<String> = [before, recorded, announced]
                .into_iter()
                .flatten()
                .collect();
            format!(
                "50 moves by each player without capture or pawn move: {}",
                moves.join(", ")
            )
        }
    }
}

/// The moment of a ply: `at the start`, `after 2...Ng8`.
fn moment(case: &GameCase, ply: usize, announced: Option<&str>) -> String {
    let mv = case.replay.move_text(ply, announced);
    mv.map_or_else(|| "at the start".to_owned(), |mv| format!("after {mv}"))
}

/// When the pieces stood as in a position that is claimed to occur for the third time, although it was another position,
/// and why; `None` if they did not stand so three times either.
fn look_alikes(case: &GameCase, kind: OutcomeKind, announced: AnnouncedMove) -> Option<String> {
    let game = &case.replay.game;
    let mut board = *game.board();
    let occurrence = match announced {
        _ if kind != OutcomeKind::Threefold => return None,
        AnnouncedMove::Nothing => game.occurrence(),
        AnnouncedMove::Move(mv) => {
            board.play(mv);
            game.occurrence_after(mv)
        }
        AnnouncedMove::Illegal(_) => return None,
    };
    let moments_of = |difference: PositionDifference| -> Vec<String> {
        let boards = game.boards().iter().enumerate();
        boards
            .filter(|(_, earlier)| PositionDifference::between(earlier, &board) == Some(difference))
            .map(|(ply, _)| moment(case, ply, None))
            .collect()
    };
    let castling = moments_of(PositionDifference::CastlingRight);
    let en_passant = moments_of(PositionDifference::EnPassant);
    if occurrence + castling.len() + en_passant.len() < 3 {
        return None;
    }
    let groups = [
        (castling, "but a right to castle has been lost since then"),
        (en_passant, "but then a pawn could be captured en passant"),
    ];
    let parts: Vec<String> = groups
        .into_iter()
        .filter(|(moments, _)| !moments.is_empty())
        .map(|(moments, why)| format!("{}, {why}", moments.join(", ")))
        .collect();
    Some(format!(
        "the pieces stood on the same squares {}",
        parts.join("; ")
    ))
}

fn refutation(game: &Game, kind: OutcomeKind, announced: AnnouncedMove) -> String {
    let board = game.board();
    match (kind, announced) {
        (_, AnnouncedMove::Illegal(_)) => "the announced move cannot be played".to_owned(),
        (OutcomeKind::Threefold, AnnouncedMove::Nothing) => format!(
            "the position on the board occurs for the {}",
            ordinal(game.occurrence())
        ),
        (OutcomeKind::Threefold, AnnouncedMove::Move(mv)) => format!(
            "the position after the announced move occurs for the {}",
            ordinal(game.occurrence_after(mv))
        ),
        (_, AnnouncedMove::Move(mv)) if board.resets_clock(mv) => {
            "the announced move is a capture or a pawn move".to_owned()
        }
        (_, announced) => {
            let quiet = board.halfmove_clock() + u16::from(announced != AnnouncedMove::Nothing);
            let quiet = counted(quiet, "half-move");
            format!("{quiet} without capture or pawn move, not 100")
        }
    }
}

/// The ordinal of an occurrence that is too early for a claim.
const fn ordinal(occurrence: usize) -> &'static str {
    if occurrence == 1 {
        "first time"
    } else {
        "second time"
    }
}
