//! Finished games in words.

use crate::match_runner::{GameRecord, MatchSettings};
use crate::util::format::counted;
use crate::util::text::printable_lines;
use std::fmt::Write;

/// A finished game, `Game 12: New - Old 1/2-1/2 (threefold claimed by the arbiter, 9.2.2), 87 moves`, followed by a
/// line for each of its remarks. A Swiss or knockout tournament adds the round: `Game 12 (round 2): ..`.
pub fn game(settings: &MatchSettings, record: &GameRecord) -> String {
    let name = |engine: usize| &settings.engines[engine].name;
    let (white, black) = (name(record.white), name(record.black));
    let round = match (record.round, record.armageddon) {
        (None, _) => String::new(),
        (Some(round), false) => format!(" (round {round})"),
        (Some(round), true) => format!(" (round {round}, Armageddon)"),
    };
    let article = record.end.article.as_ref();
    let article = article.map_or_else(String::new, |article| format!(", {article}"));
    let moves = (record.book.len() + record.moves.len()).div_ceil(2);
    let mut text = format!(
        "Game {}{round}: {white} - {black} {} ({}{article}), {}\n",
        record.game,
        record.score,
        record.end.text,
        counted(moves, "move")
    );
    for remark in &record.remarks {
        let about = remark.engine.map_or("the game", |engine| name(engine));
        let what = &remark.text;
        let place = if remark.ply > record.book.len() {
            format!(", after {}", counted(remark.ply, "half-move"))
        } else {
            String::new()
        };
        let _ = writeln!(text, "    {about}{place}: {what}");
    }
    printable_lines(&text).into_owned()
}
