//! Chooses the network that is built in: the project's own, or the file that the variable `COMPONGO_NET` names.

use std::env;
use std::path::PathBuf;

const NETWORK: &str = "nets/gen5.nnue";

fn main() {
    println!("cargo::rerun-if-env-changed=COMPONGO_NET");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let net = env::var_os("COMPONGO_NET").map_or_else(|| root.join(NETWORK), PathBuf::from);
    println!("cargo::rerun-if-changed={}", net.display());
    println!("cargo::rustc-env=COMPONGO_NET={}", net.display());
}
