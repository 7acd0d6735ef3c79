//! Swiss and knockout tournaments of `compongo match`.

use super::match_exits::{RESIGNS, script};
use super::matches::{games, play, play_killed};
use crate::support::folder::Folder;
use crate::support::process::{PROGRAM, words};
use crate::support::table::rows;
use compongo::match_runner::ledger;
use compongo::match_runner::schedule::MatchSchedule;

/// The flags of engines called A, B, C, ..
fn engines(command: &str, count: usize) -> Vec<String> {
    let names = ('A'..='Z').take(count);
    names
        .flat_map(|name| {
            [
                "--engine".to_owned(),
                command.to_owned(),
                format!("name={name}"),
            ]
        })
        .collect()
}

/// The flags of a match between them.
fn flags(command: &str, count: usize, rest: &str) -> Vec<String> {
    let mut flags = engines(command, count);
    flags.extend(words(rest).into_iter().map(str::to_owned));
    flags
}

#[test]
fn a_swiss_that_is_killed_again_and_again_is_paired_as_if_it_were_not() {
    let here = Folder::new();
    let ours = format!("cmd={PROGRAM}");
    let rest = "--format swiss --rounds 3 --games 4 --nodes 200 --concurrency 3 --max-moves 15 \
        --openings initial --json s.jsonl --pgn s.pgn";
    let out = play_killed(&here, "s", &flags(&ours, 5, rest), 5).success();
    assert!(out.contains("Round 3 of 3"), "{out}");

    let json = here.join("s.jsonl");
    let header = ledger::header(&json).expect("a ledger");
    let mut schedule = MatchSchedule::new(&header.settings, 1);
    let mut played = 0;
    let read = ledger::for_each_game(&json, |record| {
        let pairing = schedule.game(record.game).expect("it was known");
        let found = (record.round, record.white, record.black);
        assert_eq!(found, (pairing.round, pairing.white, pairing.black));
        schedule.add(record.game, record.score);
        played += 1;
    });
    read.expect("a ledger");
    // Three rounds of two mini-matches.
    assert_eq!((played, schedule.games()), (24, 24));
    let pgn = here.read("s.pgn");
    assert_eq!(pgn.matches("[Round \"3.").count(), 8);

    play(&here, words("--resume s.jsonl --games 6")).fails(2, "cannot change");
}

#[test]
fn the_final_standings_have_every_engine_with_its_whole_name() {
    let here = Folder::new();
    let prefix = "a-program-with-a-long-name-and-version";
    let mut flags = Vec::new();
    for number in 1..=18 {
        let name = format!("name={prefix}-{number}");
        flags.extend(["--engine".to_owned(), format!("cmd={PROGRAM}"), name]);
    }
    let rest = "--format swiss --rounds 1 --nodes 1 --max-moves 1 --openings initial --quiet";
    flags.extend(words(rest).into_iter().map(str::to_owned));
    let out = play(&here, flags).success();
    for number in 1..=18 {
        let name = format!("{prefix}-{number} ");
        assert!(out.matches(&name).count() >= 2, "{number}: {out}");
    }
}

#[test]
fn level_ties_of_a_knockout_end_with_armageddon() {
    let here = Folder::new();
    let ours = format!("cmd={PROGRAM}");
    let rest = "--format knockout --tc 100 --nodes 10 --max-moves 1 --openings initial \
        --json k.jsonl --pgn k.pgn --report k.html";
    let out = play(&here, flags(&ours, 3, rest)).success();
    assert!(
        out.starts_with("at least 4 games between 3 engines"),
        "{out}"
    );
    assert!(
        out.contains("Game 7 (round 1, Armageddon): C - B 1/2-1/2"),
        "{out}"
    );
    for winner in ["3 – 3     C (Armageddon: B)", "3 – 3     B (Armageddon: A)"] {
        assert!(out.contains(winner), "{out}");
    }
    assert!(out.contains("\nWinner  A\n"), "{out}");
    let games = games(&here, "k.jsonl");
    assert_eq!(games.len(), 14);
    let armageddon = games.iter().filter(|game| game["armageddon"] == true);
    assert_eq!(armageddon.count(), 2);
    let pgn = here.read("k.pgn");
    for tag in [
        "[Stage \"Armageddon\"]",
        "[WhiteTimeControl \"100\"]",
        "[BlackTimeControl \"80\"]",
    ] {
        assert_eq!(pgn.matches(tag).count(), 2, "{tag}");
    }
    let page = here.read("k.html");
    assert!(page.contains("A won the knockout."));
    assert!(page.contains("14 of 14, knockout"));
    let out = play(&here, words("--resume k.jsonl")).success();
    assert!(out.contains("(14 already played)"), "{out}");
}

#[test]
fn a_swiss_has_a_table_with_tie_breaks() {
    let here = Folder::new();
    let loser = script(&here, "loser", RESIGNS);
    let rest = "--format swiss --nodes 10 --json s.jsonl --report s.html";
    let out = play(&here, flags(&loser, 3, rest)).success();
    // White resigns at once, so all mini-matches are level.
    assert!(out.starts_with("4 games between 3 engines"), "{out}");
    assert!(
        out.contains("  # Engine") && out.contains("Buchh."),
        "{out}"
    );
    assert!(
        out.contains("Round 2 of 2") && out.contains(" bye\n"),
        "{out}"
    );
    let mut lines = out.lines().filter(|line| !line.starts_with("Game "));
    assert!(lines.all(|line| line.chars().count() <= 80), "{out}");
    let page = here.read("s.html");
    assert!(page.contains("Sonneborn-Berger") && page.contains("Swiss tournament, rounds: 2"));
}

#[test]
fn no_more_games_than_a_round_has_are_played_at_a_time() {
    let here = Folder::new();
    let ours = format!("cmd={PROGRAM}");
    let rest =
        "--format swiss --nodes 1 --max-moves 1 --openings initial --concurrency 9 --json s.jsonl";
    let out = play(&here, flags(&ours, 4, rest)).success();
    assert!(
        out.starts_with("8 games between 4 engines, 4 at a time\n"),
        "{out}"
    );
}

#[test]
fn tournaments_that_cannot_be_played_are_refused() {
    let here = Folder::new();
    let ours = format!("cmd={PROGRAM}");
    let table = "
        --format swiss --rounds 3    | a Swiss tournament of 4 engines has 1 to 2 rounds; to play more, choose a round-robin
        --rounds 2                   | in other formats use --games: 2 rounds of two games are --games 4
        --format knockout --games 3  | needs an even number of games per pairing (3 given) with each opening repeated
        --format swiss --no-repeat   | needs an even number of games per pairing
        --format knockout --sprt 0 5 | an SPRT is not possible in a Swiss or knockout tournament; choose a round-robin or a gauntlet
    ";
    for [rest, expected] in rows(table) {
        let flags = flags(&ours, 4, &format!("--nodes 1 {rest}"));
        play(&here, flags).fails(2, expected);
    }
}

#[test]
fn games_of_several_pairings_are_added_by_twos() {
    let here = Folder::new();
    let ours = format!("cmd={PROGRAM}");
    let begin = |games: &str| {
        let rest = "--nodes 1 --max-moves 1 --openings initial --json g.jsonl --quiet --concurrency 1 --games";
        let flags = [flags(&ours, 3, rest), vec![games.to_owned()]].concat();
        play(&here, flags).success();
    };
    let resume = |games: &str| play(&here, ["--resume", "g.jsonl", "--quiet", "--games", games]);
    begin("2");
    resume("3").fails(2, "--games 3: with more than two engines, the number");
    resume("4").exits(0);
    let ledger = here.read("g.jsonl");
    assert_eq!(games(&here, "g.jsonl").len(), 3 * 4);
    // The header and seven games, as after a kill: the last pair has one.
    let begun: String = ledger.split_inclusive('\n').take(8).collect();
    here.write("g.jsonl", begun);
    resume("3").fails(2, "at the start (2) and the new one must be even");
    here.remove("g.jsonl");
    begin("1");
    resume("2").fails(2, "at the start (1) and the new one must be even");
    resume("1").exits(0);
}
