//! Files and texts that were damaged.

use proptest::prelude::*;
use proptest::sample::{Index, select};

/// How a text is damaged: a few bytes at some place are left out, and others put in.
#[derive(Clone, Debug)]
pub struct Damage {
    at: Index,
    length: usize,
    instead: Vec<u8>,
}

impl Damage {
    fn apply(&self, text: &mut Vec<u8>) {
        let start = self.at.index(text.len() + 1);
        let end = (start + self.length).min(text.len());
        text.splice(start..end, self.instead.iter().copied());
    }
}

/// Up to four damages; what is put in is often a mark that means something.
pub fn damages() -> impl Strategy<Value = Vec<Damage>> {
    let byte = prop_oneof![
        any::<u8>(),
        select(b" \t\r\n[]{}()\"\\;%$.-*/=+#!?0129aBhKNOx:".as_slice())
    ];
    let damage = (
        any::<Index>(),
        0..8_usize,
        prop::collection::vec(byte, 0..6),
    );
    let damage = damage.prop_map(|(at, length, instead)| Damage {
        at,
        length,
        instead,
    });
    prop::collection::vec(damage, 0..4)
}

/// The text with the damage.
pub fn damaged(text: impl AsRef<[u8]>, damages: &[Damage]) -> Vec<u8> {
    let mut bytes = text.as_ref().to_vec();
    for damage in damages {
        damage.apply(&mut bytes);
    }
    bytes
}

/// The bytes as text.
pub fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
