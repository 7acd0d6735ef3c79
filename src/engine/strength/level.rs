//! Levels and their limits.

use super::super::options::Options;
use crate::board::Board;
use crate::eval::Evaluation;
use crate::search::SearchRequest;
use crate::types::Color;

/// The rating of the weakest level.
pub const MIN_ELO: u32 = 600;
/// The rating of the strongest level.
pub const MAX_ELO: u32 = 3000;
/// The value of `Skill Level` that means full strength.
pub(in crate::engine) const FULL_SKILL: u32 = 20;

/// From this rating on, the level always sees a mate in one and knows the technique against a bare king.
const SEES_MATE_IN_ONE: u32 = 1000;
/// From this rating on, pawn endings are played without random errors.
const KNOWS_PAWN_ENDINGS: u32 = 2200;
/// The factor on noise and oversight against a bare king.
const BARE_KING_ERRORS: f64 = 0.1;
/// With this many pieces besides kings and pawns a position is no ending. With fewer, noise and oversight shrink
/// linearly.
const MIDDLEGAME_PIECES: u32 = 8;
/// The factor on noise and oversight with no pieces besides kings and pawns.
const ENDGAME_ERRORS: f64 = 0.4;
/// Plies by which a level sees deeper with no pieces besides kings and pawns.
const ENDGAME_DEPTH: f64 = 2.0;
/// At most this many pieces besides kings and pawns count as few.
const FEW_PIECES: u32 = 4;
/// Plies of the game that count as the opening, where principles help.
const OPENING_PLIES: u32 = 30;
/// The pieces besides kings and pawns in the initial position.
const OPENING_PIECES: u32 = 14;
/// The factor on noise and oversight at the first ply of the opening; it grows linearly to 1.
const OPENING_ERRORS: f64 = 0.15;

/// Plies in which a player looks at every move: the player's own, the reply, the answer to that, and evasions of a
/// check.
const FULL_WIDTH_PLIES: usize = 4;

/// A strength below full strength: a rating on the scale of `UCI_Elo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::engine) struct StrengthLevel {
    elo: u32,
}

/// The limits of a level in a position. The search completes no iteration beyond `depth` or `nodes`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct LevelParameters {
    /// Depth to which a move is seen, in plies; the fraction is the share of moves that are seen one ply deeper.
    pub depth: f64,
    /// Nodes per search.
    pub nodes: u64,
    pub candidates: usize,
    /// The probability that the level misses the last ply of the search; then the ply before it, and so on.
    pub oversight: f64,
    /// Standard deviation of the error of scores, in internal units.
    pub noise: f64,
}

/// Ratings, and their places on a scale on which 0 and 1 are two reference points of the parameters; ratings above 2400
/// lie beyond the second.
const FIT: [(f64, f64); 12] = [
    (600.0, 0.062),
    (800.0, 0.066),
    (1000.0, 0.072),
    (1200.0, 0.1),
    (1350.0, 0.105),
    (1500.0, 0.15),
    (1650.0, 0.242),
    (1800.0, 0.325),
    (2000.0, 0.515),
    (2200.0, 0.863),
    (2400.0, 0.963),
    (3000.0, 1.1),
];

impl StrengthLevel {
    /// The level of a rating, clamped to 600..=3000.
    pub fn new(elo: u32) -> Self {
        Self {
            elo: elo.clamp(MIN_ELO, MAX_ELO),
        }
    }

    /// The level that the options select; `None` for full strength. `UCI_AnalyseMode` overrides `UCI_LimitStrength`,
    /// which overrides `Skill Level`.
    pub fn of(options: &Options) -> Option<Self> {
        if options.analyse_mode {
            None
        } else if options.limit_strength {
            Some(Self::new(options.elo))
        } else {
            (options.skill_level < FULL_SKILL).then(|| Self::of_skill(options.skill_level))
        }
    }

    /// The level of a `Skill Level` from 0 to 19: 600 plus 120 per step.
    fn of_skill(skill: u32) -> Self {
        Self::new(MIN_ELO + (MAX_ELO - MIN_ELO) * skill / FULL_SKILL)
    }

    /// True if the level always sees a mate in one.
    pub const fn sees_mate_in_one(self) -> bool {
        self.elo >= SEES_MATE_IN_ONE
    }

    /// The loss in internal units that an attentive level always sees if it shows at
    /// [`QUICK_PASS_DEPTH`](super::choice::QUICK_PASS_DEPTH): from 1350 on it hangs no queen, from 1500 on hardly a
    /// piece, from 1800 on none.
    pub fn obvious_loss(self) -> i32 {
        const LOSSES: [(f64, f64); 5] = [
            (1200.0, 470.0),
            (1350.0, 390.0),
            (1500.0, 258.0),
            (1800.0, 170.0),
            (2400.0, 80.0),
        ];
        interpolate(&LOSSES, f64::from(self.elo)) as i32
    }

    /// The share of moves on which the level looks for obvious losses: a quarter at 600, all from 1350 on.
    pub fn attention(self) -> f64 {
        interpolate(
            &[
                (600.0, 0.25),
                (800.0, 0.62),
                (1000.0, 0.83),
                (1200.0, 0.95),
                (1350.0, 1.0),
            ],
            f64::from(self.elo),
        )
    }

    /// The share of moves on which an attentive level counts pawns as it counts pieces.
    pub fn pawn_attention(self) -> f64 {
        interpolate(
            &[(1000.0, 0.4), (1350.0, 0.75), (1500.0, 0.9), (1800.0, 1.0)],
            f64::from(self.elo),
        )
    }

    /// The amount, in internal units, by which a sacrifice must be better than every move that keeps the material: up
    /// to 1500 it must be clearly better, from 2200 on it may be a little worse.
    pub fn sacrifice_margin(self) -> f64 {
        interpolate(&[(1500.0, 75.0), (2200.0, -75.0)], f64::from(self.elo))
    }

    /// The limits in a position; errors are smaller in the opening, in endings and against a bare king, and absent in
    /// pawn endings at high ratings. In endings the level sees deeper.
    pub(super) fn parameters(self, board: &Board) -> LevelParameters {
        let general = self.general_parameters();
        let pieces = non_pawn_pieces(board);
        let played = f64::from(board.game_ply()) / f64::from(OPENING_PLIES);
        // A position that was set up has few moves too, but no opening has few pieces.
        let exchanged = 1.0 - f64::from(pieces) / f64::from(OPENING_PIECES);
        let opening = played.max(exchanged).clamp(0.0, 1.0);
        let pieces = pieces.min(MIDDLEGAME_PIECES);
        let middlegame = f64::from(pieces) / f64::from(MIDDLEGAME_PIECES);
        let errors = (OPENING_ERRORS + (1.0 - OPENING_ERRORS) * opening)
            * (ENDGAME_ERRORS + (1.0 - ENDGAME_ERRORS) * middlegame);
        let mut noise = general.noise * errors;
        let mut oversight = general.oversight * errors;
        if self.sees_mate_in_one() && has_bare_king(board) {
            noise *= BARE_KING_ERRORS;
            oversight *= BARE_KING_ERRORS;
        }
        if self.elo >= KNOWS_PAWN_ENDINGS && is_pawn_ending(board) {
            noise = 0.0;
            oversight = 0.0;
        }
        LevelParameters {
            depth: general.depth + ENDGAME_DEPTH * (1.0 - middlegame),
            oversight,
            noise,
            ..general
        }
    }

    fn general_parameters(self) -> LevelParameters {
        let part = interpolate(&FIT, f64::from(self.elo));
        let between = |at_0: f64, at_1: f64| at_0 * (at_1 / at_0).powf(part);
        LevelParameters {
            depth: between(1.5, 24.0).max(1.0),
            nodes: between(80.0, 200_000.0).max(60_000.0) as u64,
            candidates: between(140.0, 0.32).clamp(2.0, 256.0) as usize,
            oversight: between(0.8, 0.02).min(0.9),
            noise: between(210.0, 4.0),
        }
    }
}

impl LevelParameters {
    /// The request of a search under these limits.
    pub fn limit(&self, request: &SearchRequest) -> SearchRequest {
        let mut limited = request.clone();
        // More lines, because a client shows them, would cost depth.
        limited.multi_pv = self.candidates;
        limited.full_width_plies = FULL_WIDTH_PLIES;
        // The ratings were measured with this network; a better one would make every level stronger.
        limited.evaluation = Evaluation::of_levels();
        // Looking up endgame tables is beyond any player.
        limited.tables = None;
        let limits = &mut limited.limits;
        limits.nodes = Some(
            limits
                .nodes
                .map_or(self.nodes, |nodes| nodes.min(self.nodes)),
        );
        let depth = self.depth.ceil() as u16;
        limits.depth = Some(limits.depth.map_or(depth, |limit| limit.min(depth)));
        limited
    }
}

/// True if few pieces are left besides kings and pawns, so that a pawn counts.
pub(super) fn has_few_pieces(board: &Board) -> bool {
    non_pawn_pieces(board) <= FEW_PIECES
}

fn non_pawn_pieces(board: &Board) -> u32 {
    Color::ALL
        .into_iter()
        .map(|color| board.non_pawn_pieces(color).count())
        .sum()
}

fn has_bare_king(board: &Board) -> bool {
    Color::ALL
        .into_iter()
        .any(|color| board.colors(color).count() == 1)
}

fn is_pawn_ending(board: &Board) -> bool {
    non_pawn_pieces(board) == 0
}

/// Linear interpolation between points; outside of them, the value of the first or last point.
fn interpolate(points: &[(f64, f64)], x: f64) -> f64 {
    let after = points.partition_point(|&(at, _)| at <= x);
    match (
        after.checked_sub(1).map(|index| points[index]),
        points.get(after),
    ) {
        (Some((x0, y0)), Some(&(x1, y1))) => y0 + (y1 - y0) * (x - x0) / (x1 - x0),
        (Some((_, y)), None) | (None, Some(&(_, y))) => y,
        (None, None) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels() -> impl Iterator<Item = StrengthLevel> {
        (MIN_ELO..=MAX_ELO).step_by(10).map(StrengthLevel::new)
    }

    fn parameters(level: StrengthLevel, fen: &str) -> LevelParameters {
        level.parameters(&fen.parse().expect("a position"))
    }

    const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 19";
    const PAWN_ENDING: &str = "8/5k2/8/4P3/3K4/8/8/8 w - - 0 60";

    #[test]
    fn a_stronger_level_sees_more_and_errs_less() {
        let all: Vec<_> = levels()
            .map(|level| parameters(level, MIDDLEGAME))
            .collect();
        for pair in all.windows(2) {
            let [weak, strong] = [pair[0], pair[1]];
            assert!(weak.depth <= strong.depth && weak.nodes <= strong.nodes);
            assert!(weak.candidates >= strong.candidates && strong.candidates >= 2);
            assert!(weak.oversight >= strong.oversight && weak.noise > strong.noise);
        }
        assert!(levels().is_sorted_by_key(|level| -level.obvious_loss()));
        let losses = [1400, 1800].map(|elo| StrengthLevel::new(elo).obvious_loss());
        assert_eq!(losses, [346, 170]);
        let percent = |elo| (100.0 * StrengthLevel::new(elo).attention()) as u32;
        let attention = [600, 800, 1100, 1400, 3000].map(percent);
        assert_eq!(attention, [25, 62, 88, 100, 100]);
        let percent = |elo| (100.0 * StrengthLevel::new(elo).pawn_attention()).round() as u32;
        assert_eq!([600, 1000, 1500, 1800].map(percent), [40, 40, 90, 100]);
        let margin = |elo| StrengthLevel::new(elo).sacrifice_margin() as i32;
        assert_eq!([600, 1500, 2200, 3000].map(margin), [75, 75, -75, -75]);
        let plies = |fen| parameters(StrengthLevel::new(2000), fen).depth.round() as u32;
        assert_eq!(plies(PAWN_ENDING), plies(MIDDLEGAME) + 2);
    }

    #[test]
    fn openings_and_endings_are_played_with_more_knowledge() {
        let noise = |elo, fen| parameters(StrengthLevel::new(elo), fen).noise;
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert!(noise(1500, start) < noise(1500, MIDDLEGAME) / 2.0);
        let bare_king = "8/8/8/3k4/8/8/3K4/R7 w - - 0 80";
        assert!(noise(1000, bare_king) < noise(1000, MIDDLEGAME) / 5.0);
        assert!(noise(990, bare_king) > 5.0 * noise(1000, bare_king));
        let rooks = "8/1p3k2/r7/4P3/3K4/7R/8/8 w - - 0 60";
        assert!(noise(1500, rooks) < 0.6 * noise(1500, MIDDLEGAME));
        let set_up = "8/1p3k2/r7/4P3/3K4/7R/8/8 w - - 0 1";
        assert!(noise(1500, set_up) > 0.8 * noise(1500, rooks));
        let pawns = "8/1p3k2/8/4P3/3K4/8/8/8 w - - 0 60";
        assert!(noise(2190, pawns) > 0.0);
        for elo in [2200, 3000] {
            for fen in [PAWN_ENDING, pawns] {
                let parameters = parameters(StrengthLevel::new(elo), fen);
                assert!(parameters.noise == 0.0 && parameters.oversight == 0.0);
            }
        }
    }

    #[test]
    fn options_ask_for_levels() {
        let level = |limit_strength, elo, skill_level, analyse_mode| {
            let options = Options {
                analyse_mode,
                limit_strength,
                elo,
                skill_level,
                ..Options::default()
            };
            StrengthLevel::of(&options).map(|level| level.elo)
        };
        assert_eq!(level(false, 1500, 20, false), None);
        assert_eq!(level(true, 1500, 20, false), Some(1500));
        assert_eq!(level(true, 1500, 3, false), Some(1500));
        assert_eq!(level(false, 1500, 0, false), Some(600));
        assert_eq!(level(false, 1500, 10, false), Some(1800));
        assert_eq!(level(false, 1500, 19, false), Some(2880));
        assert_eq!(level(true, 1500, 3, true), None);
    }
}
