//! Compressed output: a file whose name ends in `.gz`, `.zst`, `.bz2` or `.xz` is compressed while it is written. Files
//! that grow, or that are read in places, are plain, and refuse such names.

use super::file::{FileError, Replacement};
use super::packing::Packing;
use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzWriter};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::{self, Write};
use std::path::Path;

/// The preset of xz: its default, with a window of 8 MiB.
const XZ_PRESET: u32 = 6;
/// The bytes of text in a zstd frame, which the encoder takes as a whole. It looks for repetitions within 128 KiB, so
/// longer frames would save nothing.
const FRAME_LENGTH: usize = 1 << 20;

/// A [`Replacement`] that is compressed if its name says so. A program that reads it finds the old file or the complete
/// new one.
pub struct PackedFile {
    encoder: Box<dyn PackEncoder>,
    /// A write has failed, and the encoder cannot continue.
    has_failed: bool,
}

impl PackedFile {
    /// Opens a stream, or a temporary file next to a regular one.
    ///
    /// # Errors
    /// The error of the system.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = Replacement::create(path)?;
        let encoder: Box<dyn PackEncoder> = match Packing::of_name(path) {
            None => Box::new(file),
            Some(Packing::Gzip) => Box::new(GzEncoder::new(file, flate2::Compression::default())),
            Some(Packing::Zstd) => Box::new(ZstdEncoder::new(file)),
            Some(Packing::Bzip2) => Box::new(BzEncoder::new(file, bzip2::Compression::best())),
            Some(Packing::Xz) => Box::new(XzWriter::new(file, XzOptions::with_preset(XZ_PRESET))?),
        };
        Ok(Self {
            encoder,
            has_failed: false,
        })
    }

    /// Writes the end of the compressed data, and replaces the target by the file. Otherwise the old file stays, and the
    /// new data are removed.
    ///
    /// # Errors
    /// The error of the system, or an earlier write has failed; a regular file is then unchanged.
    pub fn finish(self) -> io::Result<()> {
        self.check()?;
        self.encoder.end()?.finish()
    }

    fn check(&self) -> io::Result<()> {
        if self.has_failed {
            return Err(io::Error::other("an earlier write has failed"));
        }
        Ok(())
    }
}

impl Write for PackedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.check()?;
        let written = self.encoder.write(bytes);
        let is_final = |error: &io::Error| error.kind() != io::ErrorKind::Interrupted;
        self.has_failed = written.as_ref().is_err_and(is_final);
        written
    }

    /// Does nothing: an encoder that is flushed wastes space, and [`PackedFile::finish`] writes everything.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Replaces a file as [`super::file::replace`] does, compressed if its name says so.
///
/// # Errors
/// The error of the system; a regular file is then unchanged.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    let written = PackedFile::create(path).and_then(|mut file| {
        file.write_all(bytes)?;
        file.finish()
    });
    written.map_err(FileError::at(path))
}

/// Refuses the name of a compressed file, for a file that must be plain.
///
/// # Errors
/// The name has such an ending.
pub fn refuse_name(path: &Path) -> io::Result<()> {
    match Packing::of_name(path) {
        None => Ok(()),
        Some(packing) => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!(
                "this file cannot be compressed; choose a name that does not end in .{}",
                packing.ending()
            ),
        )),
    }
}

/// Compresses what is written to a file.
trait PackEncoder: Write {
    /// Writes what is left and the end of the compressed data.
    fn end(self: Box<Self>) -> io::Result<Replacement>;
}

impl PackEncoder for Replacement {
    fn end(self: Box<Self>) -> io::Result<Replacement> {
        Ok(*self)
    }
}

impl PackEncoder for GzEncoder<Replacement> {
    fn end(self: Box<Self>) -> io::Result<Replacement> {
        GzEncoder::finish(*self)
    }
}

impl PackEncoder for BzEncoder<Replacement> {
    fn end(self: Box<Self>) -> io::Result<Replacement> {
        BzEncoder::finish(*self)
    }
}

impl PackEncoder for XzWriter<Replacement> {
    fn end(self: Box<Self>) -> io::Result<Replacement> {
        XzWriter::finish(*self)
    }
}

/// Writes zstd frames one after the other, as `pzstd` does.
struct ZstdEncoder {
    file: Replacement,
    /// The text of the next frame.
    text: Vec<u8>,
    /// A file without a frame would not be a zstd file.
    has_frame: bool,
}

impl ZstdEncoder {
    fn new(file: Replacement) -> Self {
        Self {
            file,
            text: Vec::new(),
            has_frame: false,
        }
    }

    fn write_frame(&mut self) -> io::Result<()> {
        let frame = compress_to_vec(self.text.as_slice(), CompressionLevel::Fastest);
        self.text.clear();
        self.has_frame = true;
        self.file.write_all(&frame)
    }
}

impl Write for ZstdEncoder {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(FRAME_LENGTH - self.text.len());
        self.text.extend_from_slice(&bytes[..taken]);
        if self.text.len() == FRAME_LENGTH {
            self.write_frame()?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl PackEncoder for ZstdEncoder {
    fn end(mut self: Box<Self>) -> io::Result<Replacement> {
        if !self.text.is_empty() || !self.has_frame {
            self.write_frame()?;
        }
        Ok(self.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::util::unpack::unpack;
    use std::fmt::Write as _;
    use std::fs::{self, File};
    use std::io::Read;

    const NAMES: [&str; 6] = ["a.pgn", "a.gz", "a.zst", "a.bz2", "a.xz", "a.pgn.GZ"];

    /// The text of a file, and whether it is compressed.
    fn read(path: &Path) -> (Vec<u8>, bool) {
        let mut unpacked = unpack(File::open(path).expect("a file")).expect("no archive");
        let mut text = Vec::new();
        let length = unpacked.text.read_to_end(&mut text);
        length.expect("the data are complete");
        (text, unpacked.position.is_some())
    }

    /// A text of at least this many bytes.
    fn text(length: usize) -> String {
        let mut text = String::new();
        let mut seed = 1_u32;
        while text.len() < length {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            writeln!(text, "{}. Nf{} d{}", seed >> 20, seed >> 28, seed >> 12)
                .expect("memory can be written to");
        }
        text
    }

    #[test]
    fn a_file_is_read_back_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a folder");
        let texts = [String::new(), "1. e4 *\n".to_owned(), text(100_000)];
        for name in NAMES {
            let path = folder.path().join(name);
            for text in &texts {
                replace(&path, text.as_bytes()).expect("the folder can be written to");
                let (found, is_packed) = read(&path);
                assert!(found == text.as_bytes(), "{name}, {} bytes", text.len());
                assert_eq!(is_packed, name != "a.pgn", "{name}");
            }
            let length = fs::metadata(&path).expect("a file").len();
            assert_eq!(length < 70_000, name != "a.pgn", "{name}: {length}");
        }
    }

    #[test]
    fn zstd_has_a_frame_for_each_part_of_a_long_text() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.zst");
        let mut text = text(FRAME_LENGTH + 5_000).into_bytes();
        for length in [text.len(), FRAME_LENGTH] {
            text.truncate(length);
            let mut file = PackedFile::create(&path).expect("the folder can be written to");
            for part in text.chunks(77_777) {
                file.write_all(part).expect("the folder can be written to");
            }
            file.finish().expect("the folder can be written to");
            assert!(read(&path) == (text.clone(), true), "{length} bytes");
        }
    }

    #[test]
    fn an_unfinished_file_does_not_exist() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in NAMES {
            let path = folder.path().join(name);
            let mut file = PackedFile::create(&path).expect("the folder can be written to");
            file.write_all(b"1. e4")
                .expect("the folder can be written to");
            drop(file);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn after_a_failed_write_every_other_one_fails() {
        let folder = tempfile::tempdir().expect("a folder");
        let text = text(1 << 20);
        for name in NAMES {
            let path = folder.path().join(name);
            std::os::unix::fs::symlink("/dev/full", &path).expect("a link");
            let mut file = PackedFile::create(&path).expect("the device is there");
            // bzip2 holds back almost a megabyte.
            let failed = (0..3).find_map(|_| file.write_all(text.as_bytes()).err());
            assert_eq!(
                failed.map(|error| error.kind()),
                Some(io::ErrorKind::StorageFull),
                "{name}"
            );
            assert!(file.write_all(b"1. e4").is_err() && file.finish().is_err());
        }
    }

    #[test]
    fn plain_files_refuse_names_of_compressed_ones() {
        for name in &NAMES[1..] {
            assert!(refuse_name(Path::new(name)).is_err(), "{name}");
        }
        for name in ["a.pgn", "gz", ".gz", "a.gz.pgn", "-"] {
            assert!(refuse_name(Path::new(name)).is_ok(), "{name}");
        }
    }
}
