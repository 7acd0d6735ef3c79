//! Two files of results, compared.

use super::analyse;
use crate::support::folder::Folder;
use crate::support::json;

/// A record with a move, a score and, if it was solved, the nodes to the solution.
fn record(position: usize, mv: &str, cp: i32, solution: Option<u64>) -> String {
    let point = solution.map_or(String::new(), |nodes| {
        format!(r#","solution":{{"depth":5,"nodes":{nodes},"used_us":{nodes}}}"#)
    });
    format!(
        r#"{{"position":{position},"line":{position},"id":"p{position}","fen":"7k/8/6K1/8/8/8/8/R7 w - - 0 1","move":"{mv}","san":"{mv}","cp":{cp},"wdl":[0,1000,0],"depth":9,"seldepth":9,"nodes":1000,"nps":1,"used_us":1,"lines":[],"suite":{{"bm":["Ra8"],"solved":{}{point}}}}}"#,
        solution.is_some()
    )
}

fn file(folder: &Folder, name: &str, records: &[String]) -> String {
    folder.write(name, records.join("\n") + "\n")
}

#[test]
fn solved_nodes_and_scores_are_compared() {
    let folder = Folder::new();
    let a = file(
        &folder,
        "a.jsonl",
        &[
            record(1, "a", 10, Some(100)),
            record(2, "a", 20, Some(100)),
            record(3, "a", 30, None),
            record(4, "a", 0, None),
            record(5, "a", 0, Some(100)),
        ],
    );
    let b = file(
        &folder,
        "b.jsonl",
        &[
            record(4, "b", -70, None),
            record(3, "b", 40, Some(7)),
            record(2, "a", 20, None),
            record(1, "a", 20, Some(200)),
            record(5, "a", 10, Some(800)),
            record(6, "a", 10, Some(800)),
        ],
    );
    let out = analyse(&["--compare", &a, &b], "").success();
    assert_eq!(
        out,
        "5 positions in both files\n\
         1 in B only\n\
         Solved, of 5: A 3, B 3; both 2, neither 1\n\
         Solved by A only: 2 (p2)\n\
         Solved by B only: 3 (p3)\n\
         To solution, B / A (geometric mean): nodes × 4.000, time × 4.000\n\
         Same best move: 3 of 5\n\
         Score, B − A, 5 positions: mean −8.0 cp, mean size 20.0 cp, largest −70 cp (position 4)\n"
    );
    let out = analyse(&["--compare", &a, &b, "--json"], "").exits(0).out;
    let json = &json::lines(&out)[0];
    assert_eq!(json["solved_both"], 2);
    assert_eq!(json["nodes_ratio"], 4.0);
    assert_eq!(json["solved_a"][0]["position"], 2);
}

#[test]
fn the_output_of_a_run_can_be_compared_with_its_file() {
    let folder = Folder::new();
    let out = &folder.path("run.jsonl");
    let input = "7k/8/6K1/8/8/8/8/R7 w - - bm Ra8;\nstartpos\n";
    let printed = analyse(&["--json", "--depth", "3", "--out", out], input)
        .exits(0)
        .out;
    let printed = folder.write("printed", printed);
    let text = analyse(&["--compare", out, &printed], "").success();
    assert!(text.contains("Same best move: 2 of 2\n"), "{text}");
    assert!(text.contains("nodes × 1.000"), "{text}");
}

#[test]
fn what_cannot_be_compared() {
    let folder = Folder::new();
    let a = file(&folder, "a", &[record(1, "a", 0, None)]);
    let other = record(1, "a", 0, None).replace("R7 w", "R7 b");
    let twice = [record(1, "a", 0, None), record(1, "a", 0, None)];
    for (name, records, message) in [
        (
            "other",
            &[other][..],
            "position 1 differs in the second file",
        ),
        (
            "none",
            &[record(2, "a", 0, None)],
            "the files have no position in common",
        ),
        ("twice", &twice, "line 2: position 1 is recorded twice"),
        (
            "words",
            &["hello".to_owned(), "you".to_owned()],
            "line 1: damaged, or not from compongo analyse",
        ),
        (
            "later",
            &[r#"{"version":9,"x":1}"#.to_owned()],
            "version 9 of the format is not supported",
        ),
    ] {
        let b = file(&folder, name, records);
        analyse(&["--compare", &a, &b], "").refused(message);
    }
}

#[test]
fn scores_of_tablebase_wins_are_not_averaged() {
    let folder = Folder::new();
    let scores = [
        ("a.jsonl", [350, 10, i32::MIN]),
        ("b.jsonl", [19_989, 30, i32::MAX]),
    ];
    let runs = scores.map(|(name, [one, two, three])| {
        let records = [
            record(1, "a", one, None),
            record(2, "a", two, None),
            record(3, "a", three, None),
        ];
        file(&folder, name, &records)
    });
    let out = analyse(&["--compare", &runs[0], &runs[1], "--json"], "").success();
    let compared = json::value(&out);
    assert_eq!(compared["scored"], 1, "{out}");
    assert_eq!(compared["mean_difference"], 20.0, "{out}");
}
