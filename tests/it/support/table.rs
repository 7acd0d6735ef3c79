//! Tables of examples, written as text.

/// The rows of a table with `|` between their cells. Lines without `|` are remarks, which end with a full stop: what is
/// neither is a row that would silently not be tested.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let is_row = |line: &&str| {
        let is_remark = line.is_empty() || line.ends_with('.');
        assert!(line.contains('|') || is_remark, "no row: {line}");
        line.contains('|')
    };
    let rows = table.lines().map(str::trim).filter(is_row);
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        cells.try_into().expect("a row of the table")
    })
}
