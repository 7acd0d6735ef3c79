//! Random walks as a search would go them: there and back, with and without looking, with null moves.

use super::random_nets;
use compongo::board::{Board, double_chess960_startpos};
use compongo::nnue::simd::SimdLevel;
use compongo::nnue::{Accumulators, BUCKETS, HIDDEN, LAYERS, Network, Shape};
use compongo::types::{File, MoveKind, Rng};
use std::sync::Arc;

/// A line that is walked with several accumulators at once.
struct Walk {
    network: Arc<Network>,
    /// One for each level that follows the line.
    walkers: Vec<Accumulators>,
    /// One that begins anew wherever it is asked.
    fresh: Accumulators,
    line: Vec<Board>,
    compared: usize,
    castled: usize,
    crossed: usize,
}

impl Walk {
    fn new(network: Network) -> Self {
        let network = Arc::new(network);
        let accumulators = |level| Accumulators::new(Arc::clone(&network), level);
        Self {
            walkers: SimdLevel::available().map(accumulators).collect(),
            fresh: accumulators(SimdLevel::Scalar),
            line: vec![Board::start()],
            compared: 0,
            castled: 0,
            crossed: 0,
            network,
        }
    }

    fn board(&self) -> Board {
        *self.line.last().expect("a root")
    }

    fn begin(&mut self, root: Board) {
        self.line = vec![root];
        for walker in &mut self.walkers {
            walker.begin(&root);
        }
    }

    /// Plays a random move; false at the end of a game.
    fn play(&mut self, rng: &mut Rng) -> bool {
        let board = self.board();
        let moves = board.legal_moves();
        if moves.is_empty() || board.halfmove_clock() >= 100 || self.line.len() >= 200 {
            return false;
        }
        let mv = moves[rng.below(moves.len())];
        let mut next = board;
        next.play(mv);
        for walker in &mut self.walkers {
            walker.make_move();
        }
        self.castled += usize::from(mv.kind() == MoveKind::Castle);
        let right = |board: &Board, color| board.king(color).file() >= File::E;
        let mover = board.stm();
        self.crossed += usize::from(right(&board, mover) != right(&next, mover));
        self.line.push(next);
        true
    }

    fn unmake_move(&mut self) {
        if self.line.len() > 1 {
            self.line.pop();
            self.walkers.iter_mut().for_each(Accumulators::unmake_move);
        }
    }

    fn return_to_root(&mut self) {
        self.line.truncate(1);
        for walker in &mut self.walkers {
            walker.return_to_root();
        }
    }

    /// Compares the scores of a board, which is the current one, but perhaps after a null move.
    fn compare(&mut self, board: &Board) {
        let expected = self.network.evaluate(board);
        for walker in &mut self.walkers {
            assert_eq!(walker.evaluate(board), expected, "{board}");
        }
        self.fresh.begin(board);
        assert_eq!(self.fresh.evaluate(board), expected, "{board}");
        self.compared += 1;
    }

    fn walk(&mut self, moves: usize, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut played = 0;
        while played < moves {
            match rng.below(100) {
                0..60 if self.play(&mut rng) => played += 1,
                0..60 | 98 => self.begin(double_chess960_startpos(rng.below(960), rng.below(960))),
                60..80 => {
                    let board = self.board();
                    self.compare(&board);
                }
                80..90 => self.unmake_move(),
                90..97 => {
                    let mut board = self.board();
                    if !board.in_check() {
                        board.play_null();
                        self.compare(&board);
                    }
                }
                97 => self.return_to_root(),
                _ => (0..rng.below(20)).for_each(|_| self.unmake_move()),
            }
        }
        assert!(self.compared > moves / 3, "{} of {moves}", self.compared);
    }
}

/// All shapes, every third one with threats.
fn shapes() -> impl Iterator<Item = Shape> {
    let sizes = HIDDEN
        .into_iter()
        .flat_map(|hidden| BUCKETS.map(|buckets| (hidden, buckets)));
    let shapes = sizes.flat_map(|(hidden, buckets)| {
        LAYERS
            .into_iter()
            .filter_map(move |layers| Shape::with_layers(hidden, buckets, layers).ok())
    });
    shapes.enumerate().map(|(number, shape)| Shape {
        threats: number % 3 == 0,
        ..shape
    })
}

#[test]
fn all_ways_to_a_score_agree() {
    // 160,000 moves in all.
    for (seed, shape) in (1..).zip(shapes()) {
        let mut walk = Walk::new(random_nets::usual(seed, shape));
        walk.walk(5_000, seed);
        let (castled, crossed) = (walk.castled, walk.crossed);
        assert!(castled > 5 && crossed > 25, "{castled} {crossed}");
    }
}

#[test]
fn all_ways_agree_with_extreme_weights() {
    for (seed, shape) in (1..).zip(shapes()) {
        for chance in [0, 1, 4, 7, 8] {
            let network = random_nets::extreme(seed, shape, chance);
            Walk::new(network).walk(400, seed);
        }
    }
}

#[test]
fn the_largest_sum_is_reached_and_fits() {
    let shape = Shape::new(384, 8).expect("a known shape");
    let (most, least) = (
        random_nets::extreme(1, shape, 8),
        random_nets::extreme(1, shape, 0),
    );
    let board = Board::start();
    // All neurons are at 255: 255² · 33020 / 255 · 400 / 16320.
    let centipawns = 255 * 33_020 * 400_i64 / 16_320;
    assert_eq!(i64::from(most.evaluate(&board)), centipawns);
    assert_eq!(least.evaluate(&board), 0);
    let [most, least] = [most, least].map(Arc::new);
    for level in SimdLevel::available() {
        for network in [&most, &least] {
            let mut accumulators = Accumulators::new(Arc::clone(network), level);
            accumulators.begin(&board);
            assert_eq!(accumulators.evaluate(&board), network.evaluate(&board));
        }
    }
}
