//! Random games that shakmaty plays and writes, in English as most games are: legal ones are clean, and an illegal last move is
//! always found.

use crate::judge::support::program;
use crate::support::json;
use compongo::types::Rng;
use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::san::{San, SanError, SanPlus};
use shakmaty::{Chess, EnPassantMode, Position};
use std::fmt::Write as _;

/// Games of each kind.
const GAMES: usize = 600;
/// The longest game, in half-moves.
const LONGEST: usize = 120;

/// A game as the other library writes it.
#[derive(Default)]
struct WrittenGame {
    moves: Vec<String>,
    position: Chess,
}

impl WrittenGame {
    /// A game of at most so many half-moves.
    fn random(rng: &mut Rng, longest: usize) -> Self {
        let mut game = Self::default();
        let length = 1 + rng.below(longest);
        while game.moves.len() < length && !game.is_over() {
            let legal = game.position.legal_moves();
            let mv = legal[rng.below(legal.len())];
            let text = SanPlus::from_move_and_play_unchecked(&mut game.position, mv);
            game.moves.push(text.to_string());
        }
        game
    }

    fn is_over(&self) -> bool {
        self.position.is_checkmate()
            || self.position.is_stalemate()
            || self.position.is_insufficient_material()
    }

    fn fen(&self) -> String {
        Fen::from_position(&self.position, EnPassantMode::Legal).to_string()
    }

    /// The move of another game, as text that is an illegal move here.
    fn illegal_text(&self, rng: &mut Rng) -> Option<String> {
        let text = Self::random(rng, 40).moves.pop()?;
        let mut san: San = text.trim_end_matches(['+', '#']).parse().ok()?;
        let is_illegal =
            |san: &San| matches!(san.to_move(&self.position), Err(SanError::IllegalSan));
        let mut found = is_illegal(&san);
        // The sign of a capture may be left out (2009 C, essential abbreviations).
        if let San::Normal { capture, .. } = &mut san {
            *capture ^= true;
            found &= is_illegal(&san);
        }
        found.then_some(text)
    }

    fn pgn(&self) -> String {
        let result = match (self.position.is_checkmate(), self.position.turn()) {
            (true, shakmaty::Color::White) => "0-1",
            (true, shakmaty::Color::Black) => "1-0",
            (false, _) if self.is_over() => "1/2-1/2",
            (false, _) => "*",
        };
        let mut text = format!("[Result \"{result}\"]\n\n");
        for (index, pair) in self.moves.chunks(2).enumerate() {
            let _ = writeln!(text, "{}. {}", index + 1, pair.join(" "));
        }
        text + result + "\n\n"
    }
}

fn reports(pgn: &str) -> Vec<Value> {
    let outcome = program(&["-", "--json"], pgn.as_bytes());
    assert_eq!(outcome.err, "");
    json::lines(&outcome.out)
}

/// The errors and warnings in a report; a missed claim, which is a note, is no fault.
fn faults(report: &Value) -> Vec<&str> {
    let findings = report["findings"].as_array().expect("a list").iter();
    let faults = findings.filter(|finding| finding["severity"] != "note");
    faults
        .map(|finding| finding["kind"].as_str().expect("text"))
        .collect()
}

#[test]
fn article_3_random_legal_games_are_clean() {
    let mut rng = Rng::new(1);
    let games: Vec<_> = (0..GAMES)
        .map(|_| WrittenGame::random(&mut rng, LONGEST))
        .collect();
    let reports = reports(&games.iter().map(WrittenGame::pgn).collect::<String>());
    assert_eq!(reports.len(), GAMES);
    for (game, report) in games.iter().zip(reports) {
        let pgn = game.pgn();
        assert_eq!(faults(&report), <[&str; 0]>::default(), "{pgn}{report}");
        assert_eq!(report["plies"], game.moves.len(), "{pgn}{report}");
        assert_eq!(report["fen"], game.fen(), "{pgn}");
        assert_eq!(report["verdict"].is_null(), !game.is_over(), "{pgn}");
    }
}

#[test]
fn article_7_5_1_random_illegal_last_moves_are_found() {
    let mut rng = Rng::new(2);
    let mut games = Vec::new();
    while games.len() < GAMES {
        let mut game = WrittenGame::random(&mut rng, LONGEST);
        if !game.is_over()
            && let Some(text) = game.illegal_text(&mut rng)
        {
            game.moves.push(text);
            games.push(game);
        }
    }
    let reports = reports(&games.iter().map(WrittenGame::pgn).collect::<String>());
    assert_eq!(reports.len(), GAMES);
    for (game, report) in games.iter().zip(reports) {
        let pgn = game.pgn();
        assert_eq!(faults(&report), ["illegal_move"], "{pgn}{report}");
        assert_eq!(report["findings"][0]["ply"], game.moves.len(), "{pgn}");
        assert_eq!(report["plies"], game.moves.len() - 1, "{pgn}");
        assert_eq!(report["fen"], game.fen(), "{pgn}");
    }
}
