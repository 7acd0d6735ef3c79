//! The table of the Articles: each row is a clause, with its number in each edition and, in brackets, in 1974. `_` means
//! that the edition has no such clause, or that its number is not known.

use super::article_row::ArticleRow;
use crate::laws::edition::Edition;

/// A clause of the Laws, with its Articles in the order of [`Edition::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clause<A = &'static str>([A; Edition::ALL.len()]);

impl<A: Copy> Clause<A> {
    /// The Article in an edition.
    pub fn article(self, edition: Edition) -> A {
        self.0[edition as usize]
    }
}

macro_rules! number {
    ($(_)?) => {
        None
    };
    ($article:literal) => {
        Some($article)
    };
}

/// A clause of the editions: its Articles are optional where one of them is missing.
macro_rules! clause {
    ($meaning:literal $name:ident $($article:literal)+) => {
        #[doc = $meaning]
        pub const $name: Clause = Clause([$($article),+]);
    };
    ($meaning:literal $name:ident $($article:tt)+) => {
        #[doc = $meaning]
        pub const $name: Clause<Option<&'static str>> = Clause([$(number!($article)),+]);
    };
}

macro_rules! clauses {
    ($($name:ident $a:tt $b:tt $c:tt $d:tt $e:tt $([$old:literal])? $meaning:literal;)+) => {
        $(clause! { $meaning $name $a $b $c $d $e })+

        /// The clauses of the interpretations of 1974 that are not about adjourned games.
        pub mod in_1974 {
            $($(
                #[doc = $meaning]
                pub const $name: &str = $old;
            )?)+
        }

        pub(super) static ROWS: &[ArticleRow] = &[$(ArticleRow {
            name: stringify!($name),
            articles: [
                number!($($old)?),
                number!($a),
                number!($b),
                number!($c),
                number!($d),
                number!($e),
            ],
        }),+];
    };
}

clauses! {
    //                       1997     2001     2009      2018      2023      [1974] Meaning

    // Moves
    TURN                     "1.1"    "1.1"    "1.1"     "1.3"     "1.3"     "When a player has the move.";
    MOVE_COMPLETED           "6.7.a"  "6.8.a"  "6.7.a"   "6.2.1"   "6.2.1"   "The clock completes a move.";
    ADJUSTING                "4.2"    "4.2"    "4.2"     "4.2"     "4.2"     "Adjusting pieces.";
    TOUCH_MOVE               "4.3"    "4.3"    "4.3"     "4.3"     "4.3"     "Touched pieces bind their player.";
    // In 1997 one point covers a touched piece of either player.
    TOUCHED_OWN              "4.3.a"  "4.3.a"  "4.3.a"   "4.3.1"   "4.3.1"   "An own piece was touched.";
    TOUCHED_THEIRS           "4.3.a"  "4.3.b"  "4.3.b"   "4.3.2"   "4.3.2"   "An opponent's piece was touched.";
    TOUCHED_BOTH             "4.3.b"  "4.3.c"  "4.3.c"   "4.3.3"   "4.3.3"   "A piece of each colour was touched.";
    // In 1997 the king was touched first and must move.
    KING_AND_ROOK            "4.3.a"  "4.4.a"  "4.4.a"   "4.4.1"   "4.4.1"   "King and rook were touched.";
    ROOK_FIRST               "4.4.a"  "4.4.b"  "4.4.b"   "4.4.2"   "4.4.2"   "The rook was touched before the king.";
    CASTLING_ILLEGAL         "4.4.b"  "4.4.c"  "4.4.c"   "4.4.3"   "4.4.3"   "No castling: the king must move.";
    NO_TOUCHED_MOVE          "4.5"    "4.5"    "4.5"     "4.5"     "4.5"     "No touched piece can move.";
    RELEASED                 "4.7"    "4.7"    "4.6"     "4.7"     "4.7"     "A piece was released on a square.";
    RELEASED_KING            "4.7"    "4.7"    "4.6.b"   "4.7.2"   "4.7.2"   "A piece that castles was released.";
    RELEASED_PAWN            "4.7"    "4.7"    "4.6.c"   "4.7.3"   "4.7.3"   "A pawn that promotes was released.";
    FINAL_PROMOTION          _        _        "4.4.d"   "4.4.4"   "4.4.4"   "The choice of a piece is final.";
    PROMOTION_SQUARE         "4.3.a"  "4.3.a"  "4.6.c"   "4.3.1"   "4.3.1"   "The pawn must promote on that square.";
    LATE_COMPLAINT           "4.6"    "4.6"    "4.7"     "4.8"     "4.8"     "A complaint comes too late.";
    ONE_HAND                 "4.1"    "4.1"    "4.1"     "7.5.4"   "7.5.4"   "A move is made with one hand.";

    // The end of the game
    CHECKMATE                "5.1.a"  "5.1.a"  "5.1.a"   "5.1.1"   "5.1.1"   "Checkmate.";
    STALEMATE                "5.2"    "5.2.a"  "5.2.a"   "5.2.1"   "5.2.1"   "Stalemate.";
    DEAD_POSITION            "9.6"    "5.2.b"  "5.2.b"   "5.2.2"   "5.2.2"   "Neither player can mate.";
    RESIGNATION              "5.1.b"  "5.1.b"  "5.1.b"   "5.1.2"   "5.1.2"   "A player resigns.";
    AGREEMENT                "5.3"    "5.2.c"  "5.2.c"   "5.2.3"   "5.2.3"   "The players agree on a draw.";
    AGREEMENT_BAN            _        _        "9.1.a"   "9.1.1"   "9.1.1"   "The event forbids agreement on a draw.";
    FIVEFOLD                 _        _        _         "9.6.1"   "9.6.1"   "The same position for the fifth time.";
    SEVENTY_FIVE_MOVES       _        _        _         "9.6.2"   "9.6.2"   "75 moves without capture or pawn move.";

    // Offers and claims of a draw
    DRAW_OFFERS              "9.1"    "9.1"    "9.1"     "9.1"     "9.1"     "Offers of a draw in general.";
    OFFER                    "9.1"    "9.1.a"  "9.1.b.1" "9.1.2.1" "9.1.2.1" ["18.1"] "Offers at the proper moment.";
    OFFER_ON_OPPONENTS_TIME  "9.1"    "9.1.a"  "9.1.b.1" "9.1.2.1" "9.1.2.1" ["18.1 A.a"] "On the opponent's time.";
    OFFER_ON_OWN_TIME        "9.1"    "9.1.a"  "9.1.b.1" "9.1.2.1" "9.1.2.1" ["18.1 A.b"] "Before the own move.";
    CLAIM_IS_OFFER           _        "9.1.c"  "9.1.b.3" "9.1.2.3" "9.1.2.3" "A claim is an offer of a draw as well.";
    THREEFOLD                "9.2"    "9.2"    "9.2"     "9.2"     "9.2"     "Threefold repetition.";
    THREEFOLD_INTENDED       "9.2.a"  "9.2.a"  "9.2.a"   "9.2.1"   "9.2.1"   "The same with an announced move.";
    THREEFOLD_ON_BOARD       "9.2.b"  "9.2.b"  "9.2.b"   "9.2.2"   "9.2.2"   "The same on the board.";
    SAME_POSITION            "9.2"    "9.2"    "9.2"     "9.2.3"   "9.2.3"   "When positions are the same.";
    FIFTY_MOVES              "9.3"    "9.3"    "9.3"     "9.3"     "9.3"     "Fifty moves.";
    // Only 1997 puts the claim with 50 completed moves first.
    FIFTY_MOVES_INTENDED     "9.3.b"  "9.3.a"  "9.3.a"   "9.3.1"   "9.3.1"   "The same with an announced move.";
    FIFTY_MOVES_ON_BOARD     "9.3.a"  "9.3.b"  "9.3.b"   "9.3.2"   "9.3.2"   "The same on the board.";
    CLAIM_RIGHT_LOST         "9.4"    "9.4"    "9.4"     "9.4"     "9.4"     "The right to claim is lost.";
    CLAIM_STANDS             "9.5"    "9.5"    "9.5"     "9.5.1"   "9.5.1"   "A claim cannot be withdrawn.";
    CORRECT_CLAIM            "9.5.a"  "9.5.a"  "9.5.a"   "9.5.2"   "9.5.2"   "A claim is found to be correct.";
    WRONG_CLAIM              "9.5.b"  "9.5.b"  "9.5.b"   "9.5.3"   "9.5.3"   "A claim is found to be wrong.";

    // Quickplay finishes
    QUICKPLAY                "10.1"   "10.1"   "10.1"    "III.1"   "III.1"   "What a quickplay finish is.";
    QUICKPLAY_CLAIM          "10.2"   "10.2"   "10.2"    "III.5"   "III.5"   "The claim in a quickplay finish.";
    QUICKPLAY_DRAW           "10.2.a" "10.2.a" "10.2.a"  _         _         "The arbiter agrees with it.";
    QUICKPLAY_POSTPONED      "10.2.b" "10.2.b" "10.2.b"  _         _         "The arbiter postpones the decision.";
    QUICKPLAY_LATER_DRAW     "10.2.c" "10.2.b" "10.2.b"  _         _         "The decision after that.";
    QUICKPLAY_REJECTED       _        "10.2.c" "10.2.c"  _         _         "The arbiter rejects the claim.";
    QUICKPLAY_FINAL          _        "10.2.d" "10.2.d"  _         _         "The decision is final.";
    INCREMENT_INSTEAD        _        _        _         "III.4"   "III.4"   "An increment instead.";
    NO_QUICKPLAY             "C.5"    "C.5"    "B.3.b"   "III.2"   "III.2"   "In blitz, or with increment, no claim.";
    NO_ARBITER               "D"      "D"      "D"       "III.6"   "III.6"   "The claim without an arbiter.";

    // Flags
    FLAG_FALL                "6.9"    "6.10"   "6.9"     "6.9"     "6.9"     ["17.1"] "A flag falls.";
    MATING_POTENTIAL         "C.4"    _        _         _         _         "Mating potential, needed in blitz.";
    FLAG_CALLED              "6.8"    "6.9"    "6.8"     "6.8"     "6.8"     "Who calls a fallen flag.";
    FLAG_CLAIMED             "B.6"    "B.7"    "A.4.d"   _         _         "Only a player calls it.";
    BOTH_FLAGS_DRAW          "10.4"   "10.3"   "6.11.b"  "III.3.1" "III.3.1" "Both flags, in the last period: a draw.";
    BOTH_FLAGS_GO_ON         "6.11"   "6.12"   "6.11.a"  "III.3.1" "III.3.1" "Both flags, before: the game goes on.";
    BOTH_FLAGS_IN_RAPID      "B.8"    "B.9"    "A.4.d.3" _         _         "Both flags, in rapid and blitz: a draw.";
    UNKNOWN_MOVES            "8.6"    "8.6"    "8.6"     "8.6"     "8.6"     "The moves made cannot be established.";

    // Clocks
    RAPID                    "B.1"    "B.1"    "A.1"     "A.1"     "A.1"     "What rapid chess is.";
    BLITZ                    "C.1"    "C.1"    "B.1"     "B.1"     "B.1"     "What blitz is.";
    DEFAULT_TIME             "6.6"    "6.7"    "6.6.a"   "6.7.1"   "6.7.1"   ["17.2"] "A player comes too late.";
    BOTH_LATE                "6.6"    "6.7"    "6.6.a"   "6.7.1"   "6.7.1"   ["17.4"] "Both players come too late.";
    BOTH_ABSENT              "6.5"    "6.6"    "6.6.b"   "6.7.2"   "6.7.2"   "Whose clock runs if nobody is there.";
    CLOCK_DEFECT             "6.10"   "6.11"   "6.10.a"  "6.10.1"  "6.10.1"  "A clock is right unless it is defective.";
    WRONG_SETTING            _        _        "6.10.b"  "6.10.2"  "6.10.2"  "A clock is set wrongly.";
    STOPPED_CLOCKS           "6.12.b" "6.13.d" "6.12.d"  "6.11.4"  "6.11.4"  "A player stops the clocks.";
    SCREENS                  "6.14"   "6.15"   "6.14"    "6.12.2"  "6.12.2"  "No claim rests on a screen.";
    // 1974: an example before Article 15, whose point is not known.
    RESTORED_CLOCKS          "6.13"   "6.14"   "6.13"    "7.1"     "7.1"     ["14"] "Clocks of a restored position.";

    // Irregularities
    ARRAY                    "2.2"    "2.2"    "2.2"     "2.2"     "2.2"     "The pieces at the start.";
    ARRAY_SQUARES            "2.3"    "2.3"    "2.3"     "2.3"     "2.3"     "Their squares.";
    INITIAL_POSITION         "7.1.a"  "7.1.a"  "7.1.a"   "7.2.1"   "7.2.1"   "A wrong initial position.";
    TURNED_BOARD             "7.1.b"  "7.1.b"  "7.1.b"   "7.2.2"   "7.2.2"   "A board placed the wrong way round.";
    REVERSED_COLORS          "7.2"    "7.2"    "7.2"     "7.3"     "7.3"     "The players had the wrong colours.";
    STANDING_SETUP           "B.4"    "B.4"    "A.4.a"   "A.4.1"   "A.5.1"   "A wrong set-up stands after some moves.";
    MISPLACED_KING           _        _        "A.4.a"   "A.4.1"   "A.5.1"   "In it, a misplaced king may not castle.";
    DISPLACED                "7.3"    "7.3"    "7.3"     "7.4"     "7.4"     "A player displaces pieces.";
    DISPLACED_LATER          "7.4"    "7.5"    "7.5"     "7.6"     "7.6"     "Displaced pieces are noticed later.";
    RESTORATION              "7.4"    "7.4.a"  "7.4.a"   "7.5.1"   "7.5.1"   "Back to before the illegal move.";
    ILLEGAL_COMPLETED        _        _        "7.4.a"   "7.5.1"   "7.5.1"   "The clock completes an illegal move.";
    UNFINISHED_PROMOTION     "7.4"    "7.4.a"  "7.4.a"   "7.5.2"   "7.5.2"   "A pawn is left on the last rank.";
    PRESSED_CLOCK            _        _        _         "7.5.3"   "7.5.3"   "The clock is pressed without a move.";
    // In 1997 only in a quickplay finish and in rapid.
    ILLEGAL_PENALTY          "10.3"   "7.4.b"  "7.4.b"   "7.5.5"   "7.5.5"   "The penalty for an illegal move.";
    ILLEGAL_IN_BLITZ         "C.3"    "C.3"    "B.3.c"   _         _         "The same in blitz, before the answer.";
    ONE_MINUTE_IN_RAPID      _        _        _         _         "A.3"     "In rapid one minute instead of two.";
    ONE_MINUTE_IN_BLITZ      _        _        _         "B.2"     "B.2"     "In blitz one minute instead of two.";
    ANSWERED_MOVE            _        "B.6"    "A.4.c"   "A.4.2"   "A.5.2"   "An answered illegal move stands.";
    ILLEGAL_POSITION         _        _        _         "A.4.4"   "A.5.4"   "Illegal after the next move: a draw.";
    RULING_ON_REQUEST        "B.5"    "B.5"    "A.4.b"   _         _         "Rulings only if a player asks.";

    // Conduct
    DISTURBANCE              "12.5"   "12.5"   "12.6"    "11.5"    "11.5"    "The opponent is disturbed.";
    PHONE                    _        _        "12.3.b"  "11.3.2"  "11.3.2"  "A telephone.";
    LEAVING                  "12.4"   "12.4"   "12.2"    "11.2.3"  "11.2.3"  "A player leaves the playing area.";
    CONDUCT_PENALTY          "12.6"   "12.6"   "12.7"    "11.6"    "11.6"    "Bad conduct is penalised.";
    REFUSAL                  "12.7"   "12.7"   "12.8"    "11.7"    "11.7"    ["17.4"] "A player refuses to comply.";
    BOTH_REFUSE              "12.8"   "12.8"   "12.9"    "11.8"    "11.8"    ["17.4"] "Both players refuse.";
    PENALTIES                "13.4"   "13.4"   "13.4"    "12.9"    "12.9"    "What penalties there are.";
    SILENCE                  "13.6"   "13.6"   "13.6"    "12.6"    "12.6"    "The arbiter tells the players nothing.";

    // Recording, Chess960
    RECORDING                "8.1"    "8.1"    "8.1"     "8.1.1"   "8.1.1"   "Players record the moves.";
    UNABLE_TO_RECORD         "8.1"    "8.1"    "8.1"     "8.1.6"   "8.1.6"   "A player cannot keep score.";
    WRITTEN_IN_ADVANCE       _        _        "8.1"     "8.1.2"   "8.1.2"   "No move is written in advance.";
    LITTLE_TIME              "8.4"    "8.4"    "8.4"     "8.4"     "8.4"     "No recording with little time left.";
    NO_RECORDING             "B.3"    "B.3"    "A.2"     "A.2"     "A.2"     "No recording in rapid and blitz.";
    SCORESHEETS              "8.5"    "8.5"    "8.5"     "8.5"     "8.5"     "Scoresheets after a flag fall.";
    NO_SCORESHEET            "8.5.a"  "8.5.a"  "8.5.a"   "8.5.1"   "8.5.1"   "Neither player had to record.";
    ONE_SCORESHEET           "8.5.b"  "8.5.b"  "8.5.b"   "8.5.2"   "8.5.2"   "Only one player had to record.";
    RECONSTRUCTION           "8.5.c"  "8.5.c"  "8.5.c"   "8.5.3"   "8.5.3"   "No scoresheet is complete.";
    NOTATION                 "E"      "E"      "C"       "C"       "C"       "Only algebraic notation is evidence.";
    CHESS960_START           _        _        "F.2"     "II.2"    "II.2"    "The start of Chess960.";
    CHESS960_CASTLING        _        _        "F.3"     "II.3"    "II.3"    "Castling in Chess960.";
}
