//! The embedded network.

use super::Network;
use once_cell::sync::Lazy;
use std::sync::Arc;

const FILE: &[u8] = include_bytes!(env!("COMPONGO_NET"));

/// The embedded network, shared by all callers.
pub fn embedded() -> Arc<Network> {
    static NETWORK: Lazy<Arc<Network>> =
        Lazy::new(|| Arc::new(Network::read(FILE).expect("a good network is built in")));
    Arc::clone(&NETWORK)
}
