//! The analyser: lines, scores, limits, options.

use crate::support::book::book;
use crate::support::folder::Folder;
use crate::support::position::game;
use compongo::Game;
use compongo::analysis::{Analyser, AnalysisLimits, AnalysisResult, LiveAnalysis};
use compongo::board::fen::STARTPOS;
use compongo::engine::GoError;
use compongo::laws::outcome::OutcomeKind;
use compongo::notation::uci_move;
use compongo::time::StopToken;
use compongo::types::UciScore;
use std::sync::mpsc::channel;
use std::time::Duration;

fn nodes(nodes: u64) -> AnalysisLimits {
    AnalysisLimits {
        nodes: Some(nodes),
        ..AnalysisLimits::default()
    }
}

#[test]
fn lines_are_ranked_even_if_the_first_depth_was_cut_short() {
    let mut analyser = Analyser::new();
    assert_eq!(analyser.set_option("MultiPV", "4"), Ok(vec![]));
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let result = analyser
        .analyse(game(fen, ""), &nodes(30))
        .expect("an answer");
    let scores: Vec<UciScore> = result.lines.iter().map(|line| line.score).collect();
    let values = scores.iter().map(|score| match score {
        UciScore::Cp(value) => *value,
        UciScore::Mate(_) => panic!("no mate here"),
    });
    assert!(values.is_sorted_by(|a, b| a >= b), "{scores:?}");
}

#[track_caller]
fn analyse(analyser: &mut Analyser, fen: &str, moves: &str) -> AnalysisResult {
    let result = analyser.analyse(game(fen, moves), &nodes(3000));
    result.expect("an answer")
}

#[test]
fn lines_are_ranked_and_consistent() {
    let mut analyser = Analyser::new();
    assert_eq!(analyser.set_option("multi pv", "3"), Ok(vec![]));
    let result = analyse(&mut analyser, STARTPOS, "e2e4");
    let ranks: Vec<usize> = result.lines.iter().map(|line| line.multipv).collect();
    assert_eq!(ranks, [1, 2, 3]);
    let scores: Vec<i32> = result
        .lines
        .iter()
        .map(|line| match line.score {
            UciScore::Cp(value) => value,
            UciScore::Mate(_) => panic!("no mate in the opening"),
        })
        .collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    let best = &result.lines[0];
    assert_eq!(
        (result.mv.as_ref(), result.san.as_ref()),
        (best.pv.first(), best.san.first())
    );
    assert_eq!((result.score, result.wdl), (best.score, best.wdl));
    assert_eq!(best.pv.len(), best.san.len());
    assert_eq!(result.wdl.iter().sum::<i32>(), 1000);
    assert_eq!(result.nodes, 3000);
    assert!(result.depth >= 1 && result.seldepth >= result.depth);
    let depths: Vec<u32> = result.iterations.iter().map(|it| it.depth).collect();
    assert!(depths.is_sorted() && depths[0] == 1, "{depths:?}");
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let mut analyser = Analyser::new();
    assert_eq!(analyser.set_option("MultiPV", "3"), Ok(vec![]));
    let game = Game::default();
    let wanted = ["a2a3", "h2h4"].map(|text| uci_move::parse(game.board(), text).expect("a move"));
    let moves = Some(wanted.into_iter().collect());
    let result = analyser.analyse_moves(game, moves, &nodes(3000));
    let lines = result.expect("an answer").lines;
    let mut found: Vec<&str> = lines.iter().map(|line| line.pv[0].as_str()).collect();
    found.sort_unstable();
    assert_eq!(found, ["a2a3", "h2h4"]);
}

#[test]
fn an_analysis_uses_no_book() {
    let folder = Folder::new();
    let path = folder.write("book.bin", book(&[(STARTPOS, "", "a2a3", 1)]));
    let mut analyser = Analyser::new();
    for (name, value) in [("Book File", path.as_str()), ("UCI_AnalyseMode", "false")] {
        assert_eq!(analyser.set_option(name, value), Ok(vec![]));
    }
    let warning = "option OwnBook: an analysis uses no book".to_owned();
    assert_eq!(analyser.set_option("OwnBook", "true"), Ok(vec![warning]));
    assert_eq!(analyse(&mut analyser, STARTPOS, "").lines.len(), 1);
}

#[test]
fn a_new_game_makes_results_reproducible() {
    let mut analyser = Analyser::new();
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let untimed = |mut result: AnalysisResult| {
        (result.nps, result.used_us) = (0, 0);
        result.iterations.iter_mut().for_each(|it| it.used_us = 0);
        result
    };
    let first = untimed(analyse(&mut analyser, kiwipete, ""));
    analyse(&mut analyser, STARTPOS, "");
    analyser.new_game();
    assert_eq!(untimed(analyse(&mut analyser, kiwipete, "")), first);
}

#[test]
fn earlier_positions_count_for_repetitions() {
    let mut analyser = Analyser::new();
    // White is lost, but Qe8+ Kh7 Qh5+ Kg8 repeats for the third time.
    let start = "6k1/6p1/8/n6Q/8/1b6/1q3PPP/2r2RK1 w - - 0 1";
    let once = "h5e8 g8h7 e8h5";
    let result = analyse(&mut analyser, start, &format!("{once} h7g8 {once}"));
    // Black has only this move, which completes the third occurrence.
    assert_eq!(result.mv.as_deref(), Some("h7g8"));
    assert_eq!((result.score, result.wdl[1] > 500), (UciScore::Cp(0), true));
    // There the line ends, as it would not at the second occurrence.
    assert_eq!(result.lines[0].san, ["Kg8"]);
    let second = analyse(&mut analyser, start, once);
    assert!(second.lines[0].san.len() > 1);
}

#[test]
fn mates_and_the_end_of_the_game() {
    let mut analyser = Analyser::new();
    let mate = analyse(&mut analyser, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "");
    assert_eq!(mate.score, UciScore::Mate(1));
    assert_eq!(
        (mate.san.as_deref(), mate.wdl),
        (Some("Ra8#"), [1000, 0, 0])
    );
    let mated = analyse(&mut analyser, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8");
    assert_eq!((mated.mv, mated.score), (None, UciScore::Mate(0)));
    assert_eq!((mated.lines, mated.wdl), (vec![], [0, 0, 1000]));
    let stalemate = analyse(&mut analyser, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "");
    assert_eq!(
        (stalemate.score, stalemate.wdl),
        (UciScore::Cp(0), [0, 1000, 0])
    );
    let dead = analyse(&mut analyser, "4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "");
    assert_eq!((dead.score, dead.wdl), (UciScore::Cp(0), [0, 1000, 0]));
}

#[test]
fn chess960_castling_is_king_takes_rook() {
    let mut analyser = Analyser::new();
    let start = "1k6/8/8/8/8/8/8/RK5R w HA - 0 1";
    let result = analyse(&mut analyser, start, "b1h1");
    assert!(result.mv.is_some());
    assert_eq!(analyser.set_option("UCI_Chess960", "true"), Ok(vec![]));
}

#[test]
fn an_analysis_needs_a_limit_and_valid_options() {
    let mut analyser = Analyser::new();
    let go = analyser.analyse(Game::default(), &AnalysisLimits::default());
    assert!(matches!(go, Err(GoError::Unlimited)), "{go:?}");
    for (name, value) in [("Hsh", "1"), ("", "1"), ("Hash", "much")] {
        assert!(analyser.set_option(name, value).is_err(), "{name} {value}");
    }
    // The analyser is as it was.
    analyse(&mut analyser, STARTPOS, "");
}

#[test]
fn a_stopped_search_gives_what_it_had_found() {
    let stop = StopToken::default();
    let mut analyser = Analyser::with_stop(stop.clone());
    let stopper = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(200));
        stop.stop();
    });
    let result = analyser.analyse(Game::default(), &nodes(u64::MAX));
    stopper.join().expect("the thread ends");
    assert!(result.expect("an answer").mv.is_some());
}

/// The states of an analysis without end, up to the first that is enough.
#[track_caller]
fn watch(
    analyser: &mut Analyser,
    game: Game,
    is_enough: impl Fn(&LiveAnalysis) -> bool,
) -> Vec<LiveAnalysis> {
    let (sender, states) = channel();
    // Nobody receives the states after that.
    let sink = move |live: &LiveAnalysis| drop(sender.send(live.clone()));
    let wait = || {
        let mut seen = Vec::new();
        for live in &states {
            seen.push(live);
            if seen.last().is_some_and(&is_enough) {
                break;
            }
        }
        seen
    };
    analyser.watch(game, sink, wait).expect("a search")
}

#[test]
fn a_watched_analysis_grows_until_its_watcher_has_seen_enough() {
    let mut analyser = Analyser::new();
    assert_eq!(analyser.set_option("MultiPV", "2"), Ok(vec![]));
    let after_e4 = game(STARTPOS, "e2e4");
    let seen = watch(&mut analyser, after_e4, |live| live.progress.depth >= 6);
    let first = &seen[0];
    assert_eq!((first.progress.depth, first.lines.len()), (0, 0));
    let laws = first.laws.as_ref().expect("a report");
    assert_eq!(laws.outcome, None);
    let depths: Vec<u16> = seen.iter().map(|live| live.progress.depth).collect();
    assert!(depths.is_sorted() && depths.contains(&3), "{depths:?}");
    let nodes = seen.iter().map(|live| live.progress.nodes);
    assert!(nodes.is_sorted());
    for live in seen.iter().filter(|live| live.progress.depth > 0) {
        assert_eq!((live.lines.len(), live.is_over), (2, false));
        let best = &live.lines[0];
        assert!(live.board.is_legal(best.moves[0]), "{best:?}");
        assert!(
            best.seldepth >= usize::from(live.progress.depth),
            "{best:?}"
        );
        assert_eq!(best.wdl.iter().sum::<i32>(), 1000);
    }
    // The engine is free again.
    let result = analyse(&mut analyser, STARTPOS, "");
    assert_eq!(result.lines.len(), 2);
}

#[test]
fn a_watched_analysis_of_a_mate_is_over_at_once() {
    let mut analyser = Analyser::new();
    let mated = game("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8");
    let seen = watch(&mut analyser, mated, |live| live.is_over);
    let last = seen.last().expect("a state");
    assert_eq!((last.lines.len(), last.progress.depth), (0, 0));
    let outcome = last.laws.as_ref().and_then(|laws| laws.outcome.as_ref());
    let kind = outcome.map(|outcome| outcome.kind);
    assert_eq!(kind, Some(OutcomeKind::Checkmate));
}

#[test]
fn results_are_json_and_back() {
    let mut analyser = Analyser::new();
    let mut result = analyse(&mut analyser, STARTPOS, "f2f3 e7e5 g2g4");
    let json = serde_json::to_string(&result).expect("serialisable");
    assert!(
        json.starts_with(r#"{"move":"d8h4","san":"Qh4#","mate":1,"wdl":[1000,0,0],"depth":"#),
        "{json}"
    );
    result.iterations.clear();
    assert_eq!(
        serde_json::from_str::<AnalysisResult>(&json).expect("readable"),
        result
    );
}
