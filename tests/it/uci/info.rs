//! Reads what a search has said as strictly as any client, and checks it against another library's rules of chess.

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::zobrist::Zobrist64;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position};
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    Cp(i64),
    Mate(i64),
}

/// An `info` line with a score.
#[derive(Clone, Debug)]
pub struct Info {
    pub depth: u64,
    pub multipv: usize,
    pub score: Score,
    pub bound: bool,
    pub wdl: Option<[u64; 3]>,
    pub nodes: u64,
    pub time: u64,
    pub pv: Vec<String>,
}

fn number<T: std::str::FromStr>(words: &mut dyn Iterator<Item = &str>, line: &str) -> T {
    let word = words.next().unwrap_or_else(|| panic!("cut: {line}"));
    assert!(word != "-0" && !word.starts_with('+'), "{line}");
    word.parse().unwrap_or_else(|_| panic!("{word}: {line}"))
}

impl Info {
    /// Reads a line whose fields stand in the order that is promised; `None` if it has no score.
    pub fn read(line: &str) -> Option<Self> {
        if !line.starts_with("info depth")
            || !line.contains(" score ")
            || line.contains(" depth 0 ")
        {
            return None;
        }
        assert!(!line.contains("  ") && !line.ends_with(' '), "{line}");
        let mut words = line.split(' ').skip(1).peekable();
        let expect = |words: &mut dyn Iterator<Item = &'_ str>, word: &str| {
            let found = words.next().map(str::to_owned);
            assert_eq!(found.as_deref(), Some(word), "{line}");
        };
        expect(&mut words, "depth");
        let depth = number(&mut words, line);
        expect(&mut words, "seldepth");
        let sel_depth: u64 = number(&mut words, line);
        assert!((1..=250).contains(&depth) && sel_depth >= depth, "{line}");
        expect(&mut words, "multipv");
        let multipv = number(&mut words, line);
        expect(&mut words, "score");
        let score = match words.next() {
            Some("cp") => Score::Cp(number(&mut words, line)),
            Some("mate") => Score::Mate(number(&mut words, line)),
            _ => panic!("{line}"),
        };
        let bound = words
            .next_if(|word| matches!(*word, "lowerbound" | "upperbound"))
            .is_some();
        let wdl = words
            .next_if_eq(&"wdl")
            .map(|_| [(); 3].map(|()| number(&mut words, line)));
        expect(&mut words, "nodes");
        let nodes = number(&mut words, line);
        expect(&mut words, "nps");
        let _: u64 = number(&mut words, line);
        expect(&mut words, "hashfull");
        assert!(number::<u64>(&mut words, line) <= 1000, "{line}");
        expect(&mut words, "tbhits");
        let _: u64 = number(&mut words, line);
        expect(&mut words, "time");
        let time = number(&mut words, line);
        assert!(time >= 1, "{line}");
        expect(&mut words, "pv");
        let pv: Vec<String> = words.map(str::to_owned).collect();
        assert!(!pv.is_empty(), "{line}");
        Some(Self {
            depth,
            multipv,
            score,
            bound,
            wdl,
            nodes,
            time,
            pv,
        })
    }

    pub fn read_all(lines: &[String]) -> Vec<Self> {
        lines.iter().filter_map(|line| Self::read(line)).collect()
    }

    /// What does not depend on time: depth, score, nodes and line. Bounds are printed by the clock.
    pub fn timeless(lines: &[String]) -> Vec<(u64, Score, u64, Vec<String>)> {
        Self::read_all(lines)
            .into_iter()
            .filter(|info| !info.bound)
            .map(|info| (info.depth, info.score, info.nodes, info.pv))
            .collect()
    }
}

/// A game that is followed move by move.
#[derive(Clone)]
pub struct Game {
    pub position: Chess,
    mode: CastlingMode,
    seen: HashMap<u64, u32>,
    /// How often the position on the board has occurred.
    occurrence: u32,
}

impl Game {
    pub fn new(fen: &str, moves: &str) -> Self {
        let setup: Fen = fen.parse().expect("a FEN");
        let mode = CastlingMode::detect(setup.as_setup());
        let position = setup.into_position(mode).expect("a legal position");
        let mut game = Self {
            position,
            mode,
            seen: HashMap::new(),
            occurrence: 0,
        };
        game.count();
        for text in moves.split_whitespace() {
            assert!(game.play(text), "{text} is illegal");
        }
        game
    }

    pub fn start(moves: &str) -> Self {
        Self::new(
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            moves,
        )
    }

    fn count(&mut self) {
        let key: Zobrist64 = self.position.zobrist_hash(EnPassantMode::Legal);
        let count = self.seen.entry(key.0).or_default();
        *count += 1;
        self.occurrence = *count;
    }

    /// Plays a move; false if it is none.
    pub fn play(&mut self, text: &str) -> bool {
        let Ok(uci) = text.parse::<UciMove>() else {
            return false;
        };
        let Ok(mv) = uci.to_move(&self.position) else {
            return false;
        };
        // Castling has one spelling in each mode.
        assert_eq!(mv.to_uci(self.mode).to_string(), text);
        self.position.play_unchecked(mv);
        self.count();
        true
    }

    /// True if no move may follow, by mate, stalemate, bare material, third occurrence or fifty moves.
    pub fn is_over(&self) -> bool {
        self.position.is_game_over() || self.position.halfmoves() >= 100 || self.occurrence >= 3
    }

    fn is_legal_line(&self, line: &[String]) -> Result<Self, String> {
        let mut game = self.clone();
        for (index, text) in line.iter().enumerate() {
            // The root may be a draw already, and is searched all the same.
            if index > 0 && game.is_over() {
                return Err(format!("{text} comes after the end"));
            }
            if !game.play(text) {
                return Err(format!("{text} is illegal"));
            }
        }
        Ok(game)
    }
}

/// Checks all that is promised about the lines from one `go` to its `bestmove`, and returns the scored ones.
pub fn check(lines: &[String], game: &Game, multipv: usize) -> Vec<Info> {
    let story = lines.join("\n");
    let infos = Info::read_all(lines);
    assert!(!infos.is_empty(), "no scored line\n{story}");
    let legal = game.position.legal_moves().len();
    let wanted = multipv.min(legal);

    let mut clock = 0;
    for info in &infos {
        assert!(info.time >= clock, "time runs backwards\n{story}");
        clock = info.time;
        let end = game
            .is_legal_line(&info.pv)
            .unwrap_or_else(|why| panic!("{why}: {info:?}\n{story}"));
        if let Some(wdl) = info.wdl {
            assert_eq!(wdl.iter().sum::<u64>(), 1000, "{story}");
        }
        if info.bound {
            // An interrupted search may end with one.
            let is_last = std::ptr::eq(info, &raw const infos[infos.len() - 1]);
            assert!(
                info.multipv == 1 && (info.time >= 3000 || is_last),
                "{story}"
            );
        } else if let Score::Mate(moves) = info.score {
            let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
            assert_eq!(info.pv.len() as i64, plies, "{info:?}\n{story}");
            assert!(end.position.is_checkmate(), "{info:?}\n{story}");
        }
    }

    let exact: Vec<&Info> = infos.iter().filter(|info| !info.bound).collect();
    for set in exact.chunks(wanted) {
        assert_eq!(set.len(), wanted, "incomplete set\n{story}");
        for (index, info) in set.iter().enumerate() {
            assert_eq!(info.multipv, index + 1, "{story}");
            assert_eq!(info.depth, set[0].depth, "{story}");
            let again = set[..index].iter().any(|other| other.pv[0] == info.pv[0]);
            assert!(!again, "a move twice in a set\n{story}");
        }
        assert!(
            set.is_sorted_by_key(|info| std::cmp::Reverse(worth(info.score))),
            "unsorted set\n{story}"
        );
    }

    let answer = lines.last().expect("an answer");
    let words: Vec<&str> = answer.split(' ').collect();
    assert_eq!(words[0], "bestmove", "{story}");
    let last = infos.iter().rfind(|info| info.multipv == 1);
    let last = last.expect("a first line");
    assert_eq!(last.pv[0], words[1], "{story}");
    match words[2..] {
        [] => {}
        ["ponder", reply] => {
            let mut game = game.clone();
            assert!(game.play(words[1]) && !game.is_over(), "{story}");
            assert!(game.play(reply) && !game.is_over(), "{story}");
        }
        _ => panic!("{answer}"),
    }
    infos
}

fn worth(score: Score) -> i64 {
    match score {
        Score::Cp(value) => value,
        Score::Mate(moves) if moves > 0 => 100_000 - moves,
        Score::Mate(moves) => -100_000 - moves,
    }
}
