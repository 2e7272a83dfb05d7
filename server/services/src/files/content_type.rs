//! What an uploaded file is, read from its bytes and never from its name.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
};

use domain::files::signatures::{ImageKind, SIGNATURE_BYTES};

/// How much of a file is in memory while it is looked through.
const PART: usize = 64 << 10;
/// The most bytes that the list of an archive's entries may take.
const MOST_ENTRIES: u64 = 4 << 20;
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
    let Some(names) = entry_names(file)? else { return Ok(None) };
    let has = |start: &[u8]| names.iter().any(|name| name.starts_with(start));
    if !has(b"[Content_Types].xml") || names.iter().any(|name| name.ends_with(b"vbaProject.bin")) {
        return Ok(None);
    }
    let rooms: [(&[u8], Document); 3] = [(b"word/", DOCX), (b"xl/", XLSX), (b"ppt/", PPTX)];
    Ok(rooms.into_iter().find(|(room, _)| has(room)).map(|(_, kind)| kind))
}

/// The names in the list at the end of an archive.
fn entry_names(file: &mut File) -> io::Result<Option<Vec<Vec<u8>>>> {
    const END: &[u8] = b"PK\x05\x06";
    const ENTRY: &[u8] = b"PK\x01\x02";
    let length = file.seek(SeekFrom::End(0))?;
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(length.saturating_sub(PART as u64 + 22)))?;
    file.read_to_end(&mut tail)?;
    let Some(end) = tail.windows(END.len()).rposition(|bytes| bytes == END) else {
        return Ok(None);
    };
    let number = |bytes: &[u8], at: usize| {
        let bytes = bytes.get(at..at + 4)?.try_into().ok()?;
        Some(u64::from(u32::from_le_bytes(bytes)))
    };
    let place = number(&tail[end..], 12).zip(number(&tail[end..], 16));
    let Some((size, start)) = place.filter(|(size, _)| *size <= MOST_ENTRIES) else {
        return Ok(None);
    };
    let mut list = Vec::new();
    file.seek(SeekFrom::Start(start))?;
    file.take(size).read_to_end(&mut list)?;
    let short = |bytes: &[u8], at: usize| {
        let bytes = bytes.get(at..at + 2)?.try_into().ok()?;
        Some(usize::from(u16::from_le_bytes(bytes)))
    };
    let (mut names, mut rest) = (Vec::new(), list.as_slice());
    while rest.starts_with(ENTRY) {
        let lengths = short(rest, 28).zip(short(rest, 30)).zip(short(rest, 32));
        let Some(((name, extra), comment)) = lengths else { return Ok(None) };
        let Some(written) = rest.get(46..46 + name) else { return Ok(None) };
        names.push(written.to_vec());
        rest = rest.get(46 + name + extra + comment..).unwrap_or_default();
    }
    Ok(Some(names))
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
