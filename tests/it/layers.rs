//! The layers of the crate, checked in its source: who may use whom, who prints, who starts threads, who is unsafe.

use crate::support::process::words;
use crate::support::source::{SourceFile, source_files};
use crate::support::table::rows;
use std::collections::{BTreeMap, BTreeSet};

/// Every module below the crate root, and the modules that it may use besides itself and `util`.
const LAYERS: &str = "
    util         |
    html         |
    types        |
    board        | types
    laws         | board types
    notation     | board types
    nnue         | board types
    eval         | nnue board types
    tt           | types
    time         | types
    syzygy       | board types
    search       | tt time syzygy eval nnue board laws types
    engine       | search syzygy tt time eval nnue board laws types notation
    analysis     | engine search tt time eval nnue board laws types notation
    datagen      | search tt time eval nnue board laws types
    train        | datagen eval nnue board laws types
    judge        | laws notation board types
    review       | analysis judge html engine search time board laws types notation
    match_runner | html laws syzygy notation board types
    ruling       | judge laws notation board types
    play         | review analysis ruling judge html engine search time board laws types notation
    uci          | engine search syzygy tt time eval nnue board laws types notation
    cli          | uci play analysis judge review ruling match_runner train datagen engine search syzygy tt time eval nnue board laws types notation
";

fn layers() -> BTreeMap<&'static str, Vec<&'static str>> {
    let layer = |[name, below]: [&'static str; 2]| (name, words(below));
    rows(LAYERS).map(layer).collect()
}

/// The modules that may use standard output, standard error and standard input.
const FRONT_ENDS: [&str; 2] = ["uci", "cli"];

/// The modules that may start threads and processes: the input reader of UCI, the search thread and its helpers, perft,
/// the judge of whole files, clearing of the transposition table, the engines of a match, self-play, the reading of its
/// games, the board in the browser, training, syncs of files that grow, and pipes that wait for their other end.
const THREADED: [&str; 18] = [
    "uci",
    "engine",
    "search",
    "tt",
    "board/perft.rs",
    "judge/pipeline.rs",
    "cli/perft.rs",
    "match_runner/uci_engine",
    "match_runner/tournament",
    "util/append_file.rs",
    "util/input.rs",
    "util/parallel.rs",
    "util/pipe.rs",
    "util/pool.rs",
    "cli/datagen",
    "cli/play",
    "play",
    "train",
];

/// The modules that may have unsafe code.
const UNSAFE: [&str; 6] = [
    "types",
    "util/huge_pages.rs",
    "util/memory.rs",
    "util/prefetch.rs",
    "tt/clearing.rs",
    "nnue/simd",
];

const PRINTING_MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];
const STARTERS: [&str; 3] = ["spawn", "spawn_scoped", "rayon"];

fn assert_none(rule: &str, offences: &[String]) {
    assert!(offences.is_empty(), "{rule}:\n{}", offences.join("\n"));
}

/// Fails if a token that is compiled into the program breaks a rule outside of these places.
fn assert_only_in(places: &[&str], rule: &str, breaks: impl Fn(&SourceFile, usize, &str) -> bool) {
    let mut offences = Vec::new();
    for source in source_files() {
        for (index, text) in source.shipped() {
            if !source.is_in(places) && breaks(source, index, text) {
                offences.push(format!("{}: {text}", source.place(index)));
            }
        }
    }
    assert_none(rule, &offences);
}

#[test]
fn the_reader_understands_source() {
    #[allow(
        clippy::needless_raw_string_hashes,
        reason = "one hash would end at the inner string"
    )]
    let text = r##"
        //! crate::comment [`crate::comment`]
        /* crate::comment /* nested */ println!() */
        use crate::{board::Board, types::{Move, crate_like}, self};
        use crate::tt as table;
        const A: &str = "crate::text \" unsafe"; const B: &str = r#"crate::raw ""#;
        fn f<'a>(x: &'a str) -> char { crate::time::f(); '\'' }
        use super::mv; use super::super::laws;
        #[cfg(test)]
        mod tests { use super::super::super::eval; fn g() { println!("x") } }
        fn last() { eprintln!() }
    "##;
    let source = SourceFile::parse("search/pv.rs", text);
    let uses: BTreeSet<String> = source.uses().into_iter().map(|(_, name)| name).collect();
    let expected = ["board", "eval", "laws", "time", "tt", "types"];
    assert_eq!(uses, expected.map(str::to_owned).into());
    let macros: Vec<&str> = source
        .shipped()
        .filter(|&(index, text)| text != "#" && source.text(index + 1) == "!")
        .map(|(_, text)| text)
        .collect();
    assert_eq!(macros, ["eprintln"]);
    assert!(source.tokens.iter().all(|token| token.text != "unsafe"));
    let line = source.tokens.iter().find(|token| token.text == "eprintln");
    assert_eq!(line.map(|token| token.line), Some(11));
    assert_eq!((source.layer(), source.depth()), (Some("search"), 2));
    assert_eq!(SourceFile::parse("eval.rs", "").depth(), 1);
    assert_eq!(SourceFile::parse("eval/mod.rs", "").layer(), Some("eval"));
}

#[test]
fn every_module_has_its_layer() {
    let present: BTreeSet<&str> = source_files()
        .iter()
        .filter_map(SourceFile::layer)
        .collect();
    assert_eq!(present, layers().into_keys().collect());
}

#[test]
fn no_layer_uses_what_stands_above_it() {
    let layers = layers();
    let mut offences = Vec::new();
    let mut seen = 0;
    for source in source_files() {
        let Some(layer) = source.layer() else {
            continue;
        };
        for (index, name) in source.uses() {
            seen += 1;
            let is_below = |below: &Vec<&str>| below.iter().any(|below| *below == name);
            let fits = name == layer || name == "util" || layers.get(layer).is_some_and(is_below);
            if !layers.contains_key(name.as_str()) || !fits {
                offences.push(format!("{}: {name}", source.place(index)));
            }
        }
    }
    assert!(seen > 100, "only {seen} uses are found");
    assert_none("a layer may only use those below it", &offences);
}

#[test]
fn only_the_front_ends_print() {
    // The descriptor of a file such as /dev/stdout, which a user names.
    let places = [&FRONT_ENDS[..], &["util/file/target.rs"]].concat();
    let rule = "only uci and cli may print and read";
    assert_only_in(&places, rule, |source, index, text| {
        let prints = PRINTING_MACROS.contains(&text) && source.text(index + 1) == "!";
        // After a dot it is the method of a child process.
        let ours = STREAMS.contains(&text)
            && source.text(index + 1) == "("
            && ![".", "fn"].contains(&source.text(index.wrapping_sub(1)));
        prints || ours
    });
}

#[test]
fn threads_start_in_few_places() {
    let rule = "threads are not started here";
    assert_only_in(&THREADED, rule, |_, _, text| STARTERS.contains(&text));
}

#[test]
fn few_modules_are_unsafe() {
    let mut offences = Vec::new();
    for source in source_files() {
        if source.is_in(&UNSAFE) {
            continue;
        }
        for (index, token) in source.tokens.iter().enumerate() {
            if token.text == "unsafe" {
                offences.push(source.place(index));
            }
        }
    }
    assert_none("no unsafe code here", &offences);
}
