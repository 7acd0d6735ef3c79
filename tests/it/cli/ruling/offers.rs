//! Articles 5.1, 5.2 and 9.1: resignations and offers of draws.

use super::check;
use crate::support::folder::Folder;

#[test]
fn article_5_1_b_the_first_resignation_ends_the_game() {
    // Black has one legal move, a capture after which White cannot mate.
    check(
        "resignation @ --fen '8/8/8/8/8/2K5/1p6/kB6 b - - 0 60'",
        "
        black --laws fide1997 | 5.1.b | score = 1-0 | kind = resignation
        black --laws fide2009 | 5.1.b | score = 1-0 | kind = resignation
        black --laws fide2018 | 5.1.2 | score = 1-0 | kind = resignation
        black --laws fide2023 | 5.1.2 | score = 1/2-1/2 | kind = resignation
        white --laws fide1997 | 5.1.b | score = 0-1
        white --laws fide2009 | 5.1.b | score = 0-1
        white --laws fide2018 | 5.1.2 | score = 0-1
        white --laws fide2023 | 5.1.2 | score = 0-1
        both --laws fide1997  | 5.1.b | undecided ~ who resigned first
        both --laws fide2009  | 5.1.b | undecided ~ who resigned first
        both --laws fide2018  | 5.1.2 | undecided ~ who resigned first
        both --laws fide2023  | 5.1.2 | undecided ~ who resigned first
        ",
    );
    // 1997 C.4 asks everyone who wins a game of blitz for mating potential.
    check(
        "resignation black --fen '7k/8/6K1/8/8/8/7N/6N1 b - - 0 80' --laws fide1997 @",
        "
        --mode blitz | 5.1.b | open ~ without mating potential (C.4)
                     | 5.1.b | open !~ potential
        ",
    );
}

#[test]
fn article_5_1_a_record_that_ends_by_resignation_is_over() {
    let folder = Folder::new();
    let resigned = folder.write(
        "resigned.pgn",
        "[Result \"0-1\"]\n[Termination \"White resigned\"]\n\n1. e4 e5 0-1\n",
    );
    let agreed = folder.write(
        "agreed.pgn",
        "[Result \"1/2-1/2\"]\n[Termination \"Draw by agreement\"]\n\n1. e4 e5 1/2-1/2\n",
    );
    check(
        &format!("@ --pgn {resigned}"),
        "
        flag white            | 5.1.2 | ruling ~ resignation, 0-1
        claim threefold       | 5.1.2 | ruling ~ resignation, 0-1
        offer --then accepted | 5.1.2 | ruling ~ resignation, 0-1
        ",
    );
    check(
        &format!("@ --pgn {agreed}"),
        "
        flag white            | 5.2.3 | ruling ~ agreement, 1/2-1/2
        claim threefold       | 5.2.3 | ruling ~ agreement, 1/2-1/2
        offer --then accepted | 5.2.3 | ruling ~ agreement, 1/2-1/2
        ",
    );
    // As `play` writes it.
    let accepted = folder.write(
        "accepted.pgn",
        "[Result \"1/2-1/2\"]\n[Termination \"normal\"]\n\
         [TerminationDetails \"White offered a draw, Black accepted (Article 5.2.3)\"]\n\n1. e4 e5 1/2-1/2\n",
    );
    check(
        &format!("@ --pgn {accepted}"),
        "
        flag white            | 5.2.3 | ruling ~ agreement, 1/2-1/2
        claim threefold       | 5.2.3 | ruling ~ agreement, 1/2-1/2
        ",
    );
}

#[test]
fn article_9_5_2_a_record_that_ends_by_a_claim_is_over_but_the_claim_can_be_checked() {
    let folder = Folder::new();
    let claimed = folder.write(
        "claimed.pgn",
        "[Result \"1/2-1/2\"]\n[Termination \"normal\"]\n\
         [TerminationDetails \"Threefold repetition, claimed (Articles 9.2.2, 9.5.2)\"]\n\n\
         1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n",
    );
    check(
        &format!("@ --pgn {claimed}"),
        "
        flag white      | 9.2   | ruling ~ The game is over by
        resignation white | 9.2 | ruling ~ 1/2-1/2
        claim threefold | 9.2.2, 9.5.2 | score = 1/2-1/2
        ",
    );
}

#[test]
fn article_9_1_how_an_offer_ends() {
    check(
        "offer --moves 'e4 e5 Nf3' --laws @",
        "
        fide1997 --then touched,accepted            | 9.1, 5.3        | score = 1/2-1/2
        fide1997 --then moved,accepted              | 9.1             | score = none
        fide2001 --then touched,accepted            | 9.1.a           | score = none
        fide2009 --then withdrawn,accepted          | 9.1.b.1, 5.2.c  | score = 1/2-1/2
        fide2023 --then refused,accepted            | 9.1.2.1         | score = none
        interpretations1974 --then touched,accepted | 18.1            | score = 1/2-1/2
        interpretations1974 --then moved,accepted   | 18.1            | score = none
        fide2009 --when own-time                    | 9.1.b.1, 12.6   | open ~ whether Black disturbed
        In 1997 such an offer violates 12.5, which is penalised (9.1, 12.6).
        fide1997 --when own-time                    | 9.1, 12.5, 12.6 | open ~ violates 12.5
        ",
    );
    check(
        "offer --then accepted --laws fide2009 @",
        "
                     | 9.1.b.1, 5.2.c | score = 1/2-1/2 | open ~ whose offer it was
        --moves 'e4' | 9.1.b.1, 5.2.c | score = 1/2-1/2 | open !~ whose offer | facts ~ White
        ",
    );
    check(
        "offer --conditional --laws @",
        "
        fide2009            | 9.1.b.1 | undecided ~ no condition
        interpretations1974 | 18.1    | undecided ~ say nothing of conditions
        ",
    );
}

#[test]
fn article_6_8_a_flag_that_nobody_called_before_the_end() {
    check(
        "resignation white --moves 'e4 e5' --white-clock 1:00 --black-clock @",
        "
        0:00 --laws fide2001 | 5.1.b | score = 0-1 | open ~ whether the fall of Black's flag was called before: then it decided the game (6.9)
        0:00 --laws fide2018 | 5.1.2 | score = 0-1 | open ~ then it decided the game (6.8)
        0:01 --laws fide2018 | 5.1.2 | score = 0-1 | open !~ was called before
        ",
    );
    check(
        "offer --moves 'e4 e5 Nf3' --black-clock 0:00 @",
        "
        --then accepted | 9.1.2.1, 5.2.3 | score = 1/2-1/2 | open ~ the fall of Black's flag was called before
                        | 9.1.2.1        | score = none | open ~ the fall of Black's flag was called before
        ",
    );
}

#[test]
fn article_5_2_3_agreement_may_be_too_early() {
    check(
        "offer --moves 'e4 e5 Nf3' @",
        "
                                 | 9.1.2.1        | facts !~ too early
        --no-agreement-before 30 | 9.1.2.1, 9.1.1 | ruling ~ stands | facts ~ made 30 moves
        ",
    );
    check(
        "offer --then accepted @",
        "
                                                 | 9.1.2.1, 5.2.3 | score = none
        --no-agreement-before 30 --laws fide2009 | 9.1.b.1, 9.1.a
        --no-agreement-before 30 --laws fide2001 | refused        | no event can forbid
        With few pieces, both players have moved, whatever the FEN counts.
        --fen '8/8/4k3/8/8/4K3/4P3/8 w - -'      | 9.1.2.1, 5.2.3 | score = 1/2-1/2 | open ~ counts its move
        --fen '8/8/4k3/8/8/4K3/4P3/8 w - - 0 1'  | 9.1.2.1, 5.2.3 | score = 1/2-1/2 | open ~ counts its move
        --fen '8/8/4k3/8/8/4K3/4P3/8 w - - 0 60' | 9.1.2.1, 5.2.3 | score = 1/2-1/2 | open !~ counts its move
        ",
    );
}

#[test]
fn article_12_5_persistent_offers() {
    // In 1997 persistent offers violate 12.5; later the arbiter judges whether they disturb the opponent.
    check(
        "offer --moves 'e4 e5' --persistent --laws @",
        "
        fide1997 | 9.1, 12.5, 12.6 | open ~ violate 12.5
        fide2009 | 9.1.b.1, 12.6   | open ~ disturb the opponent
        fide2018 | 9.1.2.1, 11.5   | open ~ disturb the opponent
        ",
    );
}

#[test]
fn no_number_of_moves_before_an_agreement_is_too_large() {
    let folder = Folder::new();
    let tags = "[Result \"*\"]\n[LawsEdition \"Fide2023\"]\n[LawsNoAgreementBefore \"2147483648\"]";
    let game = folder.write("game.pgn", format!("{tags}\n\n1. e4 e5 *\n"));
    check(
        &format!("offer --pgn {game} --then accepted @"),
        " | 9.1.2.1, 9.1.1 | score = none",
    );
    check(
        &format!("claim threefold --pgn {game} @"),
        " | 9.5.3, 9.1.1 | offer = false",
    );
}
