//! Reviews games.

use super::book::noted_plies;
use super::clocks::move_times;
use super::moves::{PlayedGame, PlayedMove};
use super::passes::{GameAnalysis, withdraw_unconfirmed};
use super::pool::AnalysisPool;
use super::report::{GameReview, PlayerReviews};
use super::win_curve::WinCurve;
use crate::analysis::AnalysisLimits;
use crate::board::Board;
use crate::engine::GoError;
use crate::engine::options::OptionError;
use crate::judge::{JudgeSettings, judge_record, recorded_points, time_control};
use crate::laws::control::moves_made;
use crate::notation::openings::KnownOpening;
use crate::notation::pgn::{PlayerName, RecordedGame, Tags};
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::time::StopToken;
use crate::types::Color;
use crate::util::pool::available_cores;
use crate::util::text::printable;

/// The players whose moves are commented.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PlayerChoice {
    /// Both players.
    #[default]
    Both,
    /// One side in all games.
    Side(Color),
    /// The player whose name contains this one, see [`PlayerName`]. Games of other players are not reviewed.
    Name(String),
}

impl PlayerChoice {
    /// The sides whose moves are commented in a game; empty if the player does not take part.
    pub fn sides(&self, tags: &Tags) -> Vec<Color> {
        let is_wanted = |color: &Color| match self {
            Self::Both => true,
            Self::Side(side) => side == color,
            Self::Name(wanted) => tags
                .get(color.title())
                .is_some_and(|name| PlayerName::new(wanted).is_in(name)),
        };
        Color::ALL.into_iter().filter(is_wanted).collect()
    }
}

/// The settings of a review.
#[derive(Clone, Debug)]
pub struct ReviewSettings {
    /// The limits of each analysis; at least one.
    pub limits: AnalysisLimits,
    /// True to check the signs with deeper searches: of the positions before and after each sign, and of each inaccuracy
    /// against the best move. Only signs that all of them confirm remain.
    pub checks_signs: bool,
    /// Positions analysed at once.
    pub jobs: usize,
    /// Search threads per position.
    pub threads: usize,
    /// The hash table per position, in MiB.
    pub hash: usize,
    /// The players whose moves are commented.
    pub players: PlayerChoice,
    /// The win curve; `None` to choose it for each game by its record, see [`WinCurve::of_record`].
    pub curve: Option<WinCurve>,
    /// The settings of the judge's report.
    pub judge: JudgeSettings,
}

impl Default for ReviewSettings {
    /// Both players, [`ReviewSettings::NODES`] per position, signs checked, on all cores.
    fn default() -> Self {
        Self {
            limits: AnalysisLimits {
                nodes: Some(Self::NODES),
                ..AnalysisLimits::default()
            },
            checks_signs: true,
            jobs: available_cores(),
            threads: 1,
            hash: 16,
            players: PlayerChoice::Both,
            curve: None,
            judge: JudgeSettings::default(),
        }
    }
}

impl ReviewSettings {
    /// The default number of nodes per position.
    pub const NODES: u64 = 200_000;
}

/// Reviews games.
///
/// ```
/// use compongo::analysis::AnalysisLimits;
/// use compongo::notation::pgn::{PgnReader, RecordedGame};
/// use compongo::review::judgement::Judgement;
/// use compongo::review::{ReviewSettings, Reviewer};
/// use compongo::time::StopToken;
///
/// let file = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0";
/// let raw = PgnReader::new(file.as_bytes()).next().expect("a game")?;
/// let game = RecordedGame::read(&raw, None)?;
/// let settings = ReviewSettings {
///     limits: AnalysisLimits { nodes: Some(2000), ..AnalysisLimits::default() },
///     ..ReviewSettings::default()
/// };
/// let mut reviewer = Reviewer::new(settings, StopToken::default())?;
/// let review = reviewer.review(&game, "mate.pgn", &mut |_, _| ())?;
/// let review = review.expect("it was not stopped");
/// assert_eq!(review.moves[5].san, "Nf6");
/// assert_eq!(review.moves[5].judgement, Some(Judgement::Blunder));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Reviewer {
    settings: ReviewSettings,
    pool: AnalysisPool,
}

impl Reviewer {
    /// A reviewer with its engines; `stop` ends its review and every later one.
    ///
    /// # Errors
    /// The engine refuses a setting.
    pub fn new(settings: ReviewSettings, stop: StopToken) -> Result<Self, OptionError> {
        let options = [
            ("Hash", settings.hash.to_string()),
            ("Threads", settings.threads.to_string()),
            // The second line shows whether the first is the only good move.
            ("MultiPV", "2".to_owned()),
        ];
        let pool = AnalysisPool::new(settings.jobs, &options, stop)?;
        Ok(Self { settings, pool })
    }

    /// Settings that the engines corrected, such as a table that does not fit into memory.
    pub fn warnings(&self) -> &[String] {
        &self.pool.warnings
    }

    /// Reviews a game of a file. `None` if it was stopped before the end. `progress` gets the number of analyses done
    /// and that of all; the second pass adds to these.
    ///
    /// # Errors
    /// A search cannot be started.
    pub fn review(
        &mut self,
        game: &RecordedGame,
        file: &str,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<GameReview>, GoError> {
        let RecordedGame { pgn, parsed, .. } = game;
        let boards = game.boards();
        let played = self.played(game, &boards);
        let (limits, checks_signs) = (self.settings.limits, self.settings.checks_signs);
        let analysis = GameAnalysis::new(&mut self.pool, &played, &boards, progress);
        let Some((positions, analysis)) = analysis.run(limits, checks_signs)? else {
            return Ok(None);
        };
        let mut reviews = played.review(&positions);
        if checks_signs {
            withdraw_unconfirmed(&mut reviews, &positions);
        }
        let mut players = PlayerReviews::default();
        for mv in &reviews {
            match mv.player {
                Color::White => players.white.add(mv),
                Color::Black => players.black.add(mv),
            }
        }
        let tag = |name| {
            let value = pgn.tags.get(name);
            let known = value.filter(|value| !matches!(value.trim(), "" | "?"));
            known.map(|value| printable(value).into_owned())
        };
        let reviewed = self.settings.players.sides(&pgn.tags);
        Ok(Some(GameReview {
            file: printable(file).into_owned(),
            index: pgn.number,
            white: tag("White"),
            black: tag("Black"),
            result: recorded_points(pgn)
                .map(|points| points.to_string())
                .or_else(|| tag("Result")),
            event: tag("Event"),
            date: tag("Date").filter(|date| !date.starts_with('?')),
            fen: game.start.to_string(),
            reviewed,
            curve: played.curve,
            analysis,
            players,
            start: positions[0].evaluation(),
            moves: reviews,
            error: parsed
                .error
                .as_ref()
                .map(|error| printable(&error.to_string()).into_owned()),
            laws: judge_record(game, file, &self.settings.judge),
            line: pgn.line,
        }))
    }

    /// The moves of a game with the positions `boards`.
    fn played(&self, game: &RecordedGame, boards: &[Board]) -> PlayedGame {
        let RecordedGame { pgn, parsed, .. } = game;
        let style = CastlingStyle::new(game.start.is_chess960());
        let played = |mv| PlayedMove {
            mv,
            text: UciMove::new(mv, style).to_string(),
        };
        let moves: Vec<PlayedMove> = parsed.legal_moves().into_iter().map(played).collect();
        let movers: Vec<Color> = boards[..moves.len()].iter().map(Board::stm).collect();
        let control = time_control(&pgn.tags, &mut Vec::new());
        let made = Color::ALL.map(|player| moves_made(&game.start, player));
        let of_record = || WinCurve::of_record(game);
        PlayedGame {
            moves,
            times: move_times(&game.times(), &movers, made, control.as_ref()),
            noted_book: noted_plies(&pgn.comments),
            known_opening: KnownOpening::of(boards).plies,
            curve: self.settings.curve.unwrap_or_else(of_record),
        }
    }
}
