//! What decoding a file takes, from its headers and before a decoder sees it. The numbers are those of the
//! libraries' decoders, whose own limits count only some of it.

use domain::{files::signatures::ImageKind, types::limits::LIMITS};

use crate::{
    error::PictureError,
    lossless_webp,
    strip_metadata::{jpeg, webp},
};

/// The most that one picture may take, with its file. A photo of 50 million pixels in colors takes 150 MB.
pub const MAX_BYTES: u64 = 320 << 20;

/// How much the metadata of a picture may take. Color profiles take some kilobytes, seldom a megabyte; one
/// that is larger is ignored.
pub const METADATA_BYTES: usize = 8 << 20;

/// The size of a picture, and what decoding it takes.
#[derive(Clone, Copy, Debug)]
pub struct Needs {
    /// In pixels.
    pub width: u64,
    /// In pixels.
    pub height: u64,
    /// Bytes for each pixel.
    per_pixel: u64,
    /// Bytes whatever its size, with the file.
    besides: u64,
}

impl Needs {
    /// What decoding this file takes.
    ///
    /// # Errors
    /// If it is too much, or the file has no headers.
    pub fn of(file: &[u8], kind: ImageKind) -> Result<Self, PictureError> {
        let needs = match kind {
            ImageKind::Gif => of_gif(file),
            ImageKind::Jpeg => of_jpeg(file),
            ImageKind::Png => of_png(file),
            ImageKind::WebP => of_webp(file),
        };
        let mut needs = needs.ok_or(PictureError::Broken)?;
        needs.besides = needs.besides.saturating_add(file.len() as u64);
        if needs.width * needs.height > u64::from(LIMITS.image_megapixels) * 1_000_000 {
            return Err(PictureError::TooManyPixels);
        }
        if needs.bytes() > MAX_BYTES {
            return Err(PictureError::TooMuchMemory);
        }
        Ok(needs)
    }

    /// The most that the file and its decoder take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (self.width * self.height).saturating_mul(self.per_pixel).saturating_add(self.besides)
    }
}

/// The screen, and the first frame beside it unless it covers its whole width.
fn of_gif(file: &[u8]) -> Option<Needs> {
    let [w0, w1, h0, h1, flags] = *file.get(6..11)?.first_chunk()?;
    let (width, height) = (u16::from_le_bytes([w0, w1]), u16::from_le_bytes([h0, h1]));
    let mut at = 13 + if flags & 0x80 == 0 { 0 } else { 3 << ((flags & 7) + 1) };
    while *file.get(at)? == b'!' {
        at += 2;
        while *file.get(at)? != 0 {
            at += usize::from(file[at]) + 1;
        }
        at += 1;
    }
    let [b',', _, _, _, _, w0, w1, h0, h1] = *file.get(at..)?.first_chunk()? else { return None };
    let (across, down) = (u16::from_le_bytes([w0, w1]), u16::from_le_bytes([h0, h1]));
    let (width, height) = (u64::from(width.max(across)), u64::from(height.max(down)));
    let is_whole = file.get(at + 1..at + 3)? == [0, 0] && u64::from(across) == width;
    Some(Needs { width, height, per_pixel: if is_whole { 4 } else { 8 }, besides: 1 << 20 })
}

/// The pixels; of a picture in several scans the coefficients, too, in numbers twice as wide.
fn of_jpeg(file: &[u8]) -> Option<Needs> {
    let mut frame = None;
    for (marker, content) in jpeg::headers(file) {
        match marker {
            // Markers of tables are in the range of the frames: Huffman, arithmetic.
            0xc0..=0xcf if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => frame = Some((marker, content)),
            jpeg::START_OF_SCAN => {
                let (marker, frame) = frame?;
                let [_, h1, h0, w1, w0, components] = *frame.first_chunk()?;
                let is_in_passes = marker == 0xc2 || *content.first()? != components;
                let (height, width) =
                    (u16::from_be_bytes([h1, h0]).into(), u16::from_be_bytes([w1, w0]).into());
                let coefficients = if is_in_passes { coefficients(frame, components)? } else { 0 };
                let channels = if components == 1 { 1 } else { 3 };
                // Lines of whole blocks, for each of which a picture may be enlarged to four by four.
                let besides = (2 << 20) + 512 * (width + height);
                return Some(Needs { width, height, per_pixel: channels + coefficients, besides });
            }
            _ => {}
        }
    }
    None
}

/// Bytes of coefficients for each pixel, rounded up: half of the components may have fewer pixels.
fn coefficients(frame: &[u8], components: u8) -> Option<u64> {
    let mut blocks = 0;
    let (mut across, mut down) = (1, 1);
    for component in frame.get(6..6 + 3 * usize::from(components))?.as_chunks::<3>().0 {
        let [_, sampling, _] = *component;
        let (h, v) = (u64::from(sampling >> 4), u64::from(sampling & 15));
        (across, down) = (h.max(across), v.max(down));
        blocks += h * v;
    }
    Some((2 * blocks).div_ceil(across * down))
}

/// The pixels in eight bits; before that, lines in sixteen.
fn of_png(file: &[u8]) -> Option<Needs> {
    let [w3, w2, w1, w0, h3, h2, h1, h0, _, color] = *file.get(16..26)?.first_chunk()?;
    let width = u64::from(u32::from_be_bytes([w3, w2, w1, w0]));
    let height = u64::from(u32::from_be_bytes([h3, h2, h1, h0]));
    // Grays may become transparent, and palettes have colors.
    let per_pixel = if matches!(color, 0 | 4) { 2 } else { 4 };
    let besides = METADATA_BYTES as u64 + 32 * width.min(1 << 22);
    Some(Needs { width, height, per_pixel, besides })
}

fn of_webp(file: &[u8]) -> Option<Needs> {
    let mut picture = WebP::default();
    for chunk in webp::chunks(file)? {
        let (name, chunk) = chunk?;
        let content = chunk.get(8..)?;
        match name {
            b"VP8X" => {
                let [flags, _, _, _, w0, w1, w2, h0, h1, h2, ..] = *content else { return None };
                picture.has_alpha |= flags & 0x10 != 0;
                picture.canvas = Some((side([w0, w1, w2]), side([h0, h1, h2])));
            }
            b"ANMF" => {
                let (head, inner) = webp::frame_chunks(chunk)?;
                let [w0, w1, w2, h0, h1, h2] = *head.get(6..)?.first_chunk()?;
                let frame = (side([w0, w1, w2]), side([h0, h1, h2]));
                let canvas = picture.canvas?;
                if frame.0 > canvas.0 || frame.1 > canvas.1 {
                    return None;
                }
                for chunk in inner {
                    let (name, chunk) = chunk?;
                    picture.add(name, chunk.get(8..)?, Some(frame), picture.frames == 0)?;
                }
                picture.frames += 1;
            }
            _ => picture.add(name, content, picture.canvas, true)?,
        }
    }
    picture.needs()
}

/// What a WebP file has.
#[derive(Default)]
struct WebP {
    canvas: Option<(u32, u32)>,
    /// The size of its only picture, if it has no canvas.
    size: Option<(u32, u32)>,
    has_alpha: bool,
    is_lossless: bool,
    frames: u32,
    /// The prefix codes of what is decoded: the picture, or the first of an animation.
    code_bytes: u64,
}

impl WebP {
    /// Adds a chunk of a picture that has to be as large as its frame.
    fn add(
        &mut self,
        name: &[u8],
        content: &[u8],
        frame: Option<(u32, u32)>,
        is_decoded: bool,
    ) -> Option<()> {
        let (size, codes) = match name {
            b"VP8 " => {
                let [_, _, _, _, _, _, w0, w1, h0, h1] = *content.first_chunk()?;
                let side = |bytes| u32::from(u16::from_le_bytes(bytes) & 0x3fff);
                ((side([w0, w1]), side([h0, h1])), None)
            }
            b"VP8L" => {
                let [_, header @ ..]: [u8; 5] = *content.first_chunk()?;
                let header = u32::from_le_bytes(header);
                self.has_alpha |= header >> 28 & 1 == 1 && frame.is_none();
                self.is_lossless = true;
                ((1 + (header & 0x3fff), 1 + (header >> 14 & 0x3fff)), content.get(5..))
            }
            b"ALPH" => {
                self.has_alpha = true;
                // Stored in one byte each, or as a lossless picture.
                (frame?, (content.first()? & 3 == 1).then(|| &content[1..]))
            }
            _ => return Some(()),
        };
        if frame.is_some_and(|frame| frame != size) {
            return None;
        }
        self.size.get_or_insert(size);
        if let (true, Some(stream)) = (is_decoded, codes) {
            let (width, height) = size;
            let left = MAX_BYTES.saturating_sub(self.code_bytes);
            self.code_bytes += lossless_webp::code_bytes(stream, width, height, left)?;
        }
        Some(())
    }

    fn needs(&self) -> Option<Needs> {
        let (width, height) = self.canvas.or(self.size)?;
        let per_pixel = match (self.frames, self.is_lossless, self.has_alpha) {
            // With its blocks of predictors; or luma and chroma besides the colors.
            (0, true, true) | (0, false, false) => 5,
            // Without transparency, a copy that has it.
            (0, true, false) => 8,
            // The transparency is decoded with all four channels.
            (0, false, true) => 11,
            // All that for a frame, which may cover the canvas, and the canvas twice.
            _ => 15,
        };
        let besides = 2 * METADATA_BYTES as u64 + self.code_bytes;
        Some(Needs { width: width.into(), height: height.into(), per_pixel, besides })
    }
}

/// A side of a canvas or a frame, which is stored as one less.
fn side([low, middle, high]: [u8; 3]) -> u32 {
    u32::from_le_bytes([low, middle, high, 0]) + 1
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use image::{DynamicImage, ImageFormat, RgbaImage};
    use proptest::{collection::vec, prelude::*};

    use super::*;
    use crate::strip_metadata;

    /// A build without optimizations reads a kilobyte far faster, and an endless loop takes longer.
    const TIMEOUT: Duration = Duration::from_secs(2);

    fn kinds() -> [(ImageKind, Vec<u8>); 4] {
        [ImageKind::Gif, ImageKind::Jpeg, ImageKind::Png, ImageKind::WebP].map(|kind| {
            let pixels = RgbaImage::from_fn(40, 30, |x, y| {
                image::Rgba([x.to_le_bytes()[0] * 6, y.to_le_bytes()[0] * 8, 90, 255])
            });
            let pixels = DynamicImage::from(pixels);
            let format = match kind {
                ImageKind::Gif => ImageFormat::Gif,
                ImageKind::Jpeg => ImageFormat::Jpeg,
                ImageKind::Png => ImageFormat::Png,
                ImageKind::WebP => ImageFormat::WebP,
            };
            let mut file = std::io::Cursor::new(Vec::new());
            let opaque = DynamicImage::from(pixels.to_rgb8());
            opaque.write_to(&mut file, format).expect("a picture");
            (kind, file.into_inner())
        })
    }

    /// Reads headers and parts, whatever the bytes are.
    fn read(file: &[u8], kind: ImageKind) -> Result<(), TestCaseError> {
        let started = Instant::now();
        if let Ok(needs) = Needs::of(file, kind) {
            prop_assert!(needs.bytes() <= MAX_BYTES);
            prop_assert!(needs.bytes() >= needs.width * needs.height);
        }
        let mut kept = 0;
        // An animation's loop count is written anew, in as many bytes.
        strip_metadata::each_piece(file, kind, &mut |piece| kept += piece.len());
        prop_assert!(kept <= file.len() + 64, "{kept} of {}", file.len());
        prop_assert!(started.elapsed() < TIMEOUT, "{:?}", started.elapsed());
        Ok(())
    }

    /// A change of a file: what is written at which part of it, and how much there is cut or repeated.
    fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, Vec<u8>, usize, bool)>> {
        let bytes = prop_oneof![
            vec(any::<u8>(), 0..8),
            vec(prop::sample::select(vec![0, 1, 0x7f, 0x80, 0xff]), 0..8)
        ];
        vec((any::<prop::sample::Index>(), bytes, 0..64_usize, any::<bool>()), 1..6)
    }

    proptest! {
        #[test]
        fn a_file_of_any_bytes_is_read_in_time_and_within_its_size(
            bytes in vec(any::<u8>(), 0..2_048),
        ) {
            for (kind, picture) in kinds() {
                read(&bytes, kind)?;
                // With a true beginning.
                let from = picture.len().min(30);
                read(&[&picture[..from], &bytes].concat(), kind)?;
            }
        }

        #[test]
        fn a_damaged_picture_is_read_in_time_and_within_its_size(changes in changes()) {
            for (kind, mut file) in kinds() {
                for (place, bytes, length, is_cut) in &changes {
                    if file.is_empty() {
                        break;
                    }
                    let at = place.index(file.len());
                    let end = file.len().min(at + length);
                    let part = if *is_cut { Vec::new() } else { file[at..end].repeat(2) };
                    file.splice(at..end, [bytes.as_slice(), &part].concat());
                }
                read(&file, kind)?;
            }
        }
    }
}
