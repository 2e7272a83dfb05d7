//! Rotates a picture without a second copy of its pixels.

use image::{DynamicImage, RgbImage, metadata::Orientation};
use jpeg_encoder::{ImageBuffer, JpegColorType, rgb_to_ycbcr};

use crate::images::{decode::swaps_sides, error::PrepareError};

/// Reads pixels row by row as if they were rotated.
pub struct RotatedPixels<'a> {
    bytes: &'a [u8],
    color: JpegColorType,
    width: u16,
    height: u16,
    /// The position of the upright picture's first pixel in the file, in pixels.
    first: isize,
    /// The step to its right neighbor.
    right: isize,
    /// The step to the one below.
    down: isize,
}

impl<'a> RotatedPixels<'a> {
    /// For gray or colored pixels; for others `rgb` is a copy.
    ///
    /// # Errors
    /// If it is too large for a JPEG.
    pub fn of(
        pixels: &'a DynamicImage,
        rgb: &'a mut RgbImage,
        orientation: Orientation,
    ) -> Result<Self, PrepareError> {
        let (bytes, color) = match pixels {
            DynamicImage::ImageLuma8(gray) => (gray.as_raw(), JpegColorType::Luma),
            DynamicImage::ImageRgb8(colored) => (colored.as_raw(), JpegColorType::Ycbcr),
            other => {
                *rgb = other.to_rgb8();
                (rgb.as_raw(), JpegColorType::Ycbcr)
            }
        };
        let side = |side: u32| u16::try_from(side).map_err(|_| PrepareError::Broken);
        let (width, height) = (side(pixels.width())?, side(pixels.height())?);
        let row = isize::try_from(pixels.width()).map_err(|_| PrepareError::Broken)?;
        let (end_of_row, last_row) = (row - 1, (isize::try_from(height).unwrap_or(0) - 1) * row);
        let (first, right, down) = match orientation {
            Orientation::NoTransforms => (0, 1, row),
            Orientation::FlipHorizontal => (end_of_row, -1, row),
            Orientation::Rotate180 => (last_row + end_of_row, -1, -row),
            Orientation::FlipVertical => (last_row, 1, -row),
            Orientation::Rotate90FlipH => (0, row, 1),
            Orientation::Rotate90 => (last_row, -row, 1),
            Orientation::Rotate270FlipH => (last_row + end_of_row, -row, -1),
            Orientation::Rotate270 => (end_of_row, row, -1),
        };
        let (width, height) =
            if swaps_sides(orientation) { (height, width) } else { (width, height) };
        Ok(Self { bytes, color, width, height, first, right, down })
    }

    /// The pixels of a row, from left to right.
    fn row<const CHANNELS: usize>(&self, y: u16) -> impl Iterator<Item = &[u8; CHANNELS]> {
        let (pixels, _) = self.bytes.as_chunks::<CHANNELS>();
        let first = self.first + isize::try_from(y).unwrap_or(0) * self.down;
        (0..)
            .take(self.width.into())
            .filter_map(move |x: isize| pixels.get(usize::try_from(first + x * self.right).ok()?))
    }
}

impl ImageBuffer for RotatedPixels<'_> {
    fn get_jpeg_color_type(&self) -> JpegColorType {
        self.color
    }

    fn width(&self) -> u16 {
        self.width
    }

    fn height(&self) -> u16 {
        self.height
    }

    fn fill_buffers(&self, y: u16, [luma, blue, red, _]: &mut [Vec<u8>; 4]) {
        if self.color == JpegColorType::Luma {
            luma.extend(self.row::<1>(y).flatten());
            return;
        }
        for &[r, g, b] in self.row::<3>(y) {
            let (y, cb, cr) = rgb_to_ycbcr(r, g, b);
            luma.push(y);
            blue.push(cb);
            red.push(cr);
        }
    }
}
