//! Pictures as phones and people make them, with and without private metadata.

use image::{
    DynamicImage, ExtendedColorType, Frame, ImageEncoder as _, ImageFormat, Rgb, RgbImage, Rgba,
    RgbaImage,
    codecs::{gif::GifEncoder, jpeg::JpegEncoder, webp::WebPEncoder},
};

/// The text in the metadata of every picture here, and in no stored picture.
pub const PLACE: &[u8] = b"36.1627 N, 86.7816 W";

/// Red where the picture's upper left corner is, blue elsewhere.
fn corner(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let red = x < width / 4 && y < height / 4;
        if red { Rgb([220, 10, 10]) } else { Rgb([10, 10, 220]) }
    })
}

/// A JPEG photo.
pub fn jpeg(width: u32, height: u32) -> Vec<u8> {
    encoded(&corner(width, height))
}

fn encoded(pixels: &RgbImage) -> Vec<u8> {
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, 90).encode_image(pixels).expect("jpeg");
    file
}

/// A photo with EXIF orientation and position.
pub fn held(orientation: u8, width: u32, height: u32) -> Vec<u8> {
    let mut segment = b"Exif\0\0".to_vec();
    segment.extend(exif(orientation));
    with_segment(&jpeg(width, height), 0xe1, &segment)
}

/// EXIF built by hand: two entries, orientation and position, then the two entries of the position.
pub fn exif(orientation: u8) -> Vec<u8> {
    let entry = |tag: u16, kind: u16, count: u32, value: u32| {
        let mut entry = [tag.to_le_bytes(), kind.to_le_bytes()].concat();
        entry.extend([count.to_le_bytes(), value.to_le_bytes()].concat());
        entry
    };
    let mut exif = b"II*\0\x08\0\0\0\x02\0".to_vec();
    exif.extend(entry(0x0112, 3, 1, orientation.into()));
    exif.extend(entry(0x8825, 4, 1, 38));
    exif.extend([0; 4]);
    exif.extend(2_u16.to_le_bytes());
    exif.extend(entry(1, 2, 2, u32::from(b'N')));
    exif.extend(entry(2, 5, 3, 68));
    exif.extend([0; 4]);
    for number in [36_u32, 1, 9, 1, 4572, 100] {
        exif.extend(number.to_le_bytes());
    }
    exif.extend(PLACE);
    exif
}

/// A JPEG with one more segment after its first marker.
pub fn with_segment(jpeg: &[u8], marker: u8, content: &[u8]) -> Vec<u8> {
    let length = u16::try_from(content.len() + 2).expect("a short segment");
    let mut file = jpeg[..2].to_vec();
    file.extend([0xff, marker]);
    file.extend(length.to_be_bytes());
    file.extend(content);
    file.extend(&jpeg[2..]);
    file
}

/// A valid JPEG of exactly this many bytes, most of them comments.
pub fn jpeg_of(bytes: usize) -> Vec<u8> {
    let photo = jpeg(64, 48);
    let mut comments = Vec::new();
    while photo.len() + comments.len() < bytes {
        let left = bytes - photo.len() - comments.len();
        // Marker and length take four bytes of each comment, so never leave fewer.
        let text = if left > 65_000 { 60_000 } else { left - 4 };
        comments.extend([0xff, 0xfe]);
        comments.extend(u16::try_from(text + 2).expect("a short comment").to_be_bytes());
        comments.resize(comments.len() + text, b'x');
    }
    [&photo[..2], &comments, &photo[2..]].concat()
}

/// A transparent drawing, with a text chunk about where it was made.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    let pixels = RgbaImage::from_fn(width, height, |x, _| {
        Rgba([10, 120, 10, if x < width / 2 { 0 } else { 255 }])
    });
    let mut file = std::io::Cursor::new(Vec::new());
    DynamicImage::from(pixels).write_to(&mut file, ImageFormat::Png).expect("png");
    let mut file = file.into_inner();
    // After the header, whose chunk ends at byte 33.
    let text = [b"Location\0", PLACE].concat();
    let mut chunk = u32::try_from(text.len()).expect("short").to_be_bytes().to_vec();
    chunk.extend([b"tEXt", text.as_slice()].concat());
    chunk.extend(sum(&chunk[4..]).to_be_bytes());
    file.splice(33..33, chunk);
    file
}

/// The checksum at the end of a PNG chunk, over its name and its content.
pub fn sum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| {
            if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 }
        })
    })
}

/// Two frames that loop forever, and a comment.
pub fn gif(width: u32, height: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = GifEncoder::new(&mut file);
    encoder.set_repeat(image::codecs::gif::Repeat::Infinite).expect("repeat");
    for shade in [40, 200] {
        let pixels = RgbaImage::from_pixel(width, height, Rgba([shade, shade, 0, 255]));
        encoder.encode_frame(Frame::new(pixels)).expect("frame");
    }
    drop(encoder);
    let end = file.pop();
    file.extend([b'!', 0xfe, u8::try_from(PLACE.len()).expect("short")]);
    file.extend(PLACE);
    file.extend([0]);
    file.extend(end);
    file
}

/// A picture with an extended header, followed by EXIF.
pub fn webp(orientation: u8, width: u32, height: u32) -> Vec<u8> {
    let mut plain = Vec::new();
    WebPEncoder::new_lossless(&mut plain)
        .write_image(&corner(width, height), width, height, ExtendedColorType::Rgb8)
        .expect("webp");
    let mut chunks = b"VP8X\x0a\0\0\0\x08\0\0\0".to_vec();
    chunks.extend(&(width - 1).to_le_bytes()[..3]);
    chunks.extend(&(height - 1).to_le_bytes()[..3]);
    chunks.extend(&plain[12..]);
    let mut exif = exif(orientation);
    exif.resize(exif.len().next_multiple_of(2), 0);
    chunks.extend(b"EXIF");
    chunks.extend(u32::try_from(exif.len()).expect("short").to_le_bytes());
    chunks.extend(exif);
    let mut file = b"RIFF".to_vec();
    file.extend(u32::try_from(chunks.len() + 4).expect("short").to_le_bytes());
    file.extend(b"WEBP");
    file.extend(chunks);
    file
}

/// The beginning of a photo as an iPhone stores it.
pub fn heic() -> Vec<u8> {
    let mut file = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec();
    file.extend([0; 4_000]);
    file
}

/// Whether a file contains metadata on where or with what it was made.
pub fn has_metadata(file: &[u8]) -> bool {
    [PLACE, b"Exif", b"EXIF", b"tEXt", b"http://ns.adobe.com"]
        .iter()
        .any(|word| file.windows(word.len()).any(|bytes| bytes == *word))
}

/// Width, height, and whether the upper left corner is red.
pub fn dimensions(file: &[u8]) -> (u32, u32, bool) {
    let pixels = image::load_from_memory(file).expect("a picture").to_rgb8();
    let Rgb([red, _, blue]) = *pixels.get_pixel(1, 1);
    (pixels.width(), pixels.height(), red > 150 && blue < 100)
}
