//! Moves as people type them: what is no move is an error, never a ruling with a penalty.

use super::{ask, obligation, refusal, sentence};
use compongo::ruling::adjournment::read_sealed_move;
use compongo::ruling::{
    CaseSettings, ClaimQuestion, ClockFault, GameCase, IllegalQuestion, Ruling, SealQuestion,
    claim, faulty_clock, illegal, seal,
};
use compongo::types::Rng;

/// The initial position occurs for the third time after Ng8.
const BEFORE_THIRD: &str = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";

#[test]
fn article_9_2_the_announced_move_may_have_a_number_spaces_or_letters_of_another_language() {
    for text in [
        "Ng8", "4...Ng8", "4... Ng8", "N g8", "Cg8", "Sg8", "f6g8", "F6G8", "Ng8!",
    ] {
        let ruling = ask(&format!(
            r#"claim threefold --moves "{BEFORE_THIRD}" --move "{text}""#
        ));
        assert_eq!(ruling["score"], "1/2-1/2", "{text}");
    }
}

#[test]
fn article_7_5_a_legal_move_with_its_number_is_no_irregularity() {
    for text in ["2. Ke2", "2.Ke2", "Ke2", "e1e2"] {
        let ruling = ask(&format!(r#"illegal "{text}" --moves "e4 e5""#));
        let words = sentence(&ruling);
        assert!(words.contains("is legal"), "{text}: {words}");
    }
}

#[test]
fn a_text_that_is_no_move_is_refused() {
    for text in ["hello", "", "2.", "knight f3", "Nf9", "e4 e5", "?"] {
        for question in [
            format!(r#"illegal "{text}" --moves "e4 e5""#),
            format!(r#"illegal g1g3 "{text}" --moves "e4 e5""#),
            format!(r#"claim threefold --moves "e4 e5" --move "{text}""#),
        ] {
            let error = refusal(&question);
            assert!(error.contains("is not a move"), "{question}: {error}");
        }
    }
    let knights = r#"--moves "Nf3 e5 d4 d5""#;
    assert!(refusal(&format!("illegal Nd2 {knights}")).contains("may mean"));
}

#[test]
fn article_4_3_a_a_promotion_to_a_king_obliges_to_promote() {
    for text in ["e8=K", "e8=P", "e8K", "e7e8k"] {
        let ruling = ask(&format!(
            r#"illegal "{text}" --fen "8/4P1k1/8/8/8/8/8/4K3 w - - 0 1" --laws fide2009"#
        ));
        assert_eq!(
            obligation(&ruling),
            ["e8=B", "e8=N+", "e8=Q", "e8=R"],
            "{text}"
        );
    }
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
