//! Whether a side can still mate: Articles 5.2.2 (dead positions) and 6.9 (what a fallen flag costs), and the mating
//! potential of the blitz rules of 1997 (C.4).

use super::proof_checker::{self, CheckError};
use crate::support::position::{board, mv};
use compongo::board::Board;
use compongo::laws::material;
use compongo::laws::winnable::reachable::{DeadPositionCache, is_blocked};
use compongo::laws::winnable::tree::dead_after_forced_captures;
use compongo::laws::winnable::{
    ProofBudget, UnwinnableProof, Winnability, WinnabilityCache, WinnableProof, can_win,
    mating_potential, table,
};
use compongo::types::Color;

const BUDGET: ProofBudget = ProofBudget::new(2_000_000);

/// The answer of a fresh cache, with its proof checked.
fn ask(board: &Board, color: Color) -> Winnability {
    let answer = can_win(board, color, &BUDGET, &mut WinnabilityCache::default());
    assert_eq!(
        proof_checker::check(board, color, &answer),
        Ok(()),
        "{color} in {board}: {}",
        answer.proof()
    );
    answer
}

/// Asserts whether White and whether Black can mate, also with colours changed and, with few pieces, in the bitbases.
#[track_caller]
fn assert_can_win(fen: &str, white: bool, black: bool) {
    let board = board(fen);
    let flipped = board.flipped();
    for (color, expected) in [(Color::White, white), (Color::Black, black)] {
        for (board, color) in [(board, color), (flipped, !color)] {
            let answer = ask(&board, color);
            assert_eq!(
                answer.is_winnable(),
                Some(expected),
                "{color} in {board}: {}",
                answer.proof()
            );
            let by_table = (board.occupied().count() <= table::MAX_PIECES).then_some(expected);
            assert_eq!(
                table::can_win(&board, color),
                by_table,
                "the table for {color} in {board}"
            );
        }
    }
}

/// Asserts that neither side can mate, and the number of states that proves it.
#[track_caller]
fn assert_dead_closure(fen: &str, expected: u64) {
    assert_can_win(fen, false, false);
    for color in Color::ALL {
        let Winnability::Unwinnable(UnwinnableProof::ClosedSet(closure)) = ask(&board(fen), color)
        else {
            panic!("no closed set for {fen}");
        };
        assert_eq!(closure.states, expected, "{color} in {fen}");
    }
}

#[test]
fn article_5_2_2_knights_can_mate() {
    for fen in ["kn6/2N5/1K6/8/8/8/8/8 b - -", "k7/2N5/1KN5/8/8/8/8/8 b - -"] {
        assert_eq!(
            ask(&board(fen), Color::White),
            Winnability::Winnable(WinnableProof::Line(Vec::new()))
        );
        assert_can_win(fen, true, false);
    }
}

#[test]
fn article_5_2_1_a_stalemate_is_not_dead_by_material() {
    let stalemate = board("7k/8/4B1K1/8/8/8/8/8 b - -");
    assert!(!stalemate.in_check() && !stalemate.has_legal_move());
    assert_can_win("7k/8/4B1K1/8/8/8/8/8 b - -", false, false);
}

#[test]
fn article_6_9_material_of_both_sides_counts() {
    assert_can_win("8/8/4k3/4n3/8/3BK3/8/8 w - -", true, true);
    assert_can_win("8/8/4k3/4p3/8/3NK3/8/8 w - -", true, true);
    assert_can_win("8/8/4k3/4q3/8/3NK3/8/8 w - -", false, true);
    assert_can_win("8/8/4k3/4r3/8/3BK3/8/8 w - -", false, true);
}

#[test]
fn article_6_9_a_lone_knight_can_win_against_a_pawn() {
    assert_can_win("8/8/8/4k3/4p3/4N3/4K3/8 w - -", true, true);
}

#[test]
fn article_6_9_forced_captures() {
    for fen in [
        "k7/p1K5/1N6/3p4/8/8/8/8 b - -",
        "8/8/8/8/8/2K5/1p6/kB6 b - -",
        "8/8/8/8/1p6/kQ6/8/1K6 b - -",
    ] {
        assert_can_win(fen, false, true);
        assert!(matches!(
            ask(&board(fen), Color::White),
            Winnability::Unwinnable(UnwinnableProof::Tree { .. })
        ));
    }
    assert_can_win("k7/8/Kp6/1P6/8/8/8/8 w - -", true, false);
    assert_can_win("4k3/8/8/8/8/8/3q4/4K1N1 w - -", false, true);
}

#[test]
fn article_5_2_2_forced_capture_of_the_last_piece() {
    let dead = board("kb6/2N5/1K6/8/8/8/8/8 b - -");
    assert!(dead_after_forced_captures(&dead));
    assert_can_win("kb6/2N5/1K6/8/8/8/8/8 b - -", false, false);
    let before = board("kb6/8/1K6/3N4/8/8/8/8 w - -");
    assert!(!dead_after_forced_captures(&before));
    assert_can_win("kb6/8/1K6/3N4/8/8/8/8 w - -", true, true);
    let mut after = before;
    after.play(mv(&before, "d5c7"));
    assert!(dead_after_forced_captures(&after));
    for fen in ["8/8/8/8/8/8/5Q1p/5k1K b - -", "7k/7P/5K2/8/8/8/8/8 b - -"] {
        assert!(dead_after_forced_captures(&board(fen)), "{fen}");
        assert_can_win(fen, false, false);
    }
}

#[test]
fn article_5_2_2_a_pawn_before_its_king_is_not_dead() {
    assert_can_win("k7/P7/1K6/8/8/8/8/8 w - -", true, false);
}

#[test]
fn article_5_2_2_blocked_pawns() {
    let positions = [
        ("4k3/8/8/p1p1p1p1/P1PpPpPp/3P1P1P/8/4K3 b - -", 864),
        ("8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - -", 1_152),
        ("8/4k3/1p1p1p1p/1P1P1P1P/8/8/8/4K3 w - -", 1_024),
        ("4k3/8/8/p1p1p1p1/P1P1P1P1/8/4B3/4K3 w - -", 13_248),
        ("4kb2/8/8/p1p1p1p1/P1P1P1P1/8/4B3/4K3 w - -", 152_352),
    ];
    for (fen, states) in positions {
        assert_dead_closure(fen, states);
        assert!(is_blocked(&board(fen)), "{fen}");
        let mut cache = DeadPositionCache::new(states, u64::MAX);
        assert!(cache.is_dead(&board(fen)), "{fen}");
        assert!(cache.is_dead(&board(fen)), "{fen}, from memory");
    }
}

#[test]
fn article_5_2_2_blocked_pawns_with_a_way_through() {
    for fen in [
        "4k3/8/8/p1p1p1p1/P1PpPpPp/3P1P1P/8/4K3 b - e3 0 50",
        "4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - -",
        "4k3/8/8/p1p1p1p1/P1P1P1P1/8/3B4/4K3 w - -",
    ] {
        assert_can_win(fen, true, true);
        assert!(
            !DeadPositionCache::new(16_384, u64::MAX).is_dead(&board(fen)),
            "{fen}"
        );
    }
}

#[test]
fn article_6_9_a_wall_that_one_side_can_pass() {
    let fen = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - -";
    assert_can_win(fen, true, false);
    assert!(!DeadPositionCache::new(1 << 20, u64::MAX).is_dead(&board(fen)));
}

/// Where the kings stand decides, not the pawns: one inside the enemy camp takes the pawns from behind.
#[test]
fn article_5_2_2_the_same_wall_with_a_king_behind_it() {
    let mut cache = DeadPositionCache::new(16_384, u64::MAX);
    let dead = board("8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - -");
    let alive = board("8/8/8/p1p1p1p1/P1P1P1P1/k7/6K1/8 b - -");
    for _ in 0..4 {
        assert!(cache.is_dead(&dead));
        assert!(!cache.is_dead(&alive));
    }
}

/// The total of failed searches belongs to a search, what is proved to a game.
#[test]
fn article_5_2_2_what_one_search_has_proved_holds_in_the_next() {
    let mut cache = DeadPositionCache::new(1_000, 0);
    let too_large = board("4k3/8/8/p1p1p1p1/P1P1P1P1/8/4B3/4K3 w - -");
    let dead = board("4k3/8/8/p1p1p1p1/P1PpPpPp/3P1P1P/8/4K3 b - -");
    let search = |cache: &mut DeadPositionCache| {
        cache.begin_search();
        (cache.is_dead(&too_large), cache.is_dead(&dead))
    };
    assert_eq!(search(&mut cache), (false, false), "nothing is left");
    cache.begin_search();
    assert!(cache.is_dead(&dead), "as many states as before");
    assert_eq!(search(&mut cache), (false, true), "from memory");
    cache.clear();
    assert_eq!(search(&mut cache), (false, false), "forgotten");
}

#[test]
fn article_3_8_castling_counts_while_the_right_lasts() {
    // With the right the king can come out beside its rook; the verdict must hold with and without it.
    for fen in [
        "4k3/8/8/8/8/8/8/R3K3 w Q -",
        "4k3/8/8/8/8/8/8/1R1K4 w B -",
        "4k3/8/8/8/8/8/8/R3K3 w - -",
    ] {
        assert_can_win(fen, true, false);
    }
}

#[test]
fn blitz_1997_c_4_mating_potential() {
    for (fen, color, expected) in [
        ("8/8/8/8/8/p7/2K5/k1N5 b - -", Color::White, true),
        ("k7/4R3/1K6/8/8/8/4n3/8 b - -", Color::White, true),
        ("k7/8/1KN5/8/8/4N3/8/8 b - -", Color::White, false),
        ("k7/8/1KN5/8/8/4N3/8/8 w - -", Color::White, false),
        ("k7/8/1K6/8/8/8/8/8 w - -", Color::White, false),
        // The nearest helpmate proves nothing: White could avoid it up to the last move.
        (
            "5k2/ppp1pp1p/8/6p1/2pP2P1/8/PP2PP1P/4K3 w - -",
            Color::Black,
            true,
        ),
        (
            "r1bbkrqn/pppppppp/8/8/1P4P1/6N1/1PPPPP1P/RNBBKRQ1 w KQk -",
            Color::Black,
            true,
        ),
        (
            "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - -",
            Color::White,
            false,
        ),
        (
            "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - -",
            Color::Black,
            false,
        ),
    ] {
        let board = board(fen);
        let answer = mating_potential(&board, color, &BUDGET, &mut WinnabilityCache::default());
        assert_eq!(
            answer.is_winnable(),
            Some(expected),
            "{fen}: {}",
            answer.proof()
        );
        assert_eq!(
            proof_checker::check_potential(&board, color, &answer),
            Ok(()),
            "{fen}"
        );
    }
}

#[test]
fn a_spent_budget_leaves_the_question_open() {
    let wall = board("4kb2/8/8/p1p1p1p1/P1P1P1P1/8/4B3/4K3 w - -");
    let small = ProofBudget {
        nodes: 5_000,
        ..BUDGET
    };
    let answer = can_win(
        &wall,
        Color::White,
        &small,
        &mut WinnabilityCache::default(),
    );
    assert_eq!(answer, Winnability::Undetermined { nodes: 5_000 });
    let cancelled = ProofBudget {
        cancelled: &|| true,
        ..BUDGET
    };
    let answer = can_win(
        &wall,
        Color::White,
        &cancelled,
        &mut WinnabilityCache::default(),
    );
    assert_eq!(answer.is_winnable(), None);
}

#[test]
fn a_false_proof_does_not_pass() {
    let wall = board("8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - -");
    let open = board("4k3/8/8/p1p1p3/P1P1P3/8/8/4K3 w - -");
    let Winnability::Unwinnable(UnwinnableProof::ClosedSet(closure)) = ask(&wall, Color::White)
    else {
        panic!("a closed set");
    };
    let claim = |closure| Winnability::Unwinnable(UnwinnableProof::ClosedSet(closure));
    let mut wrong = closure.clone();
    wrong.states += 1;
    assert!(proof_checker::check(&wall, Color::White, &claim(wrong)).is_err());
    let mut wrong = closure.clone();
    wrong.digest ^= 1;
    assert!(proof_checker::check(&wall, Color::White, &claim(wrong)).is_err());
    assert_eq!(
        proof_checker::check(&open, Color::White, &claim(closure.clone())),
        Err(CheckError::Outside)
    );
    let mut wrong = closure;
    *wrong.root = open;
    assert!(proof_checker::check(&open, Color::White, &claim(wrong)).is_err());
    for false_claim in [
        Winnability::Unwinnable(UnwinnableProof::Material),
        Winnability::Unwinnable(UnwinnableProof::Tree { plies: 6 }),
        Winnability::Winnable(WinnableProof::Line(vec![mv(&wall, "b7a7")])),
        Winnability::Winnable(WinnableProof::Line(vec![mv(&open, "e1e2")])),
        Winnability::Winnable(WinnableProof::Table(Vec::new())),
        Winnability::Undetermined { nodes: 1 },
    ] {
        assert!(
            proof_checker::check(&wall, Color::White, &false_claim).is_err(),
            "{}",
            false_claim.proof()
        );
    }
}

#[test]
fn proofs_are_one_line_each() {
    let text = |fen: &str, color| ask(&board(fen), color).proof();
    assert_eq!(text("8/8/4k3/8/8/8/4K3/8 w - -", Color::White), "material");
    assert_eq!(
        text("k7/8/Kp6/1P6/8/8/8/8 w - -", Color::Black),
        "tree 1 plies"
    );
    let wall = text("8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - -", Color::Black);
    assert!(wall.starts_with("closure 1152 states "), "{wall}");
    assert_eq!(
        text("6k1/5ppp/8/8/8/8/8/R5K1 w - -", Color::White)
            .split(' ')
            .next(),
        Some("line")
    );
}

#[test]
fn a_memo_follows_the_game() {
    let mut cache = WinnabilityCache::default();
    let exhausted = ProofBudget { nodes: 0, ..BUDGET };
    let mut wall = board("8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - -");
    assert_eq!(
        can_win(&wall, Color::White, &BUDGET, &mut cache).is_winnable(),
        Some(false)
    );
    for text in ["b7b6", "g2g3", "b6b7", "g3f3"] {
        let mv = mv(&wall, text);
        cache.play(&wall, mv);
        wall.play(mv);
        let answer = can_win(&wall, Color::White, &exhausted, &mut cache);
        assert_eq!(answer.is_winnable(), Some(false));
        assert_eq!(proof_checker::check(&wall, Color::White, &answer), Ok(()));
    }
    // The closed set of White's mates says nothing about Black's.
    let answer = can_win(&wall, Color::Black, &exhausted, &mut cache);
    assert_eq!(answer.is_winnable(), None);
    cache.clear();
    let answer = can_win(&wall, Color::White, &exhausted, &mut cache);
    assert_eq!(answer.is_winnable(), None);
}

#[test]
fn a_memo_keeps_a_line_while_the_game_follows_it() {
    let mut cache = WinnabilityCache::default();
    let exhausted = ProofBudget { nodes: 0, ..BUDGET };
    let mut game = board("6k1/5ppp/8/8/8/1q6/1r6/R5K1 b - -");
    let Winnability::Winnable(WinnableProof::Line(moves) | WinnableProof::Table(moves)) =
        can_win(&game, Color::White, &BUDGET, &mut cache)
    else {
        panic!("a line");
    };
    for (played, &mv) in moves.iter().enumerate() {
        cache.play(&game, mv);
        game.play(mv);
        let answer = can_win(&game, Color::White, &exhausted, &mut cache);
        assert_eq!(answer.is_winnable(), Some(true));
        assert_eq!(proof_checker::check(&game, Color::White, &answer), Ok(()));
        if let Winnability::Winnable(WinnableProof::Line(rest)) = answer {
            assert_eq!(rest, moves[played + 1..]);
        }
    }
}

/// A position, whether White and whether Black is proved unable to win.
const MATERIAL: [(&str, bool, bool); 17] = [
    ("8/8/4k3/8/8/8/4K3/8 w - - 0 1", true, true),
    ("8/8/4k3/8/8/3N4/4K3/8 w - - 0 1", true, true),
    ("8/8/4k3/8/2b5/8/4BK2/8 w - - 0 1", true, true),
    ("4k3/6b1/5b2/8/8/8/8/2B1K3 w - - 0 1", true, true),
    ("8/8/4k3/8/1b6/8/4BK2/8 w - - 0 1", false, false),
    ("kn6/2N5/1K6/8/8/8/8/8 b - - 0 1", false, false),
    ("k7/2N5/1KN5/8/8/8/8/8 b - - 0 1", false, true),
    ("8/8/4k3/4n3/8/3BK3/8/8 w - - 0 1", false, false),
    ("8/8/4k3/4p3/8/3NK3/8/8 w - - 0 1", false, false),
    ("8/8/4k3/4q3/8/3NK3/8/8 w - - 0 1", true, false),
    ("8/8/4kq2/4q3/8/3NK3/8/8 w - - 0 1", true, false),
    ("8/8/4k3/4r3/8/3NK3/8/8 w - - 0 1", false, false),
    ("8/8/4k3/4r3/8/3BK3/8/8 w - - 0 1", true, false),
    ("8/8/4kq2/4r3/8/3BK3/8/8 w - - 0 1", true, false),
    ("8/8/4kb2/4r3/8/3BK3/8/8 w - - 0 1", false, false),
    ("8/8/4kb2/4r3/5B2/4K3/8/8 w - - 0 1", true, false),
    ("8/8/4k3/4p3/8/8/4K3/8 w - - 0 1", true, false),
];

#[test]
fn article_6_9_and_5_2_2_material() {
    for (fen, white, black) in MATERIAL {
        let plain = board(fen);
        for (board, expected) in [(plain, [white, black]), (plain.flipped(), [black, white])] {
            let cannot_win = Color::ALL.map(|color| material::cannot_win(&board, color));
            assert_eq!(cannot_win, expected, "{board}");
            assert_eq!(material::is_dead(&board), white && black, "{board}");
            for color in Color::ALL {
                let by_material = ask(&board, color).proof() == "material";
                assert_eq!(by_material, cannot_win[color.index()], "{color} in {board}");
            }
        }
    }
}
