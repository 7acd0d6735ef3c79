//! Options: what is offered, and what becomes of values.

use crate::uci::driver::{Engine, answers, messages, ms, starting};
use crate::uci::info::Info;
use std::collections::HashSet;

#[derive(Debug)]
struct Offer {
    name: String,
    kind: String,
    default: Option<String>,
    range: Option<(i64, i64)>,
    choices: Vec<String>,
}

/// Reads an option line as a strict client does: the six words split it wherever they stand.
fn read(line: &str) -> Offer {
    let mut offer = Offer {
        name: String::new(),
        kind: String::new(),
        default: None,
        range: None,
        choices: Vec::new(),
    };
    let words = ["name", "type", "default", "min", "max", "var"];
    let mut field = "";
    let mut seen = HashSet::new();
    let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in line.strip_prefix("option ").expect("an option").split(' ') {
        if let Some(known) = words.iter().find(|known| **known == word) {
            field = known;
            assert!(seen.insert(field) || field == "var", "{line}");
            parts.push((field, Vec::new()));
        } else {
            let lower = word.to_ascii_lowercase();
            for start in ["type", "value", "min", "max", "var"] {
                let names = field == "name" && matches!(start, "type" | "value");
                let texts = field != "name" && start != "type" && start != "value";
                assert!(!((names || texts) && lower.starts_with(start)), "{line}");
            }
            assert!(!word.is_empty(), "{line}");
            parts.last_mut().expect("a field").1.push(word);
        }
    }
    let mut least = None;
    for (field, text) in parts {
        let text = text.join(" ");
        assert!(!text.is_empty(), "{line}");
        match field {
            "name" => offer.name = text,
            "type" => offer.kind = text,
            "default" => offer.default = Some(text),
            "min" => least = text.parse().ok(),
            "max" => offer.range = least.zip(text.parse().ok()),
            _ => {
                assert!(!text.contains(' '), "{line}");
                offer.choices.push(text);
            }
        }
    }
    offer
}

fn offers(engine: &mut Engine) -> Vec<Offer> {
    engine.send("uci");
    let lines = engine.until("uciok");
    let options = starting(&lines, "option ");
    assert_eq!(messages(&lines, "network").len(), 1);
    assert_eq!(options.len() + 4, lines.len());
    options.into_iter().map(read).collect()
}

#[test]
fn the_introduction_is_one_that_every_client_can_read() {
    let mut engine = Engine::start();
    engine.send("uci");
    let lines = engine.until("uciok");
    assert!(lines[0].starts_with("id name Compongo ") && lines[1].starts_with("id author "));
    let offers = offers(&mut engine);
    let names: HashSet<String> = offers
        .iter()
        .map(|offer| offer.name.to_ascii_lowercase())
        .collect();
    assert_eq!(names.len(), offers.len());
    for name in [
        "Hash",
        "Threads",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "Clear Hash",
        "UCI_Chess960",
    ] {
        assert!(offers.iter().any(|offer| offer.name == name), "{name}");
    }
    for offer in offers {
        let default = offer.default.as_deref();
        match offer.kind.as_str() {
            "spin" => {
                let (min, max) = offer.range.expect("a range");
                let value: i64 = default
                    .and_then(|text| text.parse().ok())
                    .expect("a number");
                assert!(min <= value && value <= max && i32::try_from(max).is_ok());
            }
            "check" => assert!(matches!(default, Some("true" | "false"))),
            "combo" => assert!(
                offer
                    .choices
                    .iter()
                    .any(|choice| Some(choice.as_str()) == default)
            ),
            "string" => assert!(default.is_some()),
            "button" => assert!(default.is_none()),
            kind => panic!("{kind}"),
        }
    }
    // Once more, and during a search.
    engine.send("go infinite\nuci");
    engine.until("uciok");
    engine.search("stop");
}

/// Values that an option with text accepts, and values that it refuses.
fn text_values(name: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match name {
        "Clock" => (
            &["40/5400+30:1800+30", "60", "300d5", "300b5"],
            &["some text", "-1", "60:60", "60d1:60b1"],
        ),
        "SyzygyPath" | "Book File" => (&[], &["some text  with blanks", "/", "-1"]),
        "Debug Log File" => (&[], &["/", "/missing folder/log"]),
        "EvalFile" => (&["material", "Material"], &["some text", "/", "-1"]),
        _ => (&["some text  with blanks value name", "-1"], &[]),
    }
}

#[test]
fn every_option_survives_every_value() {
    let mut engine = Engine::start();
    let mut expect = |text: &str, errors: usize, warnings: usize| {
        let lines = engine.reply(text);
        let found = (
            messages(&lines, "error").len(),
            messages(&lines, "warning").len(),
        );
        // A network is named when it is taken; material is none.
        let taken = text.contains("EvalFile") && errors == 0;
        let named = usize::from(taken && !text.to_ascii_lowercase().ends_with("material"));
        assert_eq!(
            (found, messages(&lines, "network").len(), lines.len()),
            ((errors, warnings), named, errors + warnings + named),
            "{text}: {lines:?}"
        );
    };
    let table: Vec<Offer> = offers(&mut Engine::start());
    for offer in &table {
        let name = &offer.name;
        let set = |value: &str| format!("setoption name {name} value {value}");
        let default = offer.default.clone().unwrap_or_default();
        match offer.kind.as_str() {
            "spin" => {
                let (min, max) = offer.range.expect("a range");
                expect(&set(&min.to_string()), 0, 0);
                expect(&set(&(min - 1).to_string()), 0, 1);
                // The most threads may need more memory than there is, and so may the largest hash.
                if name == "Hash" {
                    expect(&set(&(max + 1).to_string()), 1, 0);
                    expect(&set("10000000"), 1, 0);
                } else if name != "Threads" {
                    expect(&set(&max.to_string()), 0, 0);
                    expect(&set(&(max + 1).to_string()), 0, 1);
                    expect(&set("99999999999999999999999999999999999999999999"), 0, 1);
                }
                expect(&set("-1"), 0, usize::from(min > -1));
                expect(&set("abc"), 1, 0);
                expect(&set(""), 1, 0);
                expect(&format!("setoption name {name}"), 1, 0);
                expect(&set(&format!(" {default}.7  ")), 0, 0);
                expect(&set(&default), 0, 0);
            }
            "check" => {
                for value in ["true", "false", "1", "0", "on", "off", "TRUE", "Off"] {
                    expect(&set(value), 0, 0);
                }
                for value in ["yes", "", "2"] {
                    expect(&set(value), 1, 0);
                }
                expect(&format!("setoption name {name}"), 1, 0);
                expect(&set(&default), 0, 0);
            }
            "combo" => {
                for choice in &offer.choices {
                    expect(&set(choice), 0, 0);
                    expect(&set(&choice.to_uppercase()), 0, 0);
                }
                for value in ["nonsense", ""] {
                    expect(&set(value), 1, 0);
                }
                expect(&set(&default), 0, 0);
            }
            "button" => {
                for text in ["", " value", " value %2", " value true"] {
                    expect(&format!("setoption name {name}{text}"), 0, 0);
                }
            }
            _ => {
                let (accepted, refused) = text_values(name);
                for value in accepted.iter().chain(&["", "<empty>", &default]) {
                    expect(&set(value), 0, 0);
                }
                for value in refused {
                    expect(&set(value), 1, 0);
                }
                if refused.is_empty() {
                    expect(&format!("setoption name {name}"), 0, 0);
                }
            }
        }
    }
    engine.search("go depth 3");
}

#[test]
fn options_set_during_a_search_wait_for_its_end() {
    let mut engine = Engine::start();
    engine.send(
        "go infinite\nsetoption name MultiPV value 2\nsetoption name Hash value 4\nucinewgame",
    );
    engine.no_answer_for(ms(50));
    let lines = engine.search("stop");
    assert!(lines.iter().all(|line| !line.contains(" multipv 2 ")));
    let lines = engine.search("go depth 3");
    assert!(lines.iter().any(|line| line.contains(" multipv 2 ")));
}

#[test]
fn a_new_game_during_a_search_waits_for_its_end() {
    let mut engine = Engine::start();
    engine.send("position startpos moves e2e4\ngo infinite\nucinewgame");
    assert!(answers(&engine.sync()).is_empty());
    engine.search("stop");
    assert!(engine.fen().contains("/4P3/"));
}

#[test]
fn setting_the_same_size_again_keeps_the_table() {
    let mut engine = Engine::start();
    engine.search("go depth 9");
    let again = |engine: &mut Engine| {
        let infos = Info::read_all(&engine.search("go depth 9"));
        infos.last().expect("a scored line").nodes
    };
    engine.reply("setoption name Hash value 16\nsetoption name Threads value 1");
    let kept = again(&mut engine);
    engine.reply("setoption name Hash value 8\nsetoption name Hash value 16\nucinewgame");
    let lost = again(&mut engine);
    assert!(kept < lost, "{kept} {lost}");
}

#[test]
fn a_new_game_makes_the_search_repeat_itself() {
    let mut engine = Engine::start();
    let run = |engine: &mut Engine| {
        let lines = engine.search("ucinewgame\nposition startpos\ngo depth 8");
        (Info::timeless(&lines), answers(&lines)[0].to_owned())
    };
    let first = run(&mut engine);
    engine.search("position startpos moves d2d4\ngo depth 7");
    assert_eq!(run(&mut engine), first);
    engine.quit();
    assert_eq!(run(&mut Engine::start()), first);
}

#[test]
fn a_number_out_of_range_is_corrected_to_the_nearest_one() {
    let mut engine = Engine::start();
    for (value, used) in [(100, 600), (9000, 3000)] {
        let said = engine.reply(&format!("setoption name UCI_Elo value {value}"));
        let expected =
            format!("info string warning option UCI_Elo: {value} is out of range; using {used}");
        assert_eq!(said, [expected]);
    }
}

#[test]
fn many_threads_and_lines_work() {
    let mut engine = Engine::start();
    engine.reply("setoption name Threads value 16\nsetoption name MultiPV value 256");
    let lines = engine.search("go depth 3");
    assert!(
        lines
            .iter()
            .any(|line| line.contains(" depth 3 ") && line.contains(" multipv 20 "))
    );
    assert!(lines.iter().all(|line| !line.contains(" multipv 21 ")));
    engine.reply("setoption name Threads value 1");
    engine.search("go depth 3");
}
