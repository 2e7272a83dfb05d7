//! Small files that claim or inflate to more than a machine has, or take a naive parser for ever.

use std::{
    fmt::Write as _,
    io::{self, Cursor, Read, Write as _},
};

use flate2::{Compression, write::ZlibEncoder};
use zip::{ZipWriter, write::SimpleFileOptions};

use super::photos;

/// What a file is, and its bytes.
pub type Hostile = (&'static str, Vec<u8>);

/// Zeros as zlib packs them.
fn packed_zeros(bytes: usize) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    let zeros = vec![0; 1 << 20];
    for _ in 0..bytes.div_ceil(zeros.len()) {
        packed.write_all(&zeros).expect("memory");
    }
    packed.finish().expect("memory")
}

fn chunk(name: [u8; 4], content: &[u8]) -> Vec<u8> {
    let named = [name.as_slice(), content].concat();
    let length = u32::try_from(content.len()).expect("a chunk").to_be_bytes();
    [length.as_slice(), &named, &photos::sum(&named).to_be_bytes()].concat()
}

/// A PNG with chunks between its header and its pixels.
fn png(side: u32, depth: u8, interlaced: bool, chunks: &[u8], pixels: &[u8]) -> Vec<u8> {
    let mut header = [side.to_be_bytes(), side.to_be_bytes()].concat();
    header.extend([depth, 6, 0, 0, u8::from(interlaced)]);
    let (header, pixels) = (chunk(*b"IHDR", &header), chunk(*b"IDAT", pixels));
    let end = chunk(*b"IEND", b"");
    [b"\x89PNG\r\n\x1a\n", header.as_slice(), chunks, &pixels, &end].concat()
}

fn pngs() -> Vec<Hostile> {
    let bomb = packed_zeros(64 << 20);
    let compressed = |head: &[u8]| [head, &bomb].concat();
    let small = packed_zeros(4 * 8 * 9);
    // 49 million pixels of eight bytes are allowed.
    let large = packed_zeros(7_000 * (7_000 * 8 + 1));
    let on_its_side = chunk(*b"eXIf", &photos::exif(6));
    let frame = |number: u32| {
        let place = [number, 8, 8, 0, 0].map(u32::to_be_bytes).concat();
        chunk(*b"fcTL", &[place.as_slice(), &[0, 1, 0, 10, 0, 0]].concat())
    };
    let frames = (0..10_000).flat_map(frame).collect::<Vec<_>>();
    let animation = chunk(*b"acTL", &[10_000_u32.to_be_bytes(), [0; 4]].concat());
    vec![
        ("PNG iCCP", png(8, 8, false, &chunk(*b"iCCP", &compressed(b"icc\0\0")), &small)),
        ("PNG zTXt", png(8, 8, false, &chunk(*b"zTXt", &compressed(b"Comment\0\0")), &small)),
        ("PNG iTXt", png(8, 8, false, &chunk(*b"iTXt", &compressed(b"C\0\x01\0\0\0")), &small)),
        ("PNG eXIf", png(8, 8, false, &chunk(*b"eXIf", &[0xff; 4 << 20]), &small)),
        ("PNG of too many pixels", png(65_500, 8, false, &[], &small)),
        ("PNG of too many lines", png(65_500, 8, true, &[], &small)),
        ("PNG with more data than pixels", png(8, 8, false, &[], &bomb)),
        ("PNG of eight bytes a pixel", png(7_000, 16, false, &[], &large)),
        ("PNG on its side", png(1_500, 16, true, &on_its_side, &large)),
        ("APNG of 10,000 frames", png(8, 8, false, &[animation, frames].concat(), &small)),
    ]
}

/// The position of a JPEG's marker.
fn marker(jpeg: &[u8], marker: u8) -> usize {
    jpeg.windows(2).position(|bytes| bytes == [0xff, marker]).expect("a marker")
}

fn sized(jpeg: &[u8], frame: u8, side: u16) -> Vec<u8> {
    let mut jpeg = jpeg.to_vec();
    let at = marker(&jpeg, 0xc0);
    jpeg[at + 1] = frame;
    jpeg[at + 5..at + 9].copy_from_slice(&[side.to_be_bytes(), side.to_be_bytes()].concat());
    jpeg
}

fn jpegs() -> Vec<Hostile> {
    let photo = photos::jpeg(64, 48);
    let (before, scan) = photo.split_at(marker(&photo, 0xda));
    let scans = [before, &scan[..scan.len() - 2].repeat(5_000), &[0xff, 0xd9]].concat();
    // Its directory says that the next one is itself.
    let mut exif = photos::exif(1);
    exif[34..38].copy_from_slice(&8_u32.to_le_bytes());
    let exif = photos::with_segment(&photo, 0xe1, &[b"Exif\0\0", exif.as_slice()].concat());
    let mut profiles = photo.clone();
    for _ in 0..70 {
        let part = [b"ICC_PROFILE\0\x01\x01".as_slice(), &vec![0; 60_000]].concat();
        profiles = photos::with_segment(&profiles, 0xe2, &part);
    }
    vec![
        ("JPEG of too many pixels", sized(&photo, 0xc0, 65_500)),
        ("JPEG of 49 million pixels without data", sized(&photo, 0xc0, 7_000)),
        ("progressive JPEG of 49 million pixels", sized(&photo, 0xc2, 7_000)),
        ("JPEG of 5,000 scans", sized(&scans, 0xc0, 7_000)),
        ("progressive JPEG of 5,000 scans", sized(&scans, 0xc2, 7_000)),
        ("JPEG of comments", photos::jpeg_of(4 << 20)),
        ("JPEG of profiles", profiles),
        ("JPEG with a loop of EXIF", exif),
        ("JPEG of fill bytes", [&photo[..2], &[0xff; 4 << 20], &photo[2..]].concat()),
    ]
}

/// A GIF with this screen and frames.
fn gif(screen: u16, frame: u16, frames: usize) -> Vec<u8> {
    let sides = |side: u16| [side.to_le_bytes(), side.to_le_bytes()].concat();
    let picture =
        [b",\0\0\0\0".as_slice(), &sides(frame), &[0, 2, 2, 0x4c, 1, 0]].concat().repeat(frames);
    let colors = [0xff; 6];
    [b"GIF89a".as_slice(), &sides(screen), &[0x80, 0, 0], &colors, &picture, b";"].concat()
}

fn gifs() -> Vec<Hostile> {
    vec![
        ("GIF of too many pixels", gif(65_500, 8, 10_000)),
        ("GIF with a frame of too many pixels", gif(1, 65_500, 1)),
        ("GIF with a frame of 49 million pixels", gif(1, 7_000, 1)),
        ("GIF of 10,000 frames", gif(7_000, 7_000, 10_000)),
        ("GIF of 200,000 frames", gif(8, 8, 200_000)),
    ]
}

fn riff(name: [u8; 4], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("a chunk").to_le_bytes();
    let padding = vec![0; content.len() % 2];
    [name.as_slice(), &length, content, &padding].concat()
}

fn webp(chunks: &[Vec<u8>]) -> Vec<u8> {
    riff(*b"RIFF", &[b"WEBP".as_slice(), &chunks.concat()].concat())
}

/// A side of a WebP's canvas or frame, twice.
fn sides(side: u32) -> Vec<u8> {
    [(side - 1).to_le_bytes(), (side - 1).to_le_bytes()].map(|side| side[..3].to_vec()).concat()
}

fn canvas(flags: u8, side: u32) -> Vec<u8> {
    riff(*b"VP8X", &[[flags, 0, 0, 0].as_slice(), &sides(side)].concat())
}

fn vp8(side: u16) -> Vec<u8> {
    let side = side.to_le_bytes();
    let head = [[0x10, 0, 0, 0x9d, 1, 0x2a].as_slice(), &side, &side].concat();
    riff(*b"VP8 ", &[head, vec![0; 400]].concat())
}

/// A lossless picture with this stream.
fn vp8l(side: u32, stream: &[u8]) -> Vec<u8> {
    let extent = (side - 1) | (side - 1) << 14;
    riff(*b"VP8L", &[[0x2f].as_slice(), &extent.to_le_bytes(), stream].concat())
}

fn webps() -> Vec<Hostile> {
    let lossless = vp8l(8, &[0; 400]);
    let frame = [vec![0; 6], sides(8), vec![1, 0, 0, 0], lossless.clone()].concat();
    let mut animation = vec![canvas(2, 8), riff(*b"ANIM", &[0; 6])];
    animation.resize(10_000, riff(*b"ANMF", &frame));
    vec![
        ("WebP of too many pixels", webp(&[vp8(16_383)])),
        ("lossless WebP of too many pixels", webp(&[vp8l(16_383, &[0; 400])])),
        ("WebP of 49 million pixels", webp(&[vp8(7_000)])),
        ("lossless WebP of 49 million pixels", webp(&[vp8l(7_000, &[0; 400])])),
        ("WebP larger than its canvas", webp(&[canvas(0, 8), vp8(16_383)])),
        ("WebP of 10,000 frames", webp(&animation)),
        ("WebP of a profile", webp(&[canvas(0x20, 8), riff(*b"ICCP", &[0; 4 << 20]), lossless])),
        ("WebP of prefix codes", webp(&[vp8l(4, &prefix_codes())])),
    ]
}

/// Bits from the lowest of each byte.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    count: usize,
}

impl Bits {
    fn push(&mut self, number: u32, bits: u32) {
        for place in 0..bits {
            if self.count.is_multiple_of(8) {
                self.bytes.push(0);
            }
            *self.bytes.last_mut().expect("a byte") |=
                u8::from(number >> place & 1 == 1) << (self.count % 8);
            self.count += 1;
        }
    }
}

/// One block of pixels with 65,536 groups of prefix codes, whose tables take more than a gigabyte.
fn prefix_codes() -> Vec<u8> {
    let mut bits = Bits::default();
    // No transform, no cache, a picture of groups whose only pixel says group 65,535.
    for (number, count) in [(0, 1), (0, 1), (1, 1), (0, 3), (0, 1)] {
        bits.push(number, count);
    }
    for (symbol, size) in [(255, 8), (255, 8), (0, 1), (0, 1), (0, 1)] {
        bits.push(1, 2);
        bits.push(u32::from(size == 8), 1);
        bits.push(symbol, size);
    }
    for _ in 0..65_536 * 5 {
        // Lengths of 1 to 10, of which six take three bits and four take four.
        bits.push(10 << 1, 5);
        for length in [0, 0, 0, 3, 3, 3, 3, 3, 0, 3, 4, 4, 4, 4] {
            bits.push(length, 3);
        }
        bits.push(1 | 1 << 1 | 9 << 4, 8);
        for length in (1..=10).chain([10]) {
            let (code, size): (u32, u32) =
                if length <= 6 { (length - 1, 3) } else { (length + 5, 4) };
            bits.push(code.reverse_bits() >> (32 - size), size);
        }
    }
    bits.bytes
}

/// Pictures of every accepted kind, none larger than a logo may be.
pub fn pictures() -> Vec<Hostile> {
    [pngs(), jpegs(), gifs(), webps()].concat()
}

/// An archive of empty entries with these names.
fn archive(names: impl Iterator<Item = String>) -> Vec<u8> {
    let (mut entries, mut list, mut count) = (Vec::new(), Vec::new(), 0_u16);
    for name in names {
        let at = u32::try_from(entries.len()).expect("small").to_le_bytes();
        let length = u16::try_from(name.len()).expect("short").to_le_bytes();
        let name = name.as_bytes();
        entries.extend([b"PK\x03\x04".as_slice(), &[0; 22], &length, &[0; 2], name].concat());
        let head = [b"PK\x01\x02".as_slice(), &[0; 24], &length, &[0; 12], &at];
        list.extend([head.concat().as_slice(), name].concat());
        count = count.saturating_add(1);
    }
    let place = [list.len(), entries.len()]
        .map(|number| u32::try_from(number).expect("small").to_le_bytes())
        .concat();
    let count =
        [[0; 4], [count.to_le_bytes(), count.to_le_bytes()].concat().try_into().expect("4")];
    [&entries, &list, b"PK\x05\x06".as_slice(), &count.concat(), &place, &[0; 2]].concat()
}

/// A document with this text.
fn document_with(text: &mut impl Read) -> Vec<u8> {
    let mut document = ZipWriter::new(Cursor::new(Vec::new()));
    for name in ["[Content_Types].xml", "word/document.xml"] {
        document.start_file(name, SimpleFileOptions::default()).expect("an entry");
    }
    io::copy(text, &mut document).expect("written");
    document.finish().expect("an archive").into_inner()
}

/// A document whose text is a document, and so on.
fn nested(depth: usize) -> Vec<u8> {
    (0..depth).fold(Vec::new(), |inner, _| document_with(&mut inner.as_slice()))
}

/// A document with a hundred thousand lists of pages, each of which is in the one before and contains the first.
fn pages_in_pages() -> Vec<u8> {
    let mut pdf = "%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n".to_owned();
    for n in 2..100_000 {
        let next = n + 1;
        // Writing to a text does not fail.
        let _ = writeln!(pdf, "{n} 0 obj<</Type/Pages/Kids[{next} 0 R 2 0 R]/Count 9>>endobj");
    }
    pdf.push_str("trailer<</Root 1 0 R>>\n%%EOF");
    pdf.into_bytes()
}

/// Documents of every accepted kind.
pub fn documents() -> Vec<Hostile> {
    let office = ["[Content_Types].xml", "word/document.xml"].map(str::to_owned).into_iter();
    let many = office.clone().chain((0..65_000).map(|number| format!("word/{number}")));
    let long = office.clone().chain((0..100).map(|number| format!("{number:0>60000}")));
    let mut overlapping = archive(office);
    // Every entry is the first one, and there are as many as can be said.
    let end = overlapping.len() - 22;
    overlapping[end + 8..end + 12].copy_from_slice(&[0xff; 4]);
    vec![
        ("DOCX of 65,000 entries", archive(many)),
        ("DOCX of endless names", archive(long)),
        ("DOCX that says 65,535 entries", overlapping),
        ("DOCX in a DOCX, a hundred deep", nested(100)),
        ("DOCX of 256 MB of zeros", document_with(&mut io::repeat(0).take(256 << 20))),
        ("PDF of nested lists", [b"%PDF-1.7\n".as_slice(), &[b'['; 4 << 20]].concat()),
        ("PDF whose pages contain themselves", pages_in_pages()),
        (
            "DOC of nothing",
            [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".as_slice(), &[0; 4 << 20]].concat(),
        ),
        ("text without lines", vec![b'a'; 8 << 20]),
    ]
}
