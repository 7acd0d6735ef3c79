//! Moves as people type them: what is no move is an error, never a ruling with a penalty.

use super::check;
use compongo::ruling::adjournment::read_sealed_move;
use compongo::ruling::{
    CaseSettings, ClaimQuestion, ClockFault, GameCase, IllegalQuestion, Ruling, SealQuestion,
    claim, faulty_clock, illegal, seal,
};
use compongo::types::Rng;

#[test]
fn article_9_2_the_announced_move_may_have_a_number_spaces_or_letters_of_another_language() {
    // The initial position occurs for the third time after Ng8.
    check(
        "claim threefold --moves 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1' --move '@'",
        "
        4... Ng8 | 9.2.1, 9.5.2 | score = 1/2-1/2
        N g8     | 9.2.1, 9.5.2 | score = 1/2-1/2
        Sg8      | 9.2.1, 9.5.2 | score = 1/2-1/2
        ",
    );
}

#[test]
fn article_7_5_a_legal_move_with_its_number_is_no_irregularity() {
    check(
        "illegal '@' --moves 'e4 e5'",
        "2. Ke2 | none | ruling ~ is legal",
    );
}

#[test]
fn article_3_8_a_castling_may_be_written_as_the_move_of_the_king() {
    let rook = "4k3/8/8/8/8/8/8/4K2R w K - 99 140";
    check(
        &format!("@ --fen '{rook}'"),
        "
        illegal Kg1                             | none           | ruling ~ is legal
        illegal Ke1-g1                          | none           | ruling ~ is legal
        claim fifty --move Kg1 --laws fide2009  | 9.3.a, 9.5.a  | score = 1/2-1/2
        seal --made O-O --sealed Kg1            | Guideline 1.a | ruling ~ right move is sealed
        ",
    );
    // Through check it is an illegal move.
    check(
        "illegal Kg1 --laws fide2009 --fen '4kr2/8/8/8/8/8/8/4K2R w K - 0 40'",
        "| 7.4.a, 4.4.c, 7.4.b | plays !~ O-O",
    );
}

#[test]
fn a_move_number_that_contradicts_the_record_is_refused() {
    check(
        "@",
        "
        illegal 2...Ke6 --moves 'e4 e5 Nf3 Nc6'            | refused | White is to make move 3
        illegal 5.Ng3 --moves 'e4 e5 Nf3 Nc6'              | refused | White is to make move 3
        illegal 1...Kd7 --fen '4k3/8/8/8/8/8/8/4K2R w - -' | refused | White is to make move 1
        claim threefold --moves 'Nf3 Nf6' --move 1...Ng1   | refused | White is to make move 2
        claim threefold --moves '11. Nf3 Nf6 12. Ng1'      | refused | half-move 1: '11.' is not a move
        claim threefold --moves '1 Nf3 Nf6 5 Ng1'          | refused | half-move 3: '5' is not a move
        ",
    );
    // A position that is set up does not show the number of its first move.
    check(
        "illegal '@' --fen '4k3/8/8/8/8/8/8/4K2R w - -'",
        "41. Ke2 | none | ruling ~ is legal",
    );
}

#[test]
fn move_numbers_need_no_dots() {
    check(
        "claim threefold --move 4...Ng8 --moves '@'",
        "
        1 Nf3 Nf6 2 Ng1 Ng8 3 Nf3 Nf6 4 Ng1     | 9.2.1, 9.5.2 | score = 1/2-1/2
        1.Nf3 1...Nf6 2.Ng1 2...Ng8 Nf3 Nf6 Ng1 | 9.2.1, 9.5.2 | score = 1/2-1/2
        ",
    );
}

#[test]
fn a_text_that_is_no_move_is_refused() {
    for form in [
        "illegal '@' --moves 'e4 e5'",
        "illegal g1g3 '@' --moves 'e4 e5'",
        "claim threefold --moves 'e4 e5' --move '@'",
    ] {
        check(
            form,
            "
            hello | refused | is not a move
                  | refused | is not a move
            e4 e5 | refused | is not a move
            ",
        );
    }
    check(
        "illegal Nd2 --moves '@'",
        "Nf3 e5 d4 d5 | refused | may mean",
    );
}

#[test]
fn article_4_6_c_a_promotion_to_a_king_obliges_to_promote_there() {
    check(
        "illegal e8=K --fen '@' --laws fide2009",
        "3r4/4P1k1/8/8/8/8/8/4K3 w - - 0 1 | 7.4.a, 4.6.c, 7.4.b | plays = e8=B, e8=N+, e8=Q, e8=R",
    );
}

/// True if a text, with its number and spaces taken off, is castling, a null move, or names a square.
fn is_move_like(text: &str) -> bool {
    let compact: String = text.split_whitespace().collect();
    let circles = compact.chars().filter(|c| "Oo0".contains(*c)).count();
    let bytes = compact.as_bytes();
    let names_square = bytes.windows(2).any(|pair| {
        (b'a'..=b'h').contains(&pair[0].to_ascii_lowercase()) && (b'1'..=b'8').contains(&pair[1])
    });
    names_square
        || circles >= 2
        || ["--", "<>", "@@@@", "null", "pass", "Z0"]
            .iter()
            .any(|null| compact.contains(null))
}

fn position(case: &GameCase) -> Option<String> {
    faulty_clock(case, ClockFault::Stopped, [None; 2]).fen
}

fn is_penalty(ruling: &Ruling) -> bool {
    ruling.score.is_some() || ruling.facts.iter().any(|fact| fact.name == "bonus")
}

#[test]
fn random_texts_never_become_a_penalty() {
    const LETTERS: &[u8] = b"NBRQKPabcdefgh12345678xO0-+#=.!?() ezCSTk:";
    let mut rng = Rng::new(1);
    let mut refused = 0;
    let after_three = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    let after_three = after_three.parse().expect("a position");
    for _ in 0..5_000 {
        let length = 1 + rng.below(7);
        let text: String = (0..length)
            .map(|_| char::from(LETTERS[rng.below(LETTERS.len())]))
            .collect();
        let settings = CaseSettings::default();
        let mut case = GameCase::from_moves(None, "e4 e5 Nf3", &settings).expect("legal moves");
        let claimed = claim(
            &case,
            &ClaimQuestion {
                kind: compongo::laws::outcome::OutcomeKind::Threefold,
                announced: Some(text.clone()),
                touched: None,
                by: None,
                withdrawn: false,
            },
        );
        let question = IllegalQuestion {
            attempts: vec![text.clone()],
            ..IllegalQuestion::default()
        };
        let tried = illegal(&mut case, &question);
        let made = SealQuestion::MadeOnBoard {
            made: text.clone(),
            sealed: None,
        };
        let is_legal = seal(&case, &made).is_ok();
        assert!(!is_legal || is_move_like(&text), "{text}");
        // In a record, as the claimed move of a lost envelope, and as a sealed move.
        let recorded = GameCase::from_moves(None, &format!("e4 e5 Nf3 {text}"), &settings);
        // Signs and numbers without a move leave the position as it is.
        let moved = recorded.is_ok_and(|later| position(&later) != position(&case));
        assert!(!moved || is_move_like(&text), "{text}");
        let sealed = read_sealed_move(&after_three, &text, None);
        assert!(sealed.mv().is_none() || is_move_like(&text), "{text}");
        assert_eq!(claimed.is_err(), tried.is_err(), "{text}");
        match tried {
            Err(_) => refused += 1,
            Ok(ruling) => assert!(!is_penalty(&ruling) || is_move_like(&text), "{text}"),
        }
    }
    assert!(refused > 4_000, "{refused}");
}
