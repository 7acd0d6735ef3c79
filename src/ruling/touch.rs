//! Touched pieces (97 and 01 4.2 to 4.7; 09 4.2 to 4.7; 18 and 23 4.2 to 4.8).

use super::answer::{Ruling, RulingQuestion};
use super::case::{CaseError, GameCase};
use crate::board::CastlingSide;
use crate::laws::edition::{Edition, clause};
use crate::laws::procedure::{Obligation, TouchRule, TouchedPieces, king_and_rook, touch_rule};
use crate::types::{Color, Move, Piece, Square};

const QUESTION: RulingQuestion = RulingQuestion::Touch;

/// The pieces that the player to move touched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TouchQuestion {
    /// The pieces, and what is known about their order.
    pub touched: TouchedPieces,
    /// The player said first that the pieces would be adjusted (4.2).
    pub adjusting: bool,
    /// The square on which the piece touched first was released.
    pub released: Option<Square>,
    /// The opponent had deliberately touched a piece before complaining.
    pub complaint_late: bool,
    /// The player who touched the pieces; `None` for the player to move.
    pub by: Option<Color>,
    /// The new piece that touched the promotion square: the choice is final (09 4.4.d).
    pub promoted: Option<Piece>,
    /// The opponent has made a move, but not pressed the clock.
    pub clock_running: bool,
    /// The player touched a piece beside the board too.
    pub beside: bool,
}

/// Rules on touched pieces: the moves of which one must be played.
///
/// # Errors
/// There is no piece on a square.
pub fn touch(case: &GameCase, question: &TouchQuestion) -> Result<Ruling, CaseError> {
    if let Some(over) = case.over(QUESTION) {
        return Ok(over);
    }
    let board = case.board();
    let squares = &question.touched.squares;
    if let Some(&empty) = squares
        .iter()
        .find(|&&square| board.piece_at(square).is_none())
    {
        return Err(CaseError(format!("there is no piece on {empty}")));
    }
    let first = squares.first().copied();
    if let Some(first) = first.filter(|&first| !board.colors(board.stm()).has(first))
        && question.released.is_some()
    {
        return Err(CaseError(format!(
            "the piece on {first} is the opponent's: name first the piece that was moved"
        )));
    }
    if question.beside && first.is_none() {
        return Ok(beside_the_board(case));
    }
    let ruling = decided(case, question, first);
    // A new piece that touched the promotion square does bind (4.4.d).
    Ok(if question.beside && question.promoted.is_none() {
        ruling.fact("beside", "a piece that is not on the board binds nobody")
    } else {
        ruling
    })
}

/// The ruling on a piece that does not stand on the board. The clause of 1997 does not say where the pieces stand, but
/// such a piece cannot be moved or captured.
fn beside_the_board(case: &GameCase) -> Ruling {
    let rules = case.rules();
    let article = match rules.edition {
        Edition::Fide1997 => rules.article(clause::NO_TOUCHED_MOVE),
        _ => rules.article(clause::TOUCH_MOVE),
    };
    case.ruling(QUESTION, "Any legal move may be played.")
        .because("the piece does not stand on the board")
        .under([article])
}

/// The ruling if no touch binds: the player does not have the move, or has said that pieces would be adjusted.
fn not_bound(case: &GameCase, question: &TouchQuestion) -> Option<Ruling> {
    let (rules, board) = (case.rules(), case.board());
    let new = |text: &str| case.ruling(QUESTION, text);
    if let Some(by) = question.by.filter(|&by| by != board.stm()) {
        let ruling = new("No move is obligatory: only the player who has the move is bound.")
            .because(format!("{:#} has the move", !by))
            .under([rules.article(clause::TOUCH_MOVE)])
            .left_open(format!(
                "whether {by:#} disturbed the opponent ({})",
                rules.article(clause::DISTURBANCE)
            ));
        return Some(ruling);
    }
    if question.clock_running && rules.edition == Edition::Fide1997 {
        let ruling = new("No move is obligatory: only the player who has the move is bound.")
            .because("the opponent's move is not completed before the clock is pressed")
            .under([clause::TURN, clause::MOVE_COMPLETED].map(|clause| rules.article(clause)));
        return Some(ruling);
    }
    question.adjusting.then(|| {
        new("Nothing was touched: any legal move may be played.")
            .because("the player said first that pieces would be adjusted")
            .under([rules.article(clause::ADJUSTING)])
            .left_open("whether it was said before the pieces were touched")
    })
}

/// The ruling by a rule and its reason; `is_free` if the rule leaves all legal moves, `captures` if one of the touched pieces
/// captures another.
const fn in_words(rule: TouchRule, is_free: bool, captures: bool) -> [&'static str; 2] {
    let text = match rule {
        TouchRule::Free => "Any legal move may be played.",
        TouchRule::Castle => "The player must castle on that side.",
        TouchRule::Own | TouchRule::RookFirst => "The touched piece must be moved.",
        TouchRule::CastlingIllegal if is_free => "Any legal move may be played.",
        TouchRule::CastlingIllegal => "The king must be moved.",
        TouchRule::Opponents => "The touched piece must be captured.",
        TouchRule::BothColors if captures => {
            "The player's touched piece must capture that of the opponent."
        }
        TouchRule::BothColors => {
            "The first of the touched pieces that can be moved or captured must be."
        }
    };
    let reason = match rule {
        TouchRule::Free => "no touched piece can be moved or captured",
        TouchRule::Own => "it is the first of the player's own pieces that can move",
        TouchRule::Opponents => "it is the first of the opponent's pieces that can be captured",
        TouchRule::BothColors if captures => "a piece of each colour was touched",
        TouchRule::BothColors => {
            "a piece of each colour was touched, and the one cannot capture the other"
        }
        TouchRule::Castle => "king and rook were touched, and castling is legal",
        TouchRule::RookFirst => "the rook was touched before the king: no castling on that side",
        TouchRule::CastlingIllegal if is_free => {
            "castling is illegal, and the king has no other move"
        }
        TouchRule::CastlingIllegal => "castling is illegal",
    };
    [text, reason]
}

fn decided(case: &GameCase, question: &TouchQuestion, first: Option<Square>) -> Ruling {
    if let Some(ruling) = not_bound(case, question) {
        return ruling;
    }
    let (rules, board) = (case.rules(), case.board());
    let new = |text: &str| case.ruling(QUESTION, text);
    let released_as = first
        .zip(question.released)
        .and_then(|(from, to)| released_as(case, question, from, to));
    // Until 2001 a late complaint about a move that was made is heard.
    let is_heard = rules.edition < Edition::Fide2009 && released_as.is_some();
    if question.complaint_late && !is_heard {
        return new("The complaint comes too late; the game goes on.")
            .because(format!("{:#} had touched a piece", !board.stm()))
            .under([rules.article(clause::LATE_COMPLAINT)]);
    }
    if let Some((moves, to)) = released_as.zip(question.released) {
        return released(case, to, &moves, question.promoted);
    }
    let king = board.king(board.stm());
    let targets =
        [CastlingSide::King, CastlingSide::Queen].map(|side| side.king_target(board.stm()));
    // A king that is released two squares away shows the intention.
    let castles = first == Some(king)
        && question
            .released
            .is_some_and(|to| king.distance(to) > 1 && targets.contains(&to));
    let touched = TouchedPieces {
        castling: question.touched.castling || castles,
        barred: case.barred,
        ..question.touched.clone()
    };
    if touched.order_unknown && own_order_matters(case, &touched) {
        return new("")
            .undecided(format_args!(
                "the arbiter decides which of the player's own pieces was touched first: {} settles only whether a piece \
                 of the opponent's was.",
                rules.touch_article(TouchRule::BothColors)
            ))
            .under([rules.touch_article(TouchRule::Own)]);
    }
    // A square of release shows the side. Castling there is illegal; otherwise `released` would have ruled above.
    let cannot_castle = castles || !king_moves(case).iter().any(|mv| mv.is_castling());
    let king_alone = touched.castling && touched.squares == [king] && cannot_castle;
    let (rule, moves) = if king_alone {
        (TouchRule::CastlingIllegal, king_moves(case))
    } else {
        touch_rule(board, rules, &touched)
    };
    let touches = |square| touched.squares.contains(&square);
    let captures = moves
        .iter()
        .all(|&mv| touches(mv.from()) && mv.is_capture() && touches(board.captured_square(mv)));
    let [text, reason] = in_words(rule, moves.is_empty(), captures);
    let rook = king_and_rook(board, &touched.squares);
    let barred = rules.misplaced_king_article().filter(|_| {
        let is_side_barred = |to| king_alone && case.bars_side(CastlingSide::of(king, to));
        rule == TouchRule::CastlingIllegal
            && (rook.is_some_and(|(rook, _)| bars_castling_with(case, rook))
                || question.released.is_some_and(is_side_barred))
    });
    let castles_with = |rook: Square| moves.iter().any(|mv| mv.is_castling() && mv.to() == rook);
    // In 1997 a king that may castle need not, and no clause asks for the intention.
    let cannot_castle = rook.is_some_and(|(rook, rook_first)| !rook_first && !castles_with(rook));
    let ruling = new(text)
        .because(reason)
        .under([rules.touch_article(rule)])
        .obliging(board, &moves)
        .under(barred)
        .left_open_if(
            rule == TouchRule::Own && cannot_castle,
            "whether the player wanted to castle: then another clause applies (--castling)",
        );
    requested(case, ruling).left_open("whether the pieces were touched deliberately (4.3)")
}

/// True if castling with a rook is legal in Chess960, but barred in this game.
fn bars_castling_with(case: &GameCase, rook: Square) -> bool {
    let legal = case.board().legal_moves();
    legal.iter().any(|&mv| mv.to() == rook && case.bars(mv))
}

/// The moves of the king of the player to move.
fn king_moves(case: &GameCase) -> Vec<Move> {
    let board = case.board();
    let mut moves = Obligation::Move(board.king(board.stm())).moves(board);
    moves.retain(|&mv| !case.bars(mv));
    moves
}

/// True if the moves that may be played depend on which of the player's own pieces was touched first.
fn own_order_matters(case: &GameCase, touched: &TouchedPieces) -> bool {
    let board = case.board();
    let is_own = |square: &&Square| board.colors(board.stm()).has(**square);
    let (own, theirs): (Vec<Square>, Vec<Square>) = touched.squares.iter().partition(is_own);
    let moves_beginning_with = |first: usize| {
        let (before, after) = own.split_at(first);
        let touched = TouchedPieces {
            squares: [after, before, &theirs].concat(),
            ..touched.clone()
        };
        touch_rule(board, case.rules(), &touched).1
    };
    let moves = moves_beginning_with(0);
    (1..own.len()).any(|first| moves_beginning_with(first) != moves)
}

/// The legal moves that a released piece makes or begins, as far as the player's intention is known.
fn released_as(
    case: &GameCase,
    question: &TouchQuestion,
    from: Square,
    to: Square,
) -> Option<Vec<Move>> {
    // Where no Article makes the choice final, all pieces are open.
    let is_final = case.rules().article(clause::FINAL_PROMOTION).is_some();
    let promoted = question.promoted.filter(|_| is_final);
    // With the king touched too, the order of the touches decides.
    let king = case.board().king(case.board().stm());
    let castles = question.touched.castling && !question.touched.squares.contains(&king);
    let mut moves = released_moves(case, from, to, promoted)
        .or_else(|| castling_by_rook(case, from, to).filter(|_| castles))?;
    if question.touched.castling && moves.iter().any(|mv| mv.is_castling()) {
        moves.retain(|mv| mv.is_castling());
    }
    Some(moves)
}

/// The ruling on a piece that was released on a square as a legal move, or as a part of one.
fn released(case: &GameCase, to: Square, moves: &[Move], promoted: Option<Piece>) -> Ruling {
    let (rules, board) = (case.rules(), case.board());
    let castles = moves.iter().any(|mv| mv.is_castling());
    let promotes = moves.iter().any(|mv| mv.is_promotion());
    let may_castle = castles && !moves.iter().all(|mv| mv.is_castling());
    let captures = moves.iter().all(|mv| mv.is_capture());
    // In Chess960 the rook may stand on its goal square already, or the king, and only the other piece moves.
    let is_whole = |mv: &Move| {
        let side = CastlingSide::of(mv.from(), mv.to());
        let rook_target = side.rook_target(board.stm());
        mv.is_castling() && [mv.to(), to].contains(&rook_target)
    };
    let text = if may_castle {
        ""
    } else if moves.iter().all(is_whole) {
        "The move is made: the player has castled."
    } else if castles {
        "The move is not made yet, but the player must castle."
    } else if promotes && promoted.is_some() {
        "The choice of the piece is final."
    } else if promotes {
        "The move is not made yet, but the pawn must be promoted there."
    } else if captures {
        "The piece stays on its square; the move is made once the captured piece is removed."
    } else {
        "The move is made: the piece that was released stays on its square."
    };
    let article = match promoted {
        Some(_) => rules.article(clause::FINAL_PROMOTION),
        None if castles => Some(rules.article(clause::RELEASED_KING)),
        None if promotes => Some(rules.article(clause::RELEASED_PAWN)),
        None => Some(rules.article(clause::RELEASED)),
    };
    let ruling = case
        .ruling(QUESTION, text)
        .because(format!("a piece was released on {to} as a legal move"))
        .under(article)
        .obliging(board, moves);
    let ruling = match article {
        Some(_) => ruling,
        None => ruling.under([rules.article(clause::RELEASED_PAWN)]).undecided(
            "the arbiter decides whether the choice of the piece is final: no Article of this edition says so.",
        ),
    };
    let ruling = if may_castle {
        ruling.undecided(
            "the arbiter decides whether the player wanted to castle; if not, the king's own move is made.",
        )
    } else {
        ruling
    };
    requested(case, ruling)
}

/// The legal moves from one square to another: several for a promotion. A king that is released where it castles to
/// counts as castling.
fn released_moves(
    case: &GameCase,
    from: Square,
    to: Square,
    promoted: Option<Piece>,
) -> Option<Vec<Move>> {
    let board = case.board();
    let legal = board.legal_moves();
    let goes = |mv: &&Move| {
        let goal = if mv.is_castling() {
            CastlingSide::of(mv.from(), mv.to()).king_target(board.stm())
        } else {
            mv.to()
        };
        mv.from() == from
            && goal == to
            && !case.bars(**mv)
            && (promoted.is_none() || mv.promotion() == promoted)
    };
    let moves: Vec<Move> = legal.iter().filter(goes).copied().collect();
    (!moves.is_empty()).then_some(moves)
}

/// The castling of Chess960 that moves the rook alone, from one square to another, because the king stands on its square
/// already.
fn castling_by_rook(case: &GameCase, from: Square, to: Square) -> Option<Vec<Move>> {
    let mv = case.castling_by_rook(from, to)?;
    (!case.bars(mv)).then(|| vec![mv])
}

/// Notes that a ruling on touched pieces must be asked for, in rapid and blitz without supervision.
fn requested(case: &GameCase, ruling: Ruling) -> Ruling {
    match case.rules().touch_request_article() {
        Some(article) => ruling
            .under([article])
            .left_open(format!("whether a player asks for a ruling ({article})")),
        None => ruling,
    }
}
