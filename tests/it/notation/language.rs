//! Moves in the languages of players: the language of a game is found, and what is written in one is read back.

use crate::support::pgn::{one, texts, warnings};
use crate::support::table::rows;
use compongo::board::Board;
use compongo::notation::language::{Language, parse_moves};
use compongo::notation::pgn::PgnGame;
use compongo::notation::san::{self, SanError};
use compongo::types::Rng;

/// Plays a list of moves that are written in some language.
fn play(moves: &str) -> (Language, Board) {
    let texts: Vec<&str> = moves.split_ascii_whitespace().collect();
    let found = parse_moves(&Board::start(), &texts, None);
    assert_eq!(found.error, None, "{moves}");
    let mut board = Board::start();
    for reading in found.moves {
        board.play(reading.mv);
    }
    (found.language, board)
}

#[test]
fn the_language_of_a_game_is_found() {
    let spanish = "d4 Cf6 c4 e6 Cc3 Ab4 Ad2 0-0 e4 d5 exd5 exd5 cxd5 Axc3 Axc3 Cxd5 Cf3 b6 Db3 Cxc3 bxc3 c5 Ae2 \
                   cxd4 Cxd4 Te8 0-0 Cd7 a4 Cc5 Db4 Ab7 a5";
    let (language, board) = play(spanish);
    assert_eq!(language, Language::Spanish);
    assert_eq!(
        board.to_string(),
        "r2qr1k1/pb3ppp/1p6/P1n5/1Q1N4/2P5/4BPPP/R4RK1 b - - 0 17"
    );
    // The same game in every other language.
    let texts: Vec<&str> = spanish.split_ascii_whitespace().collect();
    let moves = parse_moves(&Board::start(), &texts, None).moves;
    for language in Language::ALL {
        let mut board = Board::start();
        let mut written = Vec::new();
        for reading in &moves {
            written.push(san::write_with(&board, reading.mv, &language.letters()));
            board.play(reading.mv);
        }
        let found = parse_moves(&Board::start(), &written, None);
        assert_eq!(
            (found.language, &found.moves, found.error),
            (language, &moves, None)
        );
        assert_eq!(found.alternatives, []);
    }
}

#[test]
fn article_c_3_another_language_needs_a_reason() {
    // R is a king in Spanish and a knight in Finnish: nothing here says so, and no English rook can go there.
    for (moves, plies) in [
        ("e4 e5 Re2 Re7", 2),
        ("e4 e5 Rf3", 2),
        ("e4 e5 Nf3 Nc6 Rc3", 4),
    ] {
        let texts: Vec<&str> = moves.split(' ').collect();
        let found = parse_moves(&Board::start(), &texts, None);
        assert_eq!(
            (found.language, found.moves.len()),
            (Language::English, plies)
        );
        assert!(matches!(found.error, Some(SanError::Illegal(_))), "{moves}");
        assert_eq!(found.alternatives, []);
    }
    // On request.
    let spanish = parse_moves(
        &Board::start(),
        &["e4", "e5", "Re2", "Re7"],
        Some(Language::Spanish),
    );
    assert_eq!((spanish.language, spanish.error), (Language::Spanish, None));
    let finnish = parse_moves(
        &Board::start(),
        &["e4", "e5", "Rf3"],
        Some(Language::Finnish),
    );
    assert_eq!((finnish.language, finnish.error), (Language::Finnish, None));
    // A request cannot be followed if the letters are those of another language.
    let english = parse_moves(
        &Board::start(),
        &["e4", "e5", "Nf3"],
        Some(Language::German),
    );
    assert_eq!((english.language, english.error), (Language::English, None));
    // A promotion has a letter too.
    let board = "8/3P4/8/8/8/k7/8/K7 w - - 0 1".parse().expect("valid");
    let german = parse_moves(&board, &["d8=D", "Kb3", "Dd3"], None);
    assert_eq!((german.language, german.moves.len()), (Language::German, 3));
}

#[test]
fn a_letter_p_may_be_a_dutch_knight() {
    let parse = |moves: &str, hint| {
        let texts: Vec<&str> = moves.split(' ').collect();
        let found = parse_moves(&Board::start(), &texts, hint);
        (found.language, found.moves.len(), found.alternatives)
    };
    let (english, dutch) = (Language::English, Language::Dutch);
    assert_eq!(parse("e4 e5 Pf3 Pc6", None), (english, 4, vec![dutch]));
    assert_eq!(parse("e4 e5 Pf3 Pc6 Pxe5", None), (dutch, 5, Vec::new()));
    assert_eq!(parse("Pe4 Pe5 Nf3", None), (english, 3, Vec::new()));
    let hint = Some(Language::English);
    assert_eq!(parse("e4 e5 Pf3 Pc6", hint), (english, 4, Vec::new()));
}

#[test]
fn a_slip_does_not_change_the_language() {
    // Only Romanian has both letters, but there N is a bishop.
    let found = parse_moves(&Board::start(), &["e4", "e5", "Nf3", "Tc6"], None);
    assert_eq!((found.language, found.moves.len()), (Language::English, 3));
}

#[test]
fn coordinates_are_in_no_language() {
    let board = "8/3P4/8/8/8/k7/8/K7 w - - 0 1".parse().expect("valid");
    for language in Language::ALL {
        for (text, mv) in [("d7d8r", "d7d8r"), ("d7d8b", "d7d8b"), ("d7d8n", "d7d8n")] {
            let found = parse_moves(&board, &[text], Some(language));
            assert_eq!(found.error, None, "{text} {language}");
            assert_eq!(found.moves[0].mv.to_string(), mv, "{language}");
        }
    }
}

#[test]
fn cyrillic_letters_are_read() {
    for (moves, language) in [
        ("e4 e5 Кf3 Кc6 Сb5 a6 0-0 Фf6 Лe1 Крd8", Language::Russian),
        ("e4 e5 Кf3 Кc6 Сb5 a6 0-0 Фf6 Тe1 Крd8", Language::Ukrainian),
        ("e4 e5 Кf3 Кc6 Оb5 a6 0-0 Дf6 Тe1 Цd8", Language::Bulgarian),
        ("e4 e5 Сf3 Сc6 Лb5 a6 0-0 Дf6 Тe1 Кd8", Language::Serbian),
    ] {
        let (found, board) = play(moves);
        assert_eq!(found, language);
        assert_eq!(
            board.to_string(),
            "r1bk1bnr/1ppp1ppp/p1n2q2/1B2p3/4P3/5N2/PPPP1PPP/RNBQR1K1 w - - 4 6"
        );
    }
}

#[test]
fn the_first_text_that_is_no_move_is_named() {
    let table = "
        e4 e5 Nf3 Nc6 Bb5 a6 Bb6             | 6 | 'Bb6' is illegal
        e4 e5 Cf3 Cc6 Ab5 a6 Ab6             | 6 | 'Ab6' is illegal
        e4 e5 Nf3 -- Bb5                     | 3 | '--' is a null move, which is illegal
        e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nd5 bxa8 | 8 | 'bxa8' lacks the promotion piece
        e4 e5 Nf3 Nc6 Nc3 Nf6 Nd4 Nd5 Nb5    | 8 | 'Nb5' may mean c3b5 or d4b5
        e4 blah                              | 1 | 'blah' is not a move
    ";
    for [moves, plies, error] in rows(table) {
        let texts: Vec<&str> = moves.split(' ').collect();
        let found = parse_moves(&Board::start(), &texts, None);
        let message = found.error.as_ref().map(ToString::to_string);
        assert_eq!(found.moves.len().to_string(), plies, "{moves}");
        assert_eq!(message.as_deref(), Some(error), "{moves}");
    }
}

#[test]
fn forms_that_other_programs_refuse() {
    let table = "
        4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1                        | exd6e.p.  | e5d6
        4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1                        | exd6 a.p. | e5d6
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | Nf3++     | g1f3
        4k3/8/8/8/8/8/8/2Q1K3 w - - 0 1                          | Qe3 +     | c1e3
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | Cf3       | g1f3
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | ♘︎f3      | g1f3
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | ♙e4       | e2e4
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | g1f3      | g1f3
        rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | g1-f3     | g1f3
        4k3/8/8/8/8/8/8/4K2R w K - 0 1                           | e1g1      | e1h1
        4k3/8/8/8/8/8/8/4K2R w K - 0 1                           | e1h1      | e1h1
        8/3P4/8/8/8/k7/8/K7 w - - 0 1                            | d8=D      | d7d8q
        8/3P4/8/8/8/k7/8/K7 w - - 0 1                            | d8 (Q)    | d7d8q
        8/3P4/8/8/8/k7/8/K7 w - - 0 1                            | d8=n      | d7d8n
        8/3P4/8/8/8/k7/8/K7 w - - 0 1                            | d8♖       | d7d8r
        8/3P4/8/8/8/k7/8/K7 w - - 0 1                            | d7d8q     | d7d8q
        6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1                        | Ra8 mate  | a1a8
        6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1                        | Ta8‡      | a1a8
        6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1                        | Ra8†!     | a1a8
    ";
    for [fen, text, mv] in rows(table) {
        let board: Board = fen.parse().expect("valid");
        let file = format!("[FEN \"{fen}\"]\n\n1. {text} *");
        let raw = one(&file);
        let game = PgnGame::parse(&raw);
        assert_eq!(warnings(&game), [""; 0], "{text}");
        assert_eq!(texts(&game), [text]);
        let found = parse_moves(&board, &texts(&game), None);
        assert_eq!(found.error, None, "{text}");
        assert_eq!(found.moves[0].mv.to_string(), mv, "{text}");
    }
}

#[test]
fn written_moves_are_read_back_in_every_language() {
    let starts = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/PPPk4/8/3pP3/8/8/4Kppp/8 w - d6 0 1",
        "7k/3Q4/8/8/Q1Q5/3N4/1N3N2/Q1QN2K1 w - - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    ];
    let mut rng = Rng::new(1);
    let mut seen = [false; 4];
    for (start, language) in starts
        .iter()
        .cycle()
        .zip(Language::ALL.iter().cycle())
        .take(44)
    {
        let letters = language.letters();
        let mut board: Board = start.parse().expect("valid");
        for _ in 0..30 {
            let moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            for &mv in &moves {
                for text in [
                    san::write_with(&board, mv, &letters),
                    san::write_with(&board, mv, &letters) + " " + san::DRAW_OFFER,
                ] {
                    seen[0] |= mv.is_en_passant();
                    seen[1] |= mv.is_castling();
                    seen[2] |= mv.is_promotion();
                    seen[3] |= text.ends_with('+');
                    let reading = san::read(&board, &text, &letters).expect(&text);
                    assert_eq!(
                        (reading.mv, reading.warnings.len()),
                        (mv, 0),
                        "{board} {text}"
                    );
                    let raw = one(&format!("[FEN \"{board}\"]\n{text} *"));
                    let game = PgnGame::parse(&raw);
                    assert_eq!(texts(&game), [text.as_str()]);
                }
            }
            board.play(moves[rng.below(moves.len())]);
        }
    }
    assert_eq!(seen, [true; 4]);
}

#[test]
fn a_language_has_a_code_and_english_names() {
    for (text, language) in [
        ("sv", Language::German),
        ("Swedish", Language::German),
        ("scandinavian", Language::German),
        ("Catalan", Language::Spanish),
        ("italian", Language::Spanish),
        ("pt-BR", Language::Portuguese),
    ] {
        assert_eq!(text.parse(), Ok(language), "{text}");
    }
    assert!("or".parse::<Language>().is_err() && "Latin".parse::<Language>().is_err());
}
