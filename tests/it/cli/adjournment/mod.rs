//! `compongo adjourn` and `compongo resume-adjourned`, by Article.

mod resumption;
mod sealing;

use crate::support::folder::Folder;
use crate::support::json;
use crate::support::process::{Outcome, Program};
use crate::support::table::{cells, holds};
use compongo::util::text::hexadecimal;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// White to move; Black has a queen.
const MIDDLEGAME: &str = "3qk3/8/8/8/8/8/4P3/R3K1NR w KQ - 0 41";
/// White to move; Black has a bare king.
const BARE_KING: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 60";

/// The resumption of an [`Adjourned`] game with its envelope.
const RESUME: &str = "resume-adjourned game.json --envelope game.envelope.json";

/// A game that was adjourned, in a folder of its own.
struct Adjourned(Folder);

/// Makes a file one of the first format, whose commitment does not cover the laws, and changes them.
fn change_laws(folder: &Folder, name: &str, [from, to]: [&str; 2]) {
    let path = format!("{name}.json");
    let mut file = json::value(&folder.read(&path));
    let envelope = json::value(&folder.read(&format!("{name}.envelope.json")));
    let [salt, sealed] = ["salt", "sealed_move"].map(|key| envelope[key].as_str().expect("text"));
    assert_eq!(file["laws"], from);
    file["laws"] = json!(to);
    file["format"] = json!("compongo adjournment 1");
    let digest = Sha256::digest(format!("{salt}\n{sealed}"));
    file["commitment"] = json!(hexadecimal(&digest));
    folder.write(&path, file.to_string());
}

/// A command, whose words are separated as in a shell.
fn command(folder: &Folder, line: &str) -> Program {
    Program::with(shlex::split(line).expect("balanced quotes")).folder(folder)
}

#[track_caller]
fn run(folder: &Folder, line: &str) -> Outcome {
    command(folder, line).run()
}

impl Adjourned {
    /// Adjourns a game with these arguments; the sealed move comes from standard input.
    #[track_caller]
    fn new(arguments: &str, sealed: &str) -> Self {
        let folder = Folder::new();
        let line = format!("adjourn game.json --sealed-move-from - {arguments}");
        let out = command(&folder, &line).input(sealed).run().success();
        let mut words = out.split_whitespace();
        assert!(words.all(|word| word != sealed.trim()), "{out}");
        Self(folder)
    }

    /// The ruling at the resumption. In the arguments, `@` stands for the envelope.
    #[track_caller]
    fn rule(&self, arguments: &str) -> Value {
        let arguments = arguments.replace('@', "--envelope game.envelope.json");
        let line = format!("resume-adjourned game.json --json {arguments}");
        json::value(&run(&self.0, &line).success())
    }

    /// Checks the rulings at the resumption. A row has the arguments, the Articles, and what else holds of the ruling.
    #[track_caller]
    fn check(&self, table: &str) {
        for row in cells(table) {
            let [arguments, articles, claims @ ..] = &row[..] else {
                panic!("no Articles: {row:?}");
            };
            let ruling = self.rule(arguments);
            let found = value(&ruling, "articles");
            assert_eq!(found, *articles, "{arguments}: {ruling}");
            for claim in claims {
                let is_so = holds(claim, |name| value(&ruling, name));
                assert!(is_so, "{arguments}: {claim}: {ruling}");
            }
        }
    }
}

/// What a ruling says under a name: the Articles of its steps, the times of White and Black, or the value at a path.
#[track_caller]
fn value(ruling: &Value, name: &str) -> String {
    match name {
        "articles" => {
            let steps = ruling["rulings"].as_array().expect("a list").iter();
            let articles = steps.filter_map(|step| step["article"].as_str());
            articles.collect::<Vec<_>>().join(", ")
        }
        "clocks" => ["white", "black"]
            .map(|player| json::time(&ruling["clocks"][player]))
            .join(" "),
        _ => json::text(ruling.pointer(&format!("/{name}")).expect(name)),
    }
}

/// The arguments of a position, with half an hour left to White and twenty minutes to Black.
fn position(fen: &str, laws: &str) -> String {
    format!("--fen '{fen}' --laws {laws} --white-clock 0:30:00 --black-clock 0:20:00")
}

/// A game that was adjourned there.
#[track_caller]
fn game(fen: &str, laws: &str, sealed: &str) -> Adjourned {
    Adjourned::new(&position(fen, laws), sealed)
}

/// The middlegame, with two hours left to both.
#[track_caller]
fn slow(laws: &str) -> Adjourned {
    let clocks = "--white-clock 2:00:00 --black-clock 2:00:00";
    Adjourned::new(
        &format!("--fen '{MIDDLEGAME}' --laws {laws} {clocks}"),
        "Nf3",
    )
}
