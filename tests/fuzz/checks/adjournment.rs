//! Any text as the file of an adjourned game, and of the envelope: what is accepted is written and read again.

use compongo::ruling::adjournment::{Envelope, from_json, to_json};

/// Panics if something is wrong.
pub fn check(text: &str) {
    if let Ok(adjourned) = from_json(text) {
        let written = to_json(&adjourned);
        let again = from_json(&written).expect("what was written is an adjournment file");
        assert_eq!(to_json(&again), written);
    }
    if let Ok(envelope) = Envelope::from_json(text) {
        let again = Envelope::from_json(&envelope.to_json()).expect("what was written is one");
        assert_eq!(again, envelope);
    }
}
