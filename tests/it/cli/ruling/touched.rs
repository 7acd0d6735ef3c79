//! Article 4: touched, adjusted and released pieces.

use super::check;

#[test]
fn article_4_4_king_and_rook() {
    // The player who touched the rook first does not castle, whatever the intention.
    check(
        "touch @ --fen '4k3/8/8/8/8/8/8/R3K2R w KQ'",
        "
        e1 h1 --laws fide1997            | 4.3.a | plays = O-O-O, Kd1, Kd2, Ke2, Kf1, Kf2, O-O | open !~ wanted to castle
        e1 h1 --laws fide2001            | 4.4.a | plays = O-O | open !~ wanted to castle
        e1 h1 --laws fide2009            | 4.4.a | plays = O-O | open !~ wanted to castle
        e1 h1 --laws fide2023            | 4.4.1 | plays = O-O | open !~ wanted to castle
        h1 e1 --laws fide1997            | 4.4.a | plays = Rf1, Rg1, Rh2, Rh3, Rh4, Rh5, Rh6, Rh7, Rh8+
        h1 e1 --laws fide2001            | 4.4.b | plays = Rf1, Rg1, Rh2, Rh3, Rh4, Rh5, Rh6, Rh7, Rh8+
        h1 e1 --laws fide2009            | 4.4.b | plays = Rf1, Rg1, Rh2, Rh3, Rh4, Rh5, Rh6, Rh7, Rh8+
        h1 e1 --laws fide2023            | 4.4.2 | plays = Rf1, Rg1, Rh2, Rh3, Rh4, Rh5, Rh6, Rh7, Rh8+
        h1 e1 --laws fide1997 --castling | 4.4.a | plays = Rf1, Rg1, Rh2, Rh3, Rh4, Rh5, Rh6, Rh7, Rh8+
        h1 e1 --laws fide2001 --castling | 4.4.b | plays = Rf1, Rg1, Rh2, Rh3, Rh4, Rh5, Rh6, Rh7, Rh8+
        h1 e1 --laws fide2009 --castling | 4.4.b | plays = Rf1, Rg1, Rh2, Rh3, Rh4, Rh5, Rh6, Rh7, Rh8+
        h1 e1 --laws fide2023 --castling | 4.4.2 | plays = Rf1, Rg1, Rh2, Rh3, Rh4, Rh5, Rh6, Rh7, Rh8+
        ",
    );
    // The rook cannot move: the king must, but does not castle with it.
    check(
        "touch @",
        "
        h1 f1 --fen '4k3/8/8/8/8/8/6PP/5N1K w - - 0 1'            | 4.3.1 | plays = Kg1
        h1 e1 --fen '4k3/8/8/8/8/8/7P/4K1NR w K - 0 1'            | 4.4.2 | plays = Kd1, Kd2, Ke2, Kf1, Kf2
        e1 h1 --castling --fen '4k3/8/8/8/8/8/7P/4K1NR w K - 0 1' | 4.4.3
        Neither rook nor king can move, so the knight must.
        h1 e1 g1                                                  | 4.4.2 | plays = Nf3, Nh3
        ",
    );
    check(
        "touch @ --laws fide2009 --fen '4k3/8/8/8/6R1/4p3/4P3/4K2R w K - 0 1'",
        "
        The king can castle, but not with the rook on g4.
        e1 g4                 | 4.3.a        | plays = Kd1, Kf1, O-O
        A pawn that cannot move does not bind, and nothing is touched twice.
        e2 e1 h1              | 4.4.a        | plays = O-O
        e1 e1 h1              | 4.4.a        | plays = O-O
        The order of the player's own pieces is a matter of fact.
        h1 e1 --order-unknown | 4.3.a        | plays = none | undecided ~ was touched first: 4.3.c settles
        e2 h1 --order-unknown | 4.3.a        | plays = Rf1, Rhg1, Rh2, Rh3, Rhh4, Rh5, Rh6, Rh7, Rh8+
        ",
    );
}

#[test]
fn article_4_3_the_first_piece_that_can_be_moved_or_captured() {
    check(
        "touch @",
        "
        The bishop cannot move, so the knight must.
        f1 g1                                        | 4.3.1   | plays = Nf3, Nh3
        The pawn on d5 cannot be captured by the knight.
        e4 d5 --moves 'e4 d5 Nf3 h6'                 | 4.3.3   | plays = exd5
        d5 f3 --moves 'e4 d5 Nf3 h6'                 | 4.3.3   | plays = exd5
        d5 f3 --order-unknown --moves 'e4 d5 Nf3 h6' | 4.3.3   | plays = Nd4, Ne5, Ng1, Ng5, Nh4
        h6 a1 --moves 'e4 d5 Nf3 h6'                 | 4.5     | plays = none
        e4                                           | refused | no piece on e4
        Only the player on the move is bound.
        d8 --by black                                | 4.3
        ",
    );
}

#[test]
fn article_4_3_a_piece_beside_the_board() {
    check(
        "touch @",
        "
        --beside --laws fide1997 | 4.5     | ruling = Any legal move may be played.
        --beside --laws fide2001 | 4.3     | ruling = Any legal move may be played.
        --beside --laws fide2009 | 4.3     | ruling = Any legal move may be played.
        --beside --laws fide2023 | 4.3     | ruling = Any legal move may be played.
        A piece on the board binds nevertheless.
        g1 --beside              | 4.3.1   | plays = Nf3, Nh3 | beside ~ binds nobody
                                 | refused | SQUARE
        ",
    );
    // A new piece beside the board is not chosen yet.
    check(
        "touch e7 --released e8 --beside --fen '8/4P1q1/3k4/8/8/8/5PPP/6K1 w - - 0 40' --laws @",
        "fide2009 | 4.6.c | plays = e8=B, e8=N+, e8=Q, e8=R",
    );
}

#[test]
fn article_4_3_touched_without_a_thought_of_castling() {
    // Castling is illegal: the bishop on b4 pins nothing, but f1 is attacked.
    check(
        "touch e1 @ --fen 'rn1qk2r/ppp2ppp/5n2/4p3/1bb1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 0 8' --laws fide2009",
        "
        h1            | 4.3.a | plays = Rf1, Rg1 | open ~ wanted to castle
        h1 --castling | 4.4.c | plays = none | ruling = Any legal move may be played.
        --released g1 | 4.4.c | plays = none | ruling = Any legal move may be played.
        ",
    );
}

#[test]
fn article_4_4_c_a_king_with_moves_of_its_own() {
    // Only the king can move, but it can: the clause does not set the player free.
    check(
        "touch e1 h1 --castling --fen '@' --laws fide2009",
        "4k3/8/8/8/8/5p1p/5P1P/4K1BR w K - 0 1 | 4.4.c | plays = Kd1, Kd2, Kf1 | ruling = The king must be moved.",
    );
    // The king alone was touched, and released where castling would take it.
    check(
        "touch e1 --released g1 --fen '4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1' --laws @",
        "
        fide1997 | 4.4.b | plays = O-O-O, Kd1, Kd2, Ke2
        fide2009 | 4.4.c | plays = O-O-O, Kd1, Kd2, Ke2
        ",
    );
}

#[test]
fn articles_4_2_4_6_and_4_7_adjusted_released_and_late() {
    check(
        "touch @",
        "
        g1 --adjusting                                                      | 4.2
        g1 --released f3 --laws fide1997                                    | 4.7   | plays = Nf3
        g1 --released f3 --laws fide2009                                    | 4.6   | plays = Nf3
        g1 --released f3 --laws fide2018                                    | 4.7   | plays = Nf3
        g1 --complaint-late --laws fide1997                                 | 4.6
        g1 --complaint-late --laws fide2009                                 | 4.7
        g1 --complaint-late --laws fide2018                                 | 4.8
        Released where it cannot go: it was touched.
        g1 --released g3                                                    | 4.3.1 | plays = Nf3, Nh3
        The king was released on its castling square.
        e1 --released g1 --fen '4k3/8/8/8/8/8/8/R3K2R w KQ'                 | 4.7.2 | plays = O-O
        e1 --released g1 --fen '4k3/8/8/8/8/8/8/R3K2R w KQ' --laws fide2009 | 4.6.b
        ",
    );
}

#[test]
fn article_4_7_a_late_complaint_about_a_move_that_was_made() {
    check(
        "touch f1 --released b5 --complaint-late --moves 'e4 e5 Nf3 Nc6' --laws @",
        "
        fide1997 | 4.7 | plays = Bb5
        fide2001 | 4.7 | plays = Bb5
        fide2009 | 4.7 | plays = none
        ",
    );
}

#[test]
fn article_4_6_what_is_not_made_yet() {
    check(
        "touch c7 --released c8 --fen '8/k1P5/2K5/8/8/8/8/8 w - - 0 60' @",
        "
        --laws fide2009                 | 4.6.c | plays = c8=B, c8=N+, c8=Q, c8=R | ruling ~ not made yet
        --laws fide2009 --promoted rook | 4.4.d | plays = c8=R
        --laws fide1997 --promoted rook | 4.7   | undecided ~ the choice of the piece
        ",
    );
    // No Article of 2001 makes the choice of a piece final.
    check(
        "touch e7 --released e8 --promoted queen --fen '8/4P1q1/3k4/8/8/8/5PPP/6K1 w - - 0 40' --laws @",
        "
        fide2001 | 4.7   | plays = e8=B, e8=N+, e8=Q, e8=R
        fide2009 | 4.4.d | plays = e8=Q
        ",
    );
}

#[test]
fn article_4_6_what_a_released_piece_begins() {
    check(
        "touch @ --laws fide2009",
        "
        e1 --released e8 --fen '4r1k1/5pp1/7p/8/8/8/5PPP/2R1R1K1 w - - 0 30' | 4.6   | ruling ~ once the captured piece is removed
        A king that may also go there by a move of its own.
        f1 --released g1 --fen '4k3/8/8/8/8/8/8/5K1R w H - 0 20'             | 4.6.b | undecided ~ wanted to castle
        f1 --released g1 --fen '4k3/8/8/8/8/8/8/5K1R w H - 0 20' --castling  | 4.6.b | plays = O-O
        A king that stands where it castles to: the rook alone moves.
        a1 --released d1 --fen '4k3/8/8/8/8/8/8/R1K5 w A - 0 40' --castling  | 4.6.b | plays = O-O-O | ruling ~ has castled
        a1 --released d1 --fen '4k3/8/8/8/8/8/8/R1K5 w A - 0 40'             | 4.3.a | plays !~ O-O-O
        a1 c1 --released d1 --fen '4k3/8/8/8/8/8/8/R1K5 w A - 0 40' --castling | 4.4.b | plays !~ O-O-O
        ",
    );
}

#[test]
fn article_1_1_of_1997_a_move_is_completed_by_the_clock() {
    check(
        "touch b8 --clock-running --moves 'e4 e5 Nf3' --laws @",
        "
        fide1997 | 1.1, 6.7.a
        fide2001 | 4.3.a      | plays = Na6, Nc6
        ",
    );
}

#[test]
fn article_a_4_a_a_touched_misplaced_king_does_not_castle() {
    check(
        "touch d1 h1 --castling --fen 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w HAha - 0 1' @ --laws fide2009",
        "--moves 'Nf3 Nf6 g3 g6 Bg2 Bg7 e3 e6 Qe2 Qe7' --mode rapid --supervision unsupervised | 4.4.c, A.4.a, A.4.b | plays = Ke1",
    );
}

#[test]
fn article_4_3_c_a_piece_of_each_colour() {
    check(
        "touch @",
        "
        e7 d8 --fen '3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1' | 4.3.3 | ruling = The player's touched piece must capture that of the opponent.
        d1 e5 --moves 'e4 e5'                           | 4.3.3 | ruling ~ The first of the touched pieces | plays = Qe2, Qf3, Qg4, Qh5
        ",
    );
}

#[test]
fn article_4_4_c_the_king_touched_alone_in_order_to_castle() {
    check(
        "touch e1 --castling --laws fide2009 --fen '@'",
        "
        3rkr2/8/8/8/8/8/4P3/R3K2R w KQ - 0 1 | 4.4.c | plays = none | ruling = Any legal move may be played.
        4k1r1/8/8/8/8/8/8/4K2R w K - 0 1     | 4.4.c | ruling = The king must be moved.
        4k3/8/8/8/8/8/8/4K2R w K - 0 1       | 4.3.a | ruling = The touched piece must be moved.
        ",
    );
}
