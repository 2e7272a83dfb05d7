//! The type of an uploaded file, from its bytes and never from its name.

use std::{
    fs::File,
    io::{self, ErrorKind, Read, Seek, SeekFrom},
    path::Path,
};

use domain::files::signatures::{ImageKind, SIGNATURE_BYTES};
use zip::{
    ZipArchive,
    read::{ArchiveOffset, Config},
    result::ZipError,
};

/// How much of a file is in memory while it is searched.
const PART: usize = 64 << 10;
/// How much of an archive is read for the list of its entries. Each takes 46 bytes and its name: enough for
/// thousands, where a document has dozens.
const MOST_LISTED: u64 = 1 << 20;
/// How much of a file a browser reads to guess its type: the resource header of the MIME Sniffing Standard.
const MARKUP_SNIFF_BYTES: usize = 1445;

/// A document type that companies may store: its media type and extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its media type.
    pub mime: &'static str,
    /// The extension of such files.
    pub ending: &'static str,
}

macro_rules! documents {
    ($($name:ident $ending:literal $mime:literal;)+) => {
        $(const $name: Document = Document { mime: $mime, ending: $ending };)+
        const ALL: &[Document] = &[$($name),+];
    };
}

documents! {
    PDF "pdf" "application/pdf";
    TEXT "txt" "text/plain";
    CSV "csv" "text/csv";
    DOC "doc" "application/msword";
    DOCX "docx" "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    XLS "xls" "application/vnd.ms-excel";
    XLSX "xlsx" "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    PPT "ppt" "application/vnd.ms-powerpoint";
    PPTX "pptx" "application/vnd.openxmlformats-officedocument.presentationml.presentation";
    ODT "odt" "application/vnd.oasis.opendocument.text";
    ODS "ods" "application/vnd.oasis.opendocument.spreadsheet";
    ODP "odp" "application/vnd.oasis.opendocument.presentation";
}

impl Document {
    /// The type with this extension.
    #[must_use]
    pub fn from_ending(ending: &str) -> Option<Self> {
        ALL.iter().copied().find(|kind| kind.ending == ending)
    }
}

/// The types of files that a company may store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A picture, whose metadata is removed before it is stored.
    Image(ImageKind),
    /// Another accepted type.
    Document(Document),
}

/// The type of a file; `None` if it is not accepted. A plain text is a table if its name says so: their bytes
/// do not differ.
///
/// # Errors
/// Errors of the disk.
pub fn kind_of(file: &Path, name: &str) -> io::Result<Option<Kind>> {
    let mut file = File::open(file)?;
    let mut first = Vec::new();
    (&mut file).take(MARKUP_SNIFF_BYTES as u64).read_to_end(&mut first)?;
    if let Ok(kind) = ImageKind::read(&first[..first.len().min(SIGNATURE_BYTES)]) {
        return Ok(Some(Kind::Image(kind)));
    }
    let document = match first.as_slice() {
        [b'%', b'P', b'D', b'F', b'-', ..] => Some(PDF),
        [b'P', b'K', 3, 4, ..] => in_archive(&mut file, &first)?,
        [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, ..] => in_compound(&mut file)?,
        _ if is_markup(&first) => None,
        _ if is_text(&mut file)? => {
            let is_table = name.trim().to_ascii_lowercase().ends_with(".csv");
            Some(if is_table { CSV } else { TEXT })
        }
        _ => None,
    };
    Ok(document.map(Kind::Document))
}

/// Whether a browser that sniffs content takes this for HTML or SVG.
fn is_markup(first: &[u8]) -> bool {
    let text = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first);
    let text = String::from_utf8_lossy(text.trim_ascii_start()).to_ascii_lowercase();
    text.starts_with('<')
        || ["<!doctype", "<html", "<script", "<svg", "<iframe"].iter().any(|tag| text.contains(tag))
}

/// A text in UTF-8 or an older 8-bit encoding: it has no control characters.
fn is_text(file: &mut File) -> io::Result<bool> {
    file.seek(SeekFrom::Start(0))?;
    let mut part = vec![0; PART];
    loop {
        let count = file.read(&mut part)?;
        if count == 0 {
            return Ok(true);
        }
        let harms = |byte: &u8| {
            (*byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c)) || *byte == 0x7f
        };
        if part[..count].iter().any(harms) {
            return Ok(false);
        }
    }
}

/// Current office documents are archives. The names of their entries, or the first entry, show which one. A
/// document with macros is not accepted.
fn in_archive(file: &mut File, first: &[u8]) -> io::Result<Option<Document>> {
    const MIMETYPE: &[u8] = b"mimetype";
    if first.get(30..38) == Some(MIMETYPE) {
        let named = |kind: &&Document| {
            let after = first.get(38..).unwrap_or_default();
            // The media types of templates are longer, so the next entry must follow immediately.
            after.strip_prefix(kind.mime.as_bytes()).is_some_and(|rest| rest.starts_with(b"PK"))
        };
        return Ok([ODT, ODS, ODP].iter().find(named).copied());
    }
    let Some(archive) = listed(file)? else { return Ok(None) };
    let has = |start: &[u8]| archive.file_names_raw().any(|name| name.starts_with(start));
    let has_program = archive.file_names_raw().any(|name| name.ends_with(b"vbaProject.bin"));
    if !has(b"[Content_Types].xml") || has_program {
        return Ok(None);
    }
    let folders: [(&[u8], Document); 3] = [(b"word/", DOCX), (b"xl/", XLSX), (b"ppt/", PPTX)];
    Ok(folders.into_iter().find(|(folder, _)| has(folder)).map(|(_, kind)| kind))
}

/// An archive of which only the list at its end was read; its entries stay compressed.
fn listed(file: &mut File) -> io::Result<Option<ZipArchive<BoundedReader<'_>>>> {
    let at_its_beginning = Config { archive_offset: ArchiveOffset::Known(0) };
    let bounded = BoundedReader { file, left: MOST_LISTED };
    match ZipArchive::with_config(at_its_beginning, bounded) {
        Ok(archive) => Ok(Some(archive)),
        // Positions come from the archive and may be beyond the end of the file.
        Err(ZipError::Io(error))
            if !matches!(error.kind(), ErrorKind::UnexpectedEof | ErrorKind::InvalidInput) =>
        {
            Err(error)
        }
        Err(_) => Ok(None),
    }
}

/// A file that seems to end after this many bytes were read, wherever they are.
struct BoundedReader<'f> {
    file: &'f mut File,
    left: u64,
}

impl Read for BoundedReader<'_> {
    fn read(&mut self, part: &mut [u8]) -> io::Result<usize> {
        let count = self.file.by_ref().take(self.left).read(part)?;
        self.left -= count as u64;
        Ok(count)
    }
}

impl Seek for BoundedReader<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Older office documents are small file systems. The name of their main entry is in them, and a document may
/// contain others: texts are checked first, then slides.
fn in_compound(file: &mut File) -> io::Result<Option<Document>> {
    let wide = |name: &str| -> Vec<u8> { name.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let kinds = [
        (wide("WordDocument"), DOC),
        (wide("PowerPoint Document"), PPT),
        (wide("Workbook"), XLS),
        (wide("Book\0"), XLS),
    ];
    let mut found = [false; 4];
    file.seek(SeekFrom::Start(0))?;
    let (mut held, mut part) = (Vec::new(), vec![0; PART]);
    loop {
        let count = file.read(&mut part)?;
        if count == 0 {
            break;
        }
        held.extend_from_slice(&part[..count]);
        for ((name, _), found) in kinds.iter().zip(&mut found) {
            *found |= held.windows(name.len()).any(|bytes| bytes == name);
        }
        // A name may be split across two parts.
        held.drain(..held.len().saturating_sub(64));
    }
    Ok(kinds.iter().zip(found).find(|(_, found)| *found).map(|((_, kind), _)| *kind))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use proptest::prelude::*;
    use test_support::{cost, foreign};
    use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

    use super::*;

    const TYPES: &str = "[Content_Types].xml";
    const LETTER: &str = "word/document.xml";

    fn kind_of_bytes(bytes: &[u8]) -> Option<Kind> {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(bytes).expect("written");
        kind_of(file.path(), "letter").expect("read")
    }

    fn archive(names: impl IntoIterator<Item = impl AsRef<str>>) -> Vec<u8> {
        let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for name in names {
            archive.start_file(name.as_ref(), stored).expect("an entry");
        }
        archive.finish().expect("an archive").into_inner()
    }

    /// A document with this many pictures.
    fn document(pictures: usize) -> Vec<u8> {
        let picture = |number| format!("word/media/{number:0>90}.png");
        let names = [TYPES, LETTER].map(str::to_owned).into_iter();
        archive(names.chain((0..pictures).map(picture)))
    }

    #[test]
    fn a_document_of_many_pictures_is_accepted_and_an_endless_list_is_not_read_to_its_end() {
        assert_eq!(kind_of_bytes(&document(2_000)), Some(Kind::Document(DOCX)));
        let endless = document(12_000);
        assert_eq!(kind_of_bytes(&endless), None);
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&endless).expect("written");
        let mut bounded = BoundedReader { file: &mut file, left: 100 };
        bounded.seek(SeekFrom::Start(50)).expect("a place");
        let mut read = Vec::new();
        bounded.read_to_end(&mut read).expect("read");
        assert_eq!(read, endless[50..150]);
    }

    #[test]
    fn an_archive_with_a_forged_list_is_refused_without_a_crash() {
        let honest = document(3);
        // The number of entries, twice, then the size and the position of their list: the end of the archive.
        let (count, place) = (honest.len() - 14, honest.len() - 6);
        let lie = |at: usize, told_instead: &[u8]| {
            let mut file = honest.clone();
            file[at..at + told_instead.len()].copy_from_slice(told_instead);
            kind_of_bytes(&file)
        };
        assert_eq!(lie(count, &[5, 0, 5, 0]), Some(Kind::Document(DOCX)), "nothing is changed");
        assert_eq!(lie(count, &[0; 4]), None);
        assert_eq!(lie(count, &[6, 0, 6, 0]), None);
        assert_eq!(lie(count, &[0xff; 4]), None);
        assert_eq!(lie(count, &[5, 0, 6, 0]), None);
        assert_eq!(lie(place, &[0; 4]), None);
        assert_eq!(lie(place, &[0xff; 4]), None);
        assert_eq!(lie(count, &[0xff; 12]), None);
        for shorter in 4..honest.len() {
            assert_eq!(kind_of_bytes(&honest[..shorter]), None, "{shorter}");
        }
    }

    /// One of each kind of content that is accepted, and of some that are not.
    fn samples() -> Vec<Vec<u8>> {
        let mime = [b"PK\x03\x04".as_slice(), &[0; 26], b"mimetype", ODT.mime.as_bytes(), b"PK"];
        let compound =
            [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1".as_slice(), &[0; 40], b"W\0o\0r\0d\0D\0o\0c\0"];
        vec![
            document(2),
            with_large_numbers(1, &[]),
            mime.concat(),
            compound.concat(),
            b"%PDF-1.7\n1 0 obj <<>> endobj trailer <</Root 1 0 R>> startxref 0".to_vec(),
            b"title;city\nWhitaker;Nashville\n".to_vec(),
            b"<html><script>".to_vec(),
        ]
    }

    /// An archive with the wide numbers of ZIP64, which says that it has so many entries.
    fn with_large_numbers(entries: u64, before: &[u8]) -> Vec<u8> {
        let start = before.len() as u64 + 4;
        let wide = [entries, entries, 46 * entries, 0].map(u64::to_le_bytes).concat();
        let record =
            [b"PK\x06\x06".as_slice(), &44_u64.to_le_bytes(), &[45, 0, 45, 0], &[0; 8], &wide];
        let locator =
            [b"PK\x06\x07".as_slice(), &[0; 4], &start.to_le_bytes(), &1_u32.to_le_bytes()];
        let end = [b"PK\x05\x06".as_slice(), &[0; 4], &[0xff; 12], &[0, 0]];
        [b"PK\x03\x04", before, &record.concat(), &locator.concat(), &end.concat()].concat()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn the_type_of_any_file_is_found_in_time_and_in_little_memory(
            bytes in foreign::bytes(&samples()),
        ) {
            let mut file = tempfile::NamedTempFile::new().expect("a file");
            file.write_all(&bytes).expect("written");
            let (kind, cost) = cost::of(|| kind_of(file.path(), "letter").expect("read"));
            // One part of the file, what of it may be the list of an archive, and its names.
            prop_assert!(cost.is_small_for(PART + bytes.len(), 16), "{cost:?} of {}", bytes.len());
            if let Some(Kind::Document(kind)) = kind {
                let sniffed = &bytes[..bytes.len().min(MARKUP_SNIFF_BYTES)];
                prop_assert!(kind != TEXT && kind != CSV || !is_markup(sniffed));
                prop_assert_eq!(kind == PDF, bytes.starts_with(b"%PDF-"));
            }
        }
    }

    #[test]
    fn the_type_of_a_large_file_is_found_by_reading_it_once() {
        let head = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1";
        let read = |bytes: &Vec<u8>| kind_of_bytes(bytes);
        for (head, part) in [
            (head.as_slice(), b"W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0".as_slice()),
            (b"PK\x03\x04", b"PK\x05\x06\0\0\0\0\x01\0\x01\0\x01\0\0\0\x04\0\0\0\0\0"),
            (b"PK\x03\x04", b"PK\x01\x02"),
            (b"PK\x03\x04", b"PK\x06\x07"),
            (b"%PDF-", b"[<<"),
            (b"text", b"\t<"),
        ] {
            let file = |repeats: usize| [head, &part.repeat(repeats)].concat();
            cost::assert_linear(&format!("{part:?}"), 16, file, read);
        }
    }

    #[test]
    fn an_archive_of_claims_reserves_at_most_eight_times_its_size() {
        let mut claimed = b"PK\x01\x02".to_vec();
        claimed.resize(46 << 14, 0);
        let file = with_large_numbers(1 << 14, &claimed);
        let (kind, cost) = cost::of(|| kind_of_bytes(&file));
        assert_eq!(kind, None);
        assert!(cost.is_small_for(PART + file.len(), 8), "{cost:?} of {}", file.len());
    }

    #[test]
    fn a_document_with_macros_is_refused() {
        assert_eq!(kind_of_bytes(&archive([TYPES, LETTER, "word/vbaProject.bin"])), None);
        assert_eq!(kind_of_bytes(&archive([LETTER])), None);
        assert_eq!(kind_of_bytes(&archive([TYPES, "drawing/a.xml"])), None);
    }
}
