//! Chooses the network that is built in: the project's own, or the file that the variable `COMPONGO_NET` names, relative to the
//! root of the project. Adds the commit, if the variable `COMPONGO_COMMIT` names one, to the version.

use std::env;
use std::path::PathBuf;

const NETWORK: &str = "nets/gen15.nnue";

fn main() {
    println!("cargo::rerun-if-env-changed=COMPONGO_NET");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let net = root.join(env::var_os("COMPONGO_NET").unwrap_or_else(|| NETWORK.into()));
    println!("cargo::rerun-if-changed={}", net.display());
    println!("cargo::rustc-env=COMPONGO_NET={}", net.display());

    println!("cargo::rerun-if-env-changed=COMPONGO_COMMIT");
    let version = env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    let commit = env::var("COMPONGO_COMMIT");
    let commit = commit.map_or_else(|_| String::new(), |commit| format!(" ({commit})"));
    println!("cargo::rustc-env=COMPONGO_VERSION={version}{commit}");
}
