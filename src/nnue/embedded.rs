//! The embedded networks.

use super::Network;
use once_cell::sync::Lazy;
use std::sync::Arc;

const FILE: &[u8] = include_bytes!(env!("COMPONGO_NET"));
const LEVEL_FILE: &[u8] = include_bytes!("../../nets/gen12.nnue");

/// The embedded network, shared by all callers.
pub fn embedded() -> Arc<Network> {
    static NETWORK: Lazy<Arc<Network>> =
        Lazy::new(|| Arc::new(Network::read(FILE).expect("a good network is built in")));
    Arc::clone(&NETWORK)
}

/// The network of the strength levels (gen12), shared by all callers. It stays the same when the embedded network is
/// replaced, so that no level becomes stronger.
pub fn level_network() -> Arc<Network> {
    static NETWORK: Lazy<Arc<Network>> =
        Lazy::new(|| Arc::new(Network::read(LEVEL_FILE).expect("a good network is built in")));
    Arc::clone(&NETWORK)
}
