//! The layers of the crate, checked in its source: who may use whom, who prints, who starts threads, who is unsafe.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Every module below the crate root and the modules it may use besides itself.
const LAYERS: [(&str, &[&str]); 17] = [
    ("util", &[]),
    ("types", &[]),
    ("board", &["types"]),
    ("laws", &["board", "types"]),
    ("notation", &["board", "types"]),
    ("nnue", &["board", "types"]),
    ("eval", &["nnue", "board", "types"]),
    ("tt", &["types"]),
    ("time", &["types"]),
    (
        "search",
        &["tt", "time", "eval", "nnue", "board", "laws", "types"],
    ),
    ("engine", BELOW_ENGINE),
    (
        "datagen",
        &[
            "search", "tt", "time", "eval", "nnue", "board", "laws", "types",
        ],
    ),
    ("train", &["datagen", "nnue", "board", "laws", "types"]),
    ("judge", &["laws", "notation", "board", "types"]),
    ("arbiter", &["laws", "notation", "board", "types"]),
    (
        "uci",
        &[
            "engine", "search", "tt", "time", "eval", "nnue", "board", "laws", "types", "notation",
        ],
    ),
    (
        "cli",
        &[
            "uci", "judge", "arbiter", "train", "datagen", "engine", "search", "tt", "time",
            "eval", "nnue", "board", "laws", "types", "notation",
        ],
    ),
];

const BELOW_ENGINE: &[&str] = &[
    "search", "tt", "time", "eval", "nnue", "board", "laws", "types", "notation",
];

/// Where standard output, standard error and standard input may be touched.
const TALKERS: [&str; 2] = ["uci", "cli"];

/// Where threads and processes may be started: the front end's reader, the search's thread, its helpers, perft, the judge
/// of whole files, the table, of which many GiB are to be cleared, the players of a match, self-play, the readers of its
/// games, and the trainer.
const THREADED: [&str; 13] = [
    "uci",
    "engine",
    "search",
    "tt",
    "board/perft.rs",
    "judge/pipeline.rs",
    "cli/perft.rs",
    "arbiter/player",
    "arbiter/tournament.rs",
    "datagen/run.rs",
    "datagen/tables",
    "cli/datagen",
    "train",
];

/// Where the compiler may be asked for trust.
const UNSAFE: [&str; 3] = ["types", "tt", "nnue/simd"];

const PRINTING_MACROS: [&str; 5] = ["print", "println", "eprint", "eprintln", "dbg"];
const STREAMS: [&str; 3] = ["stdin", "stdout", "stderr"];
const STARTERS: [&str; 3] = ["spawn", "spawn_scoped", "rayon"];

/// A word or a mark of the source, and what surrounds it.
#[derive(Debug)]
struct Token {
    text: String,
    line: usize,
    /// Inside an item that exists in tests only.
    test: bool,
    /// Inline modules around it.
    inline: usize,
}

/// A source file without comments, strings and characters.
struct Source {
    /// Relative to `src`, with `/`.
    path: String,
    tokens: Vec<Token>,
}

impl Source {
    /// The module below the crate root that the file belongs to; `None` for the root itself and the program.
    fn layer(&self) -> Option<&str> {
        let first = self.path.split('/').next()?;
        let layer = first.strip_suffix(".rs").unwrap_or(first);
        (!["lib", "main"].contains(&layer)).then_some(layer)
    }

    /// How far below the crate root the module of the file is.
    fn depth(&self) -> usize {
        let parts = self.path.split('/').count();
        match self.path.rsplit('/').next() {
            Some("mod.rs" | "lib.rs" | "main.rs") => parts - 1,
            _ => parts,
        }
    }

    /// True for a file that exists in tests only.
    fn is_test(&self) -> bool {
        self.path
            .split('/')
            .any(|part| part == "tests" || part == "tests.rs")
    }

    fn is_in(&self, places: &[&str]) -> bool {
        places
            .iter()
            .any(|&place| Path::new(&self.path).starts_with(place) || self.layer() == Some(place))
    }

    fn text(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| &token.text)
    }

    fn here(&self, index: usize) -> String {
        format!("src/{}:{}", self.path, self.tokens[index].line)
    }

    /// Tokens that are compiled into the program, with their indices.
    fn shipped(&self) -> impl Iterator<Item = (usize, &str)> {
        let test = self.is_test();
        self.tokens
            .iter()
            .enumerate()
            .filter(move |(_, token)| !test && !token.test)
            .map(|(index, token)| (index, token.text.as_str()))
    }

    /// The modules below the crate root that are named by `crate::` or by enough `super::`, and where.
    fn uses(&self) -> Vec<(usize, String)> {
        let mut uses = Vec::new();
        for (index, token) in self.tokens.iter().enumerate() {
            let mut next = match token.text.as_str() {
                "crate" if self.text(index + 1) == "::" => index + 2,
                "super" if index == 0 || self.text(index - 1) != "::" => {
                    let mut next = index;
                    while self.text(next) == "super" && self.text(next + 1) == "::" {
                        next += 2;
                    }
                    if (next - index) / 2 < self.depth() + token.inline {
                        continue;
                    }
                    next
                }
                _ => continue,
            };
            if self.text(next) != "{" {
                uses.push((index, self.text(next).to_owned()));
                continue;
            }
            // A group: the first word of each of its parts.
            let mut nested = 0;
            loop {
                match self.text(next) {
                    "{" => nested += 1,
                    "}" => nested -= 1,
                    _ => {}
                }
                if nested == 0 {
                    break;
                }
                if nested == 1 && ["{", ","].contains(&self.text(next)) {
                    let word = self.text(next + 1);
                    if word != "}" && word != "self" {
                        uses.push((index, word.to_owned()));
                    }
                }
                next += 1;
            }
        }
        uses
    }
}

/// Reads words and marks; comments, strings and characters are left out.
fn tokenize(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let at = |index: usize| chars.get(index).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut words: Vec<(String, usize)> = Vec::new();
    let (mut i, mut line) = (0, 1);
    while i < chars.len() {
        let start = i;
        match at(i) {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && at(i) != '\n' {
                    i += 1;
                }
            }
            '/' if at(i + 1) == '*' => {
                let mut nested = 0;
                while i < chars.len() {
                    match (at(i), at(i + 1)) {
                        ('/', '*') => {
                            nested += 1;
                            i += 2;
                        }
                        ('*', '/') => {
                            nested -= 1;
                            i += 2;
                        }
                        _ => i += 1,
                    }
                    if nested == 0 {
                        break;
                    }
                }
            }
            '"' => i = after_string(&chars, i),
            '\'' if at(i + 1) == '\\' || at(i + 2) == '\'' => {
                i += if at(i + 1) == '\\' { 3 } else { 2 };
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            }
            c if is_word(c) => {
                while is_word(at(i)) {
                    i += 1;
                }
                let word: String = chars[start..i].iter().collect();
                let raw = ["r", "br", "cr"].contains(&word.as_str());
                let hashes = chars[i..].iter().take_while(|&&c| raw && c == '#').count();
                if raw && at(i + hashes) == '"' {
                    let end: Vec<char> = std::iter::once('"').chain(vec!['#'; hashes]).collect();
                    i += hashes + 1;
                    while i < chars.len() && !chars[i..].starts_with(&end) {
                        i += 1;
                    }
                    i += end.len();
                } else {
                    words.push((word, line));
                }
            }
            ':' if at(i + 1) == ':' => {
                i += 2;
                words.push(("::".to_owned(), line));
            }
            c => {
                i += 1;
                if !c.is_whitespace() {
                    words.push((c.to_string(), line));
                }
            }
        }
        line += chars[start..i.min(chars.len())]
            .iter()
            .filter(|&&c| c == '\n')
            .count();
    }
    with_surroundings(words)
}

/// The index after the string that begins at `start`.
fn after_string(chars: &[char], start: usize) -> usize {
    let mut i = start + 1;
    while i < chars.len() && chars[i] != '"' {
        i += 1 + usize::from(chars[i] == '\\');
    }
    i + 1
}

/// Notes for each word whether it belongs to test code, and how many inline modules it is in.
fn with_surroundings(words: Vec<(String, usize)>) -> Vec<Token> {
    const ONLY_IN_TESTS: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let word = |index: usize| words.get(index).map_or("", |(text, _)| text.as_str());
    // For each open brace: does it open an inline module, does it open test code?
    let mut open: Vec<(bool, bool)> = Vec::new();
    let mut pending = false;
    let mut surroundings = Vec::new();
    for index in 0..words.len() {
        if (0..7).all(|k| word(index + k) == ONLY_IN_TESTS[k]) {
            pending = true;
        }
        surroundings.push((
            pending || open.iter().any(|&(_, test)| test),
            open.iter().filter(|&&(module, _)| module).count(),
        ));
        match word(index) {
            "{" => {
                let module = index >= 2 && word(index - 2) == "mod";
                open.push((module, pending));
                pending = false;
            }
            "}" => {
                open.pop();
            }
            ";" => pending = false,
            _ => {}
        }
    }
    words
        .into_iter()
        .zip(surroundings)
        .map(|((text, line), (test, inline))| Token {
            text,
            line,
            test,
            inline,
        })
        .collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    assert!(files.len() > 50, "the source is found");
    files
        .into_iter()
        .map(|file| {
            let parts: Vec<_> = file
                .strip_prefix(&root)
                .expect("below src")
                .components()
                .map(|part| part.as_os_str().to_string_lossy())
                .collect();
            Source {
                path: parts.join("/"),
                tokens: tokenize(&fs::read_to_string(&file).expect("text")),
            }
        })
        .collect()
}

fn assert_none(rule: &str, offences: &[String]) {
    assert!(offences.is_empty(), "{rule}:\n{}", offences.join("\n"));
}

fn sample(path: &str, text: &str) -> Source {
    Source {
        path: path.to_owned(),
        tokens: tokenize(text),
    }
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
    let source = sample("search/pv.rs", text);
    let uses: BTreeSet<String> = source.uses().into_iter().map(|(_, name)| name).collect();
    let expected = ["board", "eval", "laws", "time", "tt", "types"];
    assert_eq!(uses, expected.map(str::to_owned).into());
    let macros: Vec<&str> = source
        .shipped()
        .filter(|&(index, _)| source.text(index + 1) == "!")
        .map(|(_, text)| text)
        .collect();
    assert_eq!(macros, ["eprintln"]);
    assert!(source.tokens.iter().all(|token| token.text != "unsafe"));
    let line = source.tokens.iter().find(|token| token.text == "eprintln");
    assert_eq!(line.map(|token| token.line), Some(11));
    assert_eq!((source.layer(), source.depth()), (Some("search"), 2));
    assert_eq!(sample("eval.rs", "").depth(), 1);
    assert_eq!(sample("eval/mod.rs", "").layer(), Some("eval"));
}

#[test]
fn every_module_has_its_layer() {
    let sources = sources();
    let present: BTreeSet<&str> = sources.iter().filter_map(Source::layer).collect();
    assert_eq!(present, LAYERS.map(|(name, _)| name).into());
}

#[test]
fn no_layer_uses_what_stands_above_it() {
    let mut offences = Vec::new();
    let mut seen = 0;
    for source in &sources() {
        let Some(layer) = source.layer() else {
            continue;
        };
        let allowed = LAYERS.iter().find(|(name, _)| *name == layer);
        for (index, name) in source.uses() {
            seen += 1;
            let known = LAYERS.iter().any(|(other, _)| *other == name);
            let fits = name == layer
                || name == "util"
                || allowed.is_some_and(|(_, below)| below.contains(&&*name));
            if !known || !fits {
                offences.push(format!("{}: {name}", source.here(index)));
            }
        }
    }
    assert!(seen > 100, "only {seen} uses are found");
    assert_none("a layer may only use those below it", &offences);
}

#[test]
fn only_the_front_ends_print() {
    let mut offences = Vec::new();
    for source in &sources() {
        if source.is_in(&TALKERS) {
            continue;
        }
        for (index, text) in source.shipped() {
            let prints = PRINTING_MACROS.contains(&text) && source.text(index + 1) == "!";
            // Behind a dot it is a stream of a child.
            let ours = STREAMS.contains(&text) && (index == 0 || source.text(index - 1) != ".");
            if prints || ours {
                offences.push(format!("{}: {text}", source.here(index)));
            }
        }
    }
    assert_none("only uci and cli may print and read", &offences);
}

#[test]
fn threads_start_in_few_places() {
    let mut offences = Vec::new();
    for source in &sources() {
        if source.is_in(&THREADED) {
            continue;
        }
        for (index, text) in source.shipped() {
            if STARTERS.contains(&text) {
                offences.push(format!("{}: {text}", source.here(index)));
            }
        }
    }
    assert_none("threads are not started here", &offences);
}

#[test]
fn few_modules_are_unsafe() {
    let mut offences = Vec::new();
    for source in &sources() {
        if source.is_in(&UNSAFE) {
            continue;
        }
        for (index, token) in source.tokens.iter().enumerate() {
            if token.text == "unsafe" {
                offences.push(source.here(index));
            }
        }
    }
    assert_none("no unsafe code here", &offences);
}
