//! HTML pages: the parts shared by the match report and the game review.
//!
//! A page is one file. It refers to no other resource, and its content security policy enforces that. Its data are in
//! two elements: one with JSON for the whole page, and one with a line of JSON per game, which is parsed when the game
//! is opened. [`markup`] escapes text from outside; scripts turn it into text nodes and attributes, never into markup.
//!
//! * [`HtmlPage`]: the whole page, with `page.html`, `style.css`, the piece drawings, and the scripts;
//! * [`markup`]: escaped text, tables, lists; [`chart`]: charts as data;
//! * the scripts: `dom.js` (elements and figures), `chart.js` (charts), `board.js` (positions), `list.js` (a sortable
//!   table shown in parts), `game.js` (shared by all games that can be played through), `open.js` (the address of a
//!   game).
#![forbid(unsafe_code)]

pub(crate) mod chart;
pub(crate) mod markup;

use serde::Serialize;

const PAGE: &str = include_str!("page.html");
pub(crate) const STYLE: &str = include_str!("style.css");
pub(crate) const PIECES: &str = include_str!("pieces.svg");
const SCRIPTS: [&str; 6] = [
    include_str!("dom.js"),
    include_str!("chart.js"),
    include_str!("board.js"),
    include_str!("list.js"),
    include_str!("game.js"),
    include_str!("open.js"),
];

/// The scripts of a page with a board but without charts.
#[cfg(feature = "board")]
pub(crate) fn board_script() -> String {
    [
        include_str!("dom.js"),
        include_str!("board.js"),
        include_str!("game.js"),
    ]
    .concat()
}

/// A page, ready to be written as HTML.
pub(crate) struct HtmlPage<'a, D> {
    /// The title, unescaped.
    pub title: &'a str,
    /// The style sheet of this page, which follows the common one.
    pub style: &'a str,
    /// The content, as HTML.
    pub body: &'a str,
    /// The page's data, serialised as JSON.
    pub data: &'a D,
    /// The games: one line of JSON each, as [`markup::json`] writes it.
    pub details: &'a [String],
    /// The scripts of this page, which follow the common ones.
    pub scripts: &'a [&'a str],
}

impl<D: Serialize> HtmlPage<'_, D> {
    pub fn html(&self) -> String {
        markup::fill(PAGE, |place| match place {
            "title" => markup::escape(self.title),
            "style" => STYLE.to_owned() + self.style,
            "body" => self.body.to_owned(),
            "pieces" => PIECES.to_owned(),
            "data" => markup::json(self.data),
            "details" => self.details.join("\n") + "\n",
            "script" => SCRIPTS.concat() + &self.scripts.concat(),
            other => unreachable!("the page has no place '{other}'"),
        })
    }
}
