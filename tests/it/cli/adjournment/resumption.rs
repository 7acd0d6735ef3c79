//! `compongo resume-adjourned`: what is ruled at the resumption, by Article.

use super::{Adjourned, BARE_KING, MIDDLEGAME, RESUME, change_laws, game, position, run, slow};
use crate::support::folder::Folder;
use crate::support::json;
use crate::support::table::{cells, rows};

/// Checks the rulings on games of their own. A row has a position, an edition, a sealed move, and a row of
/// [`Adjourned::check`].
#[track_caller]
fn check_games(table: &str) {
    for row in cells(table) {
        game(row[0], row[1], row[2]).check(&row[3..].join(" | "));
    }
}

/// Checks the rulings on a game under several editions, with which the rows begin.
#[track_caller]
fn check_each(fen: &str, sealed: &str, table: &str) {
    for row in cells(table) {
        game(fen, row[0], sealed).check(&row[1..].join(" | "));
    }
}

#[test]
fn article_5_1_a_sealed_move_that_mates_starts_no_clock() {
    let mate = "7k/8/6K1/8/8/8/8/R7 w - - 0 50";
    let game = game(mate, "fide2009", "Ra8#");
    game.check(
        "
        @                | Guideline 9.a, 5.1.a | result = 1-0 | rulings !~ clock
        @ --absent white | Guideline 9.c, 5.1.a | result = 1-0 | rulings !~ reply
        ",
    );
}

#[test]
fn article_a_9_a_both_are_present() {
    // Ten seconds, and the time of the second period: the sealed move completes the first one.
    let control = position(MIDDLEGAME, "fide1997") + " --tc 41/7200+10:3600";
    Adjourned::new(&control, "Nf3").check(
        "
        @ | A.9.a | result = none | running = black | clocks = 90:10 20:00 | numbering = Appendix A of 1997
        @ | A.9.a | fen = 3qk3/8/8/8/8/5N2/4P3/R3K2R b KQ - 1 41
        ",
    );
    check_each(
        MIDDLEGAME,
        "Nf3",
        "
        fide2001            | @ | A.9.a         | numbering ~ not known
        fide2009            | @ | Guideline 9.a | numbering !~ not known
        fide2023            | @ | Guideline 9.a | numbering ~ not known
        interpretations1974 | @ | 16.2          | numbering !~ not known
        ",
    );
}

#[test]
fn article_a_7_and_a_9_b_the_envelope_stays_closed_for_an_absent_player() {
    let game = game(MIDDLEGAME, "fide1997", "Nf3");
    game.check(
        "
        @ --absent black     | A.9.b, A.10  | sealed_move = none | running = black
        @ --absent both      | A.9.b, A.10  | sealed_move = none | running = black
        @ --late black=15min | A.9.b, A.9.a | sealed_move/san = Nf3 | clocks = 30:00 5:00
        The clock of the absent player has run out.
        @ --late black=20min | A.9.b, 6.9   | sealed_move/san = Nf3 | result = 1-0
        ",
    );
    for absent in ["black", "both"] {
        let ruling = game.rule(&format!("@ --absent {absent}")).to_string();
        assert!(!ruling.contains("Nf3"), "{ruling}");
    }
}

#[test]
fn article_a_9_c_the_absence_of_the_player_who_sealed() {
    game(MIDDLEGAME, "fide1997", "Nf3").check(
        "
        @ --absent white                         | A.9.c             | sealed_move/san = Nf3 | running = black
        Black replies after 5 minutes; White arrives after 25.
        @ --late white=25min --reply-after 5min  | A.9.c, A.9.c      | running = white | clocks = 10:00 15:00
        White's half an hour is over, five minutes after Black's reply began it.
        @ --late white=35min --reply-after 5min  | A.9.c, A.9.c, 6.9 | result = 0-1
        Black has thought all the time.
        @ --late white=10min                     | A.9.c             | clocks = 30:00 10:00
        ",
    );
    game(MIDDLEGAME, "interpretations1974", "Nf3").check("@ --absent white | 16.4");
}

#[test]
fn what_happened_in_an_absence_fits_into_it() {
    let game = game(MIDDLEGAME, "fide1997", "Nf3");
    let table = "
        --flag                                   | apply only if White, who sealed, is absent when
        --late white=10min --late black=20min --flag | apply only if White, who sealed, is absent when
        --absent both --flag                     | apply only if Black, who must reply, is there
        --absent white --flag --reply-after 5min | cannot be used with
        --late white=10min --reply-after 15min   | --reply-after: White arrived before that
        --late white=30min --late black=20min --reply-after 15min | --reply-after: White arrived before that
    ";
    for [arguments, said] in rows(table) {
        run(&game.0, &format!("{RESUME} {arguments}")).fails(2, said);
    }
    game.check("@ --late white=30min --flag | A.9.c, 6.9 | result = 1-0");
}

#[test]
fn article_a_8_ambiguous_unintelligible_and_illegal() {
    check_games(
        "
        3qk3/4p3/8/8/8/2N5/P7/4K1N1 w - - 0 41 | fide1997 | Ne2              | @ | A.8.a         | sealed_move/reading = ambiguous      | result = 0-1 | proof ~ Black can mate
        3qk3/4p3/8/8/8/2N5/P7/4K1N1 w - - 0 41 | fide1997 | Knight somewhere | @ | A.8.b         | sealed_move/reading = unintelligible | result = 0-1 | proof ~ Black can mate
        3qk3/4p3/8/8/8/2N5/P7/4K1N1 w - - 0 41 | fide1997 | Nf4              | @ | A.8.c         | sealed_move/reading = illegal        | result = 0-1 | proof ~ Black can mate
        3qk3/4p3/8/8/8/2N5/P7/4K1N1 w - - 0 41 | fide2009 | Ne2              | @ | Guideline 8.a | sealed_move/reading = ambiguous      | result = 0-1 | proof ~ Black can mate
        3qk3/4p3/8/8/8/2N5/P7/4K1N1 w - - 0 41 | fide2009 | Knight somewhere | @ | Guideline 8.b | sealed_move/reading = unintelligible | result = 0-1 | proof ~ Black can mate
        3qk3/4p3/8/8/8/2N5/P7/4K1N1 w - - 0 41 | fide2009 | Nf4              | @ | Guideline 8.c | sealed_move/reading = illegal        | result = 0-1 | proof ~ Black can mate
        Two moves are written.
        3qk3/4p3/8/8/8/2N5/P7/4K1N1 w - - 0 41 | fide1997 | Nge2 or Nf3      | @ | A.8.a         | sealed_move/reading = ambiguous      | result = 0-1 | rulings ~ names several moves
        3qk3/4p3/8/8/8/2N5/P7/4K1N1 w - - 0 41 | fide2009 |                  | @ | Guideline 8.b | sealed_move/reading = unintelligible | result = 0-1 | rulings ~ the envelope is empty
        The interpretation of 1965: the arbiter judges whether there is a reasonable doubt.
        3qk3/4p3/8/8/8/2N5/P7/4K1N1 w - - 0 41 | interpretations1974 | Ne2 | @ | 17.3 | result = none
        ",
    );
}

#[test]
fn article_a_8_a_draw_if_the_opponent_cannot_mate_but_not_in_1974() {
    check_each(
        BARE_KING,
        "e5",
        "
        fide1997            | @ | A.8.c, 6.9         | result = 1/2-1/2 | proof ~ cannot mate (insufficient material)
        fide2001            | @ | A.8.c, 6.10        | result = 1/2-1/2 | proof ~ cannot mate (insufficient material)
        fide2009            | @ | Guideline 8.c, 6.9 | result = 1/2-1/2 | proof ~ cannot mate (insufficient material)
        fide2018            | @ | Guideline 8.c, 6.9 | result = 1/2-1/2 | proof ~ cannot mate (insufficient material)
        fide2023            | @ | Guideline 8.c, 6.9 | result = 1/2-1/2 | proof ~ cannot mate (insufficient material)
        The interpretation of 1965 leaves it to the arbiter whether another move was meant.
        interpretations1974 | @ | 17.3               | result = none
        ",
    );
    // The player who seals is told the same.
    let folder = Folder::new();
    for (laws, result) in [("fide2009", "draws"), ("interpretations1974", "loses")] {
        let seal = "adjourn c.json --sealed-move e5 --overwrite --check";
        let err = run(&folder, &format!("{seal} {}", position(BARE_KING, laws))).err;
        let said = format!("the sealed move {result}: 'e5' is illegal");
        assert!(err.contains(&said), "{err}");
    }
}

#[test]
fn article_a_8_an_undetermined_proof_has_an_exit_code_of_its_own() {
    let wall = "8/1k6/8/p1p1p1p1/P1P1P1P1/8/6K1/8 b - - 0 60";
    let game = game(wall, "interpretations1974", "Kb1");
    change_laws(&game.0, "game", ["interpretations1974", "fide2023"]);
    let resume = format!("{RESUME} --json --nodes 0");
    let ruling = json::value(&run(&game.0, &resume).exits(3).out);
    assert_eq!(ruling["undetermined"], true);
    assert_eq!(ruling["result"], "1-0");
    game.check("@ | 5.2.2 | undetermined = false | result = 1/2-1/2");
}

#[test]
fn articles_17_3_and_a_8_b_a_careless_move_with_one_meaning_is_legible() {
    check_games(
        "
        3qk3/8/8/8/8/8/4P3/R3K1NR w KQ - 0 41 | fide1997 | nf3 | @ | A.8.b, A.9.a | sealed_move/san = Nf3 | result = none
        The envelope is empty.
        3qk3/8/8/8/8/8/4P3/R3K1NR w KQ - 0 41 | fide1997 |     | @ | A.8.b        | result = 0-1 | rulings ~ the envelope is empty
        ",
    );
}

#[test]
fn article_a_10_too_late_and_its_exceptions() {
    slow("fide1997").check(
        "
        @ --late black=61min                    | A.10               | result = 1-0 | sealed_move = none
        @ --late white=61min --reply-after 5min | A.9.c, A.9.c, A.10 | result = 0-1
        @ --late white=60min --reply-after 5min | A.9.c, A.9.c       | result = none
        c: the flag of the player who is present has fallen.
        @ --late white=61min --flag             | A.9.c, 6.9, A.10.c | result = 1-0
        ",
    );
    // With 20 and 30 minutes left, the flag falls before the hour is over.
    game(MIDDLEGAME, "fide1997", "Nf3").check(
        "
        @ --late black=61min                    | A.9.b, 6.9         | result = 1-0
        @ --late white=61min --reply-after 5min | A.9.c, A.9.c, 6.9  | result = 0-1
        Black, who has 20 minutes, has thought for an hour.
        @ --late white=61min                    | A.9.c, 6.9, A.10.c | result = 1-0
        ",
    );
    check_games(
        "
        a: the sealed move mates; b: it draws at once.
        7k/8/6K1/8/8/8/8/4Q3 w - - 0 60   | fide1997 | Qe8# | @ --late white=61min --reply-after 5min | A.10.a, 5.1.a         | result = 1-0
        7k/8/6K1/8/8/8/5Q2/8 w - - 0 60   | fide1997 | Qf7  | @ --late white=61min --reply-after 5min | A.10.b, 5.2           | result = 1/2-1/2
        The pawn is not taken, or it is, and the position is dead (9.6).
        8/8/8/8/8/4k3/3p4/3K4 w - - 0 80  | fide1997 | Kc2  | @ --late white=61min --reply-after 5min | A.9.c, A.9.c, 6.9     | result = 0-1
        8/8/8/8/8/5k2/3p4/3K4 w - - 0 80  | fide2009 | Kxd2 | @ --late white=61min --reply-after 5min | Guideline 10.b, 5.2.b | result = 1/2-1/2
        The game has ended before the flag of the player who must reply can fall.
        7k/8/6K1/8/8/8/5Q2/8 w - - 0 60   | fide1997 | Qf7  | @ --late black=20min                    | A.9.b, A.9.a, 5.2     | result = 1/2-1/2
        7k/8/6K1/8/8/8/5Q2/8 w - - 0 60   | fide1997 | Qf7  | @ --late black=61min                    | A.10                  | result = 1-0 | arbiter ~ ends the game
        ",
    );
}

#[test]
fn article_6_9_a_flag_falls_after_the_sealed_move() {
    check_games(
        "
        White could mate with Nf2 and g2, but has sealed the capture of the pawn.
        8/8/8/8/5k2/6p1/3q4/5K1N w - - 0 80 | fide2009 | Nxg3 | @ --late black=20min | Guideline 9.b, 6.9 | result = 1/2-1/2
        8/8/8/8/5k2/6p1/3q4/5K1N w - - 0 80 | fide2009 | Nf2  | @ --late black=20min | Guideline 9.b, 6.9 | result = 1-0
        8/8/8/8/5k2/6p1/3q4/5K1N w - - 0 80 | fide2009 | Nxg3 | @ --late black=61min | Guideline 9.b, 6.9 | result = 1/2-1/2
        ",
    );
    let row = "@ --late black=20min | A.9.b, 6.9 | result = 1-0 | arbiter ~ which is illegal";
    game(MIDDLEGAME, "fide1997", "Ne3").check(row);
}

#[test]
fn article_6_2_unused_time_is_lost_with_a_delay() {
    for (edition, control, article, clocks) in [
        ("fide1997", "41/7200d5:3600", "A.9.a", "60:00 20:00"),
        ("fide2009", "41/7200d5:3600", "Guideline 9.a", "60:00 20:00"),
        ("fide2009", "41/7200:3600", "Guideline 9.a", "90:00 20:00"),
        ("fide2023", "41/7200d5:3600", "Guideline 9.a", "90:00 20:00"),
    ] {
        let timed = position(MIDDLEGAME, edition) + " --tc " + control;
        Adjourned::new(&timed, "Nf3").check(&format!("@ | {article} | clocks = {clocks}"));
    }
}

#[test]
fn articles_17_2_and_17_4_in_1974() {
    check_games(
        "
        7k/8/6K1/8/8/8/8/4Q3 w - - 0 60   | interpretations1974 | Qe8 | @ --late white=61min --reply-after 61min | 17.2 a | result = 1-0
        7k/8/6K1/8/8/8/5Q2/8 w - - 0 60   | interpretations1974 | Qf7 | @ --late white=61min --reply-after 61min | 17.2 b | result = 1/2-1/2
        17.1 knows no exception: White has a bare king, and Black's flag falls.
        4k3/4p3/8/8/8/8/8/4K3 w - - 0 60  | interpretations1974 | Ke2 | @ --late black=20min | 16.3, 17.1 | result = 1-0
        4k3/4p3/8/8/8/8/8/4K3 w - - 0 60  | fide1997            | Ke2 | @ --late black=20min | A.9.b, 6.9 | result = 1/2-1/2
        ",
    );
    slow("interpretations1974").check(
        "
        @ --late white=61min --flag             | 16.4, 17.1, 17.2 c | result = 1-0
        @ --late white=61min --late black=62min | 17.4               | result = 0-0
        ",
    );
}

#[test]
fn article_10_the_event_sets_the_default_time() {
    let early = position(MIDDLEGAME, "fide2009") + " --default-time 10min";
    Adjourned::new(&early, "Nf3").check(
        "
        @ --late black=10min   | Guideline 9.b, Guideline 9.a | result = none
        @ --late black=0:10:01 | Guideline 10                 | result = 1-0 | arbiter = whether the arbiter decides otherwise [Guideline 10]
        ",
    );
    // 1997 has no such exception.
    slow("fide1997").check("@ --late black=61min | A.10 | arbiter = none");
}

#[test]
fn article_a_11_a_lost_envelope() {
    let game = game(MIDDLEGAME, "fide1997", "Nf3");
    game.check(
        "
        --envelope-lost                    | A.11.a, A.11.a | running = white
        --envelope-lost --claimed-move Nh3 | A.11.a, A.11.a | running = black | sealed_move/san = Nh3
        ",
    );
    let wrong = "resume-adjourned game.json --envelope-lost --claimed-move Nh4";
    run(&game.0, wrong).fails(2, "'Nh4' is illegal");
    // The times are not known: since 1997 the arbiter sets them; in 1974 the game may be annulled.
    let unknown =
        |laws: &str| Adjourned::new(&format!("--fen '{MIDDLEGAME}' --laws {laws}"), "Nf3");
    unknown("fide1997").check(
        "--envelope-lost | A.11.a, A.11.a | arbiter = the times used are not recorded: the arbiter sets the clocks",
    );
    unknown("interpretations1974").check("--envelope-lost | 16.5 | rulings ~ annulled");
    // An annulled game has no open offer.
    game.check(
        "--position-lost --draw-offer black | A.11.b | rulings ~ annulled | draw_offer = none",
    );
}

#[test]
fn article_a_12_a_wrong_time_on_a_clock() {
    check_each(
        MIDDLEGAME,
        "Nf3",
        "
        fide1997            | @ --clock-shown black=0:25:00                | A.12, A.9.a | clocks = 30:00 20:00
        fide1997            | @ --clock-shown black=0:25:00 --noticed-late | A.12, A.9.a | clocks = 30:00 25:00 | arbiter ~ too severe
        interpretations1974 | @ --clock-shown black=0:25:00 --noticed-late | 16.6, 16.2  | clocks = 30:00 25:00 | arbiter = none
        ",
    );
}

#[test]
fn articles_a_6_and_16_6_what_ended_before_stands() {
    // An illegal move was sealed.
    check_each(
        MIDDLEGAME,
        "Nf4",
        "
        fide1997            | --draw-agreed      | A.6  | result = 1/2-1/2
        fide1997            | @ --resigned black | A.6  | result = 1-0 | sealed_move = none
        interpretations1974 | --draw-agreed      | 16.6 | result = 1/2-1/2
        interpretations1974 | @ --resigned black | 16.6 | result = 1-0 | sealed_move = none
        ",
    );
    // 23 5.1.2: a draw if the opponent cannot mate.
    game(BARE_KING, "fide2023", "e4")
        .check("--resigned white | Guideline 6, 5.1.2 | result = 1/2-1/2");
}

#[test]
fn articles_a_4_and_18_1_draw_offers() {
    game(MIDDLEGAME, "fide1997", "Nf3")
        .check("@ --draw-offer black | A.9.a, A.4 | draw_offer = black");
    // One before the adjournment is open until the sealed move refuses it; that of the player who sealed stays.
    let table = "
        fide1997            | black | @ --absent black | A.9.b, A.10, 9.1      | draw_offer = black
        fide1997            | black | @                | A.9.a, 9.1            | draw_offer = none
        fide1997            | white | @ --absent black | A.9.b, A.10, 9.1      | draw_offer = white
        fide1997            | white | @                | A.9.a, 9.1            | draw_offer = white
        interpretations1974 | black | @ --absent black | 16.3, 17.2, 18.1      | draw_offer = black
        interpretations1974 | black | @                | 16.2, 18.1            | draw_offer = none
        interpretations1974 | white | @ --absent black | 16.3, 17.2, 18.1 A.b  | draw_offer = white
        interpretations1974 | white | @                | 16.2, 18.1 A.b        | draw_offer = white
    ";
    for row in cells(table) {
        let offer = format!("{} --draw-offer {}", position(MIDDLEGAME, row[0]), row[1]);
        Adjourned::new(&offer, "Nf3").check(&row[2..].join(" | "));
    }
    // The offer with the sealed move and one of the opponent are both open.
    game(MIDDLEGAME, "fide1997", "Nf3 (=)")
        .check("@ --draw-offer black | A.9.a, 9.1, A.4 | rulings ~ White's offer of a draw with the sealed move | rulings ~ Black's offer of a draw after");
    for text in ["Nf3 ( = )", "(=) Nf3", "Nf3 ="] {
        game(MIDDLEGAME, "fide1997", text).check("@ | A.8.b, A.9.a, 9.1 | draw_offer = white");
    }
}

#[test]
fn articles_9_1_and_e_12_an_offer_with_the_sealed_move_is_open_at_the_resumption() {
    check_each(
        MIDDLEGAME,
        "Nf3 (=)",
        "
        fide1997            | @ | A.9.a, 9.1         | draw_offer = white | result = none
        fide2009            | @ | Guideline 9.a, 9.1 | draw_offer = white | result = none
        fide2023            | @ | Guideline 9.a, 9.1 | draw_offer = white | result = none
        interpretations1974 | @ | 16.2, 18.1         | draw_offer = white
        ",
    );
}

#[test]
fn a_ruling_in_text() {
    let game = game(MIDDLEGAME, "fide2009", "Nf3");
    let out = run(&game.0, RESUME).exits(0).out;
    assert_eq!(
        out,
        "? - ?, move 41 sealed by White (fide2009)\n  \
         sealed    Nf3: legal, read as Nf3\n  \
         ruling    the envelope is opened and the sealed move made on the board; Black's clock is started [Guideline 9.a]\n  \
         result    open\n  \
         position  3qk3/8/8/8/8/5N2/4P3/R3K2R b KQ - 1 41\n  \
         clock     White 0:30:00\n  \
         clock     Black 0:20:00, running\n  \
         articles  the guidelines for adjourned games of 2009\n"
    );
}
