//! Endgame tables. Those in `tests/data/syzygy` come from the source distribution of python-chess: all tables of three pieces,
//! `KQvKR`, `KRvKR`, `KQvKQ`, `KBNvK` and `KRPvK`, and for promotions the WDL tables of `KQRvK`, `KRRvK`, `KRBvK` and `KRNvK`.

mod damage;
mod play;
mod probing;
mod root;

use crate::support::folder::Folder;
use compongo::syzygy::Tablebase;
use std::fs;

/// The folder of the tables.
pub const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");

/// The tables of the folder.
pub fn tables() -> Tablebase {
    let (tables, problems) = Tablebase::open(FOLDER);
    assert_eq!(problems, []);
    tables
}

/// The file of a table.
pub fn table(name: &str) -> Vec<u8> {
    fs::read(format!("{FOLDER}/{name}")).expect("a table")
}

/// A folder with copies of some tables.
pub fn copies(names: &[&str]) -> Folder {
    let folder = Folder::new();
    for name in names {
        folder.write(name, table(name));
    }
    folder
}
