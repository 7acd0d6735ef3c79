//! Questions that are asked step by step, the names of editions, and questions that are not known.

use super::{check, refusal};
use crate::support::process::Program;

#[test]
fn an_interview_makes_the_command_and_gives_its_ruling() {
    let ask = |answers: &str| Program::with(["ruling", "interview"]).input(answers).run();
    // The third subject; year, mode, control; FEN, moves, clocks; squares, castling, adjusting, released.
    let out = ask("3\n2009\n\n\n\n\n\n\nf1 g1\nn\nn\n\n").success();
    assert!(
        out.contains("\ncompongo ruling touch f1 g1 --laws 2009\n"),
        "{out}"
    );
    assert!(out.contains("must play Nf3, Nh3"), "{out}");
    ask("1\n").fails(2, "the input ended");
    // The seventh; year, mode, control; FEN, moves, clocks; announced, decision.
    let dead = "7\n\n\n2h\nk7/8/Kp6/1P6/8/8/8/8 w - - 0 70\n\n1:30\n5:00\ny\n\n";
    let out = ask(dead).success();
    assert!(
        out.contains("\ncompongo ruling quickplay --announced "),
        "{out}"
    );
}

#[test]
fn an_interview_repeats_a_question_with_its_choices() {
    let ask = |answers: &str| Program::with(["ruling", "interview"]).input(answers).run();
    // The subject, the year, the mode; then the control, FEN, moves, clocks, and the flag.
    let answers = "99\n\nflag\n1066\n2009\nbullet\n\n\n\n\n\n\nnobody\n\nwhite\n";
    let out = ask(answers).success();
    for (text, count) in [
        ("\n10  a late player\n", 3),
        ("'99' is not a number from 1 to 10\n", 1),
        ("white, black, both, white-first or black-first? ", 3),
        ("invalid value 'nobody' for '<FALLEN>'\n", 1),
        ("[possible values: white, black, both, ", 1),
        ("an answer is needed\n", 1),
        ("The Laws of which year? ", 2),
        ("invalid value '1066' for ", 1),
        ("standard, rapid or blitz? ", 2),
        ("invalid value 'bullet' for ", 1),
        ("\ncompongo ruling flag white --laws 2009\n", 1),
    ] {
        assert_eq!(out.matches(text).count(), count, "{text:?} in {out}");
    }
    let answers = "3\n\n\n\n\n\n\n\nf1 g1\nmaybe\nn\nn\n\n";
    let out = ask(answers).success();
    assert!(out.contains("'maybe' is neither y nor n\n"), "{out}");
}

#[test]
fn an_interview_repeats_what_does_not_fit_the_position() {
    let ask = |answers: &str| Program::with(["ruling", "interview"]).input(answers).run();
    // A FEN and moves that are none; an empty square, and then a piece.
    let answers = "3\n\n\n\nfoo\n\ne5\ne4 e5\n\n\ne6\nn\nn\n\ng1\nn\nn\n\n";
    let out = ask(answers).success();
    for (text, count) in [
        ("The position in FEN ", 2),
        ("invalid FEN", 1),
        ("The moves after it, ", 2),
        ("there is no piece on e6", 1),
        ("The squares of the pieces, ", 2),
        ("\ncompongo ruling touch g1 --moves 'e4 e5'\n", 1),
    ] {
        assert_eq!(out.matches(text).count(), count, "{text:?} in {out}");
    }
    // The warnings of a position come with the ruling only, and some questions have an answer of 1974.
    let asked = "4\n1974\n\n\n4k3/8/8/8/8/8/8/4K2R w Qk - 0 1\nRh2\n\n\nwhite\n";
    let outcome = Program::with(["ruling", "interview"]).input(asked).run();
    assert_eq!(
        outcome.err.matches("castling right 'Q'").count(),
        1,
        "{}",
        outcome.err
    );
    assert!(
        outcome
            .out
            .contains("\ncompongo ruling flag white --laws 1974 --fen "),
        "{}",
        outcome.out
    );
    // Others have none, whatever their facts are.
    let asked = "3\n1974\n\n\n\n\n\n\ne2\nn\nn\n\ne2\nn\nn\n\n";
    ask(asked).fails(2, "the interpretations of 1974 do not cover this");
    // Words that exclude each other.
    let sealed = "9\n\n\n\n\n\n\n\ny\ne4\n\nn\ne4\n\n";
    let out = ask(sealed).success();
    assert!(
        out.contains("cannot be used with") && !out.contains("Usage"),
        "{out}"
    );
}

#[test]
fn an_unknown_question_names_the_known_ones() {
    check(
        "@",
        "
        clocks-wrong    | refused | 'clocks-wrong' is not a question | subcommands of ruling: claim, illegal, flag, touch
        ilegal Ke3      | refused | did you mean illegal?
        threefold       | refused | write ruling claim threefold
        repetition --by white | refused | write ruling claim repetition
        50              | refused | write ruling claim 50
        ",
    );
}

#[test]
fn editions_are_named_by_any_year_in_which_they_were_in_force() {
    check(
        "default --laws @",
        "
        1997 | 6.6     | edition = fide1997
        1999 | 6.6     | edition = fide1997
        2005 | 6.7     | edition = fide2001
        2008 | 6.7     | edition = fide2001
        2013 | 6.6.a   | edition = fide2009
        2021 | 6.7.1   | edition = fide2018
        2023 | 6.7.1   | edition = fide2023
        2014 | refused | use fide2018
        2016 | refused | 2016
        fide2014 | refused | use fide2018
        2017 | refused | use fide2018
        ",
    );
    let text = refusal("default --laws 1990");
    assert!(!text.contains("use fide2018"), "{text}");
}
