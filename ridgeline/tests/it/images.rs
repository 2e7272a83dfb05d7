//! Uploaded pictures before they are stored: upright, complete, and without their location.

use std::io::Write as _;

use domain::{files::signatures::ImageKind, types::ids::UserId};
use services::images::{ImageProcessor, PictureError, PrepareError, ProcessedImage};
use tempfile::{NamedTempFile, TempDir};
use uuid::Uuid;

use crate::support::photos;

/// The prepared picture, and the bytes of its file.
async fn prepared(file: &[u8]) -> Result<(ProcessedImage, Vec<u8>), PrepareError> {
    let folder: TempDir = tempfile::tempdir().expect("folder");
    let mut arrived = NamedTempFile::new_in(folder.path()).expect("file");
    arrived.write_all(file).expect("bytes");
    let kind = ImageKind::read(file).expect("a kind");
    let user = UserId(Uuid::nil());
    let prepared = ImageProcessor::default().prepare(user, arrived.into_temp_path(), kind).await?;
    let stored = std::fs::read(&prepared.picture).expect("kept");
    Ok((prepared, stored))
}

#[tokio::test]
async fn a_photo_is_upright_however_the_phone_was_held() {
    // Each EXIF orientation, and whether it turns the picture on its side.
    for (orientation, on_its_side) in
        [(1, false), (2, false), (3, false), (4, false), (5, true), (6, true), (7, true), (8, true)]
    {
        let file = photos::held(orientation, 1_200, 800);
        let mut expected = image::load_from_memory(&file).expect("photo");
        expected.apply_orientation(
            image::metadata::Orientation::from_exif(orientation).expect("orientation"),
        );
        let (prepared, stored) = prepared(&file).await.expect("a photo");
        let size = if on_its_side { (800, 1_200) } else { (1_200, 800) };
        assert_eq!((prepared.format.width, prepared.format.height), size, "{orientation}");
        assert!(
            !photos::has_metadata(&stored) && !photos::has_metadata(&prepared.thumbnail),
            "{orientation}"
        );
        for shown in [&stored, &prepared.thumbnail] {
            let shown = image::load_from_memory(shown).expect("picture").to_rgb8();
            for (x, y) in [(0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.9, 0.9)] {
                let at = |pixels: &image::RgbImage| {
                    let place = |share: f64, side: u32| {
                        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                        let place = (share * f64::from(side)) as u32;
                        place
                    };
                    pixels.get_pixel(place(x, pixels.width()), place(y, pixels.height())).0[0] > 128
                };
                assert_eq!(at(&shown), at(&expected.to_rgb8()), "{orientation} at {x} {y}");
            }
        }
        assert_eq!(
            photos::dimensions(&prepared.thumbnail)
                .0
                .max(photos::dimensions(&prepared.thumbnail).1),
            480
        );
    }
}

#[tokio::test]
async fn an_upright_photo_keeps_its_pixels_unchanged() {
    let plain = photos::jpeg(640, 480);
    let mut file = photos::held(1, 640, 480);
    file = photos::with_segment(&file, 0xe1, b"http://ns.adobe.com/xap/1.0/\0<x/>");
    file = photos::with_segment(&file, 0xed, photos::PLACE);
    file = photos::with_segment(&file, 0xfe, photos::PLACE);
    // Phones append a second picture, or a video, to the first.
    file.extend(photos::held(1, 64, 64));
    let (prepared, stored) = prepared(&file).await.expect("a photo");
    assert_eq!(stored, plain);
    assert_eq!(
        (prepared.format.kind, prepared.format.thumbnail_kind),
        (ImageKind::Jpeg, ImageKind::Jpeg)
    );
}

#[tokio::test]
async fn a_transparent_drawing_stays_transparent() {
    let (prepared, stored) = prepared(&photos::png(900, 300)).await.expect("a drawing");
    assert!(!photos::has_metadata(&stored) && !photos::has_metadata(&prepared.thumbnail));
    assert_eq!(
        (prepared.format.kind, prepared.format.thumbnail_kind),
        (ImageKind::Png, ImageKind::Png)
    );
    let small = image::load_from_memory(&prepared.thumbnail).expect("small").to_rgba8();
    assert_eq!(small.dimensions(), (480, 160));
    assert_eq!((small.get_pixel(1, 1).0[3], small.get_pixel(478, 1).0[3]), (0, 255));
}

#[tokio::test]
async fn an_animated_picture_stays_animated() {
    use image::AnimationDecoder as _;
    let (prepared, stored) = prepared(&photos::gif(60, 40)).await.expect("a gif");
    assert!(!photos::has_metadata(&stored));
    assert_eq!(prepared.format.kind, ImageKind::Gif);
    let frames = image::codecs::gif::GifDecoder::new(std::io::Cursor::new(&stored)).expect("gif");
    assert_eq!(frames.into_frames().collect_frames().expect("frames").len(), 2);
    assert!(stored.windows(11).any(|bytes| bytes == b"NETSCAPE2.0"), "it runs for ever");
    assert_eq!(photos::dimensions(&prepared.thumbnail).0, 60, "small pictures are not enlarged");
}

#[tokio::test]
async fn a_webp_keeps_its_pixels_and_loses_its_location() {
    let (upright, stored) = prepared(&photos::webp(1, 300, 200)).await.expect("a webp");
    assert!(!photos::has_metadata(&stored));
    assert_eq!(
        (upright.format.kind, photos::dimensions(&stored)),
        (ImageKind::WebP, (300, 200, true))
    );
    let (turned, stored) = prepared(&photos::webp(6, 300, 200)).await.expect("a webp on its side");
    assert!(!photos::has_metadata(&stored));
    assert_eq!(
        (turned.format.kind, photos::dimensions(&stored)),
        (ImageKind::Jpeg, (200, 300, false))
    );
}

#[tokio::test]
async fn a_truncated_picture_is_refused() {
    for whole in [
        photos::jpeg(320, 240),
        photos::held(6, 320, 240),
        photos::png(320, 240),
        photos::gif(320, 240),
        photos::webp(1, 320, 240),
    ] {
        prepared(&whole).await.expect("whole");
        for part in [whole.len() - 1, whole.len() / 2, 40, 16] {
            let result = prepared(&whole[..part]).await.map(|_| ());
            assert!(
                matches!(result, Err(PrepareError::Picture(PictureError::Broken))),
                "{part} of {}: {result:?}",
                whole.len()
            );
        }
        let mut noise = whole[..20].to_vec();
        noise.extend((0..9_000_u32).map(|n| n.wrapping_mul(2_654_435_761).to_le_bytes()[3]));
        assert!(matches!(
            prepared(&noise).await.map(|_| ()),
            Err(PrepareError::Picture(PictureError::Broken))
        ));
    }
}

#[tokio::test]
async fn a_decompression_bomb_is_refused_before_it_is_decoded() {
    // A header that claims 60,000 by 60,000 pixels, as decompression bombs do.
    let mut png = photos::png(8, 8);
    png[16..24].copy_from_slice(&[60_000_u32.to_be_bytes(), 60_000_u32.to_be_bytes()].concat());
    let sum = photos::sum(&png[12..29]).to_be_bytes();
    png[29..33].copy_from_slice(&sum);
    let result = prepared(&png).await.map(|_| ());
    assert!(
        matches!(result, Err(PrepareError::Picture(PictureError::TooManyPixels))),
        "{result:?}"
    );

    let mut jpeg = photos::jpeg(64, 48);
    let frame = jpeg.windows(2).position(|bytes| bytes == [0xff, 0xc0]).expect("frame");
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xea, 0x60, 0xea, 0x60]);
    let result = prepared(&jpeg).await.map(|_| ());
    assert!(
        matches!(result, Err(PrepareError::Picture(PictureError::TooManyPixels))),
        "{result:?}"
    );

    let mut gif = photos::gif(8, 8);
    gif[6..10].copy_from_slice(&[0xff; 4]);
    let result = prepared(&gif).await.map(|_| ());
    assert!(
        matches!(result, Err(PrepareError::Picture(PictureError::TooManyPixels))),
        "{result:?}"
    );
}

#[tokio::test]
async fn a_drawing_on_its_side_is_upright_and_stays_transparent() {
    let mut drawing = photos::png(60, 40);
    let exif = [b"eXIf".as_slice(), &photos::exif(6)].concat();
    let length = u32::try_from(exif.len() - 4).expect("short").to_be_bytes();
    let chunk = [length.as_slice(), &exif, &photos::sum(&exif).to_be_bytes()].concat();
    let mut expected = image::load_from_memory(&drawing).expect("a drawing");
    // After the header.
    drawing.splice(33..33, chunk);
    let (prepared, stored) = prepared(&drawing).await.expect("a drawing");
    assert!(!photos::has_metadata(&stored) && !photos::has_metadata(&prepared.thumbnail));
    assert_eq!(
        (prepared.format.kind, prepared.format.thumbnail_kind),
        (ImageKind::Png, ImageKind::Png)
    );
    assert_eq!((prepared.format.width, prepared.format.height), (40, 60));
    expected.apply_orientation(image::metadata::Orientation::Rotate90);
    for file in [stored, prepared.thumbnail] {
        assert_eq!(image::load_from_memory(&file).expect("a drawing"), expected);
    }
}
