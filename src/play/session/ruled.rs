//! What a ruling changes in the game.

use super::play_end::PlayEnd;
use super::play_session::PlaySession;
use super::required_moves::RequiredMoves;
use crate::laws::edition::clause;
use crate::play::sentence::sentence;
use crate::ruling::{Ruling, RulingQuestion};
use crate::types::{Color, Move};

impl PlaySession {
    /// Applies a ruling: its result, clocks, obligation and offer; and logs it.
    pub fn apply(&mut self, ruling: &Ruling, by: Color) {
        self.log_ruling(ruling);
        if let Some(shown) = &ruling.clocks
            && let Some(clocks) = &mut self.clocks
        {
            for (clock, time) in clocks.iter_mut().zip(shown.times()) {
                if let Some(time) = time {
                    clock.set(time);
                }
            }
            self.mains.pop();
            self.mains.push(self.main_times());
        }
        if let Some(standing) = self.standing_move(ruling) {
            self.complete(standing);
        }
        if let Some(score) = ruling.score {
            let end = PlayEnd {
                score: score.to_string(),
                title: ruling.ruling.clone(),
                articles: ruling.articles.iter().map(ToString::to_string).collect(),
                why: ruling.reason.as_deref().map(sentence),
                line: ruling.proof.as_ref().and_then(|proof| proof.line.clone()),
                kind: ruling.kind,
                claim: None,
            };
            return self.end_with(end);
        }
        // Only the ruling on a claim knows which piece has been touched.
        let is_bound = self.touched.is_some() && ruling.question != RulingQuestion::Claim;
        let required = self.required(ruling).filter(|_| !is_bound);
        // The first piece that was touched binds, and so does a move announced with a wrong claim that meets this.
        let narrows = |required: &RequiredMoves| match (&self.must, &required.moves[..]) {
            (Some(must), [announced]) => {
                ruling.question == RulingQuestion::Claim && must.moves.contains(announced)
            }
            (Some(_), _) => false,
            (None, _) => true,
        };
        if let Some(required) = required.filter(narrows) {
            self.must = Some(required);
        }
        if ruling.offer && self.offer == Some(!by) {
            self.next_offer = Some(by);
        } else if ruling.offer {
            self.offer = Some(by);
        }
        self.resume_clock();
    }

    /// The moves that a ruling requires; `None` if any legal move may be played.
    fn required(&self, ruling: &Ruling) -> Option<RequiredMoves> {
        // A piece that was touched ends the right to claim, and binds.
        let right_lost = self.rules().article(clause::CLAIM_RIGHT_LOST);
        let reason = match ruling.question {
            RulingQuestion::Claim if ruling.articles.first() != Some(&right_lost) => {
                "The claim was wrong."
            }
            RulingQuestion::Illegal => "The move was illegal.",
            _ => "A piece was touched.",
        };
        let article = ruling.articles.first().copied().unwrap_or_default();
        let named = RequiredMoves {
            moves: ruling.obligation.iter().map(|mv| mv.uci.clone()).collect(),
            article: article.to_owned(),
            reason: reason.to_owned(),
        };
        named.read(self.game.board())
    }

    /// The move that stands although it was made irregularly, such as an unfinished promotion (7.5.2): it leads to the
    /// position after the ruling.
    fn standing_move(&self, ruling: &Ruling) -> Option<Move> {
        let board = self.game.board();
        let after = ruling.fen.as_ref()?;
        let leads = |mv: &&Move| {
            let mut board = *board;
            board.play(**mv);
            board.to_string() == *after
        };
        board.legal_moves().iter().find(leads).copied()
    }
}
