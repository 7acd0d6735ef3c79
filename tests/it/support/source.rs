//! The source of the crate: its files, their tokens and their items.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, Item, ItemEnum, Meta};

/// A word or a punctuation mark; `::` is one token.
#[derive(Debug)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

/// A Rust file of `src`.
pub struct SourceFile {
    /// Relative to `src`, with `/`.
    pub path: String,
    /// Without comments and literals.
    pub tokens: Vec<Token>,
    pub items: Items,
}

/// What the syntax tree of a file tells.
#[derive(Default)]
pub struct Items {
    /// Structs, enums, unions, traits, type aliases and associated types, outside of test code, with their lines.
    pub types: Vec<(String, usize)>,
    /// The lines of items that are compiled for tests only.
    tests: Vec<RangeInclusive<usize>>,
    /// The lines of inline modules.
    modules: Vec<RangeInclusive<usize>>,
}

impl SourceFile {
    pub fn parse(path: &str, text: &str) -> Self {
        let stream: TokenStream = text.parse().unwrap_or_else(|e| panic!("{path}: {e}"));
        let mut tokens = Vec::new();
        flatten(stream.clone(), &mut tokens);
        let file: syn::File = syn::parse2(stream).unwrap_or_else(|e| panic!("{path}: {e}"));
        let mut items = Items::default();
        items.visit_file(&file);
        Self {
            path: path.to_owned(),
            tokens,
            items,
        }
    }

    /// The module below the crate root that the file belongs to; `None` for the crate root and the program.
    pub fn layer(&self) -> Option<&str> {
        let first = self.path.split('/').next()?;
        let layer = first.strip_suffix(".rs").unwrap_or(first);
        (!["lib", "main"].contains(&layer)).then_some(layer)
    }

    /// The depth of the module of the file below the crate root.
    pub fn depth(&self) -> usize {
        let parts = self.path.split('/').count();
        match self.path.rsplit('/').next() {
            Some("mod.rs" | "lib.rs" | "main.rs") => parts - 1,
            _ => parts,
        }
    }

    /// True for a file that is compiled for tests only.
    pub fn is_test(&self) -> bool {
        self.path
            .split('/')
            .any(|part| part == "tests" || part == "tests.rs")
    }

    pub fn is_in(&self, places: &[&str]) -> bool {
        places
            .iter()
            .any(|&place| Path::new(&self.path).starts_with(place) || self.layer() == Some(place))
    }

    /// The text of a token; empty beyond the ends.
    pub fn text(&self, index: usize) -> &str {
        self.tokens.get(index).map_or("", |token| &token.text)
    }

    /// The place of a token for a message.
    pub fn place(&self, index: usize) -> String {
        format!("src/{}:{}", self.path, self.tokens[index].line)
    }

    /// Tokens that are compiled into the program, with their indices.
    pub fn shipped(&self) -> impl Iterator<Item = (usize, &str)> {
        let test = self.is_test();
        self.tokens
            .iter()
            .enumerate()
            .filter(move |(_, token)| !test && !within(&self.items.tests, token.line))
            .map(|(index, token)| (index, token.text.as_str()))
    }

    /// The modules below the crate root that are named by `crate::` or by enough `super::`, with the index of the token.
    pub fn uses(&self) -> Vec<(usize, String)> {
        let mut uses = Vec::new();
        for (index, token) in self.tokens.iter().enumerate() {
            let mut next = match token.text.as_str() {
                "crate" if self.text(index + 1) == "::" => index + 2,
                "super" if index == 0 || self.text(index - 1) != "::" => {
                    let mut next = index;
                    while self.text(next) == "super" && self.text(next + 1) == "::" {
                        next += 2;
                    }
                    let inline = self.items.modules.iter();
                    let inline = inline.filter(|lines| lines.contains(&token.line)).count();
                    if (next - index) / 2 < self.depth() + inline {
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

fn within(ranges: &[RangeInclusive<usize>], line: usize) -> bool {
    ranges.iter().any(|lines| lines.contains(&line))
}

/// Appends the tokens of a stream; the delimiters of groups are tokens too.
fn flatten(stream: TokenStream, tokens: &mut Vec<Token>) {
    let mut joint = false;
    for tree in stream {
        let line = tree.span().start().line;
        let was_joint = std::mem::take(&mut joint);
        let text = match tree {
            TokenTree::Ident(ident) => ident.to_string(),
            TokenTree::Literal(_) => continue,
            TokenTree::Punct(punct) => {
                if punct.as_char() == ':' && was_joint {
                    tokens.last_mut().expect("a colon").text.push(':');
                    continue;
                }
                joint = punct.as_char() == ':' && punct.spacing() == Spacing::Joint;
                punct.as_char().to_string()
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::None => ("", ""),
                };
                let token = |text: &str, line| Token {
                    text: text.to_owned(),
                    line,
                };
                tokens.push(token(open, line));
                flatten(group.stream(), tokens);
                tokens.push(token(close, group.span_close().start().line));
                continue;
            }
        };
        tokens.push(Token { text, line });
    }
}

impl Items {
    fn add_type(&mut self, name: &Ident) {
        let line = name.span().start().line;
        if !within(&self.tests, line) {
            self.types.push((name.to_string(), line));
        }
    }
}

impl<'ast> Visit<'ast> for Items {
    fn visit_item(&mut self, item: &'ast Item) {
        let lines = || {
            let span = item.span();
            span.start().line..=span.end().line
        };
        let attributes: &[Attribute] = match item {
            Item::Const(item) => &item.attrs,
            Item::Enum(item) => &item.attrs,
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Macro(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Static(item) => &item.attrs,
            Item::Struct(item) => &item.attrs,
            Item::Trait(item) => &item.attrs,
            Item::Type(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => &[],
        };
        if attributes.iter().any(is_cfg_test) {
            self.tests.push(lines());
        }
        match item {
            Item::Enum(item) => self.add_type(&item.ident),
            Item::Macro(item) if item.mac.path.is_ident("word_enum") => {
                let item: ItemEnum = item.mac.parse_body().expect("an enum");
                self.add_type(&item.ident);
            }
            Item::Mod(item) if item.content.is_some() => self.modules.push(lines()),
            Item::Struct(item) => self.add_type(&item.ident),
            Item::Trait(item) => self.add_type(&item.ident),
            Item::Type(item) => self.add_type(&item.ident),
            Item::Union(item) => self.add_type(&item.ident),
            _ => {}
        }
        visit::visit_item(self, item);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if function.attrs.iter().any(is_cfg_test) {
            let span = function.span();
            self.tests.push(span.start().line..=span.end().line);
        }
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_type(&mut self, item: &'ast syn::TraitItemType) {
        self.add_type(&item.ident);
    }
}

fn is_cfg_test(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else {
        return false;
    };
    list.path.is_ident("cfg") && list.parse_args::<Ident>().is_ok_and(|word| word == "test")
}

/// All files of `src`, in order.
pub fn source_files() -> &'static [SourceFile] {
    static FILES: LazyLock<Vec<SourceFile>> = LazyLock::new(parse_all);
    &FILES
}

fn parse_all() -> Vec<SourceFile> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = files_below(&root);
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
            let text = fs::read_to_string(&file).expect("text");
            SourceFile::parse(&parts.join("/"), &text)
        })
        .collect()
}

/// The Rust files below a folder, in order.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("a readable entry").path();
        if path.is_dir() {
            files.extend(files_below(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}
