//! Encodes pixels to files.

use std::io::Write;

use domain::{files::signatures::ImageKind, types::limits::LIMITS};
use image::{DynamicImage, ImageEncoder as _, codecs::jpeg::JpegEncoder, metadata::Orientation};

use crate::{decode::Decoded, error::PictureError, rotate::RotatedPixels};

/// The quality of a photo that was rotated: no visible loss.
const PHOTO: u8 = 90;
/// The quality of thumbnails.
const SMALL: u8 = 80;

/// The upright thumbnail: a JPEG, or a PNG if it has transparency.
pub fn thumbnail(decoded: &Decoded) -> Result<(Vec<u8>, ImageKind), PictureError> {
    let side = LIMITS.thumbnail_side;
    let (pixels, mut to) = (&decoded.pixels, Vec::new());
    let mut small = if pixels.width().max(pixels.height()) > side {
        pixels.thumbnail(side, side)
    } else {
        pixels.clone()
    };
    small.apply_orientation(decoded.orientation);
    let kind = if has_transparency(&small) {
        let small = RotatedPixels::of(&small, Orientation::NoTransforms)?;
        png(&small, decoded.profile.as_deref(), &mut to)?;
        ImageKind::Png
    } else {
        let (rgb, mut encoder) = (small.to_rgb8(), JpegEncoder::new_with_quality(&mut to, SMALL));
        if let Some(profile) = &decoded.profile {
            // A profile that is too long for a JPEG is left out; the colors are slightly off.
            let _ = encoder.set_icc_profile(profile.clone());
        }
        encoder.encode_image(&rgb)?;
        ImageKind::Jpeg
    };
    Ok((to, kind))
}

/// The whole picture, rotated.
pub fn upright(
    decoded: &Decoded,
    kind: ImageKind,
    to: &mut impl Write,
) -> Result<ImageKind, PictureError> {
    let upright = RotatedPixels::of(&decoded.pixels, decoded.orientation)?;
    if kind == ImageKind::Png || has_transparency(&decoded.pixels) {
        png(&upright, decoded.profile.as_deref(), to)?;
        return Ok(ImageKind::Png);
    }
    let mut encoder = jpeg_encoder::Encoder::new(to, PHOTO);
    if let Some(profile) = &decoded.profile {
        // As above.
        let _ = encoder.add_icc_profile(profile);
    }
    encoder.encode_image(upright)?;
    Ok(ImageKind::Jpeg)
}

/// Line by line, so that no copy of the pixels is made.
fn png(
    pixels: &RotatedPixels<'_>,
    profile: Option<&[u8]>,
    to: &mut impl Write,
) -> Result<(), PictureError> {
    let (width, height) = pixels.size();
    let mut info = png::Info::with_size(width, height);
    info.icc_profile = profile.map(Into::into);
    let mut encoder = png::Encoder::with_info(to, info)?;
    encoder.set_color(pixels.png_color());
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::Filter::Adaptive);
    let mut writer = encoder.write_header()?;
    let mut lines = writer.stream_writer()?;
    let mut line = Vec::new();
    for y in 0..height {
        line.clear();
        pixels.write_row(y, &mut line);
        lines.write_all(&line)?;
    }
    lines.finish()?;
    Ok(writer.finish()?)
}

fn has_transparency(pixels: &DynamicImage) -> bool {
    match pixels {
        DynamicImage::ImageRgba8(pixels) => pixels.pixels().any(|pixel| pixel.0[3] != u8::MAX),
        DynamicImage::ImageLumaA8(pixels) => pixels.pixels().any(|pixel| pixel.0[1] != u8::MAX),
        _ => false,
    }
}
