//! Parsers and defaults that the arguments of several subcommands share.

use super::output::{CliError, eprint};
use crate::board::fen::{self, STARTPOS};
use crate::board::{Board, CHESS960_STARTPOS_COUNT};
use crate::play::StartNumber960;
use crate::types::Color;
use crate::uci::command::PositionCommand;
use crate::util::text::quote;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Reads a position that a person names, also `startpos`. Prints what had to be left out of it. `place` begins the error.
pub fn position(place: &str, text: &str) -> Result<Board, CliError> {
    let parsed = fen::parse(fen::spelled_out(text));
    let (board, warnings) = parsed.map_err(|error| CliError::at(place, error))?;
    for warning in warnings {
        eprint(format_args!("warning: {warning}"));
    }
    Ok(board)
}

/// Reads a position that a person names as for [`position`], or by a UCI line such as `startpos moves e2e4`.
pub fn position_of_line(text: &str) -> Result<Board, CliError> {
    let Some(line) = uci_position(text) else {
        return position("invalid FEN", text);
    };
    let command = PositionCommand::parse(line).map_err(CliError::unusable)?;
    let (game, warnings) = command.game().map_err(CliError::unusable)?;
    for warning in warnings.into_iter().chain(command.surplus()) {
        eprint(format_args!("warning: {warning}"));
    }
    Ok(*game.board())
}

/// The FEN and the moves that a person names; without a FEN, the moves after the initial position. A UCI line such as
/// `startpos moves e2e4` instead of the FEN may name both.
pub fn position_and_moves<'a>(fen: Option<&'a str>, moves: Option<&'a str>) -> (&'a str, &'a str) {
    let fen = fen.unwrap_or(STARTPOS);
    let (Some(line), None) = (uci_position(fen), moves) else {
        return (fen::spelled_out(fen), moves.unwrap_or_default());
    };
    let (position, moves) = line.split_once(" moves").unwrap_or((line, ""));
    let fen = position.trim_start();
    (
        fen::spelled_out(fen.strip_prefix("fen ").unwrap_or(fen)),
        moves,
    )
}

/// The text after the word `position`, or the whole line if that word is missing; `None` if the line is not UCI.
pub fn uci_position(line: &str) -> Option<&str> {
    let (first, rest) = line
        .split_once(|c: char| c.is_ascii_whitespace())
        .unwrap_or((line, ""));
    let is = |word: &str| first.eq_ignore_ascii_case(word);
    if is("position") {
        Some(rest)
    } else {
        (is("startpos") || is("fen")).then_some(line)
    }
}

/// Parses the number of a start position of Chess960, or `random`.
pub fn number960(text: &str) -> Result<StartNumber960, String> {
    match text.parse() {
        Ok(number) if number < CHESS960_STARTPOS_COUNT => Ok(StartNumber960::Number(number)),
        _ if text.eq_ignore_ascii_case("random") => Ok(StartNumber960::Word("random".to_owned())),
        _ => Err("neither random nor a number from 0 to 959".to_owned()),
    }
}

/// Parses a player: `white` or `black`.
pub fn player(text: &str) -> Result<Color, String> {
    let found = Color::ALL.into_iter();
    let mut found = found.filter(|color| text.eq_ignore_ascii_case(&color.to_string()));
    found
        .next()
        .ok_or_else(|| format!("'{}' is neither white nor black", quote(text)))
}

/// Parses a word that stands for a value.
pub fn choice<T: Clone + Send + Sync + 'static, const N: usize>(
    choices: [(&'static str, T); N],
) -> impl TypedValueParser<Value = T> {
    let words = choices.each_ref().map(|(word, _)| *word);
    PossibleValuesParser::new(words).map(move |chosen| {
        let found = choices.iter().find(|(word, _)| *word == chosen);
        found.expect("clap accepts only these words").1.clone()
    })
}
