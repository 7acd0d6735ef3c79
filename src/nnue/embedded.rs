//! The network that is built in.

use super::Network;
use once_cell::sync::Lazy;
use std::sync::Arc;

/// Its file.
const FILE: &[u8] = include_bytes!("../../nets/gen5.nnue");

/// The network that is built in. It is always the same one.
pub fn embedded() -> Arc<Network> {
    static NETWORK: Lazy<Arc<Network>> =
        Lazy::new(|| Arc::new(Network::read(FILE).expect("a good network is built in")));
    Arc::clone(&NETWORK)
}
