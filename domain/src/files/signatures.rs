//! The type of a file, read from its first bytes and never from its name.

use crate::i18n::rules::Text;

/// How many of the first bytes identify the type of a file.
pub const SIGNATURE_BYTES: usize = 16;

/// Whether a file is a PDF, by its first bytes.
#[must_use]
pub fn is_pdf(first: &[u8]) -> bool {
    first.starts_with(b"%PDF-")
}

/// A kind of image that browsers display and that cannot contain a script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ImageKind {
    Gif,
    Jpeg,
    Png,
    WebP,
}

/// The brands of the container format in which iPhones store photos.
const HEIC: &[&[u8; 4]] = &[
    b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1",
    b"heif",
];

impl ImageKind {
    /// Reads the kind from the beginning of a file: all of the file, or at least [`SIGNATURE_BYTES`].
    pub fn read(first: &[u8]) -> Result<Self, Text> {
        match first {
            [] => Err(Text::ImageBroken),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Ok(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Ok(Self::Jpeg),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Ok(Self::Gif),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Ok(Self::WebP),
            [_, _, _, _, b'f', b't', b'y', b'p', brand @ ..]
                if HEIC.iter().any(|heic| brand.starts_with(*heic)) =>
            {
                Err(Text::ImageHeic)
            }
            _ => Err(Text::ImageKind),
        }
    }

    /// Its media type.
    #[must_use]
    pub const fn mime(self) -> &'static str {
        match self {
            Self::Gif => "image/gif",
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::WebP => "image/webp",
        }
    }

    /// The file extension.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::WebP => "webp",
        }
    }

    /// The kind of image with this file extension.
    #[must_use]
    pub fn from_ending(ending: &str) -> Option<Self> {
        [Self::Gif, Self::Jpeg, Self::Png, Self::WebP]
            .into_iter()
            .find(|kind| kind.ending() == ending)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::foreign;

    use super::*;
    use crate::files::files::FileKind;

    #[test]
    fn a_job_accepts_every_known_kind_of_image() {
        for kind in ["gif", "jpg", "png", "webp"] {
            let kind = ImageKind::from_ending(kind).expect("a kind");
            assert!(FileKind::JobImage.takes(kind.mime()));
        }
    }

    #[test]
    fn a_file_name_does_not_make_a_file_an_image() {
        for page in [
            &b"<!DOCTYPE html><script>"[..],
            b"<svg xmlns=\"http://www.w3.org/2000/svg\">",
            b"%PDF-1.7",
            b"\xef\xbb\xbf<html>",
            b"BM6\0\0\0\0\0\0\0",
            b"II*\0",
            b"RIFF\0\0\0\0AVI LIST",
            b"\0\0\0\x1cftypavif\0\0\0\0",
            b"\xff\xd8",
            b"GIF",
        ] {
            assert_eq!(ImageKind::read(page), Err(Text::ImageKind), "{page:?}");
        }
        assert_eq!(ImageKind::read(b""), Err(Text::ImageBroken));
    }

    const STARTS: &[&[u8]] = &[
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0",
        b"GIF89a",
        b"RIFF\0\0\0\0WEBP",
        b"\0\0\0\x18ftypheic",
        b"%PDF-1.7",
    ];

    proptest! {
        #[test]
        fn the_first_bytes_of_a_file_decide_and_no_others(file in foreign::bytes(STARTS)) {
            let first = &file[..file.len().min(SIGNATURE_BYTES)];
            prop_assert_eq!(ImageKind::read(&file), ImageKind::read(first));
            prop_assert!(ImageKind::read(&file).is_err() || !is_pdf(&file));
        }
    }

    #[test]
    fn an_iphone_photo_is_distinguished_from_other_files() {
        for brand in [b"heic", b"mif1", b"heix"] {
            let mut file = b"\0\0\0\x18ftyp".to_vec();
            file.extend_from_slice(brand);
            file.extend_from_slice(&[0; 8]);
            assert_eq!(ImageKind::read(&file), Err(Text::ImageHeic));
        }
    }
}
