//! Pages in HTML: the parts that the report of a match and the review of games have in common.
//!
//! A page is one file. It refers to no other resource, which its content security policy enforces. Its data are in two
//! elements: one of JSON for the whole page, and one with a line of JSON for each game, which is parsed when the game is
//! opened. Text from outside is escaped by [`markup`]; scripts make text nodes and attributes of it, never markup.
//!
//! * [`HtmlPage`]: the whole page, with `page.html`, `style.css`, the drawings of the pieces, and the scripts;
//! * [`markup`]: escaped text, tables, lists; [`chart`]: charts as data;
//! * the scripts: `dom.js` (elements and figures), `chart.js` (charts), `board.js` (positions), `list.js` (a table that is
//!   sorted and shown in parts), `game.js` (what all games that are played through have), `open.js` (the address of a game).
#![forbid(unsafe_code)]

pub(crate) mod chart;
pub(crate) mod markup;

use serde::Serialize;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const PIECES: &str = include_str!("pieces.svg");
const SCRIPTS: [&str; 6] = [
    include_str!("dom.js"),
    include_str!("chart.js"),
    include_str!("board.js"),
    include_str!("list.js"),
    include_str!("game.js"),
    include_str!("open.js"),
];

/// A page.
pub(crate) struct HtmlPage<'a, D> {
    /// The title, as text.
    pub title: &'a str,
    /// The style sheet of this page, which follows the common one.
    pub style: &'a str,
    /// The content, as HTML.
    pub body: &'a str,
    /// The data of the page.
    pub data: &'a D,
    /// The games: a line of JSON each, as [`markup::json`] writes it.
    pub details: &'a [String],
    /// The scripts of this page, which follow the common ones.
    pub scripts: &'a [&'a str],
}

impl<D: Serialize> HtmlPage<'_, D> {
    /// The page as HTML.
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
