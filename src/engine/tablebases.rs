//! The endgame tables of the option `SyzygyPath`.

use super::facade::Engine;
use super::options::{OptionError, OptionId, Options};
use crate::search::SearchTables;
use crate::syzygy::{Dtz, FolderProblem, TableCount, TableWdl, Tablebase};
use std::fmt::Display;
use std::sync::Arc;

/// The most files and folders that are listed by name.
const MAX_NAMED: usize = 5;

/// The tables found in a list of folders.
#[derive(Default)]
pub(super) struct LoadedTables {
    list: String,
    tablebase: Option<Arc<Tablebase>>,
}

impl LoadedTables {
    /// The tables in the form that a search uses, with these options.
    pub fn for_search(&self, options: &Options) -> Option<SearchTables> {
        let tablebase = self.tablebase.as_ref()?;
        let max_pieces = tablebase.count().max_pieces as u32;
        Some(SearchTables {
            tablebase: Arc::clone(tablebase),
            max_pieces: max_pieces.min(options.syzygy_probe_limit),
            min_depth: options.syzygy_probe_depth as i32,
            fifty_moves: options.syzygy_fifty_moves,
        })
    }
}

impl Engine {
    /// Opens the tables of the option `SyzygyPath`. Returns a warning for each file and folder that is not used.
    ///
    /// # Errors
    /// There is no table at all. The old folders stay in use.
    pub(super) fn open_tables(&mut self) -> Result<Vec<String>, OptionError> {
        let list = self.options.syzygy_path.clone();
        if list.is_empty() {
            self.tables = LoadedTables::default();
            return Ok(Vec::new());
        }
        let (tablebase, problems) = Tablebase::open(&list);
        let problems = named(&problems);
        if tablebase.count().max_pieces == 0 {
            self.options.syzygy_path.clone_from(&self.tables.list);
            let start = std::iter::once(String::new());
            let reasons: Vec<String> = start.chain(problems).collect();
            return Err(OptionError::Value {
                name: OptionId::SyzygyPath.name(),
                why: format!("no tables found{}", reasons.join("; ")),
            });
        }
        self.tables = LoadedTables {
            list,
            tablebase: Some(Arc::new(tablebase)),
        };
        Ok(problems.iter().map(warning).collect())
    }

    /// How many endgame tables are open; `None` if none are.
    pub fn table_count(&self) -> Option<&TableCount> {
        self.tables.tablebase.as_deref().map(Tablebase::count)
    }

    /// The result of the current position in the endgame tables, ignoring its halfmove clock; `None` without the tables
    /// that it needs.
    pub fn probe_tables(&self) -> Option<(TableWdl, Option<Dtz>)> {
        let tables = self.tables.for_search(&self.options)?;
        let board = self.game()?.board();
        if board.piece_count() > tables.max_pieces {
            return None;
        }
        let wdl = tables.tablebase.probe_wdl(board)?;
        Some((wdl, tables.tablebase.probe_dtz(board)))
    }

    /// A warning for each endgame table that could not be read since the last call; such tables are no longer used.
    pub fn table_failures(&self) -> Vec<String> {
        let failures = match &self.tables.tablebase {
            Some(tablebase) => tablebase.take_failures(),
            None => Vec::new(),
        };
        named(&failures).iter().map(warning).collect()
    }
}

fn warning(problem: impl Display) -> String {
    format!("option {}: {problem}", OptionId::SyzygyPath.name())
}

/// The first problems, and the number of further ones.
fn named(problems: &[FolderProblem]) -> Vec<String> {
    let mut texts: Vec<String> = problems
        .iter()
        .take(MAX_NAMED)
        .map(ToString::to_string)
        .collect();
    if problems.len() > MAX_NAMED {
        texts.push(format!(
            "{} more files are not used",
            problems.len() - MAX_NAMED
        ));
    }
    texts
}
