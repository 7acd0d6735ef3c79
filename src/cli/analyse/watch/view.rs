//! The screen of a watched analysis, as lines of text.

use crate::analysis::LiveAnalysis;
use crate::board::Board;
use crate::cli::diagram::diagram;
use crate::engine::LawsReport;
use crate::laws::claims::{Claim, Claims};
use crate::laws::edition::LossCondition;
use crate::laws::outcome::OutcomeKind;
use crate::notation::san;
use crate::search::SearchProgress;
use crate::types::Color;
use crate::util::format::{duration, metric, percent};
use console::{Alignment, pad_str, truncate_str};

/// The columns of the board, with the gap beside it.
const BOARD_COLUMNS: usize = 22;
/// The facts stand beside the board if they have this many columns, otherwise below it.
const FACT_COLUMNS: usize = 48;

/// The analysis of a position as text, laid out for a terminal with this many columns. Lines that are longer are not cut.
pub fn lines(name: &str, live: &LiveAnalysis, columns: usize) -> Vec<String> {
    let fen = live.board.to_string();
    let diagram = diagram(&fen, false);
    let facts = facts(name, live);
    let mut lines: Vec<String> = if columns > BOARD_COLUMNS + FACT_COLUMNS {
        let facts = facts.iter().map(String::as_str);
        let rows = diagram.lines().zip(facts.chain(std::iter::repeat("")));
        rows.map(|(row, fact)| {
            let row = pad_str(row, BOARD_COLUMNS, Alignment::Left, None);
            format!("{row}{fact}").trim_end().to_owned()
        })
        .collect()
    } else {
        diagram.lines().map(str::to_owned).chain(facts).collect()
    };
    lines.push(String::new());
    lines.push(format!("FEN     {fen}"));
    let laws = live
        .laws
        .as_ref()
        .and_then(|report| laws(&live.board, report));
    lines.extend(laws.map(|text| format!("Laws    {text}")));
    lines.push(String::new());
    let stm = live.board.stm();
    lines.extend(live.lines.iter().zip(1..).map(|(line, rank)| {
        let score = line.score.for_white(stm).in_pawns();
        let moves = san::numbered_line(&live.board, &line.moves);
        format!("{rank:>3}  {score:>7}  {moves}")
    }));
    lines
}

/// The lines cut to a terminal, and `last` below them. The last row and the last column of the terminal stay free.
pub fn frame(lines: &[String], last: &str, rows: usize, columns: usize) -> Vec<String> {
    let shown = lines.iter().take(rows.saturating_sub(2));
    let shown = shown.map(String::as_str).chain([last]);
    shown
        .map(|line| truncate_str(line, columns.saturating_sub(1), "…").into_owned())
        .collect()
}

/// The position, and how far its analysis has come: one line for each row of the board at most.
fn facts(name: &str, live: &LiveAnalysis) -> Vec<String> {
    let SearchProgress {
        depth,
        nodes,
        time,
        hashfull,
        ..
    } = live.progress;
    let stm = live.board.stm();
    let speed = metric(nodes as f64 / time.as_secs_f64().max(1e-3));
    let mut facts = Vec::new();
    if !name.is_empty() {
        facts.push(name.to_owned());
    }
    facts.push(format!("{} to move", stm.title()));
    facts.push(String::new());
    let best = live.lines.first();
    facts.push(match best {
        Some(best) => format!("Depth   {depth}/{}", best.seldepth),
        None => format!("Depth   {depth}"),
    });
    facts.push(format!("Nodes   {}, {speed}/s", metric(nodes as f64)));
    facts.push(format!("Time    {}", duration(time)));
    facts.push(format!("Hash    {}", percent(hashfull as f64 / 1000.0)));
    if let Some(best) = best {
        let score = best.score.for_white(stm).in_pawns();
        facts.push(format!("Score   {score} (White's view)"));
        let [mut win, draw, mut loss] = best.wdl.map(|permille| f64::from(permille) / 1000.0);
        if stm == Color::Black {
            std::mem::swap(&mut win, &mut loss);
        }
        let [win, draw, loss] = [win, draw, loss].map(percent);
        facts.push(format!("White   wins {win}, draws {draw}, loses {loss}"));
    }
    facts
}

/// The state of the position under the Laws: its result, or the draws that can be claimed and the sides that cannot
/// mate. `None` if there is nothing to say.
fn laws(board: &Board, report: &LawsReport) -> Option<String> {
    let stm = board.stm();
    if let Some(outcome) = &report.outcome {
        // It ends by its position or its moves, so the condition of other losses is not named.
        let sentence = outcome.sentence(stm, LossCondition::CanWin);
        let points = outcome.points;
        let article = outcome.article;
        return Some(format!("{points}  {sentence} (Article {article})"));
    }
    let claims = claims(board, &report.claims);
    let claims = (!claims.is_empty()).then(|| {
        let (player, claims) = (stm.title(), claims.join(" or "));
        format!("{player} can claim a draw: {claims}")
    });
    let unable = Color::ALL
        .into_iter()
        .filter(|color| report.winnable[color.index()].is_winnable() == Some(false))
        .map(|color| format!("{} cannot mate", color.title()));
    let remarks: Vec<String> = claims.into_iter().chain(unable).collect();
    (!remarks.is_empty()).then(|| remarks.join("; "))
}

/// The draws that can be claimed: `fifty moves (Article 9.3.2)`, `threefold (Article 9.2.1) with Ng8`. A draw that can be
/// claimed without a move is not repeated with moves.
fn claims(board: &Board, claims: &Claims) -> Vec<String> {
    let reason = |claim: &Claim| {
        let kind = claim.kind.as_str().replace('_', " ");
        format!("{kind} (Article {})", claim.article)
    };
    let mut texts = Vec::new();
    for kind in [OutcomeKind::Threefold, OutcomeKind::FiftyMoves] {
        let is_alike = |claim: &&Claim| claim.kind == kind;
        if let Some(claim) = claims.on_board.iter().find(is_alike) {
            texts.push(reason(claim));
        } else if let Some(claim) = claims.intended.iter().find(is_alike) {
            let moves: Vec<String> = claims
                .intended
                .iter()
                .filter(is_alike)
                .filter_map(|claim| claim.mv)
                .map(|mv| san::write(board, mv))
                .collect();
            texts.push(format!("{} with {}", reason(claim), moves.join(", ")));
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::LiveLine;
    use crate::laws::edition::{Edition, Mode};
    use crate::laws::game::Game;
    use crate::laws::winnable::{ProofBudget, WinnabilityCache};
    use crate::types::UciScore;
    use std::time::Duration;

    fn game(fen: &str, moves: &str) -> Game {
        let mut game = Game::new(fen.parse().expect("valid FEN"));
        for text in moves.split_whitespace() {
            let mv = san::parse(game.board(), text).expect("SAN");
            game.play(mv).expect("a legal move");
        }
        game
    }

    fn laws_of(game: &Game) -> Option<String> {
        let rules = Edition::Fide2023.rules(Mode::Standard);
        let memo = &mut WinnabilityCache::default();
        let report = LawsReport::new(game, &rules, memo, &ProofBudget::new(4096));
        laws(game.board(), &report)
    }

    /// An analysis of a position with a line and its score for the side to move.
    fn live(board: Board, moves: &str, score: UciScore) -> LiveAnalysis {
        let played = game(&board.to_string(), moves);
        LiveAnalysis {
            board,
            laws: None,
            progress: SearchProgress {
                depth: 12,
                nodes: 1_234_567,
                time: Duration::from_millis(1250),
                hashfull: 42,
                table_hits: 0,
            },
            lines: vec![LiveLine {
                moves: played.moves().to_vec(),
                score,
                wdl: [312, 601, 87],
                seldepth: 20,
            }],
            is_over: false,
        }
    }

    #[test]
    fn the_facts_stand_beside_the_board() {
        let live = live(Board::start(), "e4 e5 Nf3", UciScore::Cp(35));
        let expected = [
            " 8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜   Position 1 of 2",
            " 7  ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟   White to move",
            " 6  · · · · · · · ·",
            " 5  · · · · · · · ·   Depth   12/20",
            " 4  · · · · · · · ·   Nodes   1.23 M, 987.7 k/s",
            " 3  · · · · · · · ·   Time    1.25 s",
            " 2  ♙ ♙ ♙ ♙ ♙ ♙ ♙ ♙   Hash    4.2 %",
            " 1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖   Score   +0.35 (White's view)",
            "    a b c d e f g h   White   wins 31.2 %, draws 60.1 %, loses 8.7 %",
            "",
            "FEN     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "",
            "  1    +0.35  1.e4 e5 2.Nf3",
        ];
        assert_eq!(lines("Position 1 of 2", &live, 80), expected);
    }

    #[test]
    fn on_a_narrow_terminal_the_facts_stand_below_the_board() {
        let live = live(Board::start(), "e4", UciScore::Cp(35));
        let lines = lines("", &live, 60);
        assert_eq!(lines[0], " 8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜");
        assert_eq!(lines[8..11], ["    a b c d e f g h", "White to move", ""]);
        assert_eq!(lines.last().expect("a line"), "  1    +0.35  1.e4");
    }

    #[test]
    fn scores_of_black_are_shown_from_whites_view() {
        let after = *game("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra7").board();
        let cp = lines("", &live(after, "Kf8 Kd2 Kg8", UciScore::Cp(-480)), 80);
        assert!(cp[6].ends_with("Score   +4.80 (White's view)"), "{cp:#?}");
        let expected = "White   wins 8.7 %, draws 60.1 %, loses 31.2 %";
        assert!(cp[7].ends_with(expected), "{cp:#?}");
        let last = cp.last().expect("a line");
        assert_eq!(last, "  1    +4.80  1...Kf8 2.Kd2 Kg8");
        let mate = lines("", &live(after, "Kf8", UciScore::Mate(-9)), 80);
        let last = mate.last().expect("a line");
        assert_eq!(last, "  1       #9  1...Kf8");
    }

    #[test]
    fn the_laws_name_results_claims_and_sides_that_cannot_mate() {
        let start = Board::start().to_string();
        assert_eq!(laws_of(&game(&start, "e4")), None);
        let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
        let repeated = format!("{shuffle} Ng8");
        let quiet = "8/8/8/8/8/k2P4/8/K7 b - - 99 80";
        let open = [
            (
                game(&start, shuffle),
                "Black can claim a draw: threefold (Article 9.2.1) with Ng8",
            ),
            (
                game(&start, &repeated),
                "White can claim a draw: threefold (Article 9.2.2)",
            ),
            (
                game(quiet, ""),
                "Black can claim a draw: fifty moves (Article 9.3.1) with Kb3, Ka4, Kb4; Black cannot mate",
            ),
            (
                game(quiet, "Kb3"),
                "White can claim a draw: fifty moves (Article 9.3.2); Black cannot mate",
            ),
        ];
        for (game, expected) in open {
            assert_eq!(laws_of(&game).as_deref(), Some(expected));
        }
        let results = [
            (
                "4k3/8/8/8/8/8/8/4KB2 w - - 0 1",
                "1/2-1/2  Dead position: neither side can mate (Article 5.2.2)",
            ),
            (
                "R6k/8/6K1/8/8/8/8/8 b - - 0 1",
                "1-0  White mates (Article 5.1.1)",
            ),
        ];
        for (fen, expected) in results {
            assert_eq!(laws_of(&game(fen, "")).as_deref(), Some(expected));
        }
        let mut mated = live(Board::start(), "e4", UciScore::Cp(0));
        mated.lines.clear();
        let rules = Edition::Fide2023.rules(Mode::Standard);
        let memo = &mut WinnabilityCache::default();
        let over = game(results[1].0, "");
        let report = LawsReport::new(&over, &rules, memo, &ProofBudget::new(4096));
        (mated.board, mated.laws) = (*over.board(), Some(report));
        let lines = lines("", &mated, 80);
        assert_eq!(lines[11], format!("Laws    {}", results[1].1));
    }

    #[test]
    fn a_frame_fits_the_terminal() {
        let text = "e\u{301}名前 a\u{200b}b\u{65e5}\u{672c}e\u{301}♞ 1.e4 e5";
        let long: Vec<String> = (0..30).map(|_| text.to_owned()).collect();
        for columns in 2..60 {
            let frame = frame(&long, "Enter: end", 12, columns);
            assert_eq!(frame.len(), 11);
            for line in &frame {
                let width = console::measure_text_width(line);
                assert!(width < columns, "{width} of {columns}: {line}");
            }
        }
        let short = frame(&["名前名前".to_owned()], "Enter: end", 12, 8);
        assert_eq!(short, ["名前名…", "Enter:…"]);
    }
}
