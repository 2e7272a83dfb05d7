//! Decodes a file to pixels, within limits.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read as _, Seek},
    path::Path,
};

use domain::{files::signatures::ImageKind, types::limits::LIMITS};
use image::{
    DynamicImage, ImageDecoder, Limits,
    codecs::{gif::GifDecoder, jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder},
    metadata::Orientation,
};

use crate::images::error::PrepareError;

/// What a decoder may allocate besides the pixels.
const DECODING_BYTES: u64 = 256 << 20;

/// How much the metadata of a PNG may inflate to. Color profiles take some kilobytes, seldom a megabyte; one
/// that is larger is ignored.
const METADATA_BYTES: u64 = 8 << 20;

/// A picture in memory, in the orientation of its file.
pub struct Decoded {
    pub pixels: DynamicImage,
    /// The rotation that makes it upright.
    pub orientation: Orientation,
    /// Its color profile, if it has one.
    pub profile: Option<Vec<u8>>,
}

impl Decoded {
    /// Width and height in upright orientation.
    pub fn upright_size(&self) -> (u32, u32) {
        let (width, height) = (self.pixels.width(), self.pixels.height());
        if swaps_sides(self.orientation) { (height, width) } else { (width, height) }
    }
}

/// Whether the rotation swaps width and height.
pub const fn swaps_sides(orientation: Orientation) -> bool {
    matches!(
        orientation,
        Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH
    )
}

fn open(file: &Path) -> std::io::Result<BufReader<File>> {
    File::open(file).map(BufReader::new)
}

/// An estimate of the bytes that decoding takes, from the header of the file.
pub fn memory(file: &Path, kind: ImageKind) -> Result<u64, PrepareError> {
    let reader = open(file)?;
    // Twice: once compressed or rotated, once as pixels.
    let twice = |decoder: &dyn ImageDecoder| decoder.total_bytes().saturating_mul(2);
    Ok(match kind {
        ImageKind::Jpeg => frame_memory(reader)?,
        ImageKind::Png => png_memory(reader)?,
        ImageKind::Gif => twice(&GifDecoder::new(reader)?),
        ImageKind::WebP => twice(&WebPDecoder::new(reader)?),
    })
}

/// For a PNG: the library's decoder would inflate its color profile for this.
fn png_memory(mut file: BufReader<File>) -> Result<u64, PrepareError> {
    let mut header = [0; 26];
    file.read_exact(&mut header).map_err(|_| PrepareError::Broken)?;
    let [.., w3, w2, w1, w0, h3, h2, h1, h0, depth, _] = header;
    let width = u64::from(u32::from_be_bytes([w3, w2, w1, w0]));
    let height = u64::from(u32::from_be_bytes([h3, h2, h1, h0]));
    // At most four channels, each of one byte or two; twice, as above.
    let pixel = if depth == 16 { 16 } else { 8 };
    Ok(width.saturating_mul(height).saturating_mul(pixel))
}

/// For a JPEG: the library's decoder would read the whole file for this.
fn frame_memory(mut file: BufReader<File>) -> Result<u64, PrepareError> {
    let broken = |_| PrepareError::Broken;
    file.seek_relative(2)?;
    loop {
        let mut byte = [0];
        file.read_exact(&mut byte).map_err(broken)?;
        if byte != [0xff] {
            continue;
        }
        while byte == [0xff] {
            file.read_exact(&mut byte).map_err(broken)?;
        }
        let marker = byte[0];
        if matches!(marker, 0 | 1 | 0xd0..=0xd8) {
            continue;
        }
        let mut head = [0; 2];
        file.read_exact(&mut head).map_err(broken)?;
        let length = i64::from(u16::from_be_bytes(head)) - 2;
        match marker {
            // Markers of tables are in the range of the frames: Huffman, arithmetic.
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                let mut frame = [0; 6];
                file.read_exact(&mut frame).map_err(broken)?;
                let [_, h1, h0, w1, w0, components] = frame;
                let (height, width) = ([h1, h0].map(u64::from), [w1, w0].map(u64::from));
                let pixels = (height[0] << 8 | height[1]) * (width[0] << 8 | width[1]);
                // A progressive picture is held completely, in numbers twice as wide.
                let passes = if marker == 0xc2 { 3 } else { 1 };
                return Ok(pixels * u64::from(components) * passes);
            }
            0xd9 | 0xda => return Err(PrepareError::Broken),
            _ if length < 0 => return Err(PrepareError::Broken),
            _ => file.seek_relative(length)?,
        }
    }
}

/// The pixels; of an animation, those of its first frame.
pub fn decode(file: &Path, kind: ImageKind) -> Result<Decoded, PrepareError> {
    let reader = open(file)?;
    match kind {
        ImageKind::Jpeg => read(JpegDecoder::new(reader)?),
        ImageKind::Png => read(PngDecoder::with_limits(reader, limits(METADATA_BYTES))?),
        ImageKind::Gif => read(GifDecoder::new(reader)?),
        ImageKind::WebP => read_webp(reader),
    }
}

fn read_webp<R: BufRead + Seek>(reader: R) -> Result<Decoded, PrepareError> {
    read(WebPDecoder::new(reader)?)
}

fn limits(bytes: u64) -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(bytes);
    limits
}

fn read(mut decoder: impl ImageDecoder) -> Result<Decoded, PrepareError> {
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > u64::from(LIMITS.image_megapixels) * 1_000_000 {
        return Err(PrepareError::TooManyPixels);
    }
    decoder.set_limits(limits(DECODING_BYTES))?;
    // Invalid orientations and profiles are ignored.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().unwrap_or_default().filter(|icc| is_of_rgb(icc));
    let pixels = DynamicImage::from_decoder(decoder)?;
    Ok(Decoded { pixels, orientation, profile })
}

/// The result is always RGB, so a profile for printing inks does not apply.
fn is_of_rgb(icc: &[u8]) -> bool {
    icc.get(16..20) == Some(b"RGB ")
}
