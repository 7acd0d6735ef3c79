//! Notations and file formats: moves, games and positions as text, and Polyglot opening books.
//!
//! * [`uci_move`]: moves in UCI notation, `e2e4`;
//! * [`san`]: standard algebraic notation, `Nf3`, with a tolerant parser;
//! * [`language`]: the moves of a whole game in one of many languages;
//! * [`move_list`]: a list of moves, split into single moves;
//! * [`move_notation`]: the notation in which a game is written: PGN, or the notation of the Laws in some language;
//! * [`pgn`]: files of games;
//! * [`epd`]: a position with operations, one per line;
//! * [`source`]: files of either kind, detected by content;
//! * [`openings`]: names of openings;
//! * [`polyglot`]: opening books in the binary format of Polyglot;
//! * [`divide`]: the output of perft divide.
//!
//! Parsers build the move that the text describes and ask the board whether it is legal.

#![forbid(unsafe_code)]

pub mod divide;
pub mod epd;
pub mod language;
pub mod move_list;
pub mod move_notation;
pub mod openings;
pub mod pgn;
mod plain_move;
pub mod polyglot;
pub mod san;
pub mod source;
pub mod uci_move;
