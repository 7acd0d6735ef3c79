//! The page: who may ask for it, and that the game goes on whatever is sent.

use crate::support::folder::Folder;
use crate::support::process::{HANG, Program, Running, wait_for};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

/// The program, serving a board.
struct Board {
    _process: Running,
    /// Such as `127.0.0.1:1234`.
    host: String,
    token: String,
}

impl Board {
    /// With the game of a folder.
    fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let program = Program::with(["play", "--no-browser", "--game"]);
        Self::run(program.arg(folder.join("game.json")).args(arguments))
    }

    fn run(program: Program) -> Self {
        let mut running = program.spawn();
        let line = running.line();
        let address = line.trim().strip_prefix("The board is at http://");
        let (host, path) = address
            .and_then(|text| text.split_once('/'))
            .expect("an address");
        Self {
            _process: running,
            host: host.to_owned(),
            token: path.trim_end_matches('/').to_owned(),
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("a connection");
        stream.set_read_timeout(Some(HANG)).expect("a limit");
        stream
    }

    /// Sends a request and reads the answer: status and body.
    fn ask(&self, head: &str, body: &str) -> (u16, String) {
        let mut stream = self.connect();
        let head = head
            .replace("HOST", &self.host)
            .replace("TOKEN", &self.token);
        // The server may refuse before everything is sent.
        let _ = stream.write_all(format!("{head}\r\nConnection: close\r\n\r\n{body}").as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let answer = String::from_utf8_lossy(&bytes).into_owned();
        let status = answer.split(' ').nth(1).and_then(|text| text.parse().ok());
        let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
        (status.unwrap_or(0), body.to_owned())
    }

    fn get(&self, path: &str) -> (u16, String) {
        self.ask(&format!("GET /TOKEN/{path} HTTP/1.1\r\nHost: HOST"), "")
    }

    fn act(&self, act: &Value) -> (u16, Value) {
        let body = act.to_string();
        let head = post("HOST", "http://HOST", "application/json", body.len());
        let (status, answer) = self.ask(&head, &body);
        (status, serde_json::from_str(&answer).unwrap_or_default())
    }

    /// The news, as a page gets them.
    fn watch(&self) -> Option<BufReader<TcpStream>> {
        let mut stream = self.connect();
        let head = format!(
            "GET /{}/events HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.token, self.host
        );
        stream.write_all(head.as_bytes()).expect("a request");
        let mut reader = BufReader::new(stream);
        let mut line = String::new();
        reader.read_line(&mut line).expect("an answer");
        line.contains(" 200 ").then_some(reader)
    }
}

fn post(host: &str, origin: &str, kind: &str, length: usize) -> String {
    format!(
        "POST /TOKEN/act HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nContent-Type: {kind}\r\nContent-Length: {length}"
    )
}

/// The next data with a value of this name.
fn next_with(news: &mut BufReader<TcpStream>, name: &str) -> Value {
    loop {
        let mut line = String::new();
        assert!(news.read_line(&mut line).expect("news") > 0, "the news end");
        if let Some(data) = line.strip_prefix("data:")
            && let Ok(value) = serde_json::from_str::<Value>(data.trim())
            && !value[name].is_null()
        {
            return value;
        }
    }
}

fn next_state(news: &mut BufReader<TcpStream>) -> Value {
    next_with(news, "version")
}

#[test]
fn requests_that_do_not_come_from_the_page_are_refused() {
    let folder = Folder::new();
    let board = Board::start(&folder, &["--engine", "none"]);
    let (status, page) = board.get("");
    assert!(status == 200 && page.contains("play.js"), "{status}");
    for name in ["play.js", "play.css"] {
        assert_eq!(board.get(name).0, 200, "{name}");
    }
    assert_eq!(board.get("review").0, 404);
    let mut news = board.watch().expect("the first page");
    let new = json!({"act": "new", "engine": false, "control": "5m"});
    assert_eq!(board.act(&new).0, 200);
    let body = r#"{"act":"move","move":"e4"}"#;
    let length = body.len();
    let own = "http://HOST";
    let kind = "application/json";
    for (head, expected) in [
        (post("evil.example", own, kind, length), 421),
        (post("127.0.0.1", own, kind, length), 421),
        (post("HOST", "http://evil.example", kind, length), 403),
        (post("HOST", "null", kind, length), 403),
        (post("HOST", own, "text/plain", length), 415),
        (post("HOST", own, kind, 1 << 20), 413),
        (
            post("HOST", own, kind, length).replace("TOKEN", "0000"),
            404,
        ),
        (
            post("HOST", own, kind, length).replace(&format!("Origin: {own}\r\n"), ""),
            403,
        ),
        ("GET /TOKEN/ HTTP/1.1\r\nHost: evil.example".to_owned(), 421),
        ("GET / HTTP/1.1\r\nHost: HOST".to_owned(), 404),
        (
            "GET /TOKEN/../../etc/passwd HTTP/1.1\r\nHost: HOST".to_owned(),
            404,
        ),
        (
            "DELETE /TOKEN/act HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST".to_owned(),
            405,
        ),
        (
            format!(
                "GET /TOKEN/ HTTP/1.1\r\nHost: HOST\r\nX: {}",
                "x".repeat(1 << 17)
            ),
            431,
        ),
    ] {
        assert_eq!(
            board.ask(&head, body).0,
            expected,
            "{}",
            &head[..head.len().min(200)]
        );
    }
    // A body that never ends.
    let cut = post("HOST", own, kind, length + 1);
    assert_eq!(board.ask(&cut, body).0, 408);
    for wrong in [
        "",
        "{",
        "[]",
        "{\"act\":\"move\"}",
        "{\"act\":\"fly\"}",
        "null",
        "\u{0}",
    ] {
        let head = post("HOST", own, kind, wrong.len());
        assert_eq!(board.ask(&head, wrong).0, 400, "{wrong}");
    }
    assert_eq!(board.act(&json!({"act": "move", "move": "Ke2"})).0, 409);
    // The game goes on.
    assert_eq!(board.act(&json!({"act": "move", "move": "e4"})).0, 200);
    let mut now = next_state(&mut news);
    while now["san"] != "e4" {
        now = next_state(&mut news);
    }
    // A page may not run anything but its own script.
    let mut stream = board.connect();
    let head = format!(
        "GET /{}/ HTTP/1.0\r\nHost: {}\r\n\r\n",
        board.token, board.host
    );
    stream.write_all(head.as_bytes()).expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let lower = answer.to_lowercase();
    assert!(lower.contains("content-security-policy: default-src 'none'; script-src 'self'"));
}

#[cfg(target_os = "linux")]
#[test]
fn only_the_loopback_address_is_served() {
    let folder = Folder::new();
    let board = Board::start(&folder, &[]);
    board.connect();
    let port = board.host.rsplit(':').next().expect("a port");
    // All of 127.0.0.0/8 is this machine: a server on all addresses would answer.
    assert!(TcpStream::connect(format!("127.0.0.2:{port}")).is_err());
}

#[test]
fn one_browser_at_a_time_and_many_connections() {
    let folder = Folder::new();
    let board = Board::start(&folder, &[]);
    let news = board.watch().expect("the first page");
    assert!(board.watch().is_none(), "a second browser");
    // A page that is loaded again waits for its old connection to end.
    drop(news);
    let mut news = board.watch().expect("the page, loaded again");
    assert_eq!(next_state(&mut news)["phase"], "setup");
    let idle: Vec<TcpStream> = (0..200).map(|_| board.connect()).collect();
    let new = json!({"act": "new", "engine": false, "control": ""});
    wait_for("a connection", || {
        std::thread::sleep(Duration::from_millis(100));
        board.act(&new).0 == 200
    });
    drop(idle);
    while next_state(&mut news)["phase"] != "playing" {}
    // What is not JSON costs the server nothing, so that the flood is quick.
    let head = post("HOST", "http://HOST", "application/json", 1);
    let statuses: Vec<u16> = (0..200).map(|_| board.ask(&head, "{").0).collect();
    let is_expected = |status: &u16| [400, 429, 503].contains(status);
    assert!(
        statuses.contains(&429) && statuses.iter().all(is_expected),
        "{statuses:?}"
    );
    std::thread::sleep(Duration::from_millis(1100));
    assert_eq!(board.act(&json!({"act": "move", "move": "e4"})).0, 200);
}

#[test]
fn a_killed_game_goes_on_with_its_clocks() {
    let folder = Folder::new();
    let mut board = Board::start(&folder, &[]);
    let mut news = board.watch().expect("a page");
    let new = json!({"act": "new", "engine": false, "control": "5m+2s"});
    assert_eq!(board.act(&new).0, 200);
    let mut expected = String::new();
    for (number, mv) in ["e4", "e5", "Nf3", "Nc6", "Bb5"].into_iter().enumerate() {
        std::thread::sleep(Duration::from_millis(137 * (number as u64 + 1)));
        assert_eq!(board.act(&json!({"act": "move", "move": mv})).0, 200);
        expected = format!("{expected} {mv}").trim().to_owned();
        std::thread::sleep(Duration::from_millis(211 * (number as u64 % 3)));
        while next_state(&mut news)["san"] != expected.as_str() {}
        let (_, pgn) = board.get("game.pgn");
        drop((board, news));
        board = Board::start(&folder, &["--resume"]);
        news = board.watch().expect("a page");
        let now = next_state(&mut news);
        assert_eq!(now["san"], expected.as_str());
        let last = pgn
            .rsplit("[%clk ")
            .next()
            .and_then(|text| text.split(']').next());
        let left = last
            .and_then(|text| text.rsplit(':').next())
            .and_then(|text| text.parse::<f64>().ok());
        let side = if number % 2 == 0 { "white" } else { "black" };
        let ms = now["clocks"][side]["ms"].as_f64().expect("a time");
        let seconds = ms / 1000.0 % 60.0;
        assert!(
            (seconds - left.expect("a clock")).abs() < 0.01,
            "{pgn} {seconds}"
        );
    }
}

#[test]
fn a_kept_game_is_continued_from_the_page() {
    let folder = Folder::new();
    let board = Board::start(&folder, &[]);
    let news = board.watch().expect("a page");
    let new = json!({"act": "new", "engine": false, "control": ""});
    assert_eq!(board.act(&new).0, 200);
    assert_eq!(board.act(&json!({"act": "move", "move": "e4"})).0, 200);
    drop((board, news));
    // The address is the first line of the output, whatever else is said.
    let board = Board::start(&folder, &[]);
    let mut news = board.watch().expect("a page");
    assert_eq!(next_state(&mut news)["kept"], true);
    assert_eq!(board.act(&json!({"act": "reopen"})).0, 200);
    while next_state(&mut news)["san"] != "e4" {}
}

#[test]
fn a_line_of_analysis_has_its_first_move_if_there_is_one() {
    let folder = Folder::new();
    let board = Board::start(&folder, &[]);
    let mut news = board.watch().expect("a page");
    let mut analysis = |fen: &str| {
        let new = json!({"act": "new", "engine": false, "control": "", "fen": fen});
        assert_eq!(board.act(&new).0, 200);
        let analyse = json!({"act": "analyse", "on": true, "ply": 0});
        assert_eq!(board.act(&analyse).0, 200);
        next_with(&mut news, "lines")
    };
    let stalemate = analysis("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(stalemate, json!({"ply": 0, "lines": []}));
    let one_move = analysis("k7/8/1K6/8/8/8/8/7R b - - 0 1");
    assert_eq!(one_move["lines"][0]["move"], "a8b8");
}

#[cfg(target_os = "linux")]
#[test]
fn the_browser_is_started_with_an_address_that_works_once() {
    let folder = Folder::new();
    let told = folder.path("told");
    let script = format!("#!/bin/sh\necho \"$1\" > {told}.new && mv {told}.new {told}\n");
    folder.write_script("xdg-open", &script);
    let path = std::env::var("PATH").expect("a path");
    let program = Program::with(["play", "--game"]).arg(folder.join("game.json"));
    let board = Board::run(program.env("PATH", format!("{}:{path}", folder.display())));
    wait_for("the address", || folder.join("told").exists());
    let address = folder.read("told");
    assert!(!address.contains(&board.token), "{address}");
    let code = address.trim().rsplit('/').next().expect("a code");
    let head = format!("GET /{code} HTTP/1.1\r\nHost: HOST");
    assert_eq!([0; 2].map(|_| board.ask(&head, "").0), [303, 404]);
}
