//! What a scripted player does wrong.

/// Defines the faults, and finds them by their names.
macro_rules! faults {
    ($($(#[$note:meta])* $fault:ident,)+) => {
        /// Ways to misbehave, seen in real engines or to be expected of one.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault {
            $($(#[$note])* $fault,)+
        }

        impl Fault {
            /// The fault of this name.
            pub fn named(name: &str) -> Self {
                let mut all = [$(Self::$fault),+].into_iter();
                let found = all.find(|fault| format!("{fault:?}") == name);
                found.unwrap_or_else(|| panic!("'{name}' is no fault"))
            }
        }
    };
}

faults! {
    /// None: a sound player.
    None,
    /// Says neither `id name` nor `id author`.
    NoIdentity,
    /// Offers no options.
    NoOptions,
    /// Never says `uciok`.
    NoUciOk,
    /// Dies instead of saying `uciok`.
    DiesAtStart,
    /// Dies when an option is set.
    DiesOnOption,
    /// Dies at the `isready` before the move.
    DiesAtReady,
    /// Does not answer the `isready` before the move.
    NoReadyOk,
    /// Says `readyok` twice each time.
    TwoReadyOks,
    /// Ends itself while it thinks.
    DiesThinking,
    /// Is ended by a signal while it thinks.
    AbortsThinking,
    /// Dies right after its move.
    DiesAfterMove,
    /// Thinks until it is stopped.
    Silent,
    /// Thinks without end.
    DeafToStop,
    /// Says that it is ready, always, instead of its move.
    EverReady,
    /// Takes its time.
    Late,
    /// Answers twice.
    TwoMoves,
    /// Answers before it is asked.
    UnaskedMove,
    /// Answers a thousand times.
    ManyMoves,
    /// `bestmove (none)`
    NoneMove,
    /// `bestmove 0000`
    NullMove,
    /// `bestmove a1a1`
    A1A1,
    /// `bestmove a8a8`
    A8A8,
    /// `bestmove` and something unreadable.
    Garbage,
    /// `bestmove` alone.
    EmptyMove,
    /// A king's leap across the board.
    IllegalMove,
    /// A move that was legal in the position before.
    OldMove,
    /// A variation with an illegal move.
    IllegalVariation,
    /// No `info` at all.
    NoInfo,
    /// Bounds only.
    OnlyBounds,
    /// Numbers that are none, or too large.
    OddNumbers,
    /// Megabytes of `info`.
    Burst,
    /// Megabytes on its standard error.
    BurstOfErrors,
    /// A line of megabytes.
    LongLine,
    /// Ends lines with a carriage return too.
    CarriageReturns,
    /// Blanks and tabs where there should be none.
    Blanks,
    /// NUL bytes.
    Nuls,
    /// Bytes that are no text.
    NoText,
    /// Prints unknown text, always.
    Banners,
    /// Dies in the middle of its last line.
    DiesInLine,
    /// Lives on when its input ends, as busy as can be.
    Spins,
    /// Reads `quit` and stays.
    IgnoresQuit,
    /// Reads nothing any more after its move.
    NotReading,
    /// Closes its standard output and lives.
    ClosesOutput,
    /// Closes its standard input after its move and lives.
    ClosesInput,
    /// Dies and leaves a child with its pipes behind.
    LeavesChild,
    /// Dies and leaves a child with its pipes behind, in another process group.
    LeavesStranger,
    /// Writes control characters everywhere; at 0 its second move is illegal, otherwise it dies at that `go`.
    ControlCharacters,
    /// Repeats in its statements about the Laws what it has been told.
    Echo,
}
