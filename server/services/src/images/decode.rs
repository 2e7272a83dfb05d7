//! From a file to its pixels, within limits.

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

/// What a decoder may take for itself beside the pixels.
const DECODING_BYTES: u64 = 256 << 20;

/// A picture in memory, as it lies in its file.
pub struct Decoded {
    pub pixels: DynamicImage,
    /// How it is turned to stand upright.
    pub orientation: Orientation,
    /// Which colours its numbers mean, where it says so.
    pub profile: Option<Vec<u8>>,
}

impl Decoded {
    /// Width and height once it stands upright.
    pub fn upright_size(&self) -> (u32, u32) {
        let (width, height) = (self.pixels.width(), self.pixels.height());
        if swaps_sides(self.orientation) { (height, width) } else { (width, height) }
    }
}

/// Whether turning swaps width and height.
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

/// About how many bytes decoding will take, read off the head of the file.
pub fn memory(file: &Path, kind: ImageKind) -> Result<u64, PrepareError> {
    let reader = open(file)?;
    // Twice: once as it was compressed or turned, once as it is shown.
    let twice = |decoder: &dyn ImageDecoder| decoder.total_bytes().saturating_mul(2);
    Ok(match kind {
        ImageKind::Jpeg => frame_memory(reader)?,
        ImageKind::Png => twice(&PngDecoder::new(reader)?),
        ImageKind::Gif => twice(&GifDecoder::new(reader)?),
        ImageKind::WebP => twice(&WebPDecoder::new(reader)?),
    })
}

/// Of a JPEG: the decoder of the library reads all of the file to say this.
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
            // Tables share the numbers of the frames: Huffman, arithmetic.
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                let mut frame = [0; 6];
                file.read_exact(&mut frame).map_err(broken)?;
                let [_, h1, h0, w1, w0, components] = frame;
                let (height, width) = ([h1, h0].map(u64::from), [w1, w0].map(u64::from));
                let pixels = (height[0] << 8 | height[1]) * (width[0] << 8 | width[1]);
                // What comes in several passes is kept whole, in twice as wide numbers.
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
        ImageKind::Png => read(PngDecoder::with_limits(reader, limits())?),
        ImageKind::Gif => read(GifDecoder::new(reader)?),
        ImageKind::WebP => read_webp(reader),
    }
}

fn read_webp<R: BufRead + Seek>(reader: R) -> Result<Decoded, PrepareError> {
    read(WebPDecoder::new(reader)?)
}

fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(DECODING_BYTES);
    limits
}

fn read(mut decoder: impl ImageDecoder) -> Result<Decoded, PrepareError> {
    let (width, height) = decoder.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    if pixels > u64::from(LIMITS.image_megapixels) * 1_000_000 {
        return Err(PrepareError::TooManyPixels);
    }
    decoder.set_limits(limits())?;
    // A picture without a sound word about these is shown as it lies, in the usual colours.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().unwrap_or_default().filter(|icc| is_of_rgb(icc));
    let pixels = DynamicImage::from_decoder(decoder)?;
    Ok(Decoded { pixels, orientation, profile })
}

/// What is encoded anew is RGB, also where the profile spoke of printing inks.
fn is_of_rgb(icc: &[u8]) -> bool {
    icc.get(16..20) == Some(b"RGB ")
}
