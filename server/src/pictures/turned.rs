//! A picture that stands upright without a second copy of its pixels.

use image::{GenericImageView, ImageBuffer, Pixel, metadata::Orientation};

use super::decode::lies_on_its_side;

/// Looks at pixels as if they had been turned.
pub struct Turned<'a, P: Pixel> {
    pub pixels: &'a ImageBuffer<P, Vec<P::Subpixel>>,
    pub orientation: Orientation,
}

impl<P: Pixel> GenericImageView for Turned<'_, P> {
    type Pixel = P;

    fn dimensions(&self) -> (u32, u32) {
        let (width, height) = self.pixels.dimensions();
        if lies_on_its_side(self.orientation) { (height, width) } else { (width, height) }
    }

    fn get_pixel(&self, x: u32, y: u32) -> P {
        let (width, height) = self.pixels.dimensions();
        let (right, bottom) = (width - 1, height - 1);
        // Where a pixel of the upright picture lies in the file.
        let (x, y) = match self.orientation {
            Orientation::NoTransforms => (x, y),
            Orientation::FlipHorizontal => (right - x, y),
            Orientation::Rotate180 => (right - x, bottom - y),
            Orientation::FlipVertical => (x, bottom - y),
            Orientation::Rotate90FlipH => (y, x),
            Orientation::Rotate90 => (y, bottom - x),
            Orientation::Rotate270FlipH => (right - y, bottom - x),
            Orientation::Rotate270 => (right - y, x),
        };
        *self.pixels.get_pixel(x, y)
    }
}
