//! Reports of made-up matches, read back.

mod sample;

use compongo::board::fen;
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::record::{GameRecord, GameRemark, SearchInfo, TerminationKind};
use compongo::match_runner::report::MatchReport;
use compongo::match_runner::settings::MatchSettings;
use compongo::notation::{san, uci_move};
use compongo::types::Color;
use sample::{records, settings};
use serde_json::Value;

/// What no engine should be able to do to a page.
const HOSTILE: &str =
    "</script><script>alert(1)</script><!--<img src=x onerror='alert(2)'>&\"\0{{script}}";

/// The content of the element that begins with this tag.
fn element<'a>(page: &'a str, tag: &str) -> &'a str {
    let (_, rest) = page.split_once(tag).expect("the element is there");
    rest.split_once("</").expect("the element ends").0
}

fn html(settings: &MatchSettings, records: &[GameRecord]) -> String {
    let mut report = MatchReport::new(settings);
    for record in records {
        report.add(record);
    }
    report.html()
}

fn data(page: &str) -> Value {
    let text = element(page, "<script type=\"application/json\" id=\"data\">");
    serde_json::from_str(text).expect("the data are JSON")
}

fn details(page: &str, game: u64) -> Value {
    let data = data(page);
    let rows = data["games"]["rows"].as_array().expect("rows");
    let row = rows.iter().find(|row| row[0] == game).expect("the game");
    let line = row[10].as_u64().expect("a line") as usize;
    let lines = element(page, "<script type=\"text/plain\" id=\"details\">").trim();
    serde_json::from_str(lines.lines().nth(line).expect("the line")).expect("the line is JSON")
}

/// Checks that every element that needs an end has it, in the right place.
fn assert_balanced(page: &str) {
    const VOID: [&str; 4] = ["meta", "!DOCTYPE", "br", "input"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page;
    while let Some((_, tag)) = rest.split_once('<') {
        let (tag, after) = tag.split_once('>').expect("a tag ends");
        rest = after;
        let name = tag
            .split([' ', '\n', '/'])
            .find(|part| !part.is_empty())
            .expect("a name");
        if tag.starts_with('/') {
            assert_eq!(
                open.pop(),
                Some(name),
                "at {}",
                &after[..after.len().min(60)]
            );
        } else if !tag.ends_with('/') && !VOID.contains(&name) {
            open.push(name);
            if ["script", "style"].contains(&name) {
                let end = rest.find(&format!("</{name}>")).expect("it ends");
                rest = &rest[end..];
            }
        }
    }
    assert!(open.is_empty(), "{open:?} are still open");
}

fn pages() -> Vec<String> {
    let duel = settings(&["New", "Old"]);
    let four = settings(&["A", "B", "C", "D"]);
    vec![
        html(&duel, &[]),
        html(&duel, &records(&duel, 1)),
        html(&duel, &records(&duel, 200)),
        html(&four, &[]),
        html(&four, &records(&four, 60)),
    ]
}

#[test]
fn pages_are_well_formed() {
    for page in pages() {
        assert_balanced(&page);
        assert!(page.starts_with("<!DOCTYPE html>"));
        assert!(!page.contains("{{"), "a place is not filled");
    }
}

#[test]
fn pages_need_nothing_from_elsewhere() {
    for page in pages() {
        for reference in [
            "http:", "https:", "src=", "@import", "url(\"", "<link", "fetch(", "import(",
        ] {
            assert!(!page.contains(reference), "{reference}");
        }
    }
}

#[test]
fn data_hold_what_the_records_hold() {
    let settings = settings(&["New", "Old"]);
    let mut records = records(&settings, 40);
    // The order in which games ended is not that of their numbers.
    records.swap(3, 17);
    let page = html(&settings, &records);
    let data = data(&page);
    assert_eq!(data["engines"], serde_json::json!(["New", "Old"]));
    let rows = data["games"]["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 40);
    assert!(
        rows.iter()
            .map(|row| row[0].as_u64())
            .eq((1..=40).map(Some))
    );
    for record in &records {
        let row = &rows[record.game as usize - 1];
        assert_eq!(row[2], record.white);
        assert_eq!(row[4], record.score.to_string());
        let end = &data["games"]["ends"][row[5].as_u64().expect("an index") as usize];
        assert_eq!(end[2], record.end.text);
        assert_eq!(end[1].as_str(), record.end.article.as_deref());
        assert_details(record, &details(&page, record.game.into()));
    }
}

fn assert_details(record: &GameRecord, details: &Value) {
    let words = |name: &str| {
        details[name]
            .as_str()
            .expect(name)
            .split(' ')
            .map(str::to_owned)
    };
    let moves: Vec<String> = words("moves").collect();
    let played = record.moves.iter().map(|mv| &mv.mv);
    assert!(moves.iter().eq(record.book.iter().chain(played)));
    assert_eq!(details["book"], record.book.len());
    let mut board = fen::parse(details["fen"].as_str().expect("a FEN"))
        .expect("a position")
        .0;
    for (text, written) in moves.iter().zip(words("san")) {
        let mv = uci_move::parse(&board, text).expect("a legal move");
        assert_eq!(san::parse(&board, &written), Ok(mv));
        board.play(mv);
    }
    for (index, mv) in record.moves.iter().enumerate() {
        let sign = if (record.book.len() + index).is_multiple_of(2) {
            1
        } else {
            -1
        };
        let expected = match (mv.info.mate, mv.info.cp) {
            (Some(mate), _) => Value::from(format!("#{}", mate * sign)),
            (None, cp) => Value::from(cp.map(|cp| cp * sign)),
        };
        assert_eq!(details["score"][index], expected);
        let used = details["used"][index].as_f64().expect("a time") * 1000.0;
        assert!(
            (used - mv.used_us as f64).abs() <= 0.01 * mv.used_us as f64,
            "{used} {}",
            mv.used_us
        );
        assert_eq!(details["clock"][index].as_u64(), mv.clock_ms);
        assert_eq!(
            details["depth"][index].as_u64(),
            mv.info.depth.map(u64::from)
        );
        assert_eq!(details["nodes"][index].as_u64(), mv.info.nodes);
    }
}

#[test]
fn text_from_outside_stays_text() {
    let mut settings = settings(&[HOSTILE, "Old"]);
    settings.event = HOSTILE.to_owned();
    settings.engines[0].cmd = HOSTILE.to_owned();
    settings.engines[1].options[0].1 = HOSTILE.to_owned();
    let mut records = records(&settings, 4);
    records[0].end.text = HOSTILE.to_owned();
    records[0].end.article = Some(HOSTILE.to_owned());
    records[0].fen = HOSTILE.to_owned();
    records[1].moves[3].mv = HOSTILE.to_owned();
    records[1].remarks = vec![GameRemark {
        ply: usize::MAX,
        engine: None,
        text: HOSTILE.to_owned(),
    }];
    let page = html(&settings, &records);
    assert_balanced(&page);
    assert_eq!(
        page.matches("<script").count(),
        html(&settings, &[]).matches("<script").count()
    );
    assert_eq!(page.matches("<script").count(), 3);
    assert!(!page.contains("<img") && !page.contains("<!--") && !page.contains('\0'));
    let data = data(&page);
    assert_eq!(data["engines"][0], HOSTILE);
    assert_eq!(data["games"]["ends"][0][2], HOSTILE);
    assert_eq!(details(&page, 2)["remarks"][0][2], HOSTILE);
}

#[test]
fn an_empty_match_has_a_page() {
    let settings = settings(&["New", "Old"]);
    let page = html(&settings, &[]);
    assert!(page.contains("No game has been played."));
    let charts = data(&page)["charts"].clone();
    for section in ["result", "course", "endings", "time", "search"] {
        assert_eq!(charts[section], serde_json::json!([]), "{section}");
    }
}

#[test]
fn engines_may_say_nothing() {
    let mut settings = settings(&["New", "Old"]);
    for engine in &mut settings.engines {
        engine.limits.tc = None;
        engine.limits.nodes = Some(1000);
    }
    let mut records = records(&settings, 10);
    for record in &mut records {
        for mv in &mut record.moves {
            mv.clock_ms = None;
            mv.info = SearchInfo::default();
        }
    }
    // A game that never began.
    records[0].book.clear();
    records[0].moves.clear();
    records[0].end.kind = TerminationKind::NotReady;
    let page = html(&settings, &records);
    assert_balanced(&page);
    let charts = data(&page)["charts"].clone();
    assert_eq!(charts["search"], serde_json::json!([]));
    assert_eq!(
        charts["time"].as_array().map(Vec::len),
        Some(2),
        "no clocks"
    );
    let details = details(&page, 2);
    assert!(details.get("score").is_none() && details.get("clock").is_none());
}

#[test]
fn a_test_is_drawn_with_its_bounds() {
    let settings = settings(&["New", "Old"]);
    let page = html(&settings, &records(&settings, 900));
    let charts = data(&page)["charts"]["course"].clone();
    let llr = &charts[1];
    assert_eq!(llr["levels"][0]["y"], -2.944);
    assert_eq!(llr["levels"][1]["label"], "H1 accepted at +2.94");
    let points = llr["series"][0]["points"].as_array().expect("points");
    assert!((200..=400).contains(&points.len()), "{}", points.len());
    assert_eq!(
        points.last().map(|point| point[0].as_f64()),
        Some(Some(900.0))
    );
}

#[test]
fn losses_are_counted_for_the_loser() {
    let settings = settings(&["New", "Old"]);
    let mut records = records(&settings, 3);
    for record in &mut records {
        record.end.kind = TerminationKind::Laws(OutcomeKind::FlagFall);
        record.score = Points::win(Color::White);
    }
    records[2].score = Points::BOTH_LOSE;
    let page = html(&settings, &records);
    let chart = data(&page)["charts"]["endings"][0].clone();
    assert_eq!(chart["rows"], serde_json::json!(["time forfeit"]));
    let values: Vec<&Value> = (0..4)
        .map(|index| &chart["series"][index]["values"][0])
        .collect();
    // Black lost the first two games, each engine one; the third was lost by both; none was drawn.
    assert_eq!(values, [1, 1, 1, 0]);
}

#[test]
fn the_data_are_compact() {
    let duel = settings(&["Compongo new", "Compongo old"]);
    let four = settings(&["Compongo", "Stockfish 11", "Ethereal", "Velvet"]);
    let mut chess960 = settings(&["New", "Old"]);
    chess960.chess960 = true;
    for (settings, games) in [
        (&duel, 0),
        (&duel, 1),
        (&duel, 200),
        (&four, 100),
        (&chess960, 50),
    ] {
        let records = records(settings, games);
        let moves: usize = records.iter().map(|record| record.moves.len()).sum();
        let length = html(settings, &records).len();
        assert!(
            length < 100_000 + 45 * moves,
            "{length} bytes for {moves} moves"
        );
    }
}
