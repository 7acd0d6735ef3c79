use super::reading::split_among;
use super::*;
use crate::nnue;
use proptest::prelude::*;
use vampirc_uci::{UciMessage, UciOptionConfig, parse_strict};

fn line(id: OptionId) -> String {
    UciMessage::Option(id.config()).to_string()
}

fn set(options: &mut Options, text: &str) -> Result<Change, OptionError> {
    let (id, value) = split(text)?;
    options.set(id, value)
}

/// The effect of a text, and whether there was a warning.
fn effect(options: &mut Options, text: &str) -> (Effect, bool) {
    let change = set(options, text).unwrap();
    (change.effect, change.warning.is_some())
}

#[test]
fn lines_are_as_clients_expect() {
    let lines: Vec<String> = OptionId::ALL.iter().map(|id| line(*id)).collect();
    let net = nnue::embedded();
    let file = format!("option name EvalFile type string default {}", net.name());
    let about = format!("option name UCI_EngineAbout type string default {ABOUT}");
    assert_eq!(
        lines,
        [
            "option name Hash type spin default 16 min 1 max 1048576",
            "option name Threads type spin default 1 min 1 max 512",
            "option name Ponder type check default false",
            "option name MultiPV type spin default 1 min 1 max 256",
            "option name Move Overhead type spin default 30 min 0 max 5000",
            "option name UCI_Chess960 type check default false",
            "option name UCI_ShowWDL type check default false",
            "option name UCI_AnalyseMode type check default false",
            "option name UCI_Opponent type string default <empty>",
            "option name Minimal type check default false",
            file.as_str(),
            "option name Clock type string default <empty>",
            "option name Laws Edition type combo default Fide2023 var Fide2023 var Fide2018 var Fide2009 var Fide2001 var Fide1997",
            "option name Laws Mode type combo default Standard var Standard var Rapid var Blitz",
            "option name Laws Report type check default true",
            "option name Laws Draws type combo default Play var Play var Claim var Offer var ClaimAndOffer",
            "option name Clear Hash type button",
            about.as_str(),
        ]
    );
}

/// Clients cut lines at certain words, some of them at words that merely begin like those.
#[test]
fn lines_have_none_of_the_words_that_clients_trip_over() {
    for id in OptionId::ALL {
        let line = line(*id);
        let (name, kind) = line
            .strip_prefix("option name ")
            .unwrap()
            .split_once(" type ")
            .unwrap();
        assert_eq!(name, id.name());
        assert!(!id.meaning().is_empty());
        for word in name.split(' ') {
            let word = word.to_ascii_lowercase();
            assert!(
                !["name", "default", "min", "max", "var"].contains(&word.as_str()),
                "{line}"
            );
            assert!(
                !word.starts_with("type") && !word.starts_with("value"),
                "{line}"
            );
        }
        let words: Vec<&str> = kind.split(' ').collect();
        let after = |key: &str| {
            words
                .iter()
                .position(|word| *word == key)
                .map(|at| words[at + 1])
        };
        match words[0] {
            "check" => assert!(
                words.len() == 3 && ["true", "false"].contains(&words[2]),
                "{line}"
            ),
            "button" => assert_eq!(words.len(), 1, "{line}"),
            "spin" => {
                let [default, min, max] = ["default", "min", "max"]
                    .map(|key| after(key).unwrap().parse::<i32>().unwrap());
                assert!(
                    words.len() == 7 && min <= default && default <= max,
                    "{line}"
                );
            }
            "combo" => {
                let vars: Vec<&&str> = words[3..].iter().skip(1).step_by(2).collect();
                assert!(
                    words[3..].iter().step_by(2).all(|word| *word == "var"),
                    "{line}"
                );
                assert!(vars.contains(&&words[2]), "{line}");
            }
            "string" => {
                assert!(words.len() > 2 && words[1] == "default", "{line}");
                for word in &words[2..] {
                    let word = word.to_ascii_lowercase();
                    assert!(
                        !["name", "type", "default", "value"].contains(&word.as_str()),
                        "{line}"
                    );
                    assert!(
                        !["min", "max", "var"]
                            .iter()
                            .any(|key| word.starts_with(key)),
                        "{line}"
                    );
                }
            }
            _ => panic!("{line}"),
        }
    }
}

#[test]
fn lines_can_be_read_with_the_crate() {
    for id in OptionId::ALL {
        let line = line(*id);
        let messages = parse_strict(&format!("{line}\n")).unwrap();
        let [UciMessage::Option(read)] = messages.as_slice() else {
            panic!("{line}")
        };
        assert_eq!(read.get_name(), id.name());
        match read {
            UciOptionConfig::Spin {
                default, min, max, ..
            } => {
                assert!(default.is_some() && min.is_some() && max.is_some());
            }
            UciOptionConfig::Check { default, .. } => assert!(default.is_some()),
            UciOptionConfig::Combo { default, var, .. } => {
                assert!(var.len() >= 3 && default.as_ref() == var.first());
            }
            UciOptionConfig::String { default, .. } => assert!(default.is_some()),
            UciOptionConfig::Button { .. } => {}
        }
    }
}

#[test]
fn setting_the_defaults_changes_nothing() {
    let mut options = Options::default();
    for id in OptionId::ALL {
        let line = line(*id);
        let Some((_, default)) = line.split_once(" default ") else {
            continue;
        };
        let default = if line.contains(" type string") {
            default
        } else {
            default.split(' ').next().unwrap()
        };
        assert_eq!(
            effect(&mut options, &format!("name {} value {default}", id.name())).0,
            Effect::Unchanged
        );
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
    assert_eq!(split("Hash value 1"), Ok((OptionId::Hash, "1")));
    assert_eq!(
        split("name ucichess960 value true"),
        Ok((OptionId::Chess960, "true"))
    );
    for id in OptionId::ALL {
        assert_eq!(
            split(&format!("name {} value x", id.name().to_ascii_uppercase())),
            Ok((*id, "x"))
        );
    }
}

#[test]
fn the_longest_name_wins() {
    let table = ["Clock Delay", "Clock Delay Mode"];
    let find = |text| split_among(&table, |name| name, text);
    assert_eq!(
        find("name Clock Delay Mode value Simple"),
        Ok(("Clock Delay Mode", "Simple"))
    );
    assert_eq!(find("name Clock Delay value 5"), Ok(("Clock Delay", "5")));
    assert_eq!(
        find("name Clock Delay value Mode value 5"),
        Ok(("Clock Delay", "Mode value 5"))
    );
}

#[test]
fn a_name_may_contain_the_word_value() {
    let table = ["Use", "Use value net", "Pawn Values", "ValueScale"];
    let find =
        |text| split_among(&table, |name| name, text).map(|(name, value)| (name, value.to_owned()));
    let found = |name, value: &str| Ok((name, value.to_owned()));
    assert_eq!(
        find("name Use value net value true"),
        found("Use value net", "true")
    );
    assert_eq!(find("name Use value net"), found("Use value net", ""));
    assert_eq!(find("name Use value nets"), found("Use", "nets"));
    assert_eq!(find("name ValueScale value 3"), found("ValueScale", "3"));
    assert_eq!(find("name Pawn Values value 3"), found("Pawn Values", "3"));
    assert_eq!(
        find("name Pawn value 3"),
        Err(OptionError::Unknown("Pawn".into()))
    );
}

#[test]
fn values_are_the_trimmed_rest_of_the_line() {
    assert_eq!(
        split("name UCI_Opponent value  GM 2800  human\tA  B "),
        Ok((OptionId::Opponent, "GM 2800  human\tA  B"))
    );
    for text in [
        "name UCI_Opponent",
        "name UCI_Opponent value",
        "name UCI_Opponent value  <EMPTY> ",
    ] {
        assert_eq!(split(text), Ok((OptionId::Opponent, "")), "{text}");
    }
    assert_eq!(
        split("name UCI_Opponent value value x"),
        Ok((OptionId::Opponent, "value x"))
    );
}

#[test]
fn unknown_names_are_errors() {
    assert_eq!(split(""), Err(OptionError::NoName));
    assert_eq!(split(" name "), Err(OptionError::NoName));
    for text in [
        "name Foo value 1",
        "name Foo",
        "Hashvalue 1",
        "name Has value 1",
        "value 5 name Hash",
    ] {
        assert!(
            matches!(split(text), Err(OptionError::Unknown(_))),
            "{text}"
        );
    }
    assert_eq!(
        split("name Foo value 1").unwrap_err().to_string(),
        "setoption: there is no option 'Foo'"
    );
    assert_eq!(
        split("name Use value net"),
        Err(OptionError::Unknown("Use".into()))
    );
    assert_eq!(
        split("name Hash 128").unwrap_err().to_string(),
        "setoption: the word value is missing before '128'"
    );
}

#[test]
fn spins_are_cut_and_clamped() {
    let mut options = Options::default();
    assert_eq!(
        effect(&mut options, "name Threads value 4"),
        (Effect::Changed, false)
    );
    assert_eq!(
        effect(&mut options, "name Threads value 4"),
        (Effect::Unchanged, false)
    );
    assert_eq!(
        effect(&mut options, "name Threads value  +4.9 "),
        (Effect::Unchanged, false)
    );
    assert_eq!(
        effect(&mut options, "name Threads value 0"),
        (Effect::Changed, true)
    );
    assert_eq!(options.threads, 1);
    assert_eq!(
        effect(
            &mut options,
            "name Threads value 99999999999999999999999999999999999999999999"
        ),
        (Effect::Changed, true)
    );
    assert_eq!(options.threads, 512);
    assert_eq!(
        effect(&mut options, "name Move Overhead value -5"),
        (Effect::Changed, true)
    );
    assert_eq!(options.move_overhead, 0);
    for text in ["abc", "", "1e6", "0x10", "1,5", "--1", "1.x", "."] {
        assert!(
            set(&mut options, &format!("name Threads value {text}")).is_err(),
            "{text}"
        );
    }
    assert_eq!(options.threads, 512);
}

#[test]
fn hash_above_the_maximum_is_refused() {
    let mut options = Options::default();
    assert_eq!(
        effect(&mut options, "name Hash value 64"),
        (Effect::Changed, false)
    );
    let error = set(&mut options, "name Hash value 10000000").unwrap_err();
    assert_eq!(
        error.to_string(),
        "option Hash: 10000000 is above the maximum of 1048576"
    );
    let error = set(&mut options, "name Hash value abc").unwrap_err();
    assert_eq!(error.to_string(), "option Hash: 'abc' is not a number");
    assert_eq!(options.hash, 64);
    assert_eq!(
        effect(&mut options, "name Hash value -1"),
        (Effect::Changed, true)
    );
    assert_eq!(options.hash, 1);
    assert_eq!(
        effect(&mut options, "name Hash value 1048576"),
        (Effect::Changed, false)
    );
    assert_eq!(options.hash, 1_048_576);
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
        assert_eq!(
            effect(&mut options, &format!("name Ponder value {text}")),
            (Effect::Changed, false)
        );
        assert_eq!(options.ponder, value, "{text}");
    }
    let error = set(&mut options, "name Ponder value maybe").unwrap_err();
    assert_eq!(
        error.to_string(),
        "option Ponder: 'maybe' is neither true nor false"
    );
    let error = set(&mut options, "name Ponder").unwrap_err();
    assert_eq!(error.to_string(), "option Ponder: no value is given");
}

#[test]
fn combos_take_their_choices_in_any_case() {
    let mut options = Options::default();
    assert_eq!(
        effect(&mut options, "name Laws Draws value cLAIM"),
        (Effect::Changed, false)
    );
    assert_eq!(options.laws_draws, LawsDraws::Claim);
    let error = set(&mut options, "name Laws Draws value Resign").unwrap_err();
    assert_eq!(
        error.to_string(),
        "option Laws Draws: 'Resign' is none of Play, Claim, Offer, ClaimAndOffer"
    );
    assert!(matches!(
        set(&mut options, "name Laws Draws"),
        Err(OptionError::Value {
            why: OptionValueError::Missing,
            ..
        })
    ));
    assert_eq!(options.laws_draws, LawsDraws::Claim);
}

#[test]
fn the_clock_is_a_time_control_with_a_type_of_delay() {
    let mut options = Options::default();
    for text in ["40/5400+30:1800+30", "300d5", "300b5"] {
        assert_eq!(
            effect(&mut options, &format!("name Clock value {text}")),
            (Effect::Changed, false)
        );
        assert_eq!(
            options.clock.as_ref().map(ToString::to_string).as_deref(),
            Some(text)
        );
    }
    let error = set(&mut options, "name Clock value 60d1:60b1").unwrap_err();
    assert_eq!(
        error.to_string(),
        "option Clock: '60d1:60b1' mixes simple and Bronstein delay"
    );
    assert!(set(&mut options, "name Clock value five minutes").is_err());
    assert!(options.clock.is_some());
    set(&mut options, "name Clock value <empty>").unwrap();
    assert_eq!(options.clock, None);
}

#[test]
fn buttons_need_no_value_and_ignore_one() {
    let mut options = Options::default();
    for text in [
        "name Clear Hash",
        "name clearhash value %2",
        "Clear Hash value true",
        "name Clear Hash value",
    ] {
        let change = set(&mut options, text).unwrap();
        assert_eq!(
            change,
            Change {
                id: OptionId::ClearHash,
                effect: Effect::Pressed,
                warning: None
            }
        );
    }
    assert_eq!(
        effect(&mut options, "name UCI_EngineAbout value me"),
        (Effect::Unchanged, false)
    );
    assert_eq!(options, Options::default());
}

#[test]
fn integers() {
    for (text, number) in [
        ("5", 5),
        ("-5.99", -5),
        ("+7.", 7),
        (".5", 0),
        ("007", 7),
        ("-0", 0),
    ] {
        assert_eq!(read_integer(text), Some(number), "{text}");
    }
    assert_eq!(read_integer(&"9".repeat(100)), Some(i128::MAX));
    assert_eq!(
        read_integer(&format!("-{}", "9".repeat(100))),
        Some(-i128::MAX)
    );
    for text in [
        "", "-", "+", ".", "-.", "NaN", "inf", "1e6", "1.2.3", "1.-2", "٣", "1 2",
    ] {
        assert_eq!(read_integer(text), None, "{text}");
    }
}

proptest! {
    #[test]
    fn any_text_sets_or_is_refused(at in 0..OptionId::ALL.len(), value in "\\PC{0,20}") {
        let mut options = Options::default();
        let id = OptionId::ALL[at];
        if let Ok(change) = options.set(id, &value) {
                prop_assert_eq!(change.id, id);
                prop_assert_eq!(change.effect == Effect::Changed, options != Options::default());
                // What was set once is set already.
                let again = options.set(id, &value).unwrap();
                prop_assert!(again.effect != Effect::Changed);
        } else {
            prop_assert_eq!(options, Options::default());
        }
    }

    #[test]
    fn any_text_is_split(text in "\\PC*") {
        let _ = split(&text);
        let _ = split(&format!("name Hash {text}"));
    }
}
