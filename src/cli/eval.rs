//! `compongo eval`: the static evaluation of a position.

use super::arguments::position_of_line;
use super::output::{CliError, OK};
use crate::board::fen;
use crate::eval::Evaluation;
use crate::uci;

/// Evaluate a position without searching.
#[derive(Clone, Debug, clap::Args)]
pub struct EvalArgs {
    /// The position, instead of the initial one: a FEN, or a UCI line such as "startpos moves e2e4".
    #[arg(value_name = "FEN", conflicts_with = "fen")]
    position: Option<String>,
    /// The position, as a flag.
    #[arg(long)]
    fen: Option<String>,
    /// A network file, or the word material, instead of the built-in network.
    #[arg(long, value_name = "FILE", value_parser = Evaluation::load)]
    net: Option<Evaluation>,
}

pub fn run(args: &EvalArgs) -> Result<u8, CliError> {
    let text = args.position.as_deref().or(args.fen.as_deref());
    let board = position_of_line(text.unwrap_or(fen::STARTPOS))?;
    uci::print_eval(&board, &args.net.clone().unwrap_or_default());
    Ok(OK)
}
