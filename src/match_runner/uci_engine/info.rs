//! `info` lines: score, depth, nodes, principal variation, and statements about the Laws.

use super::lines::{truncated, words};
use crate::match_runner::record::SearchInfo;
use std::iter::Peekable;

/// The keywords of an `info` line that end a variation.
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

/// Limits on a variation: moves, and characters per move.
const MAX_PV: usize = 512;
const MAX_MOVE: usize = 16;

/// Limits on `info string laws` lines: lines per search, and characters per line.
const MAX_LAWS: usize = 32;
const MAX_LAW: usize = 500;

struct ScoredInfo {
    info: SearchInfo,
    bound: bool,
    /// The number of the variation, from 1.
    multipv: i64,
}

impl ScoredInfo {
    /// Parses the words after `info`. Fields may come in any order; a field without a number is skipped.
    fn read<'a>(words: impl Iterator<Item = &'a [u8]>) -> Option<Self> {
        let mut words = words.peekable();
        let mut info = SearchInfo::default();
        let (mut bound, mut multipv) = (false, 1);
        while let Some(word) = words.next() {
            match word {
                b"cp" => info.cp = number(&mut words).map(clamped),
                b"mate" => info.mate = number(&mut words).map(clamped),
                b"lowerbound" | b"upperbound" => bound = true,
                b"depth" => info.depth = number(&mut words).and_then(unsigned),
                b"seldepth" => info.seldepth = number(&mut words).and_then(unsigned),
                b"nodes" => info.nodes = number(&mut words).and_then(|n| n.try_into().ok()),
                b"nps" => info.nps = number(&mut words).and_then(|n| n.try_into().ok()),
                b"hashfull" => info.hashfull = number(&mut words).and_then(unsigned),
                b"multipv" => multipv = number(&mut words).unwrap_or(1),
                b"string" => break,
                _ => {}
            }
        }
        let scored = info.cp.is_some() || info.mate.is_some();
        scored.then_some(Self {
            info,
            bound,
            multipv,
        })
    }
}

/// The next word, if it is a number; numbers out of range saturate.
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

fn clamped(number: i64) -> i32 {
    number.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// A number that is not negative.
fn unsigned(number: i64) -> Option<u32> {
    u32::try_from(number.min(u32::MAX.into())).ok()
}

/// The principal variation in the words of an `info` line.
fn variation<'a>(words: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    words
        .take_while(|word| *word != b"string")
        .skip_while(|word| *word != b"pv")
        .skip(1)
        .take_while(|word| !KEYWORDS.contains(word))
        .take(MAX_PV)
        .map(|word| truncated(word, MAX_MOVE))
        .collect()
}

/// Collects the `info` lines of one search in bounded memory.
#[derive(Debug, Default)]
pub struct InfoCollector {
    /// The last line with an exact score.
    exact: Option<(SearchInfo, Vec<u8>)>,
    /// The last line with a bound after it.
    bound: Option<(SearchInfo, Vec<u8>)>,
    /// The texts after `info string laws`.
    laws: Vec<String>,
}

impl InfoCollector {
    /// Adds an `info` line.
    pub fn add(&mut self, line: &[u8]) {
        let words = words(line).skip(1);
        let mut first = words.clone();
        if first.next() == Some(b"string") {
            if first.next() == Some(b"laws") && self.laws.len() < MAX_LAWS {
                self.laws.push(statement(line));
            }
            return;
        }
        let Some(scored) = ScoredInfo::read(words) else {
            return;
        };
        if scored.multipv != 1 {
            return;
        }
        let kept = if scored.bound {
            &mut self.bound
        } else {
            self.bound = None;
            &mut self.exact
        };
        let (info, text) = kept.get_or_insert_default();
        *info = scored.info;
        text.clear();
        text.extend_from_slice(line);
    }

    /// The search info with its variation, and the statements about the Laws; clears the collector.
    ///
    /// After a fail high, a search may end with a `best` move that only a later line with a bound begins with. The
    /// variation of that line then counts.
    pub fn take(&mut self, best: &str) -> (SearchInfo, Vec<String>, Vec<String>) {
        let Self { exact, bound, laws } = std::mem::take(self);
        let later = bound.as_ref().map(|(_, line)| variation(words(line)));
        let (info, line) = exact.or(bound).unwrap_or_default();
        let pv = variation(words(&line));
        let is_better = |later: &Vec<String>| begins_with(later, best) && !begins_with(&pv, best);
        let better = later.filter(is_better);
        (info, better.unwrap_or(pv), laws)
    }
}

fn begins_with(pv: &[String], mv: &str) -> bool {
    pv.first().is_some_and(|first| first == mv)
}

/// The text after `info string laws`.
fn statement(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let said = text.split_once("laws").map_or("", |(_, said)| said);
    truncated(said.trim().as_bytes(), MAX_LAW)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collect(lines: &[&str]) -> (SearchInfo, Vec<String>, Vec<String>) {
        let mut collector = InfoCollector::default();
        for line in lines {
            collector.add(line.as_bytes());
        }
        collector.take("")
    }

    #[test]
    fn fields_come_in_any_order() {
        let full = SearchInfo {
            cp: Some(-31),
            mate: None,
            depth: Some(12),
            seldepth: Some(20),
            nodes: Some(12345),
            nps: Some(1000000),
            hashfull: Some(3),
        };
        for line in [
            "info depth 12 seldepth 20 hashfull 3 multipv 1 score cp -31 wdl 1 2 997 nodes 12345 nps 1000000 time 12 pv e2e4 e7e5",
            "info pv e2e4 e7e5 hashfull 3 nps 1000000 nodes 12345 score cp -31 seldepth 20 depth 12",
            "info score cp -31 depth 12 hashfull 3 tbhits 0 seldepth 20 nodes 12345 nps 1000000 pv e2e4 e7e5 string depth 3",
        ] {
            let (info, pv, laws) = collect(&[line]);
            assert_eq!((info, laws.len()), (full, 0), "{line}");
            assert_eq!(pv, ["e2e4", "e7e5"], "{line}");
        }
    }

    #[test]
    fn the_last_exact_score_of_the_first_variation_counts() {
        let (info, pv, _) = collect(&[
            "info depth 1 score cp 10 pv a2a3",
            "info depth 2 score mate -3 pv b2b3",
            "info depth 2 multipv 2 score cp 5 pv c2c3",
            "info depth 3 score cp 50 lowerbound pv d2d3",
            "info depth 4 currmove e2e4 currmovenumber 1",
            "info string score cp 99",
            "info nodes 99 nps 9",
        ]);
        assert_eq!((info.mate, info.cp, info.depth), (Some(-3), None, Some(2)));
        assert_eq!(pv, ["b2b3"]);
        let (info, ..) = collect(&[
            "info depth 3 score lowerbound cp 50",
            "info depth 3 score cp 70 upperbound",
        ]);
        assert_eq!(info.cp, Some(70), "only bounds");
        assert_eq!(collect(&["info depth 9"]).0, SearchInfo::default());
    }

    #[test]
    fn the_move_of_a_later_bound_begins_the_variation() {
        let pv = |lines: &[&str], best: &str| {
            let mut collector = InfoCollector::default();
            for line in lines {
                collector.add(line.as_bytes());
            }
            let (info, pv, _) = collector.take(best);
            assert_eq!(info.cp, Some(10));
            pv.join(" ")
        };
        let exact = "info depth 2 score cp 10 pv a2a3 a7a6";
        let bound = "info depth 3 score cp 50 lowerbound pv d2d3";
        let second = "info depth 3 multipv 2 score cp 50 lowerbound pv e2e3";
        assert_eq!(pv(&[exact, bound, second], "d2d3"), "d2d3");
        for best in ["a2a3", "e2e3", "h2h3"] {
            assert_eq!(pv(&[exact, bound, second], best), "a2a3 a7a6", "{best}");
        }
        // An earlier bound does not count.
        assert_eq!(pv(&[bound, exact], "d2d3"), "a2a3 a7a6");
    }

    #[test]
    fn odd_numbers_saturate_or_are_skipped() {
        let huge = "99999999999999999999999999";
        let line = format!("info depth {huge} seldepth -4 nodes {huge} nps -1 score cp -{huge}");
        let (info, ..) = collect(&[&line]);
        assert_eq!((info.depth, info.seldepth), (Some(u32::MAX), None));
        assert_eq!((info.nodes, info.nps), (Some(i64::MAX as u64), None));
        assert_eq!(info.cp, Some(i32::MIN));
        let (info, ..) = collect(&["info depth seldepth 5 score cp +7 nodes 1e6 nps"]);
        assert_eq!((info.depth, info.seldepth), (None, Some(5)));
        assert_eq!((info.cp, info.nodes, info.nps), (Some(7), None, None));
        assert_eq!(collect(&["info score cp 0.5", "info score cp"]).0.cp, None);
    }

    #[test]
    fn statements_about_the_laws_are_kept_up_to_a_limit() {
        let long = format!("info string laws {}", "x".repeat(9999));
        let mut lines = vec![
            "info  string laws  claim threefold (9.2)\r",
            "info string hello laws",
        ];
        lines.extend(vec![long.as_str(); 99]);
        let (_, _, laws) = collect(&lines);
        assert_eq!(
            (laws[0].as_str(), laws.len()),
            ("claim threefold (9.2)", MAX_LAWS)
        );
        assert_eq!(laws[1].len(), MAX_LAW);
    }

    #[test]
    fn a_variation_is_bounded() {
        let line = format!("info score cp 1 pv {}", "e2e4 ".repeat(5000));
        assert_eq!(collect(&[&line]).1.len(), MAX_PV);
        let line = format!("info score cp 1 pv {}", "e".repeat(5000));
        assert_eq!(collect(&[&line]).1[0].len(), MAX_MOVE);
    }
}
