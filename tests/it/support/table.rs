//! Tables of examples, written as text.

/// The rows of a table with `|` between their cells. Lines without `|` are remarks, which end with a full stop: what is
/// neither is a row that would silently not be tested.
pub fn cells(table: &str) -> impl Iterator<Item = Vec<&str>> {
    let is_row = |line: &&str| {
        let is_remark = line.is_empty() || line.ends_with('.');
        assert!(line.contains('|') || is_remark, "no row: {line}");
        line.contains('|')
    };
    let rows = table.lines().map(str::trim).filter(is_row);
    rows.map(|row| row.split('|').map(str::trim).collect())
}

/// The rows of a table of so many columns.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    cells(table).map(|cells| cells.try_into().expect("a row of the table"))
}

/// The text of a cell, with line breaks for `\n`.
pub fn with_breaks(cell: &str) -> String {
    cell.replace("\\n", "\n")
}

/// True if a named text is as a cell says: it is a text (`NAME = TEXT`), contains one (`NAME ~ TEXT`) or does not
/// (`NAME !~ TEXT`).
#[track_caller]
pub fn holds(claim: &str, text: impl Fn(&str) -> String) -> bool {
    if let Some((name, part)) = claim.split_once(" !~ ") {
        !text(name).contains(part)
    } else if let Some((name, part)) = claim.split_once(" ~ ") {
        text(name).contains(part)
    } else {
        let (name, whole) = claim.split_once(" = ").expect(claim);
        text(name) == whole
    }
}
