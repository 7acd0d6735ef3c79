//! The option `Debug Log File`.

use crate::support::folder::Folder;
use crate::uci::driver::Engine;
use std::fs;

/// The lines of the log without their times.
fn logged(text: &str) -> Vec<&str> {
    let line = |line: &'_ str| {
        let time = line.get(..10).map(str::trim_start);
        let seconds = time.and_then(|time| time.parse::<f64>().ok());
        assert!(seconds.is_some_and(|seconds| seconds < 600.0), "{line}");
        line.len()
    };
    text.lines().map(|text| &text[11..line(text)]).collect()
}

#[test]
fn input_and_output_are_appended_until_the_log_is_closed() {
    let folder = Folder::new();
    let path = folder.join("log of a session");
    fs::write(&path, "     0.000 > kept\n").expect("our folder");
    let mut engine = Engine::start();
    let set = |value: &str| format!("setoption name Debug Log File value {value}");
    let open = set(path.to_str().expect("a path"));
    engine.accepts(&open);
    engine.search("position startpos moves e2e4\ngo nodes 100");
    // A file that cannot be opened leaves the log as it is.
    let pipe = folder.join("pipe");
    nix::unistd::mkfifo(&pipe, nix::sys::stat::Mode::S_IRWXU).expect("our folder");
    let packed = folder.path("log.gz");
    let foreign = folder.write("diary", "12 May > nothing new\n");
    let pipe = pipe.to_str().expect("a path");
    for refused in ["/", "/missing/folder/log", pipe, &packed, &foreign] {
        let lines = engine.reply(&set(refused));
        let start = format!("info string error option Debug Log File: '{refused}': ");
        assert!(lines[0].starts_with(&start), "{lines:?}");
    }
    for silent in ["/dev/null", "<empty>"] {
        engine.accepts(&set(silent));
        engine.search("go nodes 123");
    }
    engine.quit();

    assert!(!folder.join("log.gz").exists());
    let text = fs::read_to_string(&path).expect("the log");
    let lines = logged(&text);
    assert_eq!(lines[0], "> kept");
    for wanted in ["> position startpos moves e2e4", "> go nodes 100"] {
        assert!(lines.contains(&wanted), "{text}");
    }
    let answer = |line: &&&str| line.starts_with("< bestmove ");
    assert_eq!(lines.iter().filter(answer).count(), 1, "{text}");
    assert!(
        lines.iter().any(|line| line.starts_with("< info depth 1 ")),
        "{text}"
    );
    assert!(
        lines
            .iter()
            .any(|line| line.contains("error option Debug Log File: '/'"))
    );
    assert!(!text.contains("nodes 123"), "{text}");
}
