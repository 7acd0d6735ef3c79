//! Tables of examples, written as text.

/// The rows of a table with `|` between their cells. Lines without `|` are remarks.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let rows = table.lines().filter(|row| row.contains('|'));
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        cells.try_into().expect("a row of the table")
    })
}
