//! Options: their lines, their names and their values.

use crate::support::table::rows;
use compongo::engine::options::{Effect, LawsDraws, OptionError, OptionId, Options, split};
use compongo::nnue;
use proptest::prelude::*;
use vampirc_uci::{UciMessage, parse_strict};

fn line(id: OptionId) -> String {
    UciMessage::Option(id.config()).to_string()
}

/// The effect of a text, with an exclamation mark if there was a warning; or why it was refused.
fn set(options: &mut Options, text: &str) -> String {
    match split(text).and_then(|(id, value)| options.set(id, value)) {
        Ok(change) if change.warning.is_some() => format!("{:?}!", change.effect),
        Ok(change) => format!("{:?}", change.effect),
        Err(error) => error.to_string(),
    }
}

#[test]
fn lines_are_as_clients_expect() {
    let network = nnue::embedded();
    let net = network.name();
    let version = env!("CARGO_PKG_VERSION");
    let expected = [
        "Hash type spin default 16 min 1 max 1048576",
        "Threads type spin default 1 min 1 max 512",
        "Ponder type check default false",
        "MultiPV type spin default 1 min 1 max 256",
        "Move Overhead type spin default 30 min 0 max 5000",
        "nodestime type spin default 0 min 0 max 10000",
        "SyzygyPath type string default <empty>",
        "SyzygyProbeDepth type spin default 1 min 1 max 100",
        "SyzygyProbeLimit type spin default 7 min 0 max 7",
        "Syzygy50MoveRule type check default true",
        "OwnBook type check default false",
        "Book File type string default <empty>",
        "UCI_Chess960 type check default false",
        "UCI_ShowWDL type check default false",
        "UCI_AnalyseMode type check default false",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin default 1500 min 600 max 3000",
        "Skill Level type spin default 20 min 0 max 20",
        "Strength Seed type spin default 0 min 0 max 2147483647",
        "UCI_Opponent type string default <empty>",
        "Minimal type check default false",
        "Debug Log File type string default <empty>",
        &format!("EvalFile type string default {net}"),
        "Clock type string default <empty>",
        "Laws Edition type combo default Fide2023 var Fide2023 var Fide2018 var Fide2009 var Fide2001 var Fide1997",
        "Laws Mode type combo default Standard var Standard var Rapid var Blitz",
        "Laws Report type check default true",
        "Laws Draws type combo default Play var Play var Claim var Offer var ClaimAndOffer",
        "Clear Hash type button",
        &format!(
            "UCI_EngineAbout type string default Compongo {version}, licence GPL-3.0-or-later"
        ),
    ];
    assert_eq!(OptionId::ALL.len(), expected.len());
    for (&id, expected) in OptionId::ALL.iter().zip(expected) {
        let line = line(id);
        assert_eq!(line, format!("option name {expected}"));
        assert!(!id.meaning().is_empty());
        let read = parse_strict(&format!("{line}\n")).expect("a message");
        assert!(
            matches!(&read[..], [UciMessage::Option(option)] if option.get_name() == id.name())
        );
    }
}

#[test]
fn setting_the_defaults_changes_nothing() {
    let mut options = Options::default();
    for &id in OptionId::ALL {
        let line = line(id);
        let Some((_, default)) = line.split_once(" default ") else {
            continue;
        };
        let end = default
            .find([' ', '\n'])
            .filter(|_| !line.contains(" type string"));
        let default = &default[..end.unwrap_or(default.len())];
        let text = format!("name {} value {default}", id.name());
        assert_eq!(set(&mut options, &text), "Unchanged", "{text}");
    }
    assert_eq!(options, Options::default());
}

#[test]
fn names_are_matched_without_case_blanks_and_underscores() {
    for text in [
        "name Move Overhead value 77",
        "name MoveOverhead value 77",
        "NAME move_overhead VALUE 77",
        "Move Overhead value 77",
        "  name\tMOVE   OVERHEAD \t value\t 77  ",
        "name _Move_ _Overhead_ value 77",
    ] {
        assert_eq!(split(text), Ok((OptionId::MoveOverhead, "77")), "{text}");
    }
    for &id in OptionId::ALL {
        let name = id.name().to_ascii_uppercase();
        assert_eq!(split(&format!("name {name} value x")), Ok((id, "x")));
        let name = name.replace(['_', ' '], "");
        assert_eq!(split(&format!("{name} value x")), Ok((id, "x")));
    }
}

#[test]
fn values_are_the_trimmed_rest_of_the_line() {
    for (text, value) in [
        ("value  GM 2800  human\tA  B ", "GM 2800  human\tA  B"),
        ("", ""),
        ("value", ""),
        ("value  <EMPTY> ", ""),
        ("value value x", "value x"),
    ] {
        let text = format!("name UCI_Opponent {text}");
        assert_eq!(split(&text), Ok((OptionId::Opponent, value)), "{text}");
    }
}

#[test]
fn unknown_names_are_errors() {
    for text in ["", " name "] {
        assert_eq!(split(text), Err(OptionError::NoName));
    }
    for (text, name) in [
        ("name Foo value 1", "Foo"),
        ("name Foo", "Foo"),
        ("Hashvalue 1", "Hashvalue 1"),
        ("name Has value 1", "Has"),
        ("value 5 name Hash", "value 5 name Hash"),
        ("name Use value net", "Use"),
        ("name Pawn value 3", "Pawn"),
    ] {
        let Err(OptionError::Unknown { name: found, .. }) = split(text) else {
            panic!("{text} is an option");
        };
        assert_eq!(found, name, "{text}");
    }
    assert_eq!(
        set(&mut Options::default(), "name Hash 128"),
        "setoption: the word value is missing before '128'"
    );
}

#[test]
fn values_are_taken_corrected_or_refused() {
    let mut options = Options::default();
    // The cells of a table have no spaces at their ends.
    assert_eq!(set(&mut options, "Threads value  +1.9 "), "Unchanged");
    let table = "
        Threads value 4                                            | Changed
        Threads value 4                                            | Unchanged
        Threads value  +4.9                                        | Unchanged
        Threads value 0                                            | Changed!
        Threads value 99999999999999999999999999999999999999999999 | Changed!
        Move Overhead value -5                                     | Changed!
        Hash value -1                                              | Changed!
        Hash value 1048576                                         | Changed
        Hash value 10000000                                        | option Hash: 10000000 is above the maximum of 1048576
        Hash value abc                                             | option Hash: 'abc' is not a number
        Ponder value maybe                                         | option Ponder: 'maybe' is neither true nor false
        Ponder                                                     | option Ponder: no value is given
        Laws Draws value cLAIM                                     | Changed
        Laws Draws value Resign                                    | option Laws Draws: 'Resign' is not one of Play, Claim, Offer, ClaimAndOffer
        Laws Draws                                                 | option Laws Draws: no value is given
        Clock value 40/5400+30:1800+30                             | Changed
        Clock value 300b5                                          | Changed
        Clock value 300d5                                          | Changed
        Clock value 60d1:60b1                                      | option Clock: '60d1:60b1' mixes simple and Bronstein delay
        Clock value 1:30                                           | option Clock: '1:30': period 1 has no number of moves, and others follow it; write 40/5400+30:1800+30, 300d5 or 300b5
        Clear Hash                                                 | Pressed
        clearhash value %2                                         | Pressed
        UCI_EngineAbout value me                                   | Unchanged
    ";
    for [text, effect] in rows(table) {
        assert_eq!(set(&mut options, text), effect, "{text}");
    }
    for text in ["abc", "", "1e6", "0x10", "1,5", "--1", "1.x", "."] {
        let error = set(&mut options, &format!("name Threads value {text}"));
        assert!(error.starts_with("option Threads: "), "{text}: {error}");
    }
    let clock = options.clock.as_ref().map(ToString::to_string);
    assert_eq!(clock.as_deref(), Some("300d5"));
    assert_eq!((options.threads, options.hash), (512, 1_048_576));
    assert_eq!((options.move_overhead, options.ponder), (0, false));
    assert_eq!(options.laws_draws, LawsDraws::Claim);
    set(&mut options, "name Clock value <empty>");
    assert_eq!(options.clock, None);
}

#[test]
fn checks_take_six_words() {
    let mut options = Options::default();
    for (text, value) in [
        ("true", true),
        ("0", false),
        ("ON", true),
        ("False", false),
        ("1", true),
        ("off", false),
    ] {
        let effect = set(&mut options, &format!("name Ponder value {text}"));
        assert_eq!(
            (effect.as_str(), options.ponder),
            ("Changed", value),
            "{text}"
        );
    }
}

proptest! {
    #[test]
    fn any_text_sets_or_is_refused(
        id in prop::sample::select(OptionId::ALL),
        value in "\\PC{0,20}|-?[0-9]{1,20}|true|false|<empty>",
    ) {
        let mut options = Options::default();
        if let Ok(change) = options.set(id, &value) {
            prop_assert_eq!(change.effect == Effect::Changed, options != Options::default());
            // What was set once is set already.
            let again = options.set(id, &value).map(|change| change.effect);
            prop_assert!(again != Ok(Effect::Changed) && again.is_ok());
        } else {
            prop_assert_eq!(options, Options::default());
        }
    }
}
