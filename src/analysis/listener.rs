//! The reports of a search, collected.

use super::{AnalysisLine, AnalysisResult, IterationResult};
use crate::engine::{LineChecker, SearchStart, ShownLine};
use crate::notation::san;
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::search::{RootMove, SearchListener, SearchReport};
use crate::types::{Score, UciScore};
use crate::util::mutex;
use std::sync::{Arc, Mutex};

/// Turns the reports of a search into an [`AnalysisResult`].
pub(super) struct ReportCollector {
    lines: LineChecker,
    style: CastlingStyle,
    result: Arc<Mutex<AnalysisResult>>,
}

impl ReportCollector {
    /// A collector for a search. The result is complete when the search has ended.
    pub fn new(start: SearchStart<'_>, result: Arc<Mutex<AnalysisResult>>) -> Self {
        Self {
            style: start.options.castling_style(start.lines.board()),
            lines: start.lines,
            result,
        }
    }

    fn line(&self, multipv: usize, depth: u16, root: &RootMove) -> AnalysisLine {
        let ShownLine { pv, score, wdl } = self.lines.show(root, false);
        let mut board = *self.lines.board();
        let mut line = AnalysisLine {
            multipv,
            score: UciScore::from(score),
            wdl,
            seldepth: root.sel_depth.max(depth.into()) as u32,
            pv: Vec::with_capacity(pv.len()),
            san: Vec::with_capacity(pv.len()),
        };
        for &mv in pv {
            line.pv.push(UciMove::new(mv, self.style).to_string());
            line.san.push(san::write(&board, mv));
            board.play(mv);
        }
        line
    }
}

impl SearchListener for ReportCollector {
    fn report(&mut self, report: &SearchReport<'_>) {
        let progress = &report.progress;
        let used_us = progress.time.as_micros() as u64;
        let mut result = mutex::lock(&self.result);
        if let Some(best) = report.lines.first() {
            result.iterations.push(IterationResult {
                depth: progress.depth.into(),
                mv: best.mv,
                score: self.lines.show(best, false).score.into(),
                nodes: progress.nodes,
                used_us,
            });
        }
        if !report.last {
            return;
        }
        let lines = report.lines.iter().zip(1..);
        let lines: Vec<_> = lines
            .map(|(root, multipv)| self.line(multipv, progress.depth, root))
            .collect();
        if let Some(best) = lines.first() {
            result.mv = best.pv.first().cloned();
            result.san = best.san.first().cloned();
            result.score = best.score;
            result.wdl = best.wdl;
            result.seldepth = best.seldepth;
        }
        result.lines = lines;
        result.depth = progress.depth.into();
        result.used_us = used_us;
        result.tbhits = progress.table_hits;
        let micros = u128::from(used_us.max(1));
        result.nps = (u128::from(progress.nodes) * 1_000_000 / micros) as u64;
    }

    fn no_moves(&mut self, score: Score) {
        let mut result = mutex::lock(&self.result);
        result.score = score.into();
        result.wdl = self.lines.final_wdl(score);
    }
}
