//! The compressed formats: gzip, Zstandard, bzip2 and xz.

use super::word_enum::word_enum;
use std::path::Path;

/// The first bytes after the header of a bzip2 file: a block, or the end of a file without blocks.
const BZIP2_BLOCKS: [&[u8]; 2] = [b"1AY&SY", b"\x17rE8P\x90"];

word_enum! {
    /// A compressed format.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Packing {
        /// gzip.
        Gzip = "gzip",
        /// Zstandard.
        Zstd = "zstd",
        /// bzip2.
        Bzip2 = "bzip2",
        /// xz.
        Xz = "xz",
    }
}

impl Packing {
    /// The format of a file by its first bytes; `None` if it is not compressed.
    pub fn of(start: &[u8]) -> Option<Self> {
        match start {
            [0x1F, 0x8B, 8, ..] => Some(Self::Gzip),
            // A frame, or a skippable one: files of pzstd begin with these.
            [0x28, 0xB5, 0x2F, 0xFD, ..] | [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Some(Self::Zstd),
            [b'B', b'Z', b'h', b'1'..=b'9', block @ ..] if BZIP2_BLOCKS.contains(&block) => {
                Some(Self::Bzip2)
            }
            [0xFD, b'7', b'z', b'X', b'Z', 0, ..] => Some(Self::Xz),
            _ => None,
        }
    }

    /// The format that the name of a file asks for, ignoring case; `None` for a plain file.
    pub fn of_name(path: &Path) -> Option<Self> {
        let ending = path.extension()?;
        Self::ALL
            .into_iter()
            .find(|packing| ending.eq_ignore_ascii_case(packing.ending()))
    }

    /// The usual ending of names, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Gzip => "gz",
            Self::Zstd => "zst",
            Self::Bzip2 => "bz2",
            Self::Xz => "xz",
        }
    }
}
