//! Static exchange evaluation against a slow search of the same exchange.
//!
//! The rules of the exchange, as `search::see_ge` documents them: both sides capture on one square, each with its least
//! valuable piece, each stopping when it suits it. A king takes only what is not defended. Pieces that were pinned to their
//! king when the exchange began stay out of it while their pinner stands, unless they capture along the pin. A pawn that
//! joins in on the last rank counts as a pawn; only the first move promotes. Castling is worth nothing.
//! Which of several equal pieces captures is left open, so the slow search follows all of them.

use compongo::board::Board;
use compongo::search::params::SEE_VALUES;
use compongo::search::see_ge;
use compongo::types::{Color, Move, Piece, Rng, Square};
use std::collections::{BTreeSet, HashSet};

fn value(piece: Piece) -> i32 {
    SEE_VALUES[piece.index()]
}

/// A board as squares and pieces, with nothing precomputed.
#[derive(Clone)]
struct PieceList([Option<(Color, Piece)>; 64]);

impl PieceList {
    fn new(board: &Board) -> Self {
        let mut pieces = [None; 64];
        for square in Square::all() {
            pieces[square.index()] = board
                .colored_piece_at(square)
                .map(|piece| (piece.color(), piece.piece()));
        }
        Self(pieces)
    }

    fn on(&self, square: Square) -> Option<(Color, Piece)> {
        self.0[square.index()]
    }

    fn king(&self, color: Color) -> Square {
        Square::all()
            .find(|&square| self.on(square) == Some((color, Piece::King)))
            .expect("every side has a king")
    }

    /// True if the piece on `from` attacks `to`.
    fn attacks(&self, from: Square, to: Square) -> bool {
        let Some((color, piece)) = self.on(from) else {
            return false;
        };
        let files = to.file().index() as i8 - from.file().index() as i8;
        let ranks = to.rank().index() as i8 - from.rank().index() as i8;
        let forward = if color == Color::White { 1 } else { -1 };
        let straight = (files == 0) != (ranks == 0);
        let diagonal = files.abs() == ranks.abs() && files != 0;
        let free = || {
            let step = (files.signum(), ranks.signum());
            let mut square = from;
            loop {
                square = square.offset(step.0, step.1).expect("on the way");
                if square == to {
                    return true;
                }
                if self.on(square).is_some() {
                    return false;
                }
            }
        };
        match piece {
            Piece::Pawn => files.abs() == 1 && ranks == forward,
            Piece::Knight => files.abs() * ranks.abs() == 2,
            Piece::Bishop => diagonal && free(),
            Piece::Rook => straight && free(),
            Piece::Queen => (straight || diagonal) && free(),
            Piece::King => files.abs().max(ranks.abs()) == 1,
        }
    }

    fn attackers(&self, to: Square, color: Color) -> Vec<Square> {
        Square::all()
            .filter(|&from| self.on(from).is_some_and(|piece| piece.0 == color))
            .filter(|&from| self.attacks(from, to))
            .collect()
    }

    fn without(&self, square: Square) -> Self {
        let mut pieces = self.clone();
        pieces.0[square.index()] = None;
        pieces
    }
}

/// A pin at the start of the exchange: who is pinned, by whom, and the squares between king and pinner.
struct Pin {
    pinned: Square,
    pinner: Square,
    way: Vec<Square>,
}

fn pins(pieces: &PieceList) -> Vec<Pin> {
    let mut pins = Vec::new();
    for color in Color::ALL {
        let king = pieces.king(color);
        for (files, ranks) in [
            (1, 0),
            (-1, 0),
            (0, 1),
            (0, -1),
            (1, 1),
            (1, -1),
            (-1, 1),
            (-1, -1),
        ] {
            let mut way = Vec::new();
            let mut square = king;
            let mut blockers = Vec::new();
            while let Some(next) = square.offset(files, ranks) {
                square = next;
                way.push(square);
                let Some((owner, piece)) = pieces.on(square) else {
                    continue;
                };
                let slides = piece == Piece::Queen
                    || piece
                        == (if files * ranks == 0 {
                            Piece::Rook
                        } else {
                            Piece::Bishop
                        });
                if owner != color && slides {
                    if let [pinned] = blockers[..] {
                        pins.push(Pin {
                            pinned,
                            pinner: square,
                            way,
                        });
                    }
                    break;
                }
                if owner != color {
                    break;
                }
                blockers.push(square);
            }
        }
    }
    pins
}

struct Exchange {
    target: Square,
    pins: Vec<Pin>,
}

impl Exchange {
    /// What `color` can gain at least by capturing on, the piece on the square being worth `prize`, for every choice
    /// between equal pieces.
    fn gains(&self, pieces: &PieceList, color: Color, prize: i32) -> BTreeSet<i32> {
        let able = pieces
            .attackers(self.target, color)
            .into_iter()
            .filter(|&from| {
                // Captured on the square of the exchange, a pinner no longer pins.
                self.pins.iter().all(|pin| {
                    pin.pinned != from
                        || pin.pinner == self.target
                        || pieces.on(pin.pinner).is_none()
                        || pin.way.contains(&self.target)
                })
            });
        let able: Vec<(Piece, Square)> = able
            .filter_map(|from| pieces.on(from).map(|(_, piece)| (piece, from)))
            .collect();
        let Some(least) = able.iter().map(|&(piece, _)| piece.index()).min() else {
            return BTreeSet::from([0]);
        };
        let mut gains = BTreeSet::new();
        for (piece, from) in able {
            if piece.index() != least {
                continue;
            }
            let left = pieces.without(from);
            if piece == Piece::King && !left.attackers(self.target, !color).is_empty() {
                gains.insert(0);
                continue;
            }
            for answer in self.gains(&left, !color, value(piece)) {
                gains.insert((prize - answer).max(0));
            }
        }
        gains
    }
}

/// What the exchange that `mv` begins is worth, for every choice between equal pieces.
fn brute_force(board: &Board, mv: Move) -> BTreeSet<i32> {
    if mv.is_castling() {
        return BTreeSet::from([0]);
    }
    let pieces = PieceList::new(board);
    let exchange = Exchange {
        target: mv.to(),
        pins: pins(&pieces),
    };
    let mut left = pieces.without(mv.from());
    let victim = if mv.is_en_passant() {
        let square = Square::new(mv.to().file(), mv.from().rank());
        left = left.without(square);
        Some(Piece::Pawn)
    } else {
        pieces.on(mv.to()).map(|(_, piece)| piece)
    };
    let (_, mover) = pieces.on(mv.from()).expect("a piece moves");
    let arrived = mv.promotion().unwrap_or(mover);
    // Something has to stand on the square to block what looks through it.
    left.0[mv.to().index()] = Some((board.stm(), arrived));
    let first = victim.map_or(0, value) + value(arrived) - value(mover);
    exchange
        .gains(&left, !board.stm(), value(arrived))
        .into_iter()
        .map(|answer| first - answer)
        .collect()
}

/// Positions of random games in which every other move is a capture if there is one.
fn positions(count: usize) -> Vec<Board> {
    let starts = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        "r2q3r/1P1k2P1/2n1qb2/3pp3/2PPbB2/1R1NQ3/p3K1p1/3R2B1 w - - 0 1",
        "3rr1k1/1b1q1ppp/8/2nPpn2/4P3/2N2N2/1B1Q1PPP/3RR1K1 w - - 0 1",
        "2q1r3/3r2k1/1b2n1b1/3pRp2/2NQRP1B/6P1/3B2KP/8 b - - 0 1",
    ];
    let mut rng = Rng::new(1);
    let mut seen = HashSet::new();
    let mut boards = Vec::new();
    while boards.len() < count {
        let mut board: Board = starts[rng.below(starts.len())].parse().expect("valid FEN");
        for _ in 0..60 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            if seen.insert(board.key()) {
                boards.push(board);
            }
            let sharp: Vec<Move> = moves.iter().copied().filter(|mv| !mv.is_quiet()).collect();
            board.play(if sharp.is_empty() || rng.below(4) > 0 {
                moves[rng.below(moves.len())]
            } else {
                sharp[rng.below(sharp.len())]
            });
        }
    }
    boards
}

/// Compares one move at many thresholds; how often it was compared.
fn compare(board: &Board, mv: Move, wrong: &mut Vec<String>) -> usize {
    let values = brute_force(board, mv);
    let mut thresholds: BTreeSet<i32> = [-1300, -100, -1, 0, 1, 100, 300, 525].into();
    for value in &values {
        thresholds.extend([value - 1, *value, value + 1]);
    }
    let mut compared = 0;
    for threshold in thresholds {
        let answers: BTreeSet<bool> = values.iter().map(|&value| value >= threshold).collect();
        if answers.len() == 1 {
            compared += 1;
            let found = see_ge(board, mv, threshold);
            if !answers.contains(&found) {
                wrong.push(format!(
                    "{board} {}{}: worth {values:?}, see(.., {threshold}) is {found}",
                    mv.from(),
                    mv.to()
                ));
            }
        }
    }
    compared
}

fn assert_right(wrong: &[String]) {
    let shown = &wrong[..wrong.len().min(20)];
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        shown.join("\n")
    );
}

#[test]
fn captures_are_worth_what_the_exchange_brings() {
    let mut wrong = Vec::new();
    let (mut captures, mut compared) = (0, 0);
    for board in positions(4000) {
        for mv in board.legal_moves().into_iter().filter(|mv| !mv.is_quiet()) {
            captures += 1;
            compared += compare(&board, mv, &mut wrong);
        }
    }
    assert!(captures > 10_000, "only {captures} captures");
    assert!(compared > 8 * captures, "only {compared} comparisons");
    assert_right(&wrong);
}

#[test]
fn quiet_moves_lose_what_can_be_taken() {
    let mut wrong = Vec::new();
    for board in positions(1000) {
        for mv in board.legal_moves().into_iter().filter(|mv| mv.is_quiet()) {
            compare(&board, mv, &mut wrong);
        }
    }
    assert_right(&wrong);
}

#[test]
fn known_exchanges() {
    let [pawn, knight, bishop, rook, queen, _] = SEE_VALUES;
    for (fen, text, expected) in [
        // An undefended pawn.
        (
            "1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1",
            "e1e5",
            pawn,
        ),
        // Defended by what stands behind.
        (
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "d3e5",
            pawn - knight,
        ),
        // Rook takes pawn, defended once, attacked once.
        ("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", pawn - rook),
        // Two rooks in line against one defender.
        ("4k3/4r3/8/4p3/8/8/4R3/4RK2 w - - 0 1", "e2e5", pawn),
        // The king takes back only what is alone.
        ("8/8/4k3/4p3/8/8/4R3/5K2 w - - 0 1", "e2e5", pawn - rook),
        ("8/8/4k3/4p3/8/4R3/4R3/5K2 w - - 0 1", "e3e5", pawn),
        // En passant, taken back.
        ("4k3/2p5/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", pawn),
        ("4k3/3p4/8/3Pp3/8/8/8/4K3 w - e6 0 1", "d5e6", 0),
        // Promotion, safe and not.
        ("3k4/6P1/8/8/8/8/8/4K3 w - - 0 1", "g7g8q", queen - pawn),
        ("4k2r/6P1/8/8/8/8/8/4K3 w - - 0 1", "g7g8q", -pawn),
        (
            "4k2r/6P1/8/8/8/8/8/4K3 w - - 0 1",
            "g7h8n",
            rook + knight - pawn,
        ),
        // The knight that would take back is pinned, or is not.
        ("4k3/8/4n3/2p5/8/8/8/2R1RK2 w - - 0 1", "c1c5", pawn),
        ("4k3/8/4n3/2p5/8/8/8/2R2K1R w - - 0 1", "c1c5", pawn - rook),
        // Along the pin it may take.
        ("4k3/8/4r3/8/8/4R3/8/4RK2 w - - 0 1", "e3e6", rook),
        ("4k3/8/4r3/4p3/8/4R3/8/5K2 w - - 0 1", "e3e5", pawn - rook),
        // One pinner has left, another stands: only its own piece is pinned.
        (
            "2k2r2/2p2p2/6pQ/p2p4/P2b2P1/1p2R3/P1qN1K2/6R1 w - - 0 27",
            "a2b3",
            pawn,
        ),
        (
            "1q3q2/1Rr1k3/5b2/3Pp1Q1/3n4/3K4/3B4/R5B1 w - - 2 15",
            "g5e5",
            pawn - queen,
        ),
        (
            "2Rr1k2/5ppp/4b2Q/8/N3P3/7P/5PP1/1R4K1 b - - 0 16",
            "f7f6",
            0,
        ),
        ("r2b4/8/8/N2k1q2/3P1B2/8/8/rQ3K2 b - - 1 14", "a1a2", -rook),
        // A quiet move onto an attacked square.
        ("4k3/8/3p4/8/8/8/8/2B1K3 w - - 0 1", "c1f4", 0),
        ("4k3/8/3p4/8/8/4N3/8/4K3 w - - 0 1", "e3c4", 0),
        ("4k3/8/3p4/8/6N1/8/8/4K3 w - - 0 1", "g4e5", -knight),
        ("4k3/8/3p4/8/8/6B1/8/4K3 w - - 0 1", "g3e5", -bishop),
    ] {
        let board: Board = fen.parse().expect("valid FEN");
        let mv = compongo::notation::uci_move::parse(&board, text).expect("a legal move");
        assert!(
            see_ge(&board, mv, expected),
            "{fen} {text} brings {expected}"
        );
        assert!(
            !see_ge(&board, mv, expected + 1),
            "{fen} {text} brings only {expected}"
        );
        assert_eq!(
            brute_force(&board, mv),
            BTreeSet::from([expected]),
            "{fen} {text}"
        );
    }
}

#[test]
fn castling_is_worth_nothing() {
    let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
        .parse()
        .expect("valid FEN");
    for mv in board
        .legal_moves()
        .into_iter()
        .filter(|mv| mv.is_castling())
    {
        assert!(see_ge(&board, mv, 0) && !see_ge(&board, mv, 1));
    }
}
