//! Decodes a file to pixels. What that takes was checked before, from the headers of the file.

use std::{
    fs::File,
    io::{BufReader, Cursor},
    path::Path,
};

use domain::files::signatures::ImageKind;
use image::{
    DynamicImage, ImageDecoder, Limits,
    codecs::{gif::GifDecoder, jpeg::JpegDecoder},
    metadata::Orientation,
};
use image_webp::WebPDecoder;
use png::{ColorType, Transformations};

use crate::{
    error::PictureError,
    memory::{METADATA_BYTES, Needs},
    strip_metadata::webp,
};

/// A picture in memory, in the orientation of its file.
pub struct Decoded {
    /// Gray or colored, with or without transparency, in eight bits.
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

/// The pixels; of an animation, those of its first frame.
pub fn decode(path: &Path, kind: ImageKind, needs: &Needs) -> Result<Decoded, PictureError> {
    if kind == ImageKind::Jpeg {
        // Reads the whole file itself.
        return read(JpegDecoder::new(BufReader::new(File::open(path)?))?, needs);
    }
    let file = std::fs::read(path)?;
    match kind {
        ImageKind::Png => read_png(&file),
        ImageKind::WebP => read_webp(webp::whole(&file).ok_or(PictureError::Broken)?),
        _ => read(GifDecoder::new(Cursor::new(&file))?, needs),
    }
}

fn read(mut decoder: impl ImageDecoder, needs: &Needs) -> Result<Decoded, PictureError> {
    let (width, height) = decoder.dimensions();
    if u64::from(width) > needs.width || u64::from(height) > needs.height {
        return Err(PictureError::Broken);
    }
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(needs.bytes());
    decoder.set_limits(limits)?;
    // Invalid orientations and profiles are ignored.
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().unwrap_or_default().filter(|icc| is_of_rgb(icc));
    let pixels = DynamicImage::from_decoder(decoder)?;
    Ok(Decoded { pixels, orientation, profile })
}

/// In eight bits, of which the library's general decoder would make sixteen.
fn read_png(file: &[u8]) -> Result<Decoded, PictureError> {
    let limits = png::Limits { bytes: METADATA_BYTES };
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(file), limits);
    decoder.set_ignore_text_chunk(true);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let mut reader = decoder.read_info()?;
    let info = reader.info();
    let (width, height) = info.size();
    let orientation = orientation(info.exif_metadata.as_deref());
    let profile = info.icc_profile.as_deref().filter(|icc| is_of_rgb(icc)).map(<[u8]>::to_vec);
    let mut pixels = vec![0; reader.output_buffer_size().ok_or(PictureError::TooMuchMemory)?];
    reader.next_frame(&mut pixels)?;
    let (color, _) = reader.output_color_type();
    drop(reader);
    let pixels = match color {
        ColorType::Grayscale => from_raw(width, height, pixels, DynamicImage::ImageLuma8),
        ColorType::GrayscaleAlpha => from_raw(width, height, pixels, DynamicImage::ImageLumaA8),
        ColorType::Rgb => from_raw(width, height, pixels, DynamicImage::ImageRgb8),
        ColorType::Rgba => from_raw(width, height, pixels, DynamicImage::ImageRgba8),
        ColorType::Indexed => None,
    };
    Ok(Decoded { pixels: pixels.ok_or(PictureError::Broken)?, orientation, profile })
}

fn read_webp(file: &[u8]) -> Result<Decoded, PictureError> {
    let mut decoder = WebPDecoder::new(Cursor::new(file))?;
    decoder.set_memory_limit(METADATA_BYTES);
    let (width, height) = decoder.dimensions();
    let orientation = orientation(decoder.exif_metadata().unwrap_or_default().as_deref());
    let profile = decoder.icc_profile().unwrap_or_default().filter(|icc| is_of_rgb(icc));
    let mut pixels = vec![0; decoder.output_buffer_size().ok_or(PictureError::TooMuchMemory)?];
    decoder.read_image(&mut pixels)?;
    let pixels = if decoder.has_alpha() {
        from_raw(width, height, pixels, DynamicImage::ImageRgba8)
    } else {
        from_raw(width, height, pixels, DynamicImage::ImageRgb8)
    };
    Ok(Decoded { pixels: pixels.ok_or(PictureError::Broken)?, orientation, profile })
}

fn from_raw<P: image::Pixel<Subpixel = u8>>(
    width: u32,
    height: u32,
    pixels: Vec<u8>,
    wrap: impl FnOnce(image::ImageBuffer<P, Vec<u8>>) -> DynamicImage,
) -> Option<DynamicImage> {
    image::ImageBuffer::from_raw(width, height, pixels).map(wrap)
}

/// An invalid one is ignored.
fn orientation(exif: Option<&[u8]>) -> Orientation {
    exif.and_then(Orientation::from_exif_chunk).unwrap_or(Orientation::NoTransforms)
}

/// The result is always RGB, so a profile for printing inks does not apply.
fn is_of_rgb(icc: &[u8]) -> bool {
    icc.get(16..20) == Some(b"RGB ")
}
