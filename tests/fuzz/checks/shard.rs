//! Any bytes as a shard of games, and as what is in a block of one: games that are accepted are written and read again.

use compongo::datagen::SelfplayGame;
use compongo::datagen::shard::{Checksum, Shard, decode, encode};
use std::path::Path;

const COLUMNS: usize = 4;

/// Panics if something is wrong.
pub fn check(bytes: &[u8]) {
    let path = Path::new("fuzz.shard");
    if let Ok(shard) = decode(path, bytes.to_vec()) {
        written_again(&shard);
    }
    // Checksums and compression that fit the bytes, so that they get past them.
    if let Some(file) = sealed(bytes) {
        let shard = decode(path, file).expect("a whole shard");
        written_again(&shard);
    }
}

fn written_again(shard: &Shard) {
    let header = shard.header();
    let games: Vec<SelfplayGame> = shard.games().map_while(Result::ok).collect();
    if games.is_empty() {
        return;
    }
    for game in &games {
        assert_eq!(game.positions().count(), game.plies.len());
    }
    let file = encode(&header.origin, header.first, &games);
    let again = decode(shard.path(), file).expect("what was written is a shard");
    let again: Result<Vec<SelfplayGame>, _> = again.games().collect();
    assert_eq!(again.expect("whole blocks"), games);
}

/// A shard of one block: the first byte is the number of games less one, then come the lengths of all columns but the last
/// in two bytes each, then the columns.
fn sealed(bytes: &[u8]) -> Option<Vec<u8>> {
    let (&games, bytes) = bytes.split_first()?;
    let games = u32::from(games) + 1;
    let (lengths, mut rest) = bytes.split_at_checked(2 * (COLUMNS - 1))?;
    let mut block = Vec::new();
    for column in 0..COLUMNS {
        let length = lengths.get(2 * column..2 * column + 2);
        let length = length.map_or(rest.len(), |two| {
            u16::from_le_bytes([two[0], two[1]]).into()
        });
        let (column, after) = rest.split_at_checked(length)?;
        rest = after;
        let packed = stored(column)?;
        block.extend((packed.len() as u32).to_le_bytes());
        block.extend(packed);
    }
    let (length, checksum) = (block.len(), Checksum::of(&[&block]));
    let text = format!(
        "compongo shard 1\n{{\"origin\":{{\"program\":\"compongo\",\"signature\":\"0123456789abcdef\",\
         \"net\":\"material\",\"generation\":0,\"seed\":1,\"nodes\":500}},\"first\":0,\"counts\":{{\"games\":{games},\
         \"plies\":0,\"white\":{games},\"drawn\":0,\"black\":0}},\"blocks\":[{{\"games\":{games},\"bytes\":{length},\
         \"checksum\":\"{checksum}\"}}]}}\n"
    );
    let checksum = Checksum::of(&[text.as_bytes()]);
    let mut file = format!("{text}{checksum}\n").into_bytes();
    file.extend(block);
    Some(file)
}

/// The bytes as one stored block of Deflate (RFC 1951, 3.2.4).
fn stored(bytes: &[u8]) -> Option<Vec<u8>> {
    let length = u16::try_from(bytes.len()).ok()?;
    let mut packed = vec![1];
    packed.extend(length.to_le_bytes());
    packed.extend((!length).to_le_bytes());
    packed.extend(bytes);
    Some(packed)
}
