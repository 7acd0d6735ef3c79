//! `compongo book make`: a book from games.

use crate::cli::game_file::{FileBar, check_output, open, printable_path};
use crate::cli::output::{CliError, FAILURE, OK, eprint, print};
use crate::notation::pgn::{PgnGame, RawGame, RecordedGame, ResultToken};
use crate::notation::polyglot::{
    self, PolyglotBook, PolyglotEntry, PolyglotError, PolyglotMaker, TooManyBookMoves,
};
use crate::notation::source::{FileEntries, FileEntry};
use crate::types::Key;
use crate::util::file::{self, Replacement};
use crate::util::format::counted;
use crate::util::pack;
use std::fmt::Display;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// The program names this many games with errors; it only counts further ones.
const MAX_WARNINGS: u64 = 20;

/// Make a book from games in PGN.
///
/// The weight of a move is 2 for each game that its side won, plus 1 for each draw. Games without a result are ignored.
///
/// Exit code: 0 if the book was made; 1 if some games could not be read, or the book could not be written; 2 if the
/// arguments or files cannot be used.
#[derive(Clone, Debug, clap::Args)]
pub struct BookMakeArgs {
    /// Files of games in PGN; - is standard input.
    #[arg(required = true, value_name = "GAMES")]
    files: Vec<PathBuf>,
    /// The book. An existing book is replaced, any other file is not.
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Read this many half-moves from the start of each game.
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=1000))]
    plies: u16,
    /// Leave out moves that occur in fewer games.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
}

pub fn run(args: &BookMakeArgs) -> Result<u8, CliError> {
    check_output(&args.files, "--output", &args.output)?;
    // Programs seek in a book, which they cannot do in a compressed file.
    pack::refuse_name(&args.output)
        .map_err(|error| CliError::at(format_args!("--output {}", args.output.display()), error))?;
    check_replaced(&args.output)?;
    let mut games = BookGames {
        maker: PolyglotMaker::default(),
        plies: args.plies.into(),
        counted: 0,
        without_result: 0,
        failed: 0,
    };
    for path in &args.files {
        games.file(path)?;
    }
    games.report_rest();
    let entries = games.maker.entries(args.min_games);
    if games.counted == 0 {
        return Err(CliError::unusable(
            "no book written: the files have no readable game with a result",
        ));
    }
    if entries.is_empty() {
        return Err(CliError::unusable(format_args!(
            "no book written: no move that scored occurs in {} or more of the {} games (--min-games)",
            args.min_games, games.counted
        )));
    }
    write(&args.output, &entries)
        .map_err(|error| CliError::failure(format_args!("{}: {error}", args.output.display())))?;
    // Text would damage a book that goes to standard output.
    if !file::is_stream(&args.output) {
        let positions = entries.chunk_by(|one, other| one.key == other.key).count();
        print(format_args!(
            "{} entries for {} from {} written to {}",
            entries.len(),
            counted(positions, "position"),
            counted(games.counted, "game"),
            args.output.display()
        ));
    }
    Ok(if games.failed > 0 { FAILURE } else { OK })
}

/// Refuses to replace a file that is neither empty nor a book.
fn check_replaced(path: &Path) -> Result<(), CliError> {
    if file::is_stream(path) || !path.exists() {
        return Ok(());
    }
    let refuse = |why: &dyn Display| {
        let place = format_args!("--output {}", path.display());
        Err(CliError::at(
            place,
            format_args!("only a book is replaced, and the file is none: {why}"),
        ))
    };
    let is_book = || -> io::Result<bool> {
        let mut book = match PolyglotBook::open(path) {
            Err(PolyglotError::Empty) => return Ok(true),
            opened => opened.map_err(io::Error::other)?,
        };
        // In zero bytes, all keys are 0, which no position is likely to have.
        Ok(polyglot::is_book(path)? && book.entries(Key(0))?.is_empty())
    };
    match is_book() {
        Ok(true) => Ok(()),
        Ok(false) => refuse(&"its beginning is text, or blank"),
        Err(error) => refuse(&error),
    }
}

fn write(path: &Path, entries: &[PolyglotEntry]) -> io::Result<()> {
    let mut out = BufWriter::new(Replacement::create(path)?);
    for entry in entries {
        out.write_all(&entry.to_bytes())?;
    }
    out.into_inner()?.finish()
}

#[derive(Debug, thiserror::Error)]
enum BookGameError {
    #[error("{0}")]
    Game(String),
    #[error(transparent)]
    Full(#[from] TooManyBookMoves),
}

/// Reads games, and counts their moves.
struct BookGames {
    maker: PolyglotMaker,
    /// The half-moves that are taken of each game.
    plies: usize,
    /// Games with a result whose moves are counted.
    counted: u64,
    without_result: u64,
    /// Games that cannot be read.
    failed: u64,
}

impl BookGames {
    fn file(&mut self, path: &Path) -> Result<(), CliError> {
        let name = printable_path(path);
        let file = open(path).map_err(|error| CliError::at(&name, error))?;
        let bar = file.bar();
        let read = FileEntries::new(file.text)
            .map_err(|error| CliError::at(&name, error))
            .and_then(|entries| self.entries(entries, &name, &bar));
        bar.finish();
        read
    }

    fn entries(
        &mut self,
        entries: impl Iterator<Item = io::Result<FileEntry>>,
        name: &str,
        bar: &FileBar,
    ) -> Result<(), CliError> {
        for entry in entries {
            let entry = entry.map_err(|error| CliError::at(name, error))?;
            if let Some(offset) = entry.offset() {
                bar.set_position(offset);
            }
            let counted = match entry {
                FileEntry::Game(raw) => self.game(&raw),
                FileEntry::TooLong { error, .. } => Err(BookGameError::Game(error)),
                FileEntry::Position { .. } => {
                    let problem = "it contains positions; a book is made from games in PGN";
                    return Err(CliError::at(name, problem));
                }
            };
            match counted {
                Ok(()) => {}
                Err(BookGameError::Full(error)) => {
                    return Err(CliError::at("--plies", error));
                }
                Err(error) => self.fail(name, &error, bar),
            }
        }
        Ok(())
    }

    fn game(&mut self, raw: &RawGame) -> Result<(), BookGameError> {
        let at = |line: u64, problem: &dyn Display| {
            BookGameError::Game(format!("line {line}: game {}: {problem}", raw.number))
        };
        let game = PgnGame::parse(raw);
        if game.moves.is_empty() {
            return Ok(());
        }
        let result = result(&game).map_err(|problem| at(raw.line, &problem))?;
        let Some(result) = result else {
            self.without_result += 1;
            return Ok(());
        };
        let record = RecordedGame::new(game, None).map_err(|error| at(raw.line, &error))?;
        if record.start.is_chess960() {
            let problem = "a Chess960 game; Polyglot books are for standard chess";
            return Err(at(raw.line, &problem));
        }
        let moves = record.first_moves(self.plies);
        let moves = moves.map_err(|error| at(error.line, &error.kind))?;
        self.maker.add(&record.start, &moves, result)?;
        self.counted += 1;
        Ok(())
    }

    fn fail(&mut self, name: &str, error: &BookGameError, bar: &FileBar) {
        self.failed += 1;
        if self.failed <= MAX_WARNINGS {
            bar.suspend(|| eprint(format_args!("{name}: {error}; game skipped")));
        }
    }

    /// Reports what was left out and is not yet named.
    fn report_rest(&self) {
        if self.failed > MAX_WARNINGS {
            let more = self.failed - MAX_WARNINGS;
            eprint(format_args!("{more} more games with errors skipped"));
        }
        if self.without_result > 0 {
            let games = self.without_result;
            eprint(format_args!("games without a result, skipped: {games}"));
        }
    }
}

/// The result of a game, after its moves or in its tag; `None` if it has none.
///
/// # Errors
/// The two differ.
fn result(game: &PgnGame<'_>) -> Result<Option<ResultToken>, String> {
    let decides = |result: &ResultToken| *result != ResultToken::Open;
    let tag = game.tags.result().ok().flatten().filter(decides);
    match (game.result.filter(decides), tag) {
        (Some(end), Some(tag)) if end != tag => Err(format!(
            "tag Result says {tag}, but the moves end with {end}"
        )),
        (end, tag) => Ok(end.or(tag)),
    }
}
