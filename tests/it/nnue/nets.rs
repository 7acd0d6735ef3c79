//! The folder of networks: what its history says is what the cards say, and the network that is built in has its card.

use crate::support::json;
use compongo::nnue::embedded;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use toml::{Table, Value};

fn cards() -> BTreeMap<String, Table> {
    fs::read_dir("nets")
        .expect("nets")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "toml"))
        .map(|path| {
            let name = path.file_stem().and_then(|stem| stem.to_str());
            let text = fs::read_to_string(&path).expect("plain text");
            (
                name.expect("a name").to_owned(),
                text.parse().expect("TOML"),
            )
        })
        .collect()
}

/// The rows of the first table of the history, by name: what is in their columns.
fn history() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string("nets/HISTORY.md").expect("nets/HISTORY.md");
    text.lines()
        .skip_while(|line| !line.starts_with("| Network |"))
        .skip(2)
        .map_while(|line| line.strip_prefix('|')?.strip_suffix('|'))
        .map(|row| row.split('|').map(|cell| cell.trim().to_owned()))
        .map(|mut cells| {
            (
                cells.next().expect("a name").replace('`', ""),
                cells.collect(),
            )
        })
        .collect()
}

/// The first number of a list of numbers, or the number.
fn first(value: &Value) -> f64 {
    value
        .as_array()
        .map_or(Some(value), |list| list.first())
        .and_then(|value| value.as_float().or(value.as_integer().map(|n| n as f64)))
        .expect("a number")
}

/// The Elo of the match on a card, and its error.
fn measured(card: &Table) -> (f64, f64) {
    let text = card["match"]["elo"].as_str().expect("Elo");
    let (elo, error) = text.split_once(" ± ").expect("an error");
    let number = |text: &str| text.parse::<f64>().expect("a number");
    (number(elo), number(error))
}

/// A match on a card as the history rounds it, such as `+276 ± 58 against`.
fn elo(card: &Table) -> String {
    let (elo, error) = measured(card);
    format!("{elo:+.0} ± {error:.0}")
}

/// A count with commas.
fn thousands(count: i64) -> String {
    match count / 1000 {
        0 => count.to_string(),
        higher => format!("{},{:03}", thousands(higher), count % 1000),
    }
}

#[test]
fn the_history_says_what_the_cards_say() {
    let (cards, history) = (cards(), history());
    assert!(cards.keys().eq(history.keys()), "{:?}", history.keys());
    for (name, card) in &cards {
        assert_eq!(card["name"].as_str(), Some(name.as_str()));
        let row = &history[name];
        let threats = if card.contains_key("threats") {
            "+threats"
        } else {
            ""
        };
        let shape = format!("{}x{}{threats}", card["hidden"], card["buckets"]);
        assert_eq!(row[0], shape, "{name}");
        let games = card["games"].as_array().expect("games");
        for part in games
            .iter()
            .filter(|part| part["generation"] == games[games.len() - 1]["generation"])
        {
            let count = part["games"].as_integer().expect("a number");
            let count = thousands(count);
            assert!(row[1].contains(&count), "{name}: {count} games");
            assert!(row[1].contains(&format!("({})", part["nodes"])), "{name}");
        }
        assert_eq!(
            row[2],
            format!("{:.1}", first(&card["positions"]) / 1e6),
            "{name}"
        );
        assert_eq!(
            row[3],
            first(&card["recipe"]["lambda"]).to_string(),
            "{name}"
        );
        let loss = &card["validation"][usize::from(card["chosen"].as_str() == Some("average"))];
        assert_eq!(row[4], format!("{:.5}", first(loss)), "{name}");
        assert_eq!(
            row[5].split(" against").next(),
            Some(elo(card).as_str()),
            "{name}"
        );
    }
}

#[test]
fn the_picture_of_growth_shows_what_the_cards_say() {
    let cards = cards();
    let picture = fs::read_to_string("nets/growth.svg").expect("the picture");
    let mut names: Vec<&String> = cards.keys().collect();
    // In the order of letters, gen10 comes before gen2.
    names.sort_by_key(|name| name.len());
    let mut sets = BTreeMap::new();
    let (mut elo, mut variance) = (0.0_f64, 0.0_f64);
    for name in names {
        let card = &cards[name];
        for part in card["games"].as_array().expect("games") {
            let set = ["generation", "seed"].map(|key| part[key].as_integer());
            sets.insert(set, part["positions"].as_integer().expect("a number"));
        }
        if card["match"]["opponent"].as_str() != Some("material") {
            let (gain, error) = measured(card);
            elo += gain;
            variance += error * error;
        }
        let millions = sets.values().sum::<i64>() as f64 / 1e6;
        let error = variance.sqrt();
        let title = format!("{name}: {millions:.1} million positions, {elo:+.0} ± {error:.0} Elo<");
        assert!(picture.contains(&title), "run scripts/growth: {title}");
    }
}

#[test]
fn the_picture_of_growth_shows_the_errors_and_matches_of_the_history() {
    let [table, picture, history] = ["growth.json", "growth.svg", "HISTORY.md"]
        .map(|name| fs::read_to_string(format!("nets/{name}")).expect(name));
    let table = json::value(&table);
    let errors = table["errors"].as_array().expect("errors");
    assert_eq!(errors.len(), cards().len());
    for row in errors {
        let [name, error, difference] =
            ["network", "error", "difference"].map(|key| row[key].as_str().expect(key));
        let row = format!("| `{name}` | {error} | {difference} |").replace("  ", " ");
        assert!(history.contains(&row), "{row}");
        let title = format!("{name}: squared error {error}<");
        assert!(picture.contains(&title), "run scripts/growth: {title}");
    }
    for row in table["matches"].as_array().expect("matches") {
        let [name, elo] = ["network", "elo"].map(|key| row[key].as_str().expect(key));
        assert!(history.contains(&format!("`{name}` {elo}")), "{name}");
    }
}

#[test]
fn the_network_that_is_built_in_has_its_card() {
    let net = embedded();
    let card = &cards()[net.name()];
    assert_eq!(
        card["sha256"].as_str(),
        Some(net.digest().to_string().as_str())
    );
    let file = fs::read(format!("nets/{}.nnue", net.name())).expect("its file");
    assert_eq!(card["bytes"].as_integer(), Some(file.len() as i64));
    assert_eq!(file, net.to_bytes());
    let readme = fs::read_to_string("README.md").expect("README.md");
    assert!(readme.contains(&format!("The embedded network is `{}`", net.name())));
}

#[test]
fn the_networks_of_examples_exist() {
    let mut named = 0;
    for topic in ["net", "openbench"] {
        let file = format!("src/cli/help/{topic}.md");
        let text = fs::read_to_string(&file).expect("a manual");
        let words = text.split(|c: char| c.is_whitespace() || c == '`');
        for (_, name) in words.filter_map(|word| word.split_once("nets/gen")) {
            let path = format!("nets/gen{name}");
            assert!(Path::new(&path).exists(), "{file}: {path}");
            named += 1;
        }
    }
    assert_eq!(named, 4);
}
