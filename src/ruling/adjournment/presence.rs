//! Rulings on who is present at the resumption, who is late, and what the sealed move is (97 A.7 to A.10, 74 16.2 to
//! 17.4).

use super::resumption::Resumption;
use super::ruling::RulingStep;
use super::sealed_move::{SealedMoveReading, read_sealed_move};
use crate::laws::control::moves_made;
use crate::laws::edition::Edition;
use crate::laws::edition::articles::adjourned_games::AdjournmentPoint;
use crate::laws::outcome::{OutcomeKind, Points};
use crate::ruling::Arrival;
use crate::types::{Color, Move};
use crate::util::format::clock_time;
use std::time::Duration;

impl Resumption<'_> {
    /// Rules on the resumption with the envelope.
    pub(super) fn with_envelope(&mut self, text: &str) {
        let replier = !self.adjourned.sealer();
        match self.arrival(replier) {
            Arrival::Never => self.replier_is_absent(),
            Arrival::Late(_) if self.is_too_late(replier) => self.replier_is_too_late(text),
            Arrival::Late(time) => {
                self.step(
                    format!(
                        "{}, who must reply, is absent: the clock is started; on arrival, after {}, the envelope is opened",
                        replier.title(),
                        clock_time(time)
                    ),
                    AdjournmentPoint::ReplierAbsent,
                );
                // A sealed move that ends the game has done so before a flag can fall.
                if self.sealed_end(text).is_some() || !self.flag_falls_before_opening(text, time) {
                    self.open(text, time);
                }
            }
            Arrival::InTime => self.open(text, Duration::ZERO),
        }
    }

    fn arrival(&self, player: Color) -> Arrival {
        self.events.arrivals[player.index()]
    }

    fn is_too_late(&self, player: Color) -> bool {
        matches!(self.arrival(player), Arrival::Late(time) if time > self.adjourned.default_time)
    }

    /// The player who must reply is not there yet, so the envelope stays closed.
    fn replier_is_absent(&mut self) {
        let replier = !self.adjourned.sealer();
        let who = if self.arrival(!replier) == Arrival::Never {
            "both players are absent"
        } else {
            "the player who must reply is absent"
        };
        let text = format!(
            "{who}: {0}'s clock is started, and the envelope is opened when {0} arrives",
            replier.title()
        );
        self.step(text, AdjournmentPoint::ReplierAbsent);
        self.answer.running = Some(replier);
        let text = format!(
            "a player who arrives more than {} late loses",
            clock_time(self.adjourned.default_time)
        );
        self.step(text, AdjournmentPoint::TooLate);
    }

    /// The player who must reply is too late, so the envelope is not opened. If the player who sealed is too late as
    /// well, the sealed move may still have ended the game. A flag that falls within the default time decides before
    /// the lateness.
    fn replier_is_too_late(&mut self, text: &str) {
        let replier = !self.adjourned.sealer();
        let both = self.is_too_late(!replier);
        let sealed_end = self.sealed_end(text);
        if both && let Some(mv) = sealed_end {
            self.read(text);
            self.late_sealer_is_saved(mv);
            return;
        }
        let absent = RulingStep {
            text: format!("{} is absent: the clock is started", replier.title()),
            article: Some(AdjournmentPoint::ReplierAbsent.article(self.adjourned.laws)),
        };
        if sealed_end.is_none() && self.flag_falls_before_opening(text, self.adjourned.default_time)
        {
            // The clock was started before the flag fell.
            let steps = &mut self.answer.steps;
            steps.insert(steps.len() - 1, absent);
            return;
        }
        let too_late = format!("{} is too late", replier.title());
        if both {
            let text = format!("{too_late}, and so is {:#}: both lose", !replier);
            self.step(text, AdjournmentPoint::BothTooLate);
            self.end_by_lateness(Points::BOTH_LOSE);
            return;
        }
        self.step(format!("{too_late} and loses"), AdjournmentPoint::TooLate);
        self.end_by_lateness(Points::win(!replier));
        if sealed_end.is_some() {
            self.ask_arbiter(
                "whether lateness matters after a sealed move that ends the game [74 17.2, interpretation of 1962]",
            );
        }
    }

    /// Charges the clock of the player who must reply, until the envelope can be opened; true if the flag falls and so ends
    /// the game. The player who sealed must be able to mate after the sealed move, since nothing else can be played.
    fn flag_falls_before_opening(&mut self, text: &str, absence: Duration) -> bool {
        let replier = !self.adjourned.sealer();
        let reading = self.read(text);
        if let Some(mv) = reading.mv() {
            self.game.play_legal(mv);
        }
        let falls = self.charge(replier, absence);
        match reading.mv() {
            Some(_) if !falls => {
                self.game.take_back();
            }
            None if falls => self.ask_arbiter(format!(
                "whether the sealed move decides, which is {}, and not the flag",
                reading.as_str()
            )),
            _ => {}
        }
        if !falls {
            // The envelope is still closed.
            self.answer.sealed_move = None;
        }
        falls
    }

    /// The envelope is opened when the player who must reply arrives, `after` the time of the resumption.
    fn open(&mut self, text: &str, after: Duration) {
        let sealer = self.adjourned.sealer();
        let mv = match self.read(text) {
            SealedMoveReading::Legal(mv) => mv,
            SealedMoveReading::Lenient(mv) => {
                // The interpretation of 1965; later editions say "impossible to establish".
                let point = AdjournmentPoint::Unintelligible;
                self.step(
                    "the sealed move has exactly one legal meaning: it is legible",
                    point,
                );
                mv
            }
            SealedMoveReading::Ambiguous(why) => {
                return self.bad_sealed_move(&why, AdjournmentPoint::Ambiguous);
            }
            SealedMoveReading::Unintelligible(why) => {
                let why = if text.trim().is_empty() {
                    "the envelope is empty"
                } else {
                    why.as_str()
                };
                return self.bad_sealed_move(why, AdjournmentPoint::Unintelligible);
            }
            SealedMoveReading::Illegal(why) => {
                return self.bad_sealed_move(&why, AdjournmentPoint::Illegal);
            }
        };
        match self.arrival(sealer) {
            Arrival::Late(time) if time > after => {
                // After the default time the game is lost and no clock runs.
                let time = time.min(self.adjourned.default_time);
                self.sealer_is_late(mv, Some(time.saturating_sub(after)));
            }
            Arrival::Never => self.sealer_is_late(mv, None),
            Arrival::InTime | Arrival::Late(_) => {
                let clock = match self.end_after(mv) {
                    None => format!("; {}'s clock is started", (!sealer).title()),
                    Some(_) => String::new(),
                };
                let text =
                    format!("the envelope is opened and the sealed move made on the board{clock}");
                self.step(text, AdjournmentPoint::Resumed);
                self.make(mv);
            }
        }
    }

    /// The player whose sealed move is ambiguous, unintelligible or illegal loses (97 A.8, 74 17.3). Since 1997 the game is
    /// drawn if the opponent cannot mate.
    fn bad_sealed_move(&mut self, why: &str, point: AdjournmentPoint) {
        let sealer = self.adjourned.sealer();
        let doubt = "whether there is reasonable doubt about the move that was intended";
        let source = if self.is_1974() { " [17.3, 1965]" } else { "" };
        self.ask_arbiter(format!("{doubt}{source}"));
        if self.is_1974() {
            if point != AdjournmentPoint::Unintelligible {
                // The interpretation of 1965 leaves a move that is ambiguous, or clear but illegal, to the arbiter.
                let text = format!(
                    "{why}: {} loses if the arbiter has reasonable doubt about the move that was intended",
                    sealer.title()
                );
                return self.step(text, point);
            }
            self.step(format!("{why}: {} loses", sealer.title()), point);
            return self.end(Points::win(!sealer));
        }
        // The same exception as for a flag fall.
        let Some(end) = self.rule_flag(sealer) else {
            return;
        };
        if end.points == Points::DRAW {
            self.step(
                format!("{why}, but {:#} cannot mate: the game is drawn", !sealer),
                point,
            );
            self.step_under("the exception for a fallen flag applies", Some(end.article));
        } else {
            self.step(format!("{why}: {} loses", sealer.title()), point);
        }
        self.end_by(&end, sealer);
    }

    /// The player who sealed is absent when the envelope is opened; `arrives_after` says how long after that the player
    /// arrives, `None` for never.
    fn sealer_is_late(&mut self, mv: Move, arrives_after: Option<Duration>) {
        let sealer = self.adjourned.sealer();
        let too_late = self.is_too_late(sealer);
        if too_late && self.late_sealer_is_saved(mv) {
            return;
        }
        let [absent, replier] = [sealer, !sealer].map(Color::title);
        let clock = match self.end_after(mv) {
            None => format!(
                " and {replier}'s clock started; {replier} may seal the reply and start {absent}'s clock"
            ),
            Some(_) => String::new(),
        };
        let text = format!("{absent} is absent: the sealed move is made on the board{clock}");
        self.step(text, AdjournmentPoint::SealerAbsent);
        if self.make(mv).is_some() {
            return;
        }
        let replier_flag_falls = if self.events.replier_flag_fell {
            self.flag_falls(!sealer);
            true
        } else {
            self.reply_in_absence(arrives_after)
        };
        if !too_late {
            return;
        }
        if replier_flag_falls {
            let text = "the flag of the player who was present decides, not the late arrival";
            self.step(text, AdjournmentPoint::LateFlag);
        } else if !self.is_over() {
            let text = format!("{} is too late and loses", sealer.title());
            self.step(text, AdjournmentPoint::TooLate);
            self.end_by_lateness(Points::win(!sealer));
        }
    }

    /// Ends the game because a player is too late. Since 2009 the arbiter may decide otherwise (Guideline 10).
    fn end_by_lateness(&mut self, points: Points) {
        self.end(points);
        if self
            .rules
            .is_some_and(|rules| rules.edition >= Edition::Fide2009)
        {
            let article = AdjournmentPoint::TooLate.article(self.adjourned.laws);
            self.ask_arbiter(format!("whether the arbiter decides otherwise [{article}]"));
        }
    }

    /// Runs the clocks while the player who sealed is absent for `absence` after the opening: first the opponent's
    /// clock until the reply, then the clock of the absent player. True if the opponent's flag falls.
    fn reply_in_absence(&mut self, absence: Option<Duration>) -> bool {
        let sealer = self.adjourned.sealer();
        let reply = self.events.reply_after;
        let reply = reply.filter(|&reply| absence.is_none_or(|absence| reply <= absence));
        if let Some(time) = reply.or(absence)
            && self.charge(!sealer, time)
        {
            return true;
        }
        let Some(reply) = reply else {
            return false;
        };
        self.end_turn();
        self.answer.running = Some(sealer);
        self.step(
            format!(
                "{} has replied: {}'s clock runs, and a sealed reply is opened on arrival",
                (!sealer).title(),
                sealer.title()
            ),
            AdjournmentPoint::SealerAbsent,
        );
        if let Some(absence) = absence {
            self.charge(sealer, absence.saturating_sub(reply));
        }
        false
    }

    /// The exceptions in favour of a late player who sealed: the sealed move mates, or draws at once (97 A.10.a and b;
    /// 74 17.2 a and b). False if none applies.
    fn late_sealer_is_saved(&mut self, mv: Move) -> bool {
        let point = match self.end_after(mv) {
            Some(OutcomeKind::Checkmate) => AdjournmentPoint::LateMate,
            Some(_) => AdjournmentPoint::LateDraw,
            None => return false,
        };
        let sealer = self.adjourned.sealer().title();
        let text = format!("{sealer} is too late, but the sealed move has decided the game");
        self.step(text, point);
        self.make(mv);
        true
    }

    /// The sealed move, if it is legible and ends the game.
    fn sealed_end(&mut self, text: &str) -> Option<Move> {
        let sealed = read_sealed_move(self.game.board(), text, Some(self.language()));
        sealed.mv().filter(|&mv| self.end_after(mv).is_some())
    }

    /// How the sealed move ends the game; `None` if it does not.
    fn end_after(&mut self, mv: Move) -> Option<OutcomeKind> {
        self.game.play_legal(mv);
        let end = self.end_on_board();
        self.game.take_back();
        end.map(|end| end.kind)
    }

    /// Charges a clock; true if the flag falls and so ends the game.
    fn charge(&mut self, player: Color, time: Duration) -> bool {
        let turn = &mut self.turn[player.index()];
        *turn = turn.saturating_add(time);
        let used = *turn;
        let Some(left) = self.times[player.index()] else {
            let question =
                format!("whether {player:#}'s flag has fallen: the time left is not recorded");
            self.ask_arbiter(question);
            return false;
        };
        if used < left.saturating_add(self.delay(player)) {
            return false;
        }
        self.flag_falls(player);
        true
    }

    fn flag_falls(&mut self, player: Color) {
        let Some(end) = self.rule_flag(player) else {
            return;
        };
        self.times[player.index()] = Some(Duration::ZERO);
        let consequence = if end.points == Points::DRAW {
            format!("but {:#} cannot mate: the game is drawn", !player)
        } else {
            format!("and {player:#} loses")
        };
        let text = format!("{}'s flag has fallen, {consequence}", player.title());
        self.step_under(text, Some(end.article));
        self.end_by(&end, player);
    }

    /// The delay per move of a player's present period.
    fn delay(&self, player: Color) -> Duration {
        let board = self.game.board();
        let moves = moves_made(board, player);
        let control = self.adjourned.control.as_ref();
        let delay = control.map_or(0, |control| control.period_after(moves).delay_ms);
        Duration::from_millis(delay)
    }

    /// The time left to a player, as far as it is known.
    pub(super) fn time_left(&self, player: Color) -> Option<Duration> {
        let free = self.delay(player);
        let used = self.turn[player.index()].saturating_sub(free);
        self.times[player.index()].map(|time| time.saturating_sub(used))
    }
}
