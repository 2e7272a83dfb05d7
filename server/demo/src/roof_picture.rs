//! Pictures of roofs for the demo, drawn by the program, so that they show no real house and need no license.

use std::{
    fs::File,
    io::{BufWriter, Write as _},
};

use image::{DynamicImage, Rgb, RgbImage, codecs::jpeg::JpegEncoder, imageops::FilterType};

/// The subject of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scene {
    /// Shingles from close up.
    Shingles,
    /// The old shingles removed: boards below, felt above.
    Decking,
    /// The finished roof against the sky.
    Ridge,
    /// The same with a chimney and its flashing.
    Chimney,
}

/// Drawn at half size: it is faster, and scaling up makes it look less artificial.
const WIDTH: u32 = 600;
const HEIGHT: u32 = 450;

/// The quality of the JPEG files, in percent.
const QUALITY: u8 = 84;

/// Draws a picture into an empty file, as JPEG; another `turn` draws another roof of the same kind.
///
/// # Errors
/// Errors of the disk.
pub(super) fn draw_to(file: &File, scene: Scene, turn: u32) -> anyhow::Result<()> {
    // The encoder writes a few bytes at a time.
    let mut file = BufWriter::new(file);
    draw(scene, turn).write_with_encoder(JpegEncoder::new_with_quality(&mut file, QUALITY))?;
    Ok(file.flush()?)
}

fn draw(scene: Scene, turn: u32) -> DynamicImage {
    let tint = Tint::of(turn);
    let drawn = RgbImage::from_fn(WIDTH, HEIGHT, |x, y| match scene {
        Scene::Shingles => shingle(x, y, 38, tint),
        Scene::Decking => decking(x, y, turn),
        Scene::Ridge => roof(x, y, tint, false),
        Scene::Chimney => roof(x, y, tint, true),
    });
    DynamicImage::from(drawn).resize_exact(WIDTH * 2, HEIGHT * 2, FilterType::Triangle)
}

/// The color of a roof.
#[derive(Clone, Copy)]
struct Tint([u32; 3]);

impl Tint {
    fn of(turn: u32) -> Self {
        const SOLD: [[u32; 3]; 5] =
            [[92, 88, 86], [112, 84, 66], [84, 96, 104], [120, 104, 84], [70, 72, 78]];
        Self(SOLD[turn as usize % SOLD.len()])
    }
}

/// Deterministic noise for a position.
fn speckle(x: u32, y: u32) -> u32 {
    let mixed = x.wrapping_mul(0x9E37_79B1) ^ y.wrapping_mul(0x85EB_CA77);
    let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D);
    (mixed ^ (mixed >> 13)) & 0xFF
}

fn shade(color: [u32; 3], percent: u32) -> Rgb<u8> {
    Rgb(color.map(|part| u8::try_from((part * percent / 100).min(255)).unwrap_or(u8::MAX)))
}

/// A pixel of shingles in courses of `course` pixels.
fn shingle(x: u32, y: u32, course: u32, Tint(color): Tint) -> Rgb<u8> {
    let row = y / course;
    let along = x + row % 3 * course * 2 / 3;
    let tab = along / (course * 5 / 3);
    let own = 84 + speckle(tab, row + 7) % 40;
    let grain = speckle(x, y) % 9;
    let gap = along % (course * 5 / 3) < course / 16 + 1;
    let below = y % course > course * 15 / 16;
    shade(color, if gap || below { own / 2 } else { own + grain })
}

fn decking(x: u32, y: u32, turn: u32) -> Rgb<u8> {
    let edge = HEIGHT / 3 + x * (turn % 4 + 1) / 12;
    if y < edge {
        // Felt, with a darker line where one roll overlaps the next.
        let lap = (y + x / 12) % 95 < 2;
        return shade([58, 60, 64], if lap { 70 } else { 96 + speckle(x / 2, y / 2) % 8 });
    }
    let (board, within) = (y / 46, y % 46);
    let grain = speckle(x / 13 + board * 31, within / 3) % 16;
    let nail = x % 130 < 3 && within.abs_diff(15) < 2;
    let gap = within < 2;
    shade([178, 140, 98], if gap || nail { 42 } else { 84 + speckle(board, turn) % 14 + grain })
}

fn roof(x: u32, y: u32, tint: Tint, chimney: bool) -> Rgb<u8> {
    let ridge = 150 + x / 14;
    if chimney && (350..430).contains(&x) && (65..235).contains(&y) {
        let (row, within) = (y / 11, y % 11);
        let mortar = within < 2 || (x + row % 2 * 12) % 24 < 2;
        let metal = y > 215 || (x < 362 && y > 197) || (x > 419 && y > 203);
        return match (metal, mortar) {
            (true, _) => shade([176, 184, 190], 92 + speckle(x / 2, y / 2) % 8),
            (_, true) => shade([176, 168, 158], 92),
            _ => shade([142, 72, 54], 84 + speckle(x / 24 + row % 2, row) % 26),
        };
    }
    if y < ridge {
        // Sky, lighter towards the roof.
        let light = 100 + y * 24 / ridge;
        return shade([142, 178, 208], light);
    }
    if y < ridge + 8 {
        return shade(tint.0, 62 + x % 48 / 8);
    }
    let down = y - ridge;
    shingle(x + down / 3, down, 13, tint)
}
