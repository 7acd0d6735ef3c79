//! The program with a network: options, subcommands, and the same numbers from every kernel.

use super::random_nets;
use crate::support::folder::Folder;
use crate::support::process::{Outcome, Program};
use crate::support::table::rows;
use crate::support::{json, position};
use compongo::engine::bench;
use compongo::nnue::simd::{SimdLevel, VARIABLE};
use compongo::nnue::{Network, Shape, embedded};
use compongo::types::{Color, Score};
use serde_json::Value;
use std::fs;
use std::path::Path;

#[track_caller]
fn run_with(level: Option<SimdLevel>, arguments: &[&str]) -> Outcome {
    let program = Program::with(arguments).without_env(VARIABLE);
    let program = match level {
        Some(level) => program.env(VARIABLE, level.as_str()),
        None => program,
    };
    program.run()
}

#[track_caller]
fn run(arguments: &[&str]) -> Outcome {
    run_with(None, arguments)
}

fn network() -> Network {
    random_nets::sensible(5, Shape::new(32, 8).expect("a known shape"))
}

/// The number of nodes in the last line of a bench.
fn nodes(said: &str) -> u64 {
    let last = said.lines().last().expect("lines");
    let (nodes, _) = last.split_once(" nodes").expect("nodes");
    nodes.parse().expect("a number")
}

#[test]
fn the_bench_is_the_same_with_every_kernel() {
    let folder = Folder::new();
    let file = folder.write("a.nnue", network().to_bytes());
    let bench =
        |level: SimdLevel| nodes(&run_with(Some(level), &["bench", "7", "--net", &file]).success());
    let benches: Vec<u64> = SimdLevel::available().map(bench).collect();
    let expected = benches[0];
    assert!(benches.iter().all(|&nodes| nodes == expected));
    // Under UCI it is the same again, and without the network another.
    let option = format!("setoption name EvalFile value {file}");
    assert_eq!(nodes(&run(&[&option, "bench 7"]).out), expected);
    assert_ne!(nodes(&run(&["bench", "7"]).out), expected);
    let material = nodes(&run(&["bench", "7", "--net", "material"]).out);
    assert_ne!(material, expected);
    let said = run(&[&option, "setoption name EvalFile value Material", "bench 7"]);
    assert_eq!(nodes(&said.out), material);
}

#[test]
fn levels_that_do_not_exist_are_refused() {
    let said = Program::with(["eval"])
        .env(VARIABLE, "sse9")
        .run()
        .refusal();
    let text = "compongo: COMPONGO_SIMD: 'sse9' is not one of scalar, neon, avx2, avx512\n";
    assert_eq!(said, text);
}

#[test]
fn a_network_is_named_when_it_is_loaded() {
    let folder = Folder::new();
    let network = network();
    let file = folder.write("with blanks in its name.nnue", network.to_bytes());
    let option = format!("setoption name EvalFile value {file}");
    let line = format!(
        "info string network sensible 32x8 sha256 {}",
        network.digest()
    );
    assert_eq!(run(&[&option]).out, format!("{line}\n"));
    let said = run(&[
        &option,
        "uci",
        "setoption name EvalFile value <empty>",
        "uci",
    ]);
    assert_eq!(said.out.lines().filter(|&said| said == line).count(), 2);
}

#[test]
fn a_file_that_is_refused_changes_nothing() {
    let folder = Folder::new();
    let network = network();
    let mut bytes = network.to_bytes();
    let good = folder.write("good.nnue", &bytes);
    bytes[1000] ^= 1;
    let bad = folder.write("bad.nnue", &bytes);
    let text = folder.write("text.nnue", b"no network at all");
    let missing = folder.path("missing.nnue");
    let directory = folder.to_str().expect("plain text");
    let option = |file: &str| format!("setoption name EvalFile value {file}");

    let eval = run(&[&option(&good), "eval"]).out;
    for (file, why) in [
        (bad.as_str(), "the checksum is wrong: the file is damaged"),
        (&text, "this is not a Compongo network"),
        (&missing, "No such file"),
        (directory, "this is not a file"),
    ] {
        let said = run(&[&option(&good), &option(file), "eval"]).out;
        let (refused, rest): (Vec<&str>, Vec<&str>) =
            said.lines().partition(|line| line.contains(" error "));
        let start = "info string error option EvalFile: '";
        assert!(
            refused.len() == 1 && refused[0].starts_with(start) && refused[0].contains(why),
            "{refused:?}"
        );
        assert_eq!(rest, eval.lines().collect::<Vec<_>>());
    }
    run(&["bench", "1", "--net", &bad]).fails(2, "the checksum is wrong");
}

#[test]
fn what_was_found_with_another_evaluation_is_forgotten() {
    let folder = Folder::new();
    let file = folder.write("a.nnue", network().to_bytes());
    let option = format!("setoption name EvalFile value {file}");
    let lines = |arguments: &[&str]| -> Vec<String> {
        let out = run(arguments).out;
        let counts = out.lines().filter_map(|line| {
            let (_, rest) = line.split_once(" score ")?;
            let (score, _) = rest.split_once(" nps ")?;
            Some(score.to_owned())
        });
        counts.collect()
    };
    let alone = lines(&[&option, "go depth 7"]);
    let after = lines(&["go depth 8", &option, "go depth 7"]);
    assert!(!alone.is_empty() && after.ends_with(&alone), "{after:#?}");
}

#[test]
fn the_evaluation_is_explained_piece_by_piece() {
    let folder = Folder::new();
    let network = network();
    let file = folder.write("a.nnue", network.to_bytes());
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let said = run(&["eval", fen, "--net", &file]);
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines[0].starts_with("network sensible 32x8 sha256 "));
    let king: Vec<&str> = lines[2].split_whitespace().collect();
    assert_eq!(king, [".", ".", ".", ".", "k", ".", ".", "."]);
    assert!(lines[8].contains(" P+"), "{}", lines[8]);
    let shown = |value| Score::new(value).for_white(Color::White);
    let score = shown(network.evaluate(&fen.parse().expect("a position")));
    let nnue = format!("NNUE evaluation        {score} (white side)");
    assert!(lines.contains(&nnue.as_str()), "{lines:?}");
    // The pawn is known to win.
    let total = format!("Final evaluation       {} (white side)", shown(700));
    assert_eq!(lines.last(), Some(&total.as_str()));
}

#[test]
fn every_network_matches_its_card() {
    for entry in fs::read_dir("nets").expect("the folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ext| ext == "nnue") {
            let said = run(&["net", "verify", path.to_str().expect("plain text")]).out;
            assert!(said.ends_with("; the card matches\n"), "{said}");
        }
    }
}

#[test]
fn info_verify_and_export_look_into_files() {
    let folder = Folder::new();
    let network = network();
    let mut bytes = network.to_bytes();
    let (good, digest) = (folder.write("good.nnue", &bytes), network.digest());
    bytes.pop();
    let bad = folder.write("bad.nnue", &bytes);

    let said = run(&["net", "info", &good]).exits(0);
    for text in ["name             sensible\n", "output buckets: 8\n"] {
        assert!(said.out.contains(text), "{}", said.out);
    }
    assert!(said.out.contains(&format!("sha256           {digest}\n")));

    let said = run(&["net", "verify", &good]).exits(0).out;
    assert!(said.starts_with("ok ") && said.ends_with("; no card\n"));
    let lines = run(&["net", "verify", &bad, &good]).exits(1).lines();
    assert!(lines[0].starts_with("FAIL ") && lines[1].starts_with("ok "));

    folder.write("good.toml", format!("sha256 = \"{digest}\"\n").as_bytes());
    assert!(
        run(&["net", "verify", &good])
            .out
            .ends_with("; the card matches\n")
    );
    assert!(
        run(&["net", "info", &good])
            .out
            .ends_with(&format!("\nsha256 = \"{digest}\"\n"))
    );
    folder.write("good.toml", b"sha256 = \"00\"\n");
    let said = run(&["net", "verify", &good]).exits(1).out;
    assert!(said.contains("does not state the digest"));

    let json = json::value(&run(&["net", "export", &good]).out);
    assert_eq!(json["hidden"], 32);
    assert_eq!(json["feature_weights"].as_array().map(Vec::len), Some(768));
    let weight = network.output_weights().nth(3 * 64 + 32 + 5);
    assert_eq!(
        json["output_weights"][3][1][5].as_i64(),
        weight.map(i64::from)
    );
    let out = folder.path("out.json");
    let said = run(&["net", "export", &good, "--out", &out]).exits(0).out;
    assert_eq!(said, "");
    let written = json::value(&folder.read("out.json"));
    assert_eq!(written, json);
    run(&["net", "export", &bad]).exits(2);
    let before = fs::read(&good).expect("a file");
    let err = run(&["net", "export", &good, "--out", &good]).refusal();
    assert!(err.contains("it is also an input file"), "{err}");
    assert!(fs::read(&good).expect("a file") == before);
}

#[test]
fn networks_of_three_layers_are_described_and_exported() {
    let shape = Shape::with_layers(64, 8, 3).expect("a known shape");
    let network = random_nets::usual(3, shape);
    let folder = Folder::new();
    let file = folder.write("layers.nnue", network.to_bytes());
    let said = run(&["net", "info", &file]).out;
    for row in [
        "shape            768 -> 2 x 64 -> 16 -> 32 -> 1, output buckets: 8\n",
        "layer weights    -60 to 60\n",
        "in floats        -0.5 to 0.5\n",
    ] {
        assert!(said.contains(row), "{said}");
    }
    assert!(run(&["net", "verify", &file]).out.starts_with("ok "));
    let json = json::value(&run(&["net", "export", &file]).out);
    let layers = network.layers().expect("three layers");
    let bucket = &json["layers"][5];
    assert_eq!(bucket["first"][3][7], layers[5].first[3 * 64 + 7]);
    assert_eq!(bucket["second"][31][2], layers[5].floats.second[31][2]);
    assert!(json.get("output_weights").is_none());
    let benches = SimdLevel::available()
        .map(|level| nodes(&run_with(Some(level), &["bench", "3", "--net", &file]).success()));
    let benches: Vec<u64> = benches.collect();
    assert!(benches.iter().all(|&nodes| nodes == benches[0]));
}

/// A network as `net export` writes it.
fn exported(folder: &Folder, network: &Network) -> String {
    let file = folder.write("exported.nnue", network.to_bytes());
    run(&["net", "export", &file]).success()
}

#[test]
fn exported_networks_are_imported() {
    let folder = Folder::new();
    let layered = Shape::with_layers(64, 8, 3).expect("a known shape");
    let small = Shape::new(16, 1).expect("a known shape");
    let threats = small.with_threats();
    let both = layered.with_threats();
    let [json, packed, out] = ["a.json", "a.json.gz", "out.nnue"].map(|name| folder.path(name));
    for network in [
        random_nets::usual(3, small),
        random_nets::usual(4, layered),
        random_nets::usual(5, threats),
        random_nets::usual(6, both),
        Network::read(&embedded().to_bytes()).expect("a good network"),
    ] {
        let file = folder.write("in.nnue", network.to_bytes());
        for json in [&json, &packed] {
            run(&["net", "export", &file, "--out", json]).success();
            let said = run(&["net", "import", json, "--out", &out]).success();
            assert_eq!(said, "");
            let imported = fs::read(&out).expect("a file");
            assert!(imported == network.to_bytes(), "{network}");
        }
    }
    let err = run(&["net", "import", &json, "--out", &json]).refusal();
    assert!(err.contains("it is also an input file"), "{err}");
    run(&["net", "import", &json, "--out", &packed]).refused("cannot be compressed");
}

/// The outcome of an import, without a file from another one before.
fn import(folder: &Folder, json: &Value) -> Outcome {
    let file = folder.write("a.json", json.to_string());
    let out = folder.path("imported.nnue");
    let outcome = run(&["net", "import", &file, "--out", &out]);
    assert_eq!(Path::new(&out).exists(), outcome.code == Some(0));
    outcome
}

#[test]
fn lists_and_numbers_of_another_shape_are_not_imported() {
    let folder = Folder::new();
    let single = "
        /hidden                | 31          | 31 neurons
        /hidden                | 64          | feature_weights[0] has the length 32
        /buckets               | 1           | output_weights has the length 8
        /inputs                | 767         | inputs is 767; a network of this shape has 768
        /inputs                | 769         | inputs is 769; a network of this shape has 2304
        /inputs                | 2304        | feature_weights has the length 768; a network of this shape needs 2304
        /qa                    | 256         | qa is 256; a network of this shape has 255
        /qb                    | 65          | qb is 65; a network of this shape has 64
        /scale                 | 300         | scale is 300
        /name                  | \"two words\" | the name of a network must be
        /name                  | \"other\"     | sha256 is not the digest of this network
        /feature_weights       | []          | feature_weights has the length 0
        /feature_weights/767   | [1]         | feature_weights[767] has the length 1
        /feature_weights/0/0   | 32768       | expected i16
        /feature_weights/0/0   | 1024        | can reach
        /feature_bias          | [1]         | feature_bias has the length 1
        /output_weights/7/1    | []          | output_weights[15] has the length 0
        /output_weights/7/1/0  | 128         | output weight 128
        /output_bias           | []          | output_bias has the length 0
    ";
    let layered = "
        /buckets               | 1           | layers has the length 8
        /layers                | []          | qa is 500; a network of this shape has 255
        /layers/3/first        | []          | first has the length 0
        /layers/3/first/5      | [1]         | first[5] has the length 1
        /layers/3/first/5/0    | 128         | expected i8
        /layers/3/second       | []          | invalid length 0
        /layers/3/third_bias   | 17.0        | from -16 to 16
    ";
    let shape = Shape::with_layers(64, 8, 3).expect("a known shape");
    for (network, table) in [(network(), single), (random_nets::usual(4, shape), layered)] {
        let whole = exported(&folder, &network);
        for [pointer, value, why] in rows(table) {
            let mut json = json::value(&whole);
            *json.pointer_mut(pointer).expect(pointer) = json::value(value);
            import(&folder, &json).refused(why);
        }
        let mut json = json::value(&whole);
        json["extra"] = Value::Null;
        import(&folder, &json).refused("unknown field `extra`");
    }
}

#[test]
fn an_import_needs_no_numbers_that_follow_from_others() {
    let folder = Folder::new();
    let mut json = json::value(&exported(&folder, &network()));
    let fields = json.as_object_mut().expect("an object");
    for name in ["sha256", "inputs", "qa", "qb", "scale"] {
        assert!(fields.remove(name).is_some(), "{name}");
    }
    json["name"] = Value::from("other");
    import(&folder, &json).success();
    let bytes = fs::read(folder.join("imported.nnue")).expect("a file");
    let imported = Network::read(&bytes).expect("a good network");
    assert_eq!(imported.name(), "other");
    assert!(imported.feature_weights().eq(network().feature_weights()));

    let folder = Folder::new();
    let shape = Shape::with_layers(64, 1, 3).expect("a known shape");
    let mut json = json::value(&exported(&folder, &random_nets::usual(4, shape)));
    json["qb"] = Value::from(64);
    import(&folder, &json).refused("qb is 64; a network of this shape has none");
}

#[test]
fn the_errors_in_the_history_are_those_of_the_network() {
    let network = embedded();
    let name = network.name();
    let net = format!("nets/{name}.nnue");
    let history = fs::read_to_string("nets/HISTORY.md").expect("the history");
    let help = run(&["help", "net"]).out;
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("searched with 100,000 nodes"));
    // The columns of the shares that the history shows.
    for (file, shares) in [
        ("nets/stockfish.epd", 0..4),
        ("nets/middlegames.epd", 2..4),
        ("nets/positions.epd", 4..4),
    ] {
        let said = run(&["net", "test", &net, "--positions", file]);
        let last = said.out.lines().last().expect("a row");
        let fields: Vec<&str> = last.split_whitespace().collect();
        let (error, explained) = fields[1..].split_at(3);
        let start = format!("| `{name}` | {} |", error.join(" "));
        let row = history.lines().find(|line| line.starts_with(&start));
        let row = row.unwrap_or_else(|| panic!("{start}"));
        if !shares.is_empty() {
            let explained = format!("| {} |", explained[shares].join(" | "));
            assert!(row.ends_with(&explained), "{explained}");
        }
        let positions = fs::read_to_string(file).expect("the positions");
        let count = positions.lines().count();
        let count = format!("{},{:03} quiet positions", count / 1000, count % 1000);
        assert!(history.contains(&count) && help.contains(&count), "{count}");
        assert!(positions.lines().all(|line| line.contains(" acn 100000; ")));
    }
}

#[test]
fn networks_are_tested_against_deep_searches() {
    let folder = Folder::new();
    let network = network();
    let exact = folder.write("exact.nnue", network.to_bytes());
    let shape = Shape::new(32, 8).expect("a known shape");
    let other = folder.write("other.nnue", random_nets::sensible(6, shape).to_bytes());
    // The scores of one of the two networks itself, rounded to centipawns.
    let positions: String = bench::POSITIONS
        .iter()
        .map(|fen| {
            let score = Score::new(network.evaluate(&position::board(fen))).centipawns();
            format!("{fen} ce {score};\n")
        })
        .collect::<Vec<_>>()
        .concat();
    let positions = folder.write("positions.epd", positions);
    let test = ["net", "test", &exact, &other, "--positions", &positions];
    let said = run(&test).success();
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert_eq!(lines[0], format!("{} positions", bench::POSITIONS.len()));
    assert!(
        lines[1].ends_with("explained with    2-9  10-17  18-25  26-32  pieces"),
        "{lines:?}"
    );
    let row: Vec<&str> = lines[2].split_whitespace().collect();
    let expected = [
        "sensible", "0.00000", "±", "0.00000", "1.00", "1.00", "1.00", "1.00",
    ];
    assert_eq!(row, expected);
    let rows = json::value(&run(&[&test[..], &["--json"]].concat()).out);
    for share in rows[0]["explained"].as_array().expect("shares") {
        assert!(share.as_f64().expect("a number") > 0.99, "{share}");
    }
    let error = rows[1]["error"]["value"].as_f64().expect("a number");
    assert!(error > 0.001, "{error}");
    // Nearly the same, since the other error is nearly nothing.
    let difference = rows[1]["difference"]["value"].as_f64().expect("a number");
    assert!((difference - error).abs() < 1e-5, "{difference}");
    assert!(lines[3].contains(&format!("{error:.5} ± ")), "{lines:?}");

    for (text, why) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w K - ce 510;\n4k3/8/8/8/8/8/8/4K2R w K - bm O-O;\n",
            ":2: there is no operation ce with a number",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w K - ce +1.5;\n",
            ":1: there is no operation ce with a number",
        ),
        ("# nothing\n", ": there are no positions"),
    ] {
        let positions = folder.write("wrong.epd", text);
        run(&["net", "test", &exact, "--positions", &positions]).refused(why);
    }
}
