//! Encodes pixels to files.

use std::io::Write;

use domain::{files::signatures::ImageKind, types::limits::LIMITS};
use image::{
    DynamicImage, ExtendedColorType, ImageEncoder as _, RgbImage,
    codecs::{jpeg::JpegEncoder, png::PngEncoder},
};

use crate::images::{decode::Decoded, error::PrepareError, rotate::RotatedPixels};

/// The quality of a photo that was rotated: no visible loss.
const PHOTO: u8 = 90;
/// The quality of thumbnails.
const SMALL: u8 = 80;

/// The upright thumbnail: a JPEG, or a PNG if it has transparency.
pub fn thumbnail(decoded: &Decoded) -> Result<(Vec<u8>, ImageKind), PrepareError> {
    let side = LIMITS.thumbnail_side;
    let (pixels, mut to) = (&decoded.pixels, Vec::new());
    let mut small = if pixels.width().max(pixels.height()) > side {
        pixels.thumbnail(side, side)
    } else {
        pixels.clone()
    };
    small.apply_orientation(decoded.orientation);
    let kind = if has_transparency(&small) {
        png(&small, decoded.profile.as_deref(), &mut to)?;
        ImageKind::Png
    } else {
        let (rgb, mut encoder) = (small.to_rgb8(), JpegEncoder::new_with_quality(&mut to, SMALL));
        set_profile(&mut encoder, decoded.profile.as_deref());
        encoder.encode_image(&rgb)?;
        ImageKind::Jpeg
    };
    Ok((to, kind))
}

/// The whole picture, rotated.
pub fn upright(
    decoded: Decoded,
    kind: ImageKind,
    to: &mut impl Write,
) -> Result<ImageKind, PrepareError> {
    let Decoded { mut pixels, orientation, profile } = decoded;
    if kind == ImageKind::Png || has_transparency(&pixels) {
        pixels.apply_orientation(orientation);
        png(&pixels, profile.as_deref(), to)?;
        return Ok(ImageKind::Png);
    }
    let mut encoder = jpeg_encoder::Encoder::new(to, PHOTO);
    if let Some(profile) = profile {
        // As below.
        let _ = encoder.add_icc_profile(&profile);
    }
    encoder.encode_image(RotatedPixels::of(&pixels, &mut RgbImage::default(), orientation)?)?;
    Ok(ImageKind::Jpeg)
}

fn set_profile<W: Write>(encoder: &mut JpegEncoder<W>, profile: Option<&[u8]>) {
    if let Some(profile) = profile {
        // A profile that is too long for a JPEG is left out; the colors are slightly off.
        let _ = encoder.set_icc_profile(profile.to_vec());
    }
}

fn png(
    pixels: &DynamicImage,
    profile: Option<&[u8]>,
    to: &mut impl Write,
) -> Result<(), PrepareError> {
    let mut encoder = PngEncoder::new(to);
    if let Some(profile) = profile {
        let _ = encoder.set_icc_profile(profile.to_vec());
    }
    let (width, height) = (pixels.width(), pixels.height());
    if pixels.color().has_alpha() {
        encoder.write_image(&pixels.to_rgba8(), width, height, ExtendedColorType::Rgba8)?;
    } else {
        encoder.write_image(&pixels.to_rgb8(), width, height, ExtendedColorType::Rgb8)?;
    }
    Ok(())
}

fn has_transparency(pixels: &DynamicImage) -> bool {
    match pixels {
        DynamicImage::ImageRgba8(pixels) => pixels.pixels().any(|pixel| pixel.0[3] != u8::MAX),
        DynamicImage::ImageLumaA8(pixels) => pixels.pixels().any(|pixel| pixel.0[1] != u8::MAX),
        DynamicImage::ImageRgba16(pixels) => pixels.pixels().any(|pixel| pixel.0[3] != u16::MAX),
        DynamicImage::ImageLumaA16(pixels) => pixels.pixels().any(|pixel| pixel.0[1] != u16::MAX),
        other => other.color().has_alpha(),
    }
}
