//! README against the program: every option that the engine announces is explained, and no other.

use crate::support::process::run;
use std::collections::BTreeSet;

/// The text between backticks at the start of each row of the table under a heading.
fn first_column(readme: &str, heading: &str) -> BTreeSet<String> {
    let section = readme
        .split("\n## ")
        .find(|section| section.starts_with(heading))
        .expect("the heading");
    section
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_option_is_explained() {
    let (_, text, _) = run(&["uci"]);
    let announced: BTreeSet<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("option name ")?.split(" type ").next())
        .map(str::to_owned)
        .collect();
    let readme = std::fs::read_to_string("README.md").expect("README.md");
    assert!(announced.len() > 10);
    assert_eq!(first_column(&readme, "Options"), announced);
}
