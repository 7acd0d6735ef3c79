//! Compressed texts: gzip, Zstandard, bzip2 and xz, detected by their first bytes and unpacked while they are read. Only
//! the window of the format is in memory, so a small file that unpacks to a huge text costs time at most.

use super::packing::Packing;
use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::error::Error;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How many of the first bytes show the format.
const MAGIC_LENGTH: u64 = 10;
/// The size of a read from the compressed file, in bytes.
const READ_LENGTH: usize = 64 << 10;
/// The largest window, in MiB: xz needs 64 for its highest level, `zstd --long` 128.
const MAX_WINDOW: u64 = 128;
/// The most memory of the xz decoder in KiB: the window, and what the decoder needs beside it.
const XZ_MEMORY: u32 = (MAX_WINDOW as u32 + 1) << 10;

/// The first bytes of archives, and their names.
const ARCHIVES: [(&[u8], &str); 4] = [
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"7z\xBC\xAF\x27\x1C", "7z"),
    (b"Rar!\x1A\x07", "RAR"),
];

/// A text that is unpacked while it is read.
pub struct Unpacked {
    /// The text.
    pub text: Box<dyn Read + Send>,
    /// How far the compressed file has been read; `None` if the file is not compressed.
    pub position: Option<PackedPosition>,
}

/// A position in a compressed file, which advances while its text is read.
#[derive(Clone, Debug, Default)]
pub struct PackedPosition(Arc<AtomicU64>);

impl PackedPosition {
    /// Bytes of the compressed file that have been read.
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Unpacks a text if it is compressed.
///
/// # Errors
/// The source cannot be read, or is an archive. The text itself fails if the compressed data are damaged or incomplete,
/// or if their window is too large.
pub fn unpack(mut source: impl Read + Send + 'static) -> io::Result<Unpacked> {
    let mut start = Vec::new();
    source.by_ref().take(MAGIC_LENGTH).read_to_end(&mut start)?;
    if let Some(name) = archive(&start) {
        let problem = format!(
            "this is a {name} archive; unpack it first (only gzip, zstd, bzip2 and xz files can be read compressed)"
        );
        return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
    }
    let packing = Packing::of(&start);
    let whole = Cursor::new(start).chain(source);
    let Some(packing) = packing else {
        return Ok(Unpacked {
            text: Box::new(whole),
            position: None,
        });
    };
    let position = PackedPosition::default();
    let counted = CountedReader {
        source: whole,
        position: position.clone(),
    };
    let file = BufReader::with_capacity(READ_LENGTH, counted);
    let decoder: Box<dyn Read + Send> = match packing {
        Packing::Gzip => Box::new(MultiGzDecoder::new(file)),
        Packing::Zstd => Box::new(ZstdFrames::new(file)),
        Packing::Bzip2 => Box::new(MultiBzDecoder::new(file)),
        Packing::Xz => Box::new(XzReader::new_mem_limit(file, true, XZ_MEMORY)),
    };
    Ok(Unpacked {
        text: Box::new(PackedText { decoder, packing }),
        position: Some(position),
    })
}

/// True if a file that begins with these bytes is compressed or an archive, which [`unpack`] unpacks or refuses.
pub fn is_packed(start: &[u8]) -> bool {
    let start = &start[..start.len().min(MAGIC_LENGTH as usize)];
    archive(start).is_some() || Packing::of(start).is_some()
}

/// The name of the format of an archive by its first bytes; `None` if it is not an archive.
fn archive(start: &[u8]) -> Option<&'static str> {
    ARCHIVES
        .iter()
        .find(|(magic, _)| start.starts_with(magic))
        .map(|&(_, name)| name)
}

/// Explains an error of a decoder.
fn explain(packing: Packing, error: io::Error) -> io::Error {
    let kind = error.kind();
    // After an interruption the caller reads again; errors of the system are not about the data.
    if kind == io::ErrorKind::Interrupted || error.raw_os_error().is_some() {
        return error;
    }
    let problem = match kind {
        io::ErrorKind::UnexpectedEof => {
            format!("the {packing} data end too early; the file is incomplete")
        }
        io::ErrorKind::OutOfMemory => format!(
            "the {packing} data need a window of more than {MAX_WINDOW} MiB; unpack the file first"
        ),
        _ => format!("the {packing} data are damaged: {error}"),
    };
    io::Error::new(kind, problem)
}

/// A decoder with errors for a person.
struct PackedText {
    decoder: Box<dyn Read + Send>,
    packing: Packing,
}

impl Read for PackedText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.decoder.read(buffer);
        length.map_err(|error| explain(self.packing, error))
    }
}

/// Counts the bytes that are read from a file.
struct CountedReader<R> {
    source: R,
    position: PackedPosition,
}

impl<R: Read> Read for CountedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.source.read(buffer)?;
        self.position.0.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// The frames of a Zstandard file, one after the other.
struct ZstdFrames<R> {
    source: R,
    decoder: FrameDecoder,
    /// A frame has begun and is not read to its end.
    is_inside: bool,
}

impl<R: BufRead> ZstdFrames<R> {
    fn new(source: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW << 20);
        Self {
            source,
            decoder,
            is_inside: false,
        }
    }

    /// Begins the next frame with content; false at the end of the file.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.is_inside = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => self.skip(length.into())?,
                Err(error) => return Err(zstd_error(error)),
            }
        }
        Ok(false)
    }

    fn skip(&mut self, length: u64) -> io::Result<()> {
        let mut frame = self.source.by_ref().take(length);
        if io::copy(&mut frame, &mut io::sink())? < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    /// Ends a frame that has been read.
    fn end(&mut self) -> io::Result<()> {
        self.is_inside = false;
        let recorded = self.decoder.get_checksum_from_data();
        if recorded.is_some() && recorded != self.decoder.get_calculated_checksum() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidData,
                "the checksum is wrong",
            ));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            if !self.is_inside && !self.begin()? {
                return Ok(0);
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                let one = BlockDecodingStrategy::UptoBlocks(1);
                self.decoder
                    .decode_blocks(&mut self.source, one)
                    .map_err(zstd_error)?;
            }
            let length = self.decoder.read(buffer)?;
            if length > 0 {
                return Ok(length);
            }
            self.end()?;
        }
    }
}

fn zstd_error(error: FrameDecoderError) -> io::Error {
    let kind = match error {
        FrameDecoderError::WindowSizeTooBig { .. } => io::ErrorKind::OutOfMemory,
        _ if ends_early(&error) => io::ErrorKind::UnexpectedEof,
        _ => io::ErrorKind::InvalidData,
    };
    io::Error::new(kind, error)
}

/// True if the cause of an error is that the file has ended.
fn ends_early(error: &(dyn Error + 'static)) -> bool {
    let mut next = Some(error);
    while let Some(error) = next {
        let cause = error.downcast_ref::<io::Error>();
        if cause.is_some_and(|cause| cause.kind() == io::ErrorKind::UnexpectedEof) {
            return true;
        }
        next = error.source();
    }
    false
}
