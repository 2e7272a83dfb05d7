//! What a stranger's picture costs before and while it is decoded, and what is left of its metadata.

use std::{
    io::Write as _,
    panic::{AssertUnwindSafe, catch_unwind},
};

use domain::files::signatures::ImageKind::{self, Gif, Jpeg, Png, WebP};
use image::{DynamicImage, ImageFormat, RgbImage};
use proptest::{collection::vec, prelude::*, sample::select};
use test_support::{cost, foreign};

use super::{
    decode,
    memory::Needs,
    strip_metadata::{self, each_piece},
};

/// In every piece of metadata, and in no picture.
const PLACE: &[u8] = b"36.1627 N, 86.7816 W";

const KINDS: [ImageKind; 4] = [Gif, Jpeg, Png, WebP];

fn picture(kind: ImageKind) -> Vec<u8> {
    let pixels = RgbImage::from_fn(24, 18, |x, y| {
        let shade = |at: u32, times: u8| at.to_le_bytes()[0].wrapping_mul(times);
        image::Rgb([shade(x, 10), shade(y, 14), shade(x + y, 5)])
    });
    let format = match kind {
        Gif => ImageFormat::Gif,
        Jpeg => ImageFormat::Jpeg,
        Png => ImageFormat::Png,
        WebP => ImageFormat::WebP,
    };
    let mut file = std::io::Cursor::new(Vec::new());
    DynamicImage::from(pixels).write_to(&mut file, format).expect("a picture");
    file.into_inner()
}

fn riff(name: &[u8], content: &[u8]) -> Vec<u8> {
    let length = u32::try_from(content.len()).expect("a chunk").to_le_bytes();
    [name, &length, content, &[0][..content.len() % 2]].concat()
}

fn webp(chunks: &[Vec<u8>]) -> Vec<u8> {
    riff(b"RIFF", &[b"WEBP", chunks.concat().as_slice()].concat())
}

/// A picture with these pieces of metadata, wherever its format has them.
fn with_metadata(kind: ImageKind, pieces: &[(u8, Vec<u8>)]) -> Vec<u8> {
    let file = picture(kind);
    let piece = |(number, text): &(u8, Vec<u8>)| {
        let text = [PLACE, text].concat();
        match kind {
            Gif => {
                let label = [0xfe, 0x01, 0xff][usize::from(number % 3)];
                let length = u8::try_from(text.len()).expect("a short text");
                [[b'!', label, length].as_slice(), &text, &[0]].concat()
            }
            Jpeg => {
                // EXIF and XMP, IPTC, others' segments, and comments; not the three that belong to the picture.
                let marker = [0xe1, 0xe3, 0xe5, 0xed, 0xef, 0xfe, 0xf0][usize::from(number % 7)];
                let length = u16::try_from(text.len() + 2).expect("a short text");
                [[0xff, marker].as_slice(), &length.to_be_bytes(), &text].concat()
            }
            Png => {
                let name: [u8; 4] = *[b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME", b"prVt"]
                    [usize::from(number % 6)];
                let length = u32::try_from(text.len()).expect("a short text").to_be_bytes();
                // Decoders read no chunk that they do not know, and so no checksum of it.
                [length.as_slice(), &name, &text, &[0; 4]].concat()
            }
            WebP => riff([b"EXIF", b"XMP ", b"what"][usize::from(number % 3)], &text),
        }
    };
    let pieces = pieces.iter().map(piece).collect::<Vec<_>>();
    let behind = [PLACE, &file].concat();
    match kind {
        // Before the first frame, and behind the end.
        Gif => {
            let screen = 13 + 3 * (2 << (file[10] & 7));
            [&file[..screen], &pieces.concat(), &file[screen..], &behind].concat()
        }
        Jpeg => [&file[..2], &pieces.concat(), &file[2..], &behind].concat(),
        Png => {
            let (header, rest) = file.split_at(33);
            [header, &pieces.concat(), rest, &behind].concat()
        }
        WebP => {
            let head = riff(b"VP8X", &[12, 0, 0, 0, 23, 0, 0, 17, 0, 0]);
            [webp(&[vec![head, file[12..].to_vec()], pieces].concat()), behind].concat()
        }
    }
}

fn stripped(file: &[u8], kind: ImageKind) -> Option<Vec<u8>> {
    let mut kept = Vec::new();
    each_piece(file, kind, &mut |piece| kept.extend_from_slice(piece))?;
    Some(kept)
}

fn samples(kind: ImageKind) -> Vec<Vec<u8>> {
    vec![picture(kind), with_metadata(kind, &[(0, b"a".to_vec()), (1, Vec::new())])]
}

/// A kind of picture, and a file that is said to be one.
fn sent() -> impl Strategy<Value = (ImageKind, Vec<u8>)> {
    select(KINDS.to_vec()).prop_flat_map(|kind| (Just(kind), foreign::bytes(&samples(kind))))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_metadata_is_left_and_the_picture_stays(
        kind in select(KINDS.to_vec()),
        pieces in vec((any::<u8>(), vec(any::<u8>(), 0..200)), 0..6),
    ) {
        let file = with_metadata(kind, &pieces);
        let kept = stripped(&file, kind).expect("a complete picture");
        prop_assert!(!kept.windows(PLACE.len()).any(|part| part == PLACE));
        let pixels = |file: &[u8]| image::load_from_memory(file).expect("a picture").to_rgb8();
        prop_assert!(pixels(&kept) == pixels(&picture(kind)));
    }

    #[test]
    fn what_is_stored_of_a_picture_is_complete((kind, file) in sent()) {
        let (kept, cost) = cost::of(|| stripped(&file, kind));
        prop_assert!(cost.is_small_for(file.len(), 3), "{kind:?} {cost:?} of {}", file.len());
        if let Some(kept) = kept {
            prop_assert_eq!(stripped(&kept, kind), Some(kept), "{:?}", kind);
        }
    }

    #[test]
    fn decoding_takes_no_more_memory_than_was_said((kind, file) in sent()) {
        let (needs, cost) = cost::of(|| {
            each_piece(&file, kind, &mut |_| {})?;
            Needs::of(&file, kind).ok()
        });
        prop_assert!(cost.is_small_for(file.len(), 16), "{kind:?} {cost:?} of {}", file.len());
        // Larger ones are in the tests of the whole server, which has less memory than they may take.
        let Some(needs) = needs.filter(|needs| needs.width * needs.height < 1 << 20) else {
            return Ok(());
        };
        let mut on_disk = tempfile::NamedTempFile::new().expect("a file");
        on_disk.write_all(&file).expect("written");
        let decoding = || decode::decode(on_disk.path(), kind, &needs).is_ok();
        // The thread of a real upload catches a decoder's panic, too.
        let (_, cost) = cost::of(|| catch_unwind(AssertUnwindSafe(decoding)));
        prop_assert!((cost.memory as u64) < needs.bytes() + (64 << 10), "{kind:?} {cost:?}");
        prop_assert!(cost.time < cost::TIMEOUT, "{kind:?} {cost:?}");
    }
}

/// Reads a file as far as it is read before a decoder sees it.
fn read(file: &[u8], kind: ImageKind) -> (Option<()>, bool) {
    (strip_metadata::each_piece(file, kind, &mut |_| {}), Needs::of(file, kind).is_ok())
}

#[test]
fn a_picture_of_many_small_parts_is_read_once() {
    let png = picture(Png);
    let repeated = |kind: ImageKind, part: &'static [u8]| {
        let (file, at) = match kind {
            Gif => (picture(Gif), 13 + 3 * 256),
            Jpeg => (picture(Jpeg), 2),
            _ => (png.clone(), 33),
        };
        move |repeats: usize| [&file[..at], &part.repeat(repeats), &file[at..]].concat()
    };
    for (kind, part) in [
        (Gif, b"!\xfe\x01x\0".as_slice()),
        (Gif, b"!\xff\0"),
        (Gif, b",\0\0\0\0\x01\0\x01\0\0\x02\0"),
        (Jpeg, b"\xff"),
        (Jpeg, b"\xff\0"),
        (Jpeg, b"\xff\xfe\0\x02"),
        (Jpeg, b"\xff\xc0\0\x02"),
        (Jpeg, b"\xff\xd0"),
        (Png, b"\0\0\0\0tEXt\0\0\0\0"),
        (Png, b"\0\0\0\0IDAT\0\0\0\0"),
    ] {
        cost::assert_linear(&format!("{kind:?} {part:x?}"), 0, repeated(kind, part), |file| {
            read(file, kind)
        });
    }
}

/// A lossless picture of 268 million pixels whose codes take no bits, in 27 bytes.
fn colossal_picture() -> Vec<u8> {
    let mut bits = Vec::new();
    let mut push = |number: u32, count: u32| {
        bits.extend((0..count).map(|place| number >> place & 1 == 1));
    };
    for transform in 0..2 {
        // A transform with the smallest blocks, without a cache, of codes with one symbol each.
        for (number, count) in [(1, 1), (transform, 2), (0, 3), (0, 1), (0x11111, 20)] {
            push(number, count);
        }
    }
    // No transform, no cache, a picture of groups, one group.
    for (number, count) in [(0, 1), (0, 1), (1, 1), (0, 3), (0, 1), (0x11111, 20), (0x11111, 20)] {
        push(number, count);
    }
    let byte = |bits: &[bool]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | u8::from(*bit));
    let stream: Vec<u8> = bits.chunks(8).map(byte).collect();
    let sides = 0x3fff_u32 | 0x3fff << 14;
    riff(b"VP8L", &[[0x2f].as_slice(), &sides.to_le_bytes(), &stream].concat())
}

#[test]
fn a_webp_of_many_colossal_pictures_does_not_keep_the_server_busy() {
    let file = |repeats: usize| webp(&[colossal_picture().repeat(repeats)]);
    let (found, cost) = cost::of(|| read(&file(1), WebP));
    assert_eq!(found, (Some(()), false), "complete, and of too many pixels");
    assert!(cost.time < std::time::Duration::from_millis(50), "{cost:?}");
    cost::assert_linear("colossal pictures", 0, file, |file| read(file, WebP));
    let animation = |repeats: usize| {
        let frame = [[0; 6].as_slice(), &[0xff, 0x3f, 0, 0xff, 0x3f, 0], &[0; 4]].concat();
        let frame = riff(b"ANMF", &[frame, colossal_picture().repeat(repeats)].concat());
        webp(&[riff(b"VP8X", &[2, 0, 0, 0, 0xff, 0x3f, 0, 0xff, 0x3f, 0]), frame])
    };
    cost::assert_linear("colossal pictures of a frame", 0, animation, |file| read(file, WebP));
}
