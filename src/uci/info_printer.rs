//! `info` lines.

use super::print::push;
use super::{laws, print, tablebases};
use crate::engine::options::OptionId;
use crate::engine::{LineChecker, SearchStart, ShownLine};
use crate::laws::edition::Rules;
use crate::notation::uci_move::{CastlingStyle, UciMove};
use crate::search::{RootMove, SearchListener, SearchProgress, SearchReport};
use crate::syzygy::root::RootTables;
use crate::tt::Bound;
use crate::types::{Move, Score, UciScore};
use crate::util::format::percent;
use crate::util::text::quote;
use std::time::Duration;

/// The minimum interval between printed iterations.
const MIN_INTERVAL: Duration = Duration::from_millis(20);
/// Iterations up to this depth are always printed.
const ALWAYS_PRINTED: u16 = 20;

/// Prints the progress of a search.
pub struct InfoPrinter {
    lines: LineChecker,
    style: CastlingStyle,
    show_wdl: bool,
    /// True if only the last report is printed.
    minimal: bool,
    laws_report: bool,
    rules: Rules,
    last_time: Duration,
    last_nodes: u64,
    /// Depth, scores and lines of the report printed last.
    last_lines: String,
}

impl InfoPrinter {
    /// Prints what is known at the start of a search, and returns the printer of its progress.
    pub fn begin(start: SearchStart<'_>, debug: bool) -> Self {
        let options = start.options;
        let style = options.castling_style(start.lines.board());
        if options.laws_report
            && let Some(report) = start.laws
        {
            laws::report(report, start.unable_to_mate, style);
        }
        if debug && let Some(budget) = start.budget {
            print::line(format_args!(
                "info string {}",
                budget.debug_line(start.lag, start.elapsed)
            ));
        }
        match start.book {
            Some(Ok(book)) => print::line(format_args!(
                "info string book {} share {}",
                UciMove::new(book.mv, style),
                percent(book.share)
            )),
            Some(Err(error)) => {
                print::warning(format_args!(
                    "option {}: '{}': {error}",
                    OptionId::BookFile.name(),
                    quote(&options.book_file)
                ));
            }
            None => {}
        }
        Self {
            lines: start.lines,
            style,
            show_wdl: options.show_wdl,
            minimal: options.minimal,
            laws_report: options.laws_report,
            rules: options.laws_edition.rules(options.laws_mode),
            last_time: Duration::ZERO,
            last_nodes: 0,
            last_lines: String::new(),
        }
    }

    fn line(
        &self,
        progress: &SearchProgress,
        number: usize,
        root: &RootMove,
        bound: bool,
    ) -> String {
        let millis = progress.time.as_millis().max(1);
        let ShownLine { pv, score, wdl } = self.lines.show(root, bound);
        let mut out = format!(
            "info depth {} seldepth {} multipv {number} score {}",
            progress.depth,
            root.sel_depth.max(usize::from(progress.depth)),
            UciScore::from(score)
        );
        if bound {
            out.push_str(if root.bound == Bound::Lower {
                " lowerbound"
            } else {
                " upperbound"
            });
        }
        if self.show_wdl {
            out.push_str(&print::wdl(wdl));
        }
        push(
            &mut out,
            format_args!(
                " {} tbhits {} time {millis} pv",
                counters(progress),
                progress.table_hits
            ),
        );
        for &mv in pv {
            push(&mut out, format_args!(" {}", UciMove::new(mv, self.style)));
        }
        out
    }

    /// Names the rule by which the line ends in a draw, if the score is zero for that reason.
    fn explain_draw(&self, best: &RootMove) {
        if self.laws_report
            && let Some(kind) = self.lines.draw_behind(best)
        {
            print::line(format_args!(
                "info string laws line {} ply {}",
                kind.as_str(),
                best.pv().len()
            ));
        }
    }

    /// Depth, scores, bounds and lines of a report, for comparison with the previous one.
    fn fingerprint(report: &SearchReport<'_>) -> String {
        let mut out = report.progress.depth.to_string();
        for root in report.lines {
            push(
                &mut out,
                format_args!(" {:?} {:?} {:?}", root.score, root.bound, root.pv()),
            );
        }
        out
    }
}

/// False for the bound with which an interrupted search may end. A score of the endgame tables replaces bounds.
fn is_exact(root: &RootMove) -> bool {
    root.bound == Bound::Exact || root.table_score.is_some()
}

fn counters(progress: &SearchProgress) -> String {
    let millis = progress.time.as_millis().max(1);
    let nps = u128::from(progress.nodes) * 1000 / millis;
    format!(
        "nodes {} nps {nps} hashfull {}",
        progress.nodes, progress.hashfull
    )
}

impl SearchListener for InfoPrinter {
    fn root_tables(&mut self, tables: &RootTables) {
        print::line(tablebases::line(tables, &self.rules, self.laws_report));
    }

    fn report(&mut self, report: &SearchReport<'_>) {
        let progress = &report.progress;
        if !report.last
            && (self.minimal
                || (progress.depth > ALWAYS_PRINTED
                    && progress.time < self.last_time + MIN_INTERVAL))
        {
            return;
        }
        let fingerprint = Self::fingerprint(report);
        if !report.last || fingerprint != self.last_lines {
            self.last_time = progress.time;
            self.last_nodes = progress.nodes;
            self.last_lines = fingerprint;
            let mut text = String::new();
            for (index, root) in report.lines.iter().enumerate() {
                let line = self.line(progress, index + 1, root, !is_exact(root));
                push(&mut text, format_args!("{line}\n"));
            }
            print::lines(&text);
        } else if progress.nodes != self.last_nodes {
            self.heartbeat(progress);
        }
        if report.last
            && let Some(best) = report.lines.first().filter(|best| is_exact(best))
        {
            self.explain_draw(best);
        }
    }

    fn bound(&mut self, report: &SearchReport<'_>) {
        if let Some(root) = report.lines.first().filter(|_| !self.minimal) {
            self.last_lines.clear();
            print::line(self.line(&report.progress, 1, root, true));
        }
    }

    fn current_move(&mut self, progress: &SearchProgress, mv: Move, number: usize) {
        if !self.minimal {
            let mv = UciMove::new(mv, self.style);
            print::line(format_args!(
                "info depth {} currmove {mv} currmovenumber {number}",
                progress.depth
            ));
        }
    }

    fn heartbeat(&mut self, progress: &SearchProgress) {
        if !self.minimal {
            print::line(format_args!(
                "info {} time {}",
                counters(progress),
                progress.time.as_millis().max(1)
            ));
        }
    }

    fn no_moves(&mut self, score: Score) {
        let wdl = self.show_wdl.then(|| self.lines.final_wdl(score));
        print::line(format_args!(
            "info depth 0 score {}{}",
            UciScore::from(score),
            wdl.map_or_else(String::new, print::wdl)
        ));
    }

    fn mate_not_found(&mut self, moves: i16) {
        print::line(format_args!("info string no mate in {}", moves.abs()));
    }
}
