//! A second referee, who shares only the representation of positions with the first. Shakmaty decides on legal moves, check,
//! mate and material, and the texts of positions on repetitions; the penalties of the Laws are written down once more.

mod clock;
mod rules;
mod touch;

use super::generator::{PlayerAnswer, PlayerStatement, RefereedGame};
use clock::OracleClock;
use compongo::laws::edition::Edition;
use compongo::laws::game::Game;
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::record::TerminationKind;
use compongo::match_runner::settings::{ClaimPolicy, IllegalMovePolicy};
use compongo::notation::uci_move;
use compongo::types::{Color, Move, Piece};
use rules::{claim_bonus, is_excused, ladder};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, PositionError};
use std::collections::HashMap;
use std::slice::Iter;
use touch::{Attempt, Bound};

/// Rules on a game again, compares everything, and returns its end.
pub fn check(game: &RefereedGame) -> OutcomeKind {
    let mut referee = SecondReferee::new(game);
    let end = referee.end_of_game();
    let context = format!("{:?}\n{}", game.answers.last(), game.pgn());
    assert_eq!(referee.game.ply(), game.game.ply(), "{end} in {context}");
    assert_eq!(
        game.record.end.kind,
        TerminationKind::Laws(end),
        "{context}"
    );
    referee.check_score(end, &context);
    assert!(referee.answers.next().is_none(), "answers after {context}");
    end
}

struct SecondReferee<'a> {
    refereed: &'a RefereedGame,
    answers: Iter<'a, PlayerAnswer>,
    game: Game,
    theirs: Chess,
    /// How often each position occurred.
    seen: HashMap<String, usize>,
    clocks: Option<[OracleClock; 2]>,
    offences: [Offences; 2],
    /// Who has offered a draw.
    offer: Option<Color>,
    /// What the player must choose from in this turn.
    bound: Bound,
    /// The player to move has touched a piece in this turn.
    has_touched: bool,
}

/// The illegal moves of a player.
#[derive(Clone, Copy, Default)]
struct Offences {
    /// Those that can lose.
    counted: u32,
    /// The last ply, and those there.
    here: (usize, u32),
}

/// A position without its counters. En passant counts if the capture is legal.
fn identity(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    let fields: Vec<&str> = fen.split(' ').take(4).collect();
    fields.join(" ")
}

fn sorted(moves: &[Move]) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    texts
}

fn their_move(position: &Chess, mv: Move) -> shakmaty::Move {
    let uci: UciMove = mv.to_string().parse().expect("a move");
    uci.to_move(position).expect("a legal move")
}

impl<'a> SecondReferee<'a> {
    fn new(refereed: &'a RefereedGame) -> Self {
        let start = refereed.opening.start;
        let fen: Fen = start.to_string().parse().expect("a position");
        let theirs = fen.into_position::<Chess>(CastlingMode::Chess960);
        let theirs = theirs
            .or_else(PositionError::ignore_impossible_check)
            .expect("both libraries accept the position");
        let edition = refereed.settings.edition;
        let engines = &refereed.settings.engines;
        let controls = [0, 1].map(|index| engines[index].limits.tc.as_ref());
        let clocks = match controls {
            [Some(white), Some(black)] => {
                Some([white, black].map(|tc| OracleClock::new(tc, edition)))
            }
            _ => None,
        };
        let mut referee = Self {
            refereed,
            answers: refereed.answers.iter(),
            game: Game::new(start),
            seen: HashMap::from([(identity(&theirs), 1)]),
            theirs,
            clocks,
            offences: [Offences::default(); 2],
            offer: None,
            bound: Bound::Free,
            has_touched: false,
        };
        for &mv in &refereed.opening.moves {
            referee.play(mv);
        }
        referee
    }

    fn play(&mut self, mv: Move) {
        let theirs = their_move(&self.theirs, mv);
        self.theirs.play_unchecked(theirs);
        self.game.play(mv).expect("a legal move");
        *self.seen.entry(identity(&self.theirs)).or_default() += 1;
    }

    fn end_of_game(&mut self) -> OutcomeKind {
        loop {
            self.compare_moves();
            if let Some(end) = self.end_on_board().or_else(|| self.turn()) {
                return end;
            }
        }
    }

    fn compare_moves(&self) {
        let theirs = self.theirs.legal_moves();
        let text = |mv: &shakmaty::Move| mv.to_uci(CastlingMode::Chess960).to_string();
        let mut theirs: Vec<String> = theirs.iter().map(text).collect();
        theirs.sort_unstable();
        let board = self.game.board();
        assert_eq!(sorted(&board.legal_moves()), theirs, "{board}");
    }

    /// The occurrences of the position on the board.
    fn occurrences(&self) -> usize {
        self.seen[&identity(&self.theirs)]
    }

    fn end_on_board(&self) -> Option<OutcomeKind> {
        let RefereedGame {
            settings, record, ..
        } = self.refereed;
        let is_automatic = settings.edition >= Edition::Fide2018;
        // A dead position that pieces alone do not show must be proved.
        let is_proved = record.end.kind == TerminationKind::Laws(OutcomeKind::DeadPosition)
            && record.end.proof.is_some()
            && self.game.ply() == self.refereed.game.ply();
        let (occurrences, quiet) = (self.occurrences(), self.theirs.halfmoves());
        if self.theirs.is_checkmate() {
            Some(OutcomeKind::Checkmate)
        } else if self.theirs.is_stalemate() {
            Some(OutcomeKind::Stalemate)
        } else if self.theirs.is_insufficient_material() || is_proved {
            Some(OutcomeKind::DeadPosition)
        } else if is_automatic && occurrences >= 5 {
            Some(OutcomeKind::Fivefold)
        } else if is_automatic && quiet >= 150 {
            Some(OutcomeKind::SeventyFiveMoves)
        } else if settings.claims != ClaimPolicy::Auto {
            None
        } else if occurrences >= 3 {
            Some(OutcomeKind::Threefold)
        } else {
            (quiet >= 100).then_some(OutcomeKind::FiftyMoves)
        }
    }

    /// The answers of a player until one is a move that stands, or ends the game.
    fn turn(&mut self) -> Option<OutcomeKind> {
        self.bound = Bound::Free;
        self.has_touched = false;
        let ply = self.game.ply();
        while self.game.ply() == ply {
            let answer = self.answers.next().expect("a player must answer");
            if let Some(end) = self.rule_on(answer) {
                return Some(end);
            }
        }
        None
    }

    fn rule_on(&mut self, answer: &PlayerAnswer) -> Option<OutcomeKind> {
        let stm = self.game.board().stm();
        assert_eq!(answer.ply, self.game.ply());
        assert_eq!(answer.offered, self.offer == Some(!stm), "{answer:?}");
        assert_eq!(
            answer.allowed.as_deref().map(sorted),
            self.allowed(),
            "{answer:?}"
        );
        let clock = self.clocks.as_mut().map(|clocks| &mut clocks[stm.index()]);
        let in_time = clock.is_none_or(|clock| clock.spend(answer.used));
        assert_eq!(in_time, !answer.is_late, "{answer:?}");
        if !in_time {
            return Some(OutcomeKind::FlagFall);
        }
        for statement in &answer.statements {
            let end = match statement {
                PlayerStatement::Resign => Some(OutcomeKind::Resignation),
                PlayerStatement::Accept => {
                    let is_offered = self.offer == Some(!stm) && self.may_agree(self.game.ply());
                    is_offered.then_some(OutcomeKind::Agreement)
                }
                PlayerStatement::Claim { kind, announced } => {
                    self.claim(*kind, announced.as_deref())
                }
                PlayerStatement::Offer => None,
            };
            if end.is_some() {
                return end;
            }
        }
        if answer.statements.contains(&PlayerStatement::Offer) {
            self.offer_draw();
        }
        self.rule_on_move(&answer.best)
    }

    /// The moves that the player is told to choose from; `None` if any legal move may be played.
    fn allowed(&self) -> Option<Vec<String>> {
        match &self.bound {
            Bound::Free => None,
            Bound::To(moves) | Bound::Promotion(moves) => Some(sorted(moves)),
        }
    }

    /// The first obligation of a turn remains.
    fn bind(&mut self, bound: Bound) {
        if self.bound == Bound::Free {
            self.bound = bound;
        }
    }

    /// True if both players have made the moves before it that an agreement needs.
    fn may_agree(&self, ply: usize) -> bool {
        let settings = &self.refereed.settings;
        let least = usize::from(settings.edition >= Edition::Fide2018);
        let banned = settings.no_agreement_before.unwrap_or(0) as usize;
        ply >= self.refereed.opening.moves.len() + 2 * least.max(banned)
    }

    fn offer_draw(&mut self) {
        if self.may_agree(self.game.ply() + 1) {
            self.offer = Some(self.game.board().stm());
        }
    }

    /// Articles 9.2 to 9.5.
    fn claim(&mut self, kind: OutcomeKind, announced: Option<&str>) -> Option<OutcomeKind> {
        if self.refereed.settings.claims != ClaimPolicy::Engine {
            return None;
        }
        let board = *self.game.board();
        let mv = announced.map(|text| uci_move::parse(&board, text));
        // Article 9.4 since 2009.
        if self.has_touched && self.refereed.settings.edition > Edition::Fide2001 {
            return None;
        }
        let is_correct = match mv {
            Some(Err(_)) => false,
            Some(Ok(mv)) => self.bound.allows(mv) && self.supports(kind, mv),
            None if kind == OutcomeKind::Threefold => self.occurrences() >= 3,
            None => self.theirs.halfmoves() >= 100,
        };
        if is_correct {
            return Some(kind);
        }
        match (mv, announced) {
            (Some(Ok(mv)), _) => self.bind(Bound::To(vec![mv])),
            (_, Some(text)) => {
                let bound = Attempt::read(text).map(|attempt| attempt.binds_announced(&board));
                self.bind(bound.unwrap_or(Bound::Free));
            }
            _ => {}
        }
        let (edition, stm) = (self.refereed.settings.edition, board.stm());
        let bonus = claim_bonus(&self.refereed.settings);
        if let Some(clocks) = &mut self.clocks {
            clocks[stm.index()].halve(edition);
            clocks[(!stm).index()].give(bonus);
        }
        if edition > Edition::Fide1997 {
            self.offer_draw();
        }
        None
    }

    /// True if a claim with an announced move is correct.
    fn supports(&self, kind: OutcomeKind, mv: Move) -> bool {
        let is_pawn = self.game.board().piece_at(mv.from()) == Some(Piece::Pawn);
        if mv.is_capture() || is_pawn {
            return false;
        }
        if kind == OutcomeKind::FiftyMoves {
            return self.theirs.halfmoves() >= 99;
        }
        let mut after = self.theirs.clone();
        after.play_unchecked(their_move(&self.theirs, mv));
        self.seen
            .get(&identity(&after))
            .is_some_and(|&before| before >= 2)
    }

    fn rule_on_move(&mut self, best: &str) -> Option<OutcomeKind> {
        let board = *self.game.board();
        let stm = board.stm();
        let legal = uci_move::parse(&board, best).ok();
        if let Some(mv) = legal.filter(|&mv| self.bound.allows(mv)) {
            self.make(mv);
            return None;
        }
        if self.refereed.settings.illegal_moves == IllegalMovePolicy::Forfeit {
            return Some(OutcomeKind::IllegalMove);
        }
        let attempt = Attempt::read(best);
        let touches =
            legal.is_some() || attempt.is_some_and(|attempt| board.occupied().has(attempt.from));
        self.has_touched |= touches;
        if touches && self.refereed.settings.edition > Edition::Fide1997 {
            self.refuse();
        }
        let clock = self.clocks.as_ref().map(|clocks| &clocks[stm.index()]);
        let period = clock.map(OracleClock::period);
        let (loses_at, minutes) = ladder(&self.refereed.settings, period);
        let ply = self.game.ply();
        let offences = &mut self.offences[stm.index()];
        let here = if offences.here.0 == ply {
            offences.here.1
        } else {
            0
        };
        offences.here = (ply, here + 1);
        offences.counted += u32::from(loses_at.is_some());
        // In 1997 persistent refusal loses, which is the third illegal move in a position here (12.7).
        let loses = loses_at.map_or(offences.here.1 >= 3, |number| offences.counted >= number);
        if loses {
            return Some(OutcomeKind::IllegalMove);
        }
        if let Some(clocks) = &mut self.clocks {
            clocks[(!stm).index()].give(60 * minutes);
        }
        // A legal move that is not allowed leaves the obligation as it is.
        let bound = attempt
            .filter(|_| legal.is_none())
            .map_or(Bound::Free, |attempt| attempt.binds(&board));
        let queen = match &bound {
            Bound::Promotion(moves)
                if self.refereed.settings.edition >= Edition::Fide2018
                    && !attempt.is_some_and(|attempt| attempt.names_king) =>
            {
                let mut moves = moves.iter().copied();
                moves.find(|mv| mv.promotion() == Some(Piece::Queen) && self.bound.allows(*mv))
            }
            _ => None,
        };
        match queen {
            Some(queen) => self.make(queen),
            None => self.bind(bound),
        }
        None
    }

    /// An act of the player to move refuses the offer of the opponent.
    fn refuse(&mut self) {
        if self.offer == Some(!self.game.board().stm()) {
            self.offer = None;
        }
    }

    fn make(&mut self, mv: Move) {
        let stm = self.game.board().stm();
        self.refuse();
        let opening = self.refereed.opening.moves.len();
        let record = &self.refereed.record.moves[self.game.ply() - opening];
        let recorded = uci_move::parse(self.game.board(), &record.mv);
        assert_eq!(recorded, Ok(mv), "{}", self.refereed.pgn());
        self.play(mv);
        let shown = self.clocks.as_mut().map(|clocks| {
            let clock = &mut clocks[stm.index()];
            clock.complete_move();
            clock.shown().as_millis() as u64
        });
        if shown.is_some() {
            assert_eq!(record.clock_ms, shown, "{}", self.refereed.pgn());
        }
    }

    fn check_score(&self, end: OutcomeKind, context: &str) {
        let RefereedGame {
            settings, record, ..
        } = self.refereed;
        let stm = self.game.board().stm();
        let is_loss = matches!(
            end,
            OutcomeKind::Checkmate
                | OutcomeKind::FlagFall
                | OutcomeKind::IllegalMove
                | OutcomeKind::Resignation
        );
        let winner = match stm {
            Color::White => shakmaty::Color::Black,
            Color::Black => shakmaty::Color::White,
        };
        let is_excused = is_excused(settings, end);
        let cannot_mate = is_excused && self.theirs.has_insufficient_material(winner);
        if !is_loss || cannot_mate {
            assert_eq!(record.score, Points::DRAW, "{end} in {context}");
        } else if is_excused && record.score == Points::DRAW {
            // That the opponent cannot mate, although the pieces could, must be proved.
            assert!(record.end.proof.is_some(), "{end} in {context}");
        } else {
            assert_eq!(record.score, Points::win(!stm), "{end} in {context}");
        }
    }
}
