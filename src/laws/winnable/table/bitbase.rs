use super::build;
use super::material_key::MaterialKey;
use super::table_index::TableIndex;
use once_cell::sync::OnceCell;

/// The meaning of a bit of a [`Bitbase`]. White is the side that mates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BitbaseKind {
    /// Black is checkmated.
    Mate,
    /// White, to move, can mate in one.
    MateInOne,
    /// A helpmate exists: some series of legal moves ends with White giving mate.
    Winnable,
    /// Some series of legal moves leads to a position in which Black, to move, cannot avoid mate in one.
    Potential,
}

/// One bit for every position with the same material.
pub(super) struct Bitbase(Vec<u64>);

impl Bitbase {
    pub(super) fn empty(material: MaterialKey) -> Self {
        Self(vec![0; TableIndex::words(material)])
    }

    /// The squares of the black king whose bit is set, given the other pieces.
    #[inline]
    pub(super) fn read(&self, index: &TableIndex) -> u64 {
        if index.is_mirrored() {
            mirror_files(self.0[index.mirrored().word()])
        } else {
            self.0[index.word()]
        }
    }

    /// The word of an index whose white king stands on one of the files a to d.
    #[inline]
    pub(super) fn word_mut(&mut self, index: &TableIndex) -> &mut u64 {
        &mut self.0[index.word()]
    }
}

/// The bitbase of a kind and material, built on first use.
pub(super) fn bitbase(kind: BitbaseKind, material: MaterialKey) -> &'static Bitbase {
    #[allow(
        clippy::declare_interior_mutable_const,
        reason = "it only fills arrays"
    )]
    const NONE: OnceCell<Bitbase> = OnceCell::new();
    static BITBASES: [[OnceCell<Bitbase>; MaterialKey::COUNT]; 4] =
        [const { [NONE; MaterialKey::COUNT] }; 4];
    BITBASES[kind as usize][material.index()].get_or_init(|| build::build(kind, material))
}

fn mirror_files(set: u64) -> u64 {
    let set = set >> 1 & 0x5555_5555_5555_5555 | (set & 0x5555_5555_5555_5555) << 1;
    let set = set >> 2 & 0x3333_3333_3333_3333 | (set & 0x3333_3333_3333_3333) << 2;
    set >> 4 & 0x0F0F_0F0F_0F0F_0F0F | (set & 0x0F0F_0F0F_0F0F_0F0F) << 4
}
