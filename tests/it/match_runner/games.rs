//! Games between players who say what the test tells them to, on clocks that read what the test tells them to.

use super::sample::{clock, first_game, match_settings};
use crate::support::position::board;
use compongo::board::Board;
use compongo::laws::edition::{Edition, Mode};
use compongo::laws::outcome::{OutcomeKind, Points};
use compongo::match_runner::game::EnginePlayer;
use compongo::match_runner::openings::Opening;
use compongo::match_runner::record::{GameRecord, SearchInfo, TerminationKind};
use compongo::match_runner::settings::{
    ClaimPolicy, DrawRule, EngineLimits, IllegalMovePolicy, MatchAdjudication, MatchSettings,
    ResignRule,
};
use compongo::match_runner::uci_engine::{EngineMove, ExpectedReply, GoReply, UciEngineError};
use compongo::notation::uci_move;
use compongo::types::Color;
use std::collections::VecDeque;
use std::time::Duration;

/// One answer of a player.
#[derive(Clone, Debug, Default)]
struct Says {
    best: &'static str,
    ms: u64,
    cp: Option<i32>,
    laws: Vec<&'static str>,
    /// It does not come before the flag.
    too_late: bool,
}

fn plays(best: &'static str) -> Says {
    Says {
        best,
        ..Says::default()
    }
}

fn says(law: &'static str, best: &'static str) -> Says {
    Says {
        laws: vec![law],
        ..plays(best)
    }
}

fn after(ms: u64, best: &'static str) -> Says {
    Says { ms, ..plays(best) }
}

#[derive(Default)]
struct Scripted {
    script: VecDeque<Says>,
    /// Goes on with the script from its start.
    repeats: bool,
    options: Vec<&'static str>,
    /// What the player was told: options, lines, `go`.
    heard: Vec<String>,
}

impl Scripted {
    fn new(script: Vec<Says>) -> Self {
        Self {
            script: script.into(),
            ..Self::default()
        }
    }

    fn moves(moves: &'static str) -> Self {
        Self::new(moves.split(' ').map(plays).collect())
    }

    fn gos(&self) -> Vec<&str> {
        let gos = self.heard.iter().filter(|line| line.starts_with("go"));
        gos.map(String::as_str).collect()
    }
}

impl EnginePlayer for Scripted {
    fn has_option(&self, option: &str) -> bool {
        self.options.contains(&option)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), UciEngineError> {
        self.heard.push(format!("{name} = {value}"));
        Ok(())
    }

    fn new_game(&mut self, _: bool) -> Result<(), UciEngineError> {
        Ok(())
    }

    fn send(&mut self, line: &str) -> Result<(), UciEngineError> {
        self.heard.push(line.to_owned());
        Ok(())
    }

    fn go(&mut self, _: &str, go: &str, limit: Duration) -> Result<GoReply, UciEngineError> {
        self.heard.push(go.to_owned());
        let says = self.script.pop_front().expect("the script goes on");
        if self.repeats {
            self.script.push_back(says.clone());
        }
        if says.too_late {
            return Ok(GoReply::Timeout { waited: limit });
        }
        Ok(GoReply::BestMove(EngineMove {
            best: says.best.to_owned(),
            used: Duration::from_millis(says.ms),
            info: SearchInfo {
                cp: says.cp,
                ..SearchInfo::default()
            },
            laws: says.laws.iter().map(|text| (*text).to_owned()).collect(),
            pv: Vec::new(),
            ponder: None,
        }))
    }

    fn ponder(&mut self, position: &str, go: &str) -> Result<(), UciEngineError> {
        self.heard.push(format!("{position}, {go}"));
        Ok(())
    }

    fn stop(&mut self) -> Result<Option<EngineMove>, UciEngineError> {
        self.heard.push("stop".to_owned());
        Ok(None)
    }

    fn take_warnings(&mut self) -> Vec<String> {
        Vec::new()
    }
}

/// A match with this time control, or at a number of nodes.
fn settings(tc: Option<&str>) -> MatchSettings {
    let nodes = EngineLimits {
        nodes: Some(1000),
        ..EngineLimits::default()
    };
    match_settings(&["a", "b"], &tc.map_or(nodes, clock))
}

fn play_from(
    settings: &MatchSettings,
    start: Board,
    white: &mut Scripted,
    black: &mut Scripted,
) -> GameRecord {
    let opening = Opening::at(start);
    let task = first_game(settings, &opening);
    let record = task.play(Ok(white), Ok(black)).expect("it is not stopped");
    assert!(settings.check().is_ok());
    // A record can be replayed.
    let mut board: Board = record.fen.parse().expect("a position");
    for mv in &record.moves {
        board.play(uci_move::parse(&board, &mv.mv).expect("a legal move"));
    }
    record
}

fn play(settings: &MatchSettings, white: &mut Scripted, black: &mut Scripted) -> GameRecord {
    play_from(settings, Board::start(), white, black)
}

fn article(record: &GameRecord) -> &str {
    record.end.article.as_deref().unwrap_or("none")
}

/// The game ended under this Article.
#[track_caller]
fn assert_end(record: &GameRecord, kind: OutcomeKind, under: &str) {
    let found = (record.end.kind, article(record));
    assert_eq!(found, (TerminationKind::Laws(kind), under));
}

/// The game ended so, with this score.
#[track_caller]
fn assert_score(record: &GameRecord, kind: TerminationKind, score: Points) {
    assert_eq!((record.end.kind, record.score), (kind, score));
}

const SHUFFLE: [&str; 2] = [
    "g1f3 f3g1 g1f3 f3g1 g1f3 f3g1 g1f3 f3g1",
    "g8f6 f6g8 g8f6 f6g8 g8f6 f6g8 g8f6 f6g8",
];

#[test]
fn article_5_1_1_mate_ends_the_game() {
    let (mut white, mut black) = (Scripted::moves("f2f3 g2g4"), Scripted::moves("e7e5 d8h4"));
    let record = play(&settings(None), &mut white, &mut black);
    assert_eq!(record.score, Points::win(Color::Black));
    assert_end(&record, OutcomeKind::Checkmate, "5.1.1");
    assert_eq!(record.end.text, "Black mates");
    assert_eq!(record.moves.len(), 4);
    assert_eq!(white.gos(), ["go nodes 1000", "go nodes 1000"]);
}

#[test]
fn article_5_2_2_a_dead_position_ends_the_game_at_its_ply() {
    let (mut white, mut black) = (Scripted::moves("e1e2"), Scripted::default());
    let start = board("7k/8/8/8/8/8/4p3/4K3 w - - 0 80");
    let record = play_from(&settings(None), start, &mut white, &mut black);
    assert_end(&record, OutcomeKind::DeadPosition, "5.2.2");
    assert!(record.end.proof.is_some());
}

#[test]
fn article_9_2_claims_depend_on_who_makes_them() {
    let mut settings = settings(None);
    let result = |settings: &MatchSettings| {
        let [mut white, mut black] = SHUFFLE.map(Scripted::moves);
        let record = play(settings, &mut white, &mut black);
        (
            record.end.kind,
            article(&record).to_owned(),
            record.moves.len(),
        )
    };
    assert_eq!(
        result(&settings),
        (
            TerminationKind::Laws(OutcomeKind::Threefold),
            "9.2.2".to_owned(),
            8
        )
    );
    settings.claims = ClaimPolicy::None;
    assert_eq!(
        result(&settings),
        (
            TerminationKind::Laws(OutcomeKind::Fivefold),
            "9.6.1".to_owned(),
            16
        )
    );
}

#[test]
fn article_9_2_1_an_engine_claims_with_a_move_that_is_not_played() {
    let mut settings = settings(None);
    settings.claims = ClaimPolicy::Engine;
    let claim = |cp| {
        let mut white = Scripted::moves("g1f3 f3g1 g1f3 f3g1 a2a3");
        let mut black = Scripted::moves("g8f6 f6g8 g8f6");
        black.script.push_back(Says {
            cp: Some(cp),
            laws: vec!["claim threefold move f6g8 article 9.2.1"],
            ..plays("f6g8")
        });
        black.script.push_back(says("resign", "a7a6"));
        play(&settings, &mut white, &mut black)
    };
    let record = claim(0);
    assert_end(&record, OutcomeKind::Threefold, "9.2.1");
    assert_eq!(record.moves.len(), 7);
    // Who hopes for more does not claim.
    let record = claim(1);
    assert_score(
        &record,
        TerminationKind::Laws(OutcomeKind::Resignation),
        Points::win(Color::White),
    );
}

#[test]
fn article_9_5_a_wrong_claim_costs_time() {
    let mut settings = settings(Some("60"));
    settings.claims = ClaimPolicy::Engine;
    let mut white = Scripted::new(vec![says("claim fifty now", "e2e4")]);
    let mut black = Scripted::new(vec![says("resign", "e7e5")]);
    let record = play(&settings, &mut white, &mut black);
    assert_eq!(record.remarks[0].text, "wrong claim: fifty_moves now");
    // One minute for the opponent in blitz.
    assert_eq!(black.gos(), ["go wtime 60000 btime 120000"]);
}

/// White claims wrongly after some time and then plays; the times of White's clock before the move and after it.
fn after_wrong_claim(edition: Edition, tc: &str, ms: u64) -> GameRecord {
    let mut settings = settings(Some(tc));
    settings.claims = ClaimPolicy::Engine;
    settings.edition = edition;
    settings.mode = Some(Mode::Standard);
    let mut white = Scripted::new(vec![Says {
        ms,
        ..says("claim fifty now", "e2e4")
    }]);
    let mut black = Scripted::new(vec![says("resign", "e7e5")]);
    play(&settings, &mut white, &mut black)
}

#[test]
fn article_9_5_b_the_time_of_the_turn_is_used_before_the_claim_costs() {
    for (edition, tc, ms, left) in [
        // 6 s are left when the player claims, and halved.
        (Edition::Fide1997, "10", 4_000, 3_000),
        // 115 s are between one minute and two.
        (Edition::Fide2001, "125", 10_000, 60_000),
        (Edition::Fide2009, "10", 4_000, 6_000),
        // A delay is used up by the same move, once; an increment comes with the move.
        (Edition::Fide1997, "10d3", 5_000, 4_000),
        (Edition::Fide1997, "10+2", 4_000, 5_000),
    ] {
        let record = after_wrong_claim(edition, tc, ms);
        assert_eq!(record.moves[0].clock_ms, Some(left), "{edition} {tc}");
        assert_eq!(record.moves[0].used_us, 1000 * ms);
    }
}

/// Settings of a slow match under an edition, with the Laws for illegal moves and claims by engines.
fn standard_match(edition: Edition) -> MatchSettings {
    let mut settings = settings(None);
    settings.edition = edition;
    settings.claims = ClaimPolicy::Engine;
    settings.illegal_moves = IllegalMovePolicy::Laws;
    settings
}

#[test]
fn article_4_3_the_first_touched_piece_binds_until_it_is_moved() {
    for edition in [Edition::Fide1997, Edition::Fide2001, Edition::Fide2009] {
        let mut white = Scripted::moves("b1d2 e2e4 b1c3");
        let mut black = Scripted::new(vec![says("resign", "e7e5")]);
        let record = play(&standard_match(edition), &mut white, &mut black);
        let knight = "go nodes 1000 searchmoves b1a3 b1c3";
        assert_eq!(white.gos(), ["go nodes 1000", knight, knight], "{edition}");
        assert_eq!(record.moves[0].mv, "b1c3");
    }
    // Who has touched nothing is bound by the next attempt.
    let mut white = Scripted::moves("e4e5 b1d2 b1c3");
    let mut black = Scripted::new(vec![says("resign", "e7e5")]);
    play(&standard_match(Edition::Fide2009), &mut white, &mut black);
    assert_eq!(white.gos()[2], "go nodes 1000 searchmoves b1a3 b1c3");
}

#[test]
fn article_7_5_2_a_promotion_stands_only_if_the_pawn_may_move() {
    let start = board("8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    let mut white = Scripted::moves("e1e3 e7e8");
    let settings = standard_match(Edition::Fide2023);
    let record = play_from(&settings, start, &mut white, &mut Scripted::default());
    // The king must move, and the second illegal move loses.
    assert_end(&record, OutcomeKind::IllegalMove, "7.5.5");
    assert!(record.moves.is_empty());
}

#[test]
fn article_9_5_b_the_announced_move_must_be_played() {
    for edition in Edition::ALL {
        let mut white = Scripted::new(vec![says("claim fifty move d2d4", "e2e4"), plays("d2d4")]);
        let mut black = Scripted::new(vec![says("resign", "e7e5")]);
        let record = play(&standard_match(edition), &mut white, &mut black);
        assert_eq!(
            white.gos()[1],
            "go nodes 1000 searchmoves d2d4",
            "{edition}"
        );
        assert_eq!(record.moves[0].mv, "d2d4");
    }
    // The binding of an earlier illegal move stays.
    let mut white = Scripted::new(vec![
        plays("b1d2"),
        says("claim fifty move d2d4", "d2d4"),
        plays("b1c3"),
    ]);
    let mut black = Scripted::new(vec![says("resign", "e7e5")]);
    play(&standard_match(Edition::Fide2009), &mut white, &mut black);
    assert_eq!(white.gos()[2], "go nodes 1000 searchmoves b1a3 b1c3");
}

#[test]
fn article_9_1_a_claim_is_an_offer_of_a_draw() {
    // By Article 9.1.c of 2001, 9.1.b.3 of 2009, 9.1.2.3 of 2018 and 2023; not in 1997.
    for edition in Edition::ALL {
        let mut white = Scripted::new(vec![
            plays("e2e4"),
            says("claim fifty now", "d2d4"),
            says("resign", "b1c3"),
        ]);
        let mut black = Scripted::new(vec![plays("e7e5"), says("accept", "d7d5")]);
        black.options = vec!["Laws Draws"];
        let record = play(&standard_match(edition), &mut white, &mut black);
        let is_offer = edition != Edition::Fide1997;
        let end = if is_offer {
            OutcomeKind::Agreement
        } else {
            OutcomeKind::Resignation
        };
        assert_eq!(record.end.kind, TerminationKind::Laws(end), "{edition}");
        assert_eq!(black.heard.contains(&"laws offer".to_owned()), is_offer);
    }
}

#[test]
fn article_9_1_an_offer_outlasts_an_illegal_move_of_its_maker() {
    let mut white = Scripted::new(vec![plays("e2e4"), says("offer", "d2d5"), plays("d2d4")]);
    let mut black = Scripted::new(vec![plays("e7e5"), says("accept", "d7d5")]);
    let record = play(&standard_match(Edition::Fide2023), &mut white, &mut black);
    assert_end(&record, OutcomeKind::Agreement, "5.2.3");
}

#[test]
fn article_5_2_3_a_claim_before_both_have_moved_is_no_offer() {
    let mut white = Scripted::new(vec![
        says("claim fifty now", "e2e4"),
        says("resign", "d2d4"),
    ]);
    let mut black = Scripted::new(vec![says("accept", "e7e5")]);
    let record = play(&standard_match(Edition::Fide2023), &mut white, &mut black);
    assert_end(&record, OutcomeKind::Resignation, "5.1.2");
    assert_eq!(
        record.remarks[1].text,
        "White offers a draw too early (Article 5.2.3)"
    );
}

#[test]
fn article_10_3_of_1997_in_a_quickplay_finish_the_third_illegal_move_loses() {
    // All moves in 70 minutes, or all that remain after the first: a quickplay finish.
    for (tc, earlier) in [("4200", 0), ("1/3600:3600", 2)] {
        let mut settings = settings(Some(tc));
        settings.edition = Edition::Fide1997;
        settings.illegal_moves = IllegalMovePolicy::Laws;
        // Those before the finish cost nothing and do not count.
        let mut script = vec![plays("a1a1"); earlier];
        if earlier > 0 {
            script.push(plays("e2e4"));
        }
        script.extend(vec![plays("a1a1"); 3]);
        let mut white = Scripted::new(script);
        let record = play(&settings, &mut white, &mut Scripted::moves("e7e5"));
        assert_end(&record, OutcomeKind::IllegalMove, "10.3");
        let texts: Vec<&str> = record
            .remarks
            .iter()
            .map(|remark| remark.text.as_str())
            .collect();
        let mut expected = vec!["illegal move a1a1: 0 s for Black"; earlier];
        expected.extend(["illegal move a1a1: 120 s for Black"; 2]);
        assert_eq!(texts, expected, "{tc}");
    }
    // With an increment the time is not limited.
    let mut settings = settings(Some("4200+5"));
    settings.edition = Edition::Fide1997;
    settings.illegal_moves = IllegalMovePolicy::Laws;
    let mut white = Scripted::moves("a1a1 a1a1 a1a1");
    let record = play(&settings, &mut white, &mut Scripted::default());
    assert_end(&record, OutcomeKind::IllegalMove, "12.7");
    assert_eq!(record.remarks[0].text, "illegal move a1a1: 0 s for Black");
}

#[test]
fn article_6_9_a_flag_falls() {
    let settings = settings(Some("1+1"));
    let mut white = Scripted::new(vec![after(999, "e2e4"), after(1001, "d2d4")]);
    let mut black = Scripted::new(vec![after(400, "e7e5")]);
    let record = play(&settings, &mut white, &mut black);
    // The increment is there after the first move; the second takes all but a millisecond of 1001.
    assert_end(&record, OutcomeKind::FlagFall, "6.9");
    assert_eq!(
        record.end.text,
        "White's flag fell (1.001 s used, 1.001 s left: 0.0 ms too late, see the option margin)"
    );
    assert_eq!(record.score, Points::win(Color::Black));
    assert_eq!(
        record
            .moves
            .iter()
            .map(|mv| mv.clock_ms)
            .collect::<Vec<_>>(),
        [Some(1001), Some(1600)]
    );
    assert_eq!(
        white.gos(),
        [
            "go wtime 1000 winc 1000 btime 1000 binc 1000",
            "go wtime 1001 winc 1000 btime 1600 binc 1000"
        ]
    );
}

#[test]
fn article_6_9_no_loss_if_the_opponent_cannot_mate() {
    let mut white = Scripted::new(vec![Says {
        too_late: true,
        ..Says::default()
    }]);
    let start = board("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    let record = play_from(
        &settings(Some("1")),
        start,
        &mut white,
        &mut Scripted::default(),
    );
    assert_score(
        &record,
        TerminationKind::Laws(OutcomeKind::FlagFall),
        Points::DRAW,
    );
    assert!(
        record
            .end
            .text
            .starts_with("White's flag fell, but Black cannot mate")
    );
    assert_eq!(record.end.proof.as_deref(), Some("material"));
}

#[test]
fn a_margin_is_part_of_the_control() {
    let mut settings = settings(Some("1"));
    for engine in &mut settings.engines {
        engine.limits.margin_ms = 50;
    }
    let mut white = Scripted::new(vec![after(1049, "e2e4"), after(51, "d2d4")]);
    let mut black = Scripted::moves("e7e5");
    let record = play(&settings, &mut white, &mut black);
    assert_eq!(record.moves[0].clock_ms, Some(0));
    assert_eq!(white.gos()[1], "go wtime 1 btime 1000");
    assert_eq!(
        record.end.kind,
        TerminationKind::Laws(OutcomeKind::FlagFall)
    );
}

#[test]
fn article_6_3_periods_follow_each_other() {
    let settings = settings(Some("2/1:2"));
    let mut white = Scripted::new(vec![
        after(300, "e2e4"),
        after(300, "d2d4"),
        after(100, "g1f3"),
    ]);
    let mut black = Scripted::new(vec![
        after(0, "e7e5"),
        after(0, "d7d5"),
        says("resign", "e7e5"),
    ]);
    white.options = vec!["Clock"];
    play(&settings, &mut white, &mut black);
    assert_eq!(white.heard[0], "Clock = 2/1:2");
    assert_eq!(
        white.gos(),
        [
            "go wtime 1000 btime 1000 movestogo 2",
            "go wtime 700 btime 1000 movestogo 1",
            "go wtime 2400 btime 3000"
        ]
    );
    assert_eq!(black.heard.len(), 3);
}

#[test]
fn a_delay_is_told_or_added() {
    for (tc, told, untold) in [
        (
            "2d0.5",
            "go wtime 2000 btime 2000",
            "go wtime 2500 btime 2500",
        ),
        (
            "2b0.5",
            "go wtime 2500 btime 2500",
            "go wtime 2500 btime 2500",
        ),
    ] {
        let mut settings = settings(Some(tc));
        settings.engines[1].options = vec![("Clock".to_owned(), "7d7".to_owned())];
        let mut white = Scripted::new(vec![after(400, "e2e4"), after(700, "d2d4")]);
        white.options = vec!["Clock", "UCI_Opponent"];
        let mut black = Scripted::new(vec![after(0, "e7e5"), says("resign", "e7e5")]);
        let record = play(&settings, &mut white, &mut black);
        assert_eq!(white.heard[0], "UCI_Opponent = none none computer b");
        assert_eq!(white.heard[1], format!("Clock = {tc}"));
        assert_eq!(white.gos()[0], told);
        // What the match sets is believed.
        assert_eq!(black.gos()[0], told);
        // 400 ms are free, 200 of 700 are not.
        let clock = if tc.contains('d') { 1800 } else { 2300 };
        assert_eq!(record.moves[2].clock_ms, Some(clock));
        settings.engines[1].options.clear();
        let mut black = Scripted::new(vec![says("resign", "e7e5")]);
        play(&settings, &mut Scripted::moves("e2e4"), &mut black);
        assert_eq!(black.gos()[0], untold);
    }
}

#[test]
fn an_illegal_move_forfeits_or_costs_what_the_laws_say() {
    let mut settings = settings(Some("60"));
    let mut white = Scripted::moves("e2e5");
    let record = play(&settings, &mut white, &mut Scripted::default());
    assert_score(
        &record,
        TerminationKind::Laws(OutcomeKind::IllegalMove),
        Points::win(Color::Black),
    );
    assert_eq!(record.end.text, "White made an illegal move: e2e5");
    assert_eq!(record.end.article, None);

    // Article 7.5.5: a bare king wins nothing.
    let start = board("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    let mut white = Scripted::moves("a1b2");
    let record = play_from(&settings, start, &mut white, &mut Scripted::default());
    assert_eq!(
        (record.end.kind, record.score, article(&record)),
        (
            TerminationKind::Laws(OutcomeKind::IllegalMove),
            Points::DRAW,
            "7.5.5"
        )
    );

    settings.illegal_moves = IllegalMovePolicy::Laws;
    // Article 7.5.5 with 4.3: the pawn must move; the second illegal move loses.
    let mut white = Scripted::new(vec![
        after(1000, "e2e5"),
        after(1000, "e2e4"),
        plays("a1a1"),
    ]);
    let record = play(&settings, &mut white, &mut Scripted::moves("e7e5"));
    assert_eq!(
        white.gos()[1],
        "go wtime 59000 btime 120000 searchmoves e2e3 e2e4"
    );
    assert_end(&record, OutcomeKind::IllegalMove, "7.5.5");
    assert_eq!(record.moves[0].clock_ms, Some(58_000));
    assert_eq!(record.remarks[0].text, "illegal move e2e5: 60 s for Black");

    // A legal move with another piece is another illegal one.
    let mut white = Scripted::moves("e2e5 d2d4");
    let record = play(&settings, &mut white, &mut Scripted::default());
    assert_eq!(
        (record.end.kind, record.moves.len()),
        (TerminationKind::Laws(OutcomeKind::IllegalMove), 0)
    );

    // Article 7.5.2: a pawn that is left unpromoted becomes a queen, and the move is penalised.
    let start = board("8/4P2k/8/8/8/8/8/4K3 w - - 0 1");
    let mut black = Scripted::new(vec![says("resign", "h7h6")]);
    let record = play_from(&settings, start, &mut Scripted::moves("e7e8"), &mut black);
    assert_eq!(record.moves[0].mv, "e7e8q");
    assert_eq!(record.remarks.len(), 1);
}

#[test]
fn every_edition_ends_a_row_of_illegal_answers() {
    for edition in Edition::ALL {
        for tc in [None, Some("60"), Some("1800"), Some("7200")] {
            let mut settings = settings(tc);
            settings.edition = edition;
            settings.illegal_moves = IllegalMovePolicy::Laws;
            let mut white = Scripted::moves("a1a1");
            white.repeats = true;
            let record = play(&settings, &mut white, &mut Scripted::default());
            assert_eq!(
                record.end.kind,
                TerminationKind::Laws(OutcomeKind::IllegalMove),
                "{edition}"
            );
            assert!(white.gos().len() <= 3);
        }
    }
}

#[test]
fn article_9_1_a_draw_is_agreed_on() {
    let offer = |mv| says("offer", mv);
    let mut white = Scripted::new(vec![plays("e2e4"), offer("d2d4")]);
    let mut black = Scripted::new(vec![plays("e7e5"), says("accept", "d7d5")]);
    black.options = vec!["Laws Draws"];
    let record = play(&settings(None), &mut white, &mut black);
    assert_end(&record, OutcomeKind::Agreement, "5.2.3");
    assert_eq!(record.end.text, "White offered a draw, Black accepted");
    assert_eq!(
        black.heard,
        ["go nodes 1000", "laws offer", "go nodes 1000"]
    );

    // No draw by agreement before both have moved, nor without an offer.
    let mut white = Scripted::new(vec![
        offer("e2e4"),
        Says {
            laws: vec!["accept", "resign"],
            ..plays("d2d4")
        },
    ]);
    let mut black = Scripted::new(vec![says("accept", "e7e5")]);
    let record = play(&settings(None), &mut white, &mut black);
    assert_eq!(
        record.end.kind,
        TerminationKind::Laws(OutcomeKind::Resignation)
    );
    assert_eq!(
        record.remarks[0].text,
        "White offers a draw too early (Article 5.2.3)"
    );
}

#[test]
fn article_5_1_2_resignation_is_no_loss_where_no_side_can_mate() {
    let start = board("7k/8/8/8/8/8/8/R3K3 w - - 0 1");
    let resigns = || Scripted::new(vec![says("resign", "a1a2")]);
    let mut settings = settings(None);
    let record = play_from(&settings, start, &mut resigns(), &mut Scripted::default());
    assert_score(
        &record,
        TerminationKind::Laws(OutcomeKind::Resignation),
        Points::DRAW,
    );
    settings.edition = Edition::Fide2018;
    let record = play_from(&settings, start, &mut resigns(), &mut Scripted::default());
    assert_eq!(record.score, Points::win(Color::Black));
}

#[test]
fn scores_can_end_a_game() {
    let mut settings = settings(None);
    settings.adjudication = MatchAdjudication {
        win: Some(ResignRule {
            score: 400,
            moves: 2,
            one_sided: false,
        }),
        draw: Some(DrawRule {
            from_move: 3,
            score: 10,
            moves: 2,
        }),
        max_moves: None,
        tables: None,
    };
    let game = |settings: &MatchSettings, white: [i32; 4], black: [i32; 4]| {
        let script = |moves: [&'static str; 4], scores: [i32; 4]| {
            let says = moves.into_iter().zip(scores).map(|(mv, cp)| Says {
                cp: Some(cp),
                ..plays(mv)
            });
            Scripted::new(says.collect())
        };
        let mut white = script(["e2e4", "d2d4", "b1c3", "h2h4"], white);
        let mut black = script(["e7e5", "d7d5", "b8c6", "h7h5"], black);
        let record = play(settings, &mut white, &mut black);
        (record.end.kind, record.score, record.moves.len())
    };
    let adjudicated = |points, plies| (TerminationKind::Adjudication, points, plies);
    let settings_ = &settings;
    assert_eq!(
        game(settings_, [400; 4], [-500; 4]),
        adjudicated(Points::win(Color::White), 4)
    );
    assert_eq!(
        game(settings_, [0, -400, -900, -400], [400; 4]),
        adjudicated(Points::win(Color::Black), 5)
    );
    assert_eq!(
        game(settings_, [10; 4], [-10; 4]),
        adjudicated(Points::DRAW, 6)
    );
    settings.adjudication = MatchAdjudication {
        max_moves: Some(3),
        ..MatchAdjudication::default()
    };
    assert_eq!(
        game(&settings, [400; 4], [-500; 4]),
        adjudicated(Points::DRAW, 6)
    );
}

#[test]
fn patience_ends_where_no_clock_runs() {
    let mut white = Scripted::new(vec![Says {
        too_late: true,
        ..Says::default()
    }]);
    let record = play(&settings(None), &mut white, &mut Scripted::default());
    assert_score(&record, TerminationKind::Stall, Points::win(Color::Black));
    assert_eq!(
        record.end.text,
        "White cannot continue: no move within 30.0 s of 'go nodes 1000'"
    );
}

#[test]
fn who_is_not_there_loses_and_so_may_both() {
    let settings = settings(None);
    let opening = Opening::at(Board::start());
    let task = first_game(&settings, &opening);
    let absent = || {
        Err::<&mut Scripted, _>(UciEngineError::Timeout {
            expected: ExpectedReply::UciOk,
            waited: Duration::from_secs(10),
        })
    };
    let mut present = Scripted::default();
    let record = task.play(Ok(&mut present), absent()).expect("a record");
    assert_score(
        &record,
        TerminationKind::NotReady,
        Points::win(Color::White),
    );
    let record = task.play(absent(), absent()).expect("a record");
    assert_eq!(record.score, Points::BOTH_LOSE);
}
