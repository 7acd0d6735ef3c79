//! Every field of `Rules` changes the answer of a command.

use crate::support::json;
use crate::support::process::Program;
use serde_json::Value;

const SOURCE: &str = include_str!("../../../src/laws/edition/rules.rs");

/// The field whose reader is the referee of `compongo match`: see the tests of 9.1 in `match_rules`.
const IN_MATCHES: &str = "refusal";

/// Each field with a question that depends on it and the place of the answer in the JSON object; then the answers under two
/// rules.
const DEPENDENCES: &str = r#"
    edition: ruling flag white => /articles
        --laws fide2001 => ["6.10"]
        --laws fide2009 => ["6.9"]
    mode: ruling flag white --laws fide1997 => /articles
        --mode standard => ["6.9"]
        --mode blitz => ["C.4", "B.6"]
    supervision: judge tests/data/laws/agreement.pgn --mode rapid => /supervision
        --supervision supervised => "supervised"
        --supervision unsupervised => "unsupervised"
    automatic_draws: judge tests/data/laws/repetition.pgn => /verdict
        --laws fide2009 => null
        --laws fide2018 => {"score": "1/2-1/2", "kind": "fivefold", "article": "9.6.1", "ply": 16}
    loss_condition: ruling flag black --mode blitz --fen '8/8/8/3k4/8/2N5/2N5/2K5 b - - 0 1' => /score
        --laws fide1997 => "1/2-1/2"
        --laws fide2009 => "1-0"
    resignation_excused: judge tests/data/laws/forced_capture.pgn => /verdict/score
        --laws fide2018 => "1-0"
        --laws fide2023 => "1/2-1/2"
    illegal_moves: ruling illegal g1g3 --earlier 1 => /score
        --laws fide2009 => null
        --laws fide2018 => "0-1"
    illegal_moves_in_quickplay: ruling illegal g1g3 --earlier 2 --laws fide1997 => /score
        --tc 40/7200:3600 => null
        --tc 7200 => "0-1"
    illegal_move_stands: ruling illegal --found-later 1 --moves 'e2e5 e7e5' --laws fide2009 --mode rapid => /ruling
        --supervision supervised => "The position before 'e2e5' is restored; White makes another move."
        --supervision unsupervised => "The illegal move stands: the opponent has moved. The game goes on."
    illegal_move_excused: ruling illegal a1b2 --earlier 2 --fen '4k3/8/8/8/8/8/8/R3K3 w - - 0 1' => /score
        --laws fide2001 => "0-1"
        --laws fide2009 => "1/2-1/2"
    unfinished_promotion: ruling illegal e7e8 --fen '8/4P1k1/8/8/8/8/8/4K3 w - - 0 1' => /fen
        --laws fide2009 => "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1"
        --laws fide2018 => "4Q3/6k1/8/8/8/8/8/4K3 b - - 0 1"
    wrong_claim_bonus_ms: ruling claim threefold --move Nc3 --black-clock 8:00 => /clocks/black_ms
        --laws fide2009 => 660000
        --laws fide2018 => 600000
    wrong_claim_cost: ruling claim threefold --move Nc3 --white-clock 1:30 => /clocks/white_ms
        --laws fide1997 => 45000
        --laws fide2001 => 60000
    claim_lost_by: ruling claim threefold --touched b1 --moves 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8' => /score
        --laws fide2001 => "1/2-1/2"
        --laws fide2009 => null
    claim_is_offer: ruling claim threefold --move Nc3 => /offer
        --laws fide1997 => false
        --laws fide2001 => true
    moves_before_agreement: judge tests/data/laws/early.pgn => /findings/0/kind
        --laws fide2009 => null
        --laws fide2018 => "agreement_too_early"
    may_ban_agreement: judge tests/data/laws/banned.pgn => /findings/0/kind
        --laws fide2001 => null
        --laws fide2009 => "agreement_too_early"
    quickplay_finish: ruling quickplay --tc 7200 --white-clock 1:30 --fen 'k7/8/Kp6/1P6/8/8/8/8 w - - 0 70' => /score
        --laws fide2009 => "1/2-1/2"
        --laws fide2018 => null
    flag_caller: ruling flag white --called-by arbiter --mode rapid => /score
        --laws fide1997 => null
        --laws fide2009 => "0-1"
    both_flags: ruling flag both --mode rapid --tc 40/1200:600 --period 1 => /score
        --laws fide1997 => "1/2-1/2"
        --laws fide2009 => null
    default_time_ms: ruling default --white-late 30:00 => /score
        --laws fide2001 => null
        --laws fide2009 => "0-1"
    delay_carries_saved_time: ruling flag black --pgn tests/data/laws/delay.pgn => /clocks/white_ms
        --laws fide2009 => 600000
        --laws fide2018 => 645000
    reversed_colors_restart_below: ruling setup --colors-reversed --made 9 => /ruling
        --laws fide2009 => "The game goes on with reversed colours."
        --laws fide2018 => "The game is stopped, and a new game is played with the right colours."
    setup_stands_after: ruling setup --fen 'rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1' --made 5 --mode rapid --supervision unsupervised => /ruling
        --laws fide2009 => "The position stands: each player has made 3 moves. The game goes on."
        --laws fide2018 => "The game is cancelled, and a new game is played."
"#;

/// The fields of `Rules`, as the source declares them.
fn fields() -> Vec<&'static str> {
    let (_, body) = SOURCE.split_once("pub struct Rules {\n").expect("a struct");
    let (body, _) = body.split_once("\n}").expect("its end");
    let fields = body.lines().filter_map(|line| {
        let (name, _) = line.trim().strip_prefix("pub ")?.split_once(':')?;
        Some(name)
    });
    fields.collect()
}

#[test]
fn every_field_of_rules_changes_an_answer() {
    let mut tested = vec![IN_MATCHES];
    let lines: Vec<&str> = DEPENDENCES.trim().lines().map(str::trim).collect();
    for lines in lines.chunks(3) {
        let (field, question) = lines[0].split_once(": ").expect("a field");
        let (question, place) = question.split_once(" => ").expect("a place");
        let answers = [lines[1], lines[2]].map(|line| {
            let (rules, expected) = line.split_once(" => ").expect("an answer");
            let command = format!("{question} {rules} --json");
            let words = shlex::split(&command).expect("balanced quotes");
            let program = Program::with(words).folder(env!("CARGO_MANIFEST_DIR"));
            let outcome = program.run();
            assert_eq!(outcome.err, "", "{field}: {command}");
            let answer = json::value(&outcome.out);
            let found = answer.pointer(place).unwrap_or(&Value::Null);
            let expected = json::value(expected);
            assert_eq!(*found, expected, "{field}: {command}\n{answer}");
            expected
        });
        assert_ne!(answers[0], answers[1], "{field}");
        tested.push(field);
    }
    let mut fields = fields();
    assert!(fields.len() > 20);
    fields.sort_unstable();
    tested.sort_unstable();
    assert_eq!(tested, fields);
}
