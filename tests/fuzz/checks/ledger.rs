//! Any bytes as the ledger of a match, and as the file of an analysis: of the games that are accepted PGN and report can
//! be made, and none is there twice.

use compongo::analysis::run_file;
use compongo::match_runner::ledger::LedgerReader;
use compongo::match_runner::pgn::pgn;
use compongo::match_runner::report::MatchReport;
use std::collections::HashSet;
use std::io::Write;
use tempfile::NamedTempFile;

/// Panics if something is wrong.
pub fn check(bytes: &[u8]) {
    let mut file = NamedTempFile::new().expect("a file");
    file.write_all(bytes).expect("it is written");
    if let Ok(records) = run_file::read(file.path()) {
        let numbers: HashSet<usize> = records.iter().map(|record| record.position).collect();
        assert_eq!(numbers.len(), records.len());
    }
    let Ok(reader) = LedgerReader::new(file.as_file(), file.path()) else {
        return;
    };
    let settings = reader.header().settings.clone();
    let mut report = MatchReport::new(&settings);
    let mut numbers = HashSet::new();
    for record in reader.map_while(Result::ok) {
        assert!(numbers.insert(record.game));
        if pgn(&settings, &record).is_ok() {
            report.add(&record);
        }
    }
    let _ = report.html();
}
