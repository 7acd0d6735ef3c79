//! The end of a game according to its tags.

use crate::laws::outcome::{OutcomeKind, Points};
use crate::notation::pgn::{Tags, lower_case_words, name_forms};
use crate::types::Color;
use crate::util::text::quote;

/// How a text names an illegal move, in lower case.
const ILLEGAL_MOVE: &str = " illegal move";

/// The end of a game according to the tags `Termination` and `TerminationDetails`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RecordedEnd {
    /// The file does not say how it ended.
    Unknown,
    /// By the rules, by agreement or by resignation.
    Normal,
    Flag,
    BothFlags,
    /// By a rules infraction, which may be an illegal move.
    Infraction {
        /// The file calls it one.
        names_illegal_move: bool,
    },
    Resignation,
    Agreement,
    Claim(OutcomeKind),
    /// By a position that ends a game at once.
    OnBoard(OutcomeKind),
    /// By a human decision.
    HumanDecision(String),
    /// In a way that the judge does not know.
    Other(String),
    /// The game is not over.
    Unfinished,
}

/// Resignation, agreement or a claim, if it ended the game according to the tags and the recorded points; otherwise `None`.
pub fn ended_by_players(tags: &Tags, points: Option<Points>) -> Option<OutcomeKind> {
    let is_won = points.is_some_and(|points| Color::ALL.map(Points::win).contains(&points));
    match RecordedEnd::of(tags) {
        RecordedEnd::Normal if is_won => Some(OutcomeKind::Resignation),
        RecordedEnd::Resignation => Some(OutcomeKind::Resignation),
        RecordedEnd::Agreement => Some(OutcomeKind::Agreement),
        RecordedEnd::Claim(kind) => Some(kind),
        _ => None,
    }
}

impl RecordedEnd {
    /// Reads the values of the PGN standard and the texts of the usual servers.
    pub fn of(tags: &Tags) -> Self {
        let Some(text) = tags.termination() else {
            return match tags.get("TerminationDetails").map(Self::of_details) {
                None | Some(Self::Normal) => Self::Unknown,
                Some(end) => end,
            };
        };
        match text.to_ascii_lowercase().as_str() {
            "normal" => {
                let details = tags.get("TerminationDetails");
                details.map_or(Self::Normal, Self::of_details)
            }
            "unknown" => Self::Unknown,
            "time forfeit" | "time" => Self::Flag,
            "rules infraction" => Self::Infraction {
                names_illegal_move: tags.get("TerminationDetails").is_some_and(is_illegal_move),
            },
            decided @ ("adjudication" | "abandoned") => Self::HumanDecision(decided.to_owned()),
            "adjourned" | "unterminated" => Self::Unfinished,
            _ => {
                let players = ["White", "Black"].map(|name| tags.get(name).unwrap_or_default());
                Self::of_text(text, players)
            }
        }
    }

    /// Reads details of a normal end: a claim, a resignation or an agreement.
    fn of_details(details: &str) -> Self {
        let words = lower_case_words(details);
        let says = |word: &str| words.iter().any(|other| other == word);
        if let Some(claim) = claimed_draw(details) {
            Self::Claim(claim)
        } else if says("resigned") {
            Self::Resignation
        } else if says("agreement") || says("draw") && (says("accepted") || says("agreed")) {
            Self::Agreement
        } else {
            Self::Normal
        }
    }

    /// Parses server texts, such as `Ann won by resignation`. Words in the names of the players are ignored.
    fn of_text(text: &str, players: [&str; 2]) -> Self {
        let names = players.map(name_forms);
        let words = names
            .iter()
            .fold(lower_case_words(text), |words, name| without(words, name));
        let sentence = format!(" {} ", words.join(" "));
        let says = |phrases: &[&str]| phrases.iter().any(|phrase| sentence.contains(phrase));
        if says(&[" agree"]) {
            Self::Agreement
        } else if says(&[" both "]) && says(&[" flag", " time", " clock"]) {
            Self::BothFlags
        } else if says(&[
            " on time ",
            " timeout ",
            " time out ",
            " out of time ",
            " time forfeit ",
            " flag f",
        ]) {
            Self::Flag
        } else if says(&[" resign"]) {
            Self::Resignation
        } else if says(&[" adjudicat", " abandon", " stalled ", " arbiter "]) {
            Self::HumanDecision(quote(text))
        } else if says(&[" repetition ", " threefold ", " 3 fold "]) {
            Self::Claim(OutcomeKind::Threefold)
        } else if says(&[" fifty ", " 50 move"]) {
            Self::Claim(OutcomeKind::FiftyMoves)
        } else if says(&[" can mate ", " cannot mate ", " to mate "]) {
            Self::Other(quote(text))
        } else if says(&[" checkmate", " mate ", " mated "]) {
            Self::OnBoard(OutcomeKind::Checkmate)
        } else if says(&[" stalemate"]) {
            Self::OnBoard(OutcomeKind::Stalemate)
        } else if says(&[" insufficient ", " dead position "]) {
            Self::OnBoard(OutcomeKind::DeadPosition)
        } else if says(&[ILLEGAL_MOVE]) {
            Self::Infraction {
                names_illegal_move: true,
            }
        } else {
            Self::Other(quote(text))
        }
    }
}

/// True if details of the end name an illegal move: `White made an illegal move: e1e3`.
fn is_illegal_move(details: &str) -> bool {
    let sentence = format!(" {} ", lower_case_words(details).join(" "));
    sentence.contains(ILLEGAL_MOVE)
}

/// The draw that was claimed according to details of the end: `Threefold repetition, claimed by White`.
fn claimed_draw(details: &str) -> Option<OutcomeKind> {
    let words = lower_case_words(details);
    let says = |word: &str| words.iter().any(|other| other == word);
    if !says("claimed") {
        None
    } else if says("repetition") {
        Some(OutcomeKind::Threefold)
    } else if says("fifty") {
        Some(OutcomeKind::FiftyMoves)
    } else {
        None
    }
}

/// The player who claimed the draw, according to the tags: `Ann claimed a draw`, `Threefold repetition, claimed by White`.
pub(super) fn named_claimant(tags: &Tags) -> Option<Color> {
    let claimed = named_player(tags, &["claimed ", "claims "]);
    claimed.or_else(|| {
        let words = lower_case_words(tags.get("TerminationDetails")?);
        let details = format!(" {} ", words.join(" "));
        let is_named = |color: Color| {
            let player = tags.get(color.title()).unwrap_or_default();
            let mut names = [color.title(), player].map(name_forms).concat().into_iter();
            names.any(|name| {
                let name = name.join(" ");
                let mut phrases = ["by", "for"]
                    .map(|word| format!(" claimed {word} {name} "))
                    .into_iter();
                !name.is_empty() && phrases.any(|phrase| details.contains(&phrase))
            })
        };
        only_named(is_named)
    })
}

/// The winner that the tags name: `Ann won by resignation`, `White wins on time`.
pub(super) fn named_winner(tags: &Tags) -> Option<Color> {
    named_player(tags, &["won ", "wins "])
}

/// The player who did what loses, according to the tags: `Ann resigned`, `White's flag fell`.
pub(super) fn named_loser(tags: &Tags) -> Option<Color> {
    named_player(
        tags,
        &[
            "resigned ",
            "resigns ",
            "lost ",
            "loses ",
            "forfeited ",
            "forfeits ",
            "ran out of time ",
            "s flag fell ",
            "made an illegal move ",
        ],
    )
}

/// The only player whose name, at the beginning of the tag `Termination` or `TerminationDetails`, is followed by one of
/// these phrases.
fn named_player(tags: &Tags, phrases: &[&str]) -> Option<Color> {
    let mut texts = [tags.termination(), tags.get("TerminationDetails")]
        .into_iter()
        .flatten();
    texts.find_map(|text| player_named_in(text, tags, phrases))
}

fn player_named_in(text: &str, tags: &Tags, phrases: &[&str]) -> Option<Color> {
    let words = lower_case_words(text);
    let is_followed = |name: &Vec<String>| {
        let rest = words
            .strip_prefix(name.as_slice())
            .filter(|_| !name.is_empty());
        let rest = rest.map(|rest| rest.join(" ") + " ");
        rest.is_some_and(|rest| phrases.iter().any(|phrase| rest.starts_with(phrase)))
    };
    let is_named = |color: Color| {
        let player = tags.get(color.title()).unwrap_or_default();
        name_forms(color.title())
            .iter()
            .chain(&name_forms(player))
            .any(is_followed)
    };
    only_named(is_named)
}

/// The player who is named, if only one is.
fn only_named(is_named: impl Fn(Color) -> bool) -> Option<Color> {
    match Color::ALL.map(is_named) {
        [true, false] => Some(Color::White),
        [false, true] => Some(Color::Black),
        _ => None,
    }
}

/// The words without the first occurrence of a name, in one of its forms.
fn without(mut words: Vec<String>, name: &[Vec<String>]) -> Vec<String> {
    let found = name
        .iter()
        .filter(|name| !name.is_empty())
        .find_map(|name| {
            let start = words.windows(name.len()).position(|part| part == name)?;
            Some(start..start + name.len())
        });
    if let Some(found) = found {
        words.drain(found);
    }
    words
}
