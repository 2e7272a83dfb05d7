//! What an uploaded file is, read from its bytes and never from its name.

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

/// How much of a file is in memory while it is looked through.
const PART: usize = 64 << 10;
/// So much of an archive is read for the list of its entries, of which each takes 46 bytes and its
/// name: some thousands, where a document has some dozens.
const MOST_LISTED: u64 = 1 << 20;
/// Markup is looked for in so much of a text as browsers look at.
const MARKUP_SNIFF_BYTES: usize = 1024;

/// A kind of document that companies keep: its media type and how its files end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Document {
    /// Its media type.
    pub mime: &'static str,
    /// How the names of such files end.
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
    /// The kind whose files end so.
    #[must_use]
    pub fn from_ending(ending: &str) -> Option<Self> {
        ALL.iter().copied().find(|kind| kind.ending == ending)
    }
}

/// What a company may keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A picture, which is freed of everything else before it is kept.
    Image(ImageKind),
    /// Anything else that is taken.
    Document(Document),
}

/// What stands in this file; none where it is nothing that is taken. Of a plain text the name says
/// whether it is a table: to everybody who opens it the two are the same.
///
/// # Errors
/// What the disk said.
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

/// Does a browser that looks for itself take this for a page or a drawing?
fn is_markup(first: &[u8]) -> bool {
    let text = first.strip_prefix(b"\xef\xbb\xbf").unwrap_or(first);
    let text = String::from_utf8_lossy(text.trim_ascii_start()).to_ascii_lowercase();
    text.starts_with('<')
        || ["<!doctype", "<html", "<script", "<svg", "<iframe"].iter().any(|tag| text.contains(tag))
}

/// A text of today, or of a spreadsheet program of yesterday: no control characters stand in it.
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

/// Office documents of today are archives. Which one it is, the names of their entries say, or the
/// first entry itself. One that carries a program is none of ours.
fn in_archive(file: &mut File, first: &[u8]) -> io::Result<Option<Document>> {
    const MIMETYPE: &[u8] = b"mimetype";
    if first.get(30..38) == Some(MIMETYPE) {
        let named = |kind: &&Document| {
            let after = first.get(38..).unwrap_or_default();
            // The longer names of templates begin alike; the next entry follows at once.
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
    let rooms: [(&[u8], Document); 3] = [(b"word/", DOCX), (b"xl/", XLSX), (b"ppt/", PPTX)];
    Ok(rooms.into_iter().find(|(room, _)| has(room)).map(|(_, kind)| kind))
}

/// An archive of which the list at its end was read, and nothing else: what is in it stays packed.
fn listed(file: &mut File) -> io::Result<Option<ZipArchive<BoundedReader<'_>>>> {
    let at_its_beginning = Config { archive_offset: ArchiveOffset::Known(0) };
    let bounded = BoundedReader { file, left: MOST_LISTED };
    match ZipArchive::with_config(at_its_beginning, bounded) {
        Ok(archive) => Ok(Some(archive)),
        // The ends of the file, and places beyond them, are what the archive says and not the disk.
        Err(ZipError::Io(error))
            if !matches!(error.kind(), ErrorKind::UnexpectedEof | ErrorKind::InvalidInput) =>
        {
            Err(error)
        }
        Err(_) => Ok(None),
    }
}

/// A file that seems to end once so much of it was read, wherever that stood.
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

/// Office documents of yesterday are small file systems. The name of the file that makes them what
/// they are stands in them, and a document may hold others: a text comes first, then slides.
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
        // A name may lie across two parts.
        held.drain(..held.len().saturating_sub(64));
    }
    Ok(kinds.iter().zip(found).find(|(_, found)| *found).map(|((_, kind), _)| *kind))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write as _};

    use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

    use super::*;

    const TYPES: &str = "[Content_Types].xml";
    const LETTER: &str = "word/document.xml";

    fn told(bytes: &[u8]) -> Option<Kind> {
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

    /// A letter, and so many pictures beside it.
    fn letter(pictures: usize) -> Vec<u8> {
        let picture = |number| format!("word/media/{number:0>90}.png");
        let names = [TYPES, LETTER].map(str::to_owned).into_iter();
        archive(names.chain((0..pictures).map(picture)))
    }

    #[test]
    fn a_letter_of_many_pictures_is_kept_and_a_list_without_end_is_not_read_to_its_end() {
        assert_eq!(told(&letter(2_000)), Some(Kind::Document(DOCX)));
        let endless = letter(12_000);
        assert_eq!(told(&endless), None);
        let mut file = tempfile::tempfile().expect("a file");
        file.write_all(&endless).expect("written");
        let mut bounded = BoundedReader { file: &mut file, left: 100 };
        bounded.seek(SeekFrom::Start(50)).expect("a place");
        let mut read = Vec::new();
        bounded.read_to_end(&mut read).expect("read");
        assert_eq!(read, endless[50..150]);
    }

    #[test]
    fn an_archive_that_tells_lies_of_its_list_is_refused_and_breaks_nothing() {
        let honest = letter(3);
        // How many entries there are, twice, then how long their list is and where: the last of it.
        let (count, place) = (honest.len() - 14, honest.len() - 6);
        let lie = |at: usize, told_instead: &[u8]| {
            let mut file = honest.clone();
            file[at..at + told_instead.len()].copy_from_slice(told_instead);
            told(&file)
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
            assert_eq!(told(&honest[..shorter]), None, "{shorter}");
        }
    }

    #[test]
    fn a_letter_with_a_program_is_not_kept() {
        assert_eq!(told(&archive([TYPES, LETTER, "word/vbaProject.bin"])), None);
        assert_eq!(told(&archive([LETTER])), None);
        assert_eq!(told(&archive([TYPES, "drawing/a.xml"])), None);
    }
}
