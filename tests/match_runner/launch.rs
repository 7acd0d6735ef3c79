//! Finding and starting programs.

use crate::folder::Folder;
use crate::scripted::Fault;
use crate::support::{PATIENT, Process, guard, ms, option_behind, scripted, start, started};
use compongo::match_runner::settings::{EngineSpec, EngineTimeouts};
use compongo::match_runner::uci_engine::{ExpectedReply, UciEngine, UciEngineError};
use std::path::Path;
use std::sync::Arc;

tests![
    what_cannot_be_started_is_told_at_once,
    what_the_system_cannot_run,
    a_name_in_path,
    a_relative_path_and_another_directory,
    a_group_of_its_own,
];

fn why(spec: &EngineSpec) -> String {
    let error = start(spec, &PATIENT).expect_err("it cannot be started");
    assert!(matches!(error, UciEngineError::Spawn { .. }), "{error:?}");
    error.to_string()
}

fn what_cannot_be_started_is_told_at_once() {
    let folder = Folder::new();
    let plain = folder.write("plain", "");
    let command = |cmd: &Path| EngineSpec {
        cmd: cmd.to_str().expect("text").to_owned(),
        ..EngineSpec::default()
    };
    let shown = folder.display();
    for (spec, expected) in [
        (
            command(&folder.join("gone")),
            format!("there is no '{shown}/gone'"),
        ),
        (command(&folder), format!("'{shown}' is not a file")),
        (
            command(Path::new(&plain)),
            format!("'{shown}/plain' is not executable"),
        ),
        (command(Path::new("")), "\"\" is not a command".to_owned()),
        (
            EngineSpec {
                dir: Some(folder.join("gone")),
                ..scripted(Fault::None, 0)
            },
            format!("there is no directory '{shown}/gone'"),
        ),
        (
            EngineSpec {
                args: vec!["a\0b".to_owned()],
                ..scripted(Fault::None, 0)
            },
            "its command line contains a NUL".to_owned(),
        ),
    ] {
        assert_eq!(why(&spec), format!("cannot be started: {expected}"));
    }
    assert!(why(&command(Path::new("no-such-engine"))).contains("neither in PATH nor"));
}

fn what_the_system_cannot_run() {
    let folder = Folder::new();
    let broken = folder.write_script("broken", "#!/no/such/interpreter\n");
    let spec = EngineSpec {
        cmd: broken,
        ..EngineSpec::default()
    };
    let error = start(&spec, &PATIENT).expect_err("it cannot be run");
    let UciEngineError::Exited {
        status,
        expected,
        stderr: said,
    } = error
    else {
        panic!("{error:?}");
    };
    assert_eq!(
        (status.as_str(), expected),
        ("exit status: 127", ExpectedReply::UciOk)
    );
    let said = said.expect("a reason");
    assert!(
        said.contains("cannot run") && said.contains("broken"),
        "{said}"
    );
    let error = UciEngine::start(&spec, &PATIENT, &[], None, None, Arc::default())
        .expect_err("it cannot be run");
    assert!(matches!(error, UciEngineError::Spawn { .. }), "{error:?}");
}

fn a_name_in_path() {
    let spec = EngineSpec {
        cmd: "sleep".to_owned(),
        args: vec!["1000".to_owned()],
        ..EngineSpec::default()
    };
    let patience = EngineTimeouts {
        start_ms: 200,
        ..PATIENT
    };
    let error = start(&spec, &patience).expect_err("it knows no chess");
    assert!(matches!(error, UciEngineError::Timeout { .. }), "{error:?}");
}

fn a_relative_path_and_another_directory() {
    let folder = Folder::new();
    let here = std::env::current_dir().expect("a directory");
    let up = here.components().skip(1).map(|_| "../");
    let mut spec = scripted(Fault::None, 0);
    spec.cmd = up.collect::<String>() + spec.cmd.trim_start_matches('/');
    spec.dir = Some(folder.to_path_buf());
    for guard in [None, Some(guard())] {
        let player = UciEngine::start(&spec, &PATIENT, &[], guard.as_ref(), None, Arc::default())
            .expect("it starts");
        let place = option_behind(&player, "Folder ");
        assert_eq!(Some(place), folder.to_str());
    }
}

fn a_group_of_its_own() {
    let (player, process) = started(Fault::None, 0, &PATIENT);
    assert_eq!(process.group(), process.number());
    drop(player);
    process.assert_gone();
    let spec = scripted(Fault::None, 0);
    let player =
        UciEngine::start(&spec, &PATIENT, &[], None, None, Arc::default()).expect("it starts");
    let process = Process::of(&player);
    assert_eq!(process.group(), process.number(), "without a guard too");
    std::thread::sleep(ms(10));
    assert!(process.lives());
}
