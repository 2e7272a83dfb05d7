//! Rotates a picture without a second copy of its pixels.

use image::{DynamicImage, metadata::Orientation};
use jpeg_encoder::{ImageBuffer, JpegColorType, rgb_to_ycbcr};

use crate::{decode::swaps_sides, error::PictureError};

/// Reads pixels row by row as if they were rotated.
pub struct RotatedPixels<'a> {
    bytes: &'a [u8],
    channels: Channels,
    width: u32,
    height: u32,
    /// The position of the upright picture's first pixel in the file, in pixels.
    first: isize,
    /// The step to its right neighbor.
    right: isize,
    /// The step to the one below.
    down: isize,
}

/// What each pixel has, in one byte each.
#[derive(Clone, Copy)]
enum Channels {
    Gray,
    GrayAlpha,
    Rgb,
    Rgba,
}

impl<'a> RotatedPixels<'a> {
    /// # Errors
    /// If its pixels have more than eight bits, as none that was decoded has.
    pub fn of(pixels: &'a DynamicImage, orientation: Orientation) -> Result<Self, PictureError> {
        let (bytes, channels): (&[u8], _) = match pixels {
            DynamicImage::ImageLuma8(pixels) => (pixels.as_raw(), Channels::Gray),
            DynamicImage::ImageLumaA8(pixels) => (pixels.as_raw(), Channels::GrayAlpha),
            DynamicImage::ImageRgb8(pixels) => (pixels.as_raw(), Channels::Rgb),
            DynamicImage::ImageRgba8(pixels) => (pixels.as_raw(), Channels::Rgba),
            _ => return Err(PictureError::Broken),
        };
        let (width, height) = (pixels.width(), pixels.height());
        let row = isize::try_from(width).map_err(|_| PictureError::Broken)?;
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
        Ok(Self { bytes, channels, width, height, first, right, down })
    }

    /// Width and height when rotated.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// What a PNG calls these channels.
    pub const fn png_color(&self) -> png::ColorType {
        match self.channels {
            Channels::Gray => png::ColorType::Grayscale,
            Channels::GrayAlpha => png::ColorType::GrayscaleAlpha,
            Channels::Rgb => png::ColorType::Rgb,
            Channels::Rgba => png::ColorType::Rgba,
        }
    }

    /// Adds the bytes of a row.
    pub fn write_row(&self, y: u32, to: &mut Vec<u8>) {
        match self.channels {
            Channels::Gray => to.extend(self.row::<1>(y).flatten()),
            Channels::GrayAlpha => to.extend(self.row::<2>(y).flatten()),
            Channels::Rgb => to.extend(self.row::<3>(y).flatten()),
            Channels::Rgba => to.extend(self.row::<4>(y).flatten()),
        }
    }

    /// The pixels of a row, from left to right.
    fn row<const CHANNELS: usize>(&self, y: u32) -> impl Iterator<Item = &[u8; CHANNELS]> {
        let (pixels, _) = self.bytes.as_chunks::<CHANNELS>();
        let first = self.first + isize::try_from(y).unwrap_or(0) * self.down;
        (0..)
            .take(self.width as usize)
            .filter_map(move |x: isize| pixels.get(usize::try_from(first + x * self.right).ok()?))
    }
}

/// Without transparency, which a JPEG cannot have. No picture that has it becomes one.
impl ImageBuffer for RotatedPixels<'_> {
    fn get_jpeg_color_type(&self) -> JpegColorType {
        match self.channels {
            Channels::Gray | Channels::GrayAlpha => JpegColorType::Luma,
            Channels::Rgb | Channels::Rgba => JpegColorType::Ycbcr,
        }
    }

    fn width(&self) -> u16 {
        // 0 is refused by the encoder.
        u16::try_from(self.width).unwrap_or(0)
    }

    fn height(&self) -> u16 {
        u16::try_from(self.height).unwrap_or(0)
    }

    fn fill_buffers(&self, y: u16, [luma, blue, red, _]: &mut [Vec<u8>; 4]) {
        let mut add = |[r, g, b]: [u8; 3]| {
            let (y, cb, cr) = rgb_to_ycbcr(r, g, b);
            luma.push(y);
            blue.push(cb);
            red.push(cr);
        };
        match self.channels {
            Channels::Gray => luma.extend(self.row::<1>(y.into()).flatten()),
            Channels::GrayAlpha => luma.extend(self.row::<2>(y.into()).map(|[gray, _]| gray)),
            Channels::Rgb => self.row::<3>(y.into()).for_each(|rgb| add(*rgb)),
            Channels::Rgba => self.row::<4>(y.into()).for_each(|[r, g, b, _]| add([*r, *g, *b])),
        }
    }
}
