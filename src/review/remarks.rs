//! The remarks of machines in the comments of a game, as Lichess, chess.com and this program word them. A new review
//! replaces them; the rest of a comment belongs to a person and stays.

/// The first words of a remark that judges a move.
const JUDGEMENTS: [&str; 6] = [
    "Inaccuracy",
    "Mistake",
    "Blunder",
    "INACCURACY",
    "MISTAKE",
    "BLUNDER",
];

/// The remark of this program on an only move, without its full stop.
pub const ONLY_MOVE: &str = "The only move that holds";

/// Remarks that are always worded alike, without their full stops. All but the first are from Lichess.
const SENTENCES: [&str; 4] = [
    ONLY_MOVE,
    "Checkmate is now unavoidable",
    "Not the best checkmate sequence",
    "Lost forced checkmate sequence",
];

/// The words before and after a move that a remark calls better.
const BEFORE_MOVE: [&str; 5] = [
    "Better is ",
    "Better was ",
    "Best was ",
    "A better move was ",
    "The best move was ",
];
const AFTER_MOVE: [&str; 4] = ["was best", "was better", "is best", "is better"];

/// The commands of machines: an evaluation, the evaluations of a whole game, and the symbols of chess.com.
const COMMANDS: [&str; 3] = ["[%eval ", "[%evp ", "[%c_effect "];

/// A comment without the remarks of machines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SortedComment {
    /// The text of a person and the other commands, on one line.
    pub kept: String,
    /// The moves that the remarks call better, in SAN without check signs.
    pub better: Vec<String>,
}

impl SortedComment {
    /// Removes the remarks of machines from a comment.
    pub fn new(text: &str) -> Self {
        let mut sorted = Self::default();
        let line = one_line(text);
        let mut rest = line.as_str();
        while let Some(start) = rest.find("[%") {
            let (words, command) = rest.split_at(start);
            sorted.add_words(words);
            let length = command.find(']').map_or(command.len(), |end| end + 1);
            let (command, after) = command.split_at(length);
            if !COMMANDS.iter().any(|name| command.starts_with(*name)) {
                sorted.keep(command);
            }
            rest = after;
        }
        sorted.add_words(rest);
        sorted
    }

    /// The whole comment.
    pub fn whole(text: &str) -> Self {
        Self {
            kept: one_line(text),
            better: Vec::new(),
        }
    }

    /// Adds words without commands.
    fn add_words(&mut self, words: &str) {
        let mut rest = words.trim();
        let mut is_start = true;
        while !rest.is_empty() {
            let is_machines =
                |remark: &MachineRemark| remark.is_sure || is_start && remark.rest.is_empty();
            if let Some(remark) = MachineRemark::read(rest).filter(is_machines) {
                self.better.extend(remark.better.map(str::to_owned));
                rest = remark.rest;
            } else {
                let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
                self.keep(word);
                is_start = false;
                rest = after;
            }
        }
    }

    fn keep(&mut self, part: &str) {
        if !self.kept.is_empty() {
            self.kept.push(' ');
        }
        self.kept.push_str(part);
    }
}

/// A text on one line, so that a remark is found wherever its lines break.
fn one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ")
}

/// A remark at the start of a text.
struct MachineRemark<'a> {
    /// The move that it calls better.
    better: Option<&'a str>,
    /// False if a person may have written it: a judgement and nothing else.
    is_sure: bool,
    rest: &'a str,
}

impl<'a> MachineRemark<'a> {
    /// Reads `(0.12 → -1.30) Mistake. Nf3 was best.`, where each part but the judgement may be missing, and the other
    /// forms that the constants above give.
    fn read(text: &'a str) -> Option<Self> {
        let (count, judged) = scores(text).unwrap_or((0, text));
        let Some((is_sure, after)) = verdict(judged.trim_start()) else {
            return (count == 2).then(|| Self {
                better: None,
                is_sure: true,
                rest: judged.trim_start(),
            });
        };
        let (better, rest) = match better(after) {
            Some((mv, rest)) => (Some(mv), rest),
            None => (None, after),
        };
        Some(Self {
            better,
            is_sure: is_sure || count > 0 || better.is_some(),
            rest: rest.trim_start(),
        })
    }
}

/// Scores in brackets: `(+1.20)`, `(0.12 → Mate in 5)`. Gives their number and the text after them.
fn scores(text: &str) -> Option<(usize, &str)> {
    let (inner, rest) = split_near(text.strip_prefix('(')?, ')')?;
    let pair = inner.split_once('→').or_else(|| inner.split_once("->"));
    match pair {
        Some((before, after)) => (is_score(before) && is_score(after)).then_some((2, rest)),
        None => is_score(inner).then_some((1, rest)),
    }
}

/// The text before and after a character, if it is near: it is not searched in the whole text, which may consist of
/// remarks.
fn split_near(text: &str, end: char) -> Option<(&str, &str)> {
    const MAX_LENGTH: usize = 40;
    let mut chars = text.char_indices().take(MAX_LENGTH);
    let (index, _) = chars.find(|&(_, c)| c == end)?;
    Some((&text[..index], &text[index + end.len_utf8()..]))
}

/// True for `0.12`, `+1`, `#-3`, `M5` and `Mate in 5`; false for a whole number without a sign.
fn is_score(text: &str) -> bool {
    const SIGNS: [char; 5] = ['+', '-', '−', '#', 'M'];
    let text = text.trim();
    let number = text.strip_prefix("Mate in ").unwrap_or(text);
    let number = number.trim_start_matches(SIGNS);
    let is_number = |c: char| c.is_ascii_digit() || c == '.';
    number.starts_with(|c: char| c.is_ascii_digit())
        && number.chars().all(is_number)
        && (text.starts_with(SIGNS) || number.contains('.'))
}

/// The verdict on a move. Gives whether only a machine words it like that, and the text after it.
fn verdict(text: &str) -> Option<(bool, &str)> {
    let sentence = SENTENCES.iter().find_map(|words| text.strip_prefix(*words));
    if let Some(rest) = sentence.and_then(after_stop) {
        return Some((true, rest));
    }
    let rest = JUDGEMENTS
        .iter()
        .find_map(|word| text.strip_prefix(*word))?;
    if let Some(rest) = expected_scores(rest) {
        return Some((true, rest));
    }
    if let Some((_, rest)) = scores(rest.trim_start()) {
        // A sentence that goes on may be a person's.
        let stopped = after_stop(rest);
        return Some((stopped.is_some(), stopped.unwrap_or(rest)));
    }
    let rest = rest.strip_prefix(['.', ':'])?;
    Some((false, rest))
}

/// The text after the end of a sentence; `None` if the sentence goes on.
fn after_stop(text: &str) -> Option<&str> {
    text.strip_prefix('.')
        .or_else(|| text.is_empty().then_some(text))
}

/// The text after `, 48 % to 0 %.`, as this program writes it.
fn expected_scores(text: &str) -> Option<&str> {
    let rest = after_number(text.strip_prefix(", ")?)?;
    let rest = after_number(rest.strip_prefix(" % to ")?)?;
    rest.strip_prefix(" %.")
}

/// The text after the digits at its start; `None` if there are none.
fn after_number(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

/// The move that a sentence calls better, and the text after the sentence.
fn better(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let named = BEFORE_MOVE
        .iter()
        .find_map(|words| text.strip_prefix(*words));
    if let Some(named) = named {
        let (word, rest) = named.split_once(' ').unwrap_or((named, ""));
        let last = rest.is_empty().then_some(word);
        let word = word.strip_suffix('.').or(last)?;
        return Some((move_name(word)?, rest));
    }
    let (word, rest) = split_near(text, ' ')?;
    let rest = AFTER_MOVE
        .iter()
        .find_map(|words| rest.strip_prefix(*words))?;
    Some((move_name(word)?, after_stop(rest)?))
}

/// A move without number and check sign; `None` if it is another word.
fn move_name(word: &str) -> Option<&str> {
    let (_, name) = word.rsplit_once(['.', '…']).unwrap_or(("", word));
    let name = bare(name);
    let has_square = name.contains(|c: char| c.is_ascii_digit());
    let is_move = has_square && name.starts_with(char::is_alphabetic) || name.starts_with("O-O");
    is_move.then_some(name)
}

/// A move without the signs at its end.
pub fn bare(mv: &str) -> &str {
    mv.trim_end_matches(['+', '#', '!', '?'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_of_machines_are_removed() {
        for (text, better) in [
            ("Inaccuracy. exd4 was best.", "exd4"),
            ("(0.12 → -1.30) Mistake. Nf3 was best.", "Nf3"),
            ("(0.12\n→ -1.30)", ""),
            ("(1.20 -> 0.3)", ""),
            (
                "(0.00 → Mate in 3) Checkmate is now\nunavoidable. Kh1 was best.",
                "Kh1",
            ),
            (
                "(Mate in 5 → 2.10) Lost forced checkmate sequence. O-O-O was best.",
                "O-O-O",
            ),
            ("Not the best checkmate sequence. Qg7# was best.", "Qg7"),
            ("BLUNDER (-3.06)", ""),
            ("BLUNDER (-3.06) The best move was Nf3.", "Nf3"),
            ("(+0.67) INACCURACY. The best move was 12...Qd5+.", "Qd5"),
            ("Mistake: Better was e8=Q", "e8=Q"),
            ("Blunder.", ""),
            ("Blunder, 48 % to 0 %. Better is 3...g6.", "g6"),
            ("Inaccuracy, 100 % to 93 %.", ""),
            ("The only move that holds.", ""),
            ("[%eval 0.35] [%eval #-3]", ""),
            ("[%evp 0,3,10,12]", ""),
            ("[%c_effect e4;square;e4;type;Mistake]", ""),
        ] {
            let sorted = SortedComment::new(text);
            assert_eq!(sorted.kept, "", "{text}");
            assert_eq!(sorted.better.join(" "), better, "{text}");
        }
    }

    #[test]
    fn many_remarks_without_a_blank_are_removed() {
        // This takes half a minute if the next word is searched in the whole rest.
        let text = "Blunder(+1).".repeat(300_000);
        assert_eq!(SortedComment::new(&text), SortedComment::default());
    }

    #[test]
    fn the_words_of_people_stay() {
        for text in [
            "Blunder. I was tired.",
            "This is a mistake. Nf3 was best.",
            "Mistake. Nf3 was best, I think.",
            "Mistake (-0.80), Nf3 is better here.",
            "Mistake. Nothing was best.",
            "A blunder!",
            "Blunder!",
            "(1974) Blunder. It was late.",
            "Played in 1974 (round 3).",
            "Checkmate is now unavoidable because of g6.",
            "The only move that holds is Kh1.",
            "Better is 12.Nf3.",
            "Mistakes happen.",
            "[%clk 0:01:00] [%emt 0:00:07] [%csl Ga1] [%cal Ra1h8]",
            "+0.35/18 1.2s",
        ] {
            let expected = SortedComment::whole(text);
            assert_eq!(SortedComment::new(text), expected);
        }
        for (text, kept) in [
            (
                "[%eval -0.23] [%clk 0:04:51] Better is\n2.Be2. [%eval 0.1",
                "[%clk 0:04:51] Better is 2.Be2.",
            ),
            (
                "I saw it. (0.12 → -1.30) Blunder. Nf3 was best. [%csl Gc4][%cal Gc4f7] Sad.",
                "I saw it. [%csl Gc4] [%cal Gc4f7] Sad.",
            ),
            ("A bishop Blunder, 48 % to 0 %.", "A bishop"),
            ("Blunder. Nf3 was best. Blunder.", ""),
        ] {
            assert_eq!(SortedComment::new(text).kept, kept);
        }
    }
}
