//! Names in the source: one type for each name.

use crate::support::source::source_files;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Associated types that the standard library gives the same name everywhere.
const ASSOCIATED: [&str; 6] = ["Err", "IntoIter", "Item", "Output", "Target", "Value"];

#[test]
fn type_names_are_defined_once() {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for file in source_files().iter().filter(|file| !file.is_test()) {
        for (name, line) in &file.items.types {
            if !ASSOCIATED.contains(&name.as_str()) {
                let place = format!("src/{}:{line}", file.path);
                places.entry(name).or_default().push(place);
            }
        }
    }
    assert!(places.len() > 100, "the types are found");
    places.retain(|_, places| places.len() > 1);
    let mut report = String::new();
    for (name, places) in &places {
        let _ = writeln!(report, "{name}: {}", places.join(", "));
    }
    assert!(places.is_empty(), "{report}{} names", places.len());
}
