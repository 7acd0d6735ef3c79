//! What an engine says about its search.

use super::lines::{shortened, words};
use crate::arbiter::record::Thought;
use std::iter::Peekable;

/// Words that begin a field of an `info` line, and so end a variation.
const KEYWORDS: [&[u8]; 19] = [
    b"depth",
    b"seldepth",
    b"time",
    b"nodes",
    b"pv",
    b"multipv",
    b"score",
    b"cp",
    b"mate",
    b"lowerbound",
    b"upperbound",
    b"currmove",
    b"currmovenumber",
    b"hashfull",
    b"nps",
    b"tbhits",
    b"cpuload",
    b"string",
    b"wdl",
];

/// Moves of a variation that are kept, and characters of each.
const LONGEST_PV: usize = 512;
const LONGEST_MOVE: usize = 16;

/// Statements about the Laws that are kept of one search, and characters of each.
const MOST_LAWS: usize = 32;
const LONGEST_LAW: usize = 500;

/// An `info` line with a score.
struct Scored {
    thought: Thought,
    /// Whether the score is but a bound.
    bound: bool,
    /// The number of the variation, from 1.
    multipv: i64,
}

impl Scored {
    /// Reads the words after `info`; fields may come in any order. What is no number is no field.
    fn read<'a>(words: impl Iterator<Item = &'a [u8]>) -> Option<Self> {
        let mut words = words.peekable();
        let mut thought = Thought::default();
        let (mut bound, mut multipv) = (false, 1);
        while let Some(word) = words.next() {
            match word {
                b"cp" => thought.cp = number(&mut words).map(centipawns),
                b"mate" => thought.mate = number(&mut words).map(centipawns),
                b"lowerbound" | b"upperbound" => bound = true,
                b"depth" => thought.depth = number(&mut words).and_then(plies),
                b"seldepth" => thought.seldepth = number(&mut words).and_then(plies),
                b"nodes" => thought.nodes = number(&mut words).and_then(|n| n.try_into().ok()),
                b"nps" => thought.nps = number(&mut words).and_then(|n| n.try_into().ok()),
                b"multipv" => multipv = number(&mut words).unwrap_or(1),
                b"string" => break,
                _ => {}
            }
        }
        let scored = thought.cp.is_some() || thought.mate.is_some();
        scored.then_some(Self {
            thought,
            bound,
            multipv,
        })
    }
}

/// The next word, if it is a number. Numbers that are too large become the largest there is.
fn number<'a>(words: &mut Peekable<impl Iterator<Item = &'a [u8]>>) -> Option<i64> {
    let word = words.peek()?;
    let digits = word.strip_prefix(b"-").unwrap_or(word);
    let digits = digits.strip_prefix(b"+").unwrap_or(digits);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let size = digits.iter().fold(0i64, |size, digit| {
        size.saturating_mul(10)
            .saturating_add((digit - b'0').into())
    });
    let negative = word.starts_with(b"-");
    words.next();
    Some(if negative { -size } else { size })
}

fn centipawns(number: i64) -> i32 {
    number.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

fn plies(number: i64) -> Option<u32> {
    u32::try_from(number.min(u32::MAX.into())).ok()
}

/// The variation in the words of a line.
fn variation<'a>(words: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    words
        .take_while(|word| *word != b"string")
        .skip_while(|word| *word != b"pv")
        .skip(1)
        .take_while(|word| !KEYWORDS.contains(word))
        .take(LONGEST_PV)
        .map(|word| shortened(word, LONGEST_MOVE))
        .collect()
}

/// What is kept of the `info` lines of one search: little, however many there are.
#[derive(Debug, Default)]
pub struct Digest {
    /// The last score that is no bound, and its line.
    exact: Option<(Thought, Vec<u8>)>,
    /// The last bound, and its line.
    bound: Option<(Thought, Vec<u8>)>,
    /// What was said about the Laws.
    laws: Vec<String>,
}

impl Digest {
    /// Takes note of an `info` line.
    pub fn add(&mut self, line: &[u8]) {
        let words = words(line).skip(1);
        let mut first = words.clone();
        if first.next() == Some(b"string") {
            if first.next() == Some(b"laws") && self.laws.len() < MOST_LAWS {
                self.laws.push(statement(line));
            }
            return;
        }
        let Some(scored) = Scored::read(words) else {
            return;
        };
        if scored.multipv != 1 {
            return;
        }
        let kept = if scored.bound {
            &mut self.bound
        } else {
            &mut self.exact
        };
        let (thought, text) = kept.get_or_insert_default();
        *thought = scored.thought;
        text.clear();
        text.extend_from_slice(line);
    }

    /// The thought with its variation, and the statements about the Laws; the digest is empty afterwards.
    pub fn take(&mut self) -> (Thought, Vec<String>, Vec<String>) {
        let Self { exact, bound, laws } = std::mem::take(self);
        let (thought, line) = exact.or(bound).unwrap_or_default();
        (thought, variation(words(&line)), laws)
    }
}

/// The text after `info string laws`.
fn statement(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let said = text.split_once("laws").map_or("", |(_, said)| said);
    shortened(said.trim().as_bytes(), LONGEST_LAW)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(lines: &[&str]) -> (Thought, Vec<String>, Vec<String>) {
        let mut digest = Digest::default();
        for line in lines {
            digest.add(line.as_bytes());
        }
        digest.take()
    }

    #[test]
    fn fields_come_in_any_order() {
        let full = Thought {
            cp: Some(-31),
            mate: None,
            depth: Some(12),
            seldepth: Some(20),
            nodes: Some(12345),
            nps: Some(1000000),
        };
        for line in [
            "info depth 12 seldepth 20 multipv 1 score cp -31 wdl 1 2 997 nodes 12345 nps 1000000 time 12 pv e2e4 e7e5",
            "info pv e2e4 e7e5 nps 1000000 nodes 12345 score cp -31 seldepth 20 depth 12",
            "info score cp -31 depth 12 hashfull 3 tbhits 0 seldepth 20 nodes 12345 nps 1000000 pv e2e4 e7e5 string depth 3",
        ] {
            let (thought, pv, laws) = digest(&[line]);
            assert_eq!((thought, laws.len()), (full, 0), "{line}");
            assert_eq!(pv, ["e2e4", "e7e5"], "{line}");
        }
    }

    #[test]
    fn the_last_exact_score_of_the_first_line_counts() {
        let (thought, pv, _) = digest(&[
            "info depth 1 score cp 10 pv a2a3",
            "info depth 2 score mate -3 pv b2b3",
            "info depth 2 multipv 2 score cp 5 pv c2c3",
            "info depth 3 score cp 50 lowerbound pv d2d3",
            "info depth 4 currmove e2e4 currmovenumber 1",
            "info string score cp 99",
            "info nodes 99 nps 9",
        ]);
        assert_eq!(
            (thought.mate, thought.cp, thought.depth),
            (Some(-3), None, Some(2))
        );
        assert_eq!(pv, ["b2b3"]);
        let (thought, ..) = digest(&[
            "info depth 3 score lowerbound cp 50",
            "info depth 3 score cp 70 upperbound",
        ]);
        assert_eq!(thought.cp, Some(70), "only bounds");
        assert_eq!(digest(&["info depth 9"]).0, Thought::default());
    }

    #[test]
    fn numbers_are_whatever_an_engine_prints() {
        let huge = "99999999999999999999999999";
        let line = format!("info depth {huge} seldepth -4 nodes {huge} nps -1 score cp -{huge}");
        let (thought, ..) = digest(&[&line]);
        assert_eq!((thought.depth, thought.seldepth), (Some(u32::MAX), None));
        assert_eq!((thought.nodes, thought.nps), (Some(i64::MAX as u64), None));
        assert_eq!(thought.cp, Some(i32::MIN));
        let (thought, ..) = digest(&["info depth seldepth 5 score cp +7 nodes 1e6 nps"]);
        assert_eq!((thought.depth, thought.seldepth), (None, Some(5)));
        assert_eq!(
            (thought.cp, thought.nodes, thought.nps),
            (Some(7), None, None)
        );
        assert_eq!(digest(&["info score cp 0.5", "info score cp"]).0.cp, None);
    }

    #[test]
    fn statements_about_the_laws_are_kept_up_to_a_limit() {
        let long = format!("info string laws {}", "x".repeat(9999));
        let mut lines = vec![
            "info  string laws  claim threefold (9.2)\r",
            "info string hello laws",
        ];
        lines.extend(vec![long.as_str(); 99]);
        let (_, _, laws) = digest(&lines);
        assert_eq!(
            (laws[0].as_str(), laws.len()),
            ("claim threefold (9.2)", MOST_LAWS)
        );
        assert_eq!(laws[1].len(), LONGEST_LAW);
    }

    #[test]
    fn a_variation_is_bounded() {
        let line = format!("info score cp 1 pv {}", "e2e4 ".repeat(5000));
        assert_eq!(digest(&[&line]).1.len(), LONGEST_PV);
        let line = format!("info score cp 1 pv {}", "e".repeat(5000));
        assert_eq!(digest(&[&line]).1[0].len(), LONGEST_MOVE);
    }
}
