//! `compongo eval`: the static evaluation of a position.

use super::arguments::position;
use super::output::{CliError, OK};
use crate::board::fen;
use crate::eval::Evaluation;
use crate::uci;

/// Evaluate a position without searching.
#[derive(Clone, Debug, clap::Args)]
pub struct EvalArgs {
    /// The position.
    #[arg(default_value = fen::STARTPOS)]
    fen: String,
    /// A network file, or the word material, instead of the built-in network.
    #[arg(long, value_name = "FILE", value_parser = Evaluation::load)]
    net: Option<Evaluation>,
}

pub fn run(args: &EvalArgs) -> Result<u8, CliError> {
    let board = position("invalid FEN", &args.fen)?;
    uci::print_eval(&board, &args.net.clone().unwrap_or_default());
    Ok(OK)
}
