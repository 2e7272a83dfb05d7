//! Gzip that is put together from parts which were compressed separately (RFC 1951, 1952): the blocks of a part end
//! on a byte and refer to nothing before them, and the checksum of the whole is combined from those of the parts.

use bytes::Bytes;
use flate2::{Compress, Compression, Crc, FlushCompress};

/// Gzip, deflate, no flags, no time, no file name.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// An empty last block.
const LAST_BLOCK: [u8; 2] = [3, 0];
/// A fast level: the first reader waits for it.
const LEVEL: u32 = 4;

/// A compressed part.
#[derive(Debug)]
pub struct GzipGroup {
    blocks: Box<[u8]>,
    checksum: Crc,
}

impl GzipGroup {
    /// Compresses a part.
    #[must_use]
    pub fn of(plain: &[u8]) -> Self {
        let mut blocks = Vec::with_capacity(plain.len() / 4 + 64);
        let mut compress = Compress::new(Compression::new(LEVEL), false);
        loop {
            let taken = usize::try_from(compress.total_in()).unwrap_or(plain.len());
            // Compressing in memory does not fail; a full buffer only means that there is more.
            let _ = compress.compress_vec(&plain[taken..], &mut blocks, FlushCompress::Sync);
            if blocks.len() < blocks.capacity() && compress.total_in() == plain.len() as u64 {
                break;
            }
            blocks.reserve(plain.len() / 4 + 64);
        }
        let mut checksum = Crc::new();
        checksum.update(plain);
        Self { blocks: blocks.into(), checksum }
    }

    /// The memory it takes.
    #[must_use]
    pub const fn bytes(&self) -> usize {
        size_of::<Self>() + self.blocks.len()
    }
}

/// The gzip file of these parts.
#[must_use]
pub fn joined<'a>(groups: impl Iterator<Item = &'a GzipGroup> + Clone) -> Bytes {
    let bytes: usize = groups.clone().map(|group| group.blocks.len()).sum();
    let mut packed = Vec::with_capacity(HEADER.len() + bytes + LAST_BLOCK.len() + 8);
    packed.extend_from_slice(&HEADER);
    let mut checksum = Crc::new();
    for group in groups {
        packed.extend_from_slice(&group.blocks);
        checksum.combine(&group.checksum);
    }
    packed.extend_from_slice(&LAST_BLOCK);
    packed.extend_from_slice(&checksum.sum().to_le_bytes());
    packed.extend_from_slice(&checksum.amount().to_le_bytes());
    packed.into()
}
