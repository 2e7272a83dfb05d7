//! Small files that ask for gigabytes.

use std::io::Write as _;

use anyhow::{Context as _, Result};
use flate2::{Compression, Crc, write::ZlibEncoder};
use image::{ExtendedColorType, ImageEncoder as _, codecs::png::PngEncoder};

use crate::{
    Bench,
    client::{call, get},
    company_fixture::{CompanyFixture, Season},
    table::Row,
};

/// The memory of a small machine for the whole server, in MB.
const MEMORY: f64 = 512.0;
/// What the profile of the picture inflates to.
const INFLATED_GIGABYTES: usize = 4;
/// The length of the longest cell of the sheet.
const LONG_CELL: usize = 8 << 20;
/// How many short rows follow it.
const SHORT_ROWS: usize = 24_000;

/// Uploads each file to a freshly started server, and reports its peak memory.
pub async fn that_grow(bench: &Bench) -> Result<Vec<Row>> {
    let picture = picture()?;
    let sheet = sheet();
    let mut rows = Vec::new();
    for (name, path, field, file) in [
        (
            "a PNG whose color profile inflates to 4 GB",
            "/api/company/uploadImage",
            "image",
            &picture,
        ),
        ("a CSV with one cell of 8 MB before 24,000 rows", "/api/customers/import", "file", &sheet),
    ] {
        let fixture = CompanyFixture::with_jobs(bench, 1, Season::Summer).await?;
        let server = fixture.serve(bench)?;
        let before = server.peak().context("this system does not report memory")?;
        let answer = call(server.address, &upload(path, field, file, &fixture.bearer())).await;
        let peak = server.peak();
        let ready = call(server.address, &get("/api/ready", "")).await;
        let status = answer.map_or("no answer".to_owned(), |(status, ..)| status.to_string());
        let name = format!("{name} ({} MB): peak memory", file.len() >> 20);
        rows.push(match (peak, ready) {
            (Some(peak), Ok((200, ..))) => {
                println!("  {name}: {before:.0} MB before, {peak:.0} MB, {status}");
                Row::below(name, peak, MEMORY, "MB")
            }
            _ => Row {
                wanted: format!("below {MEMORY} MB"),
                met: Some(false),
                ..Row::reported(name, "the server ended".to_owned())
            },
        });
    }
    Ok(rows)
}

/// A PNG of 64 pixels with a color profile of zeros.
fn picture() -> Result<Vec<u8>> {
    let mut plain = Vec::new();
    PngEncoder::new(&mut plain).write_image(&[0; 8 * 8 * 3], 8, 8, ExtendedColorType::Rgb8)?;
    let mut profile = ZlibEncoder::new(b"icc\0\0".to_vec(), Compression::default());
    let zeros = vec![0; 1 << 20];
    for _ in 0..INFLATED_GIGABYTES << 10 {
        profile.write_all(&zeros)?;
    }
    let profile = profile.finish()?;
    let mut named = b"iCCP".to_vec();
    named.extend_from_slice(&profile);
    let mut sum = Crc::new();
    sum.update(&named);
    // After the signature and the header chunk.
    let (header, rest) = plain.split_at(33);
    let length = u32::try_from(profile.len())?.to_be_bytes();
    Ok([header, &length, &named, &sum.sum().to_be_bytes(), rest].concat())
}

fn sheet() -> Vec<u8> {
    let mut sheet = b"First name,Last name,Phone,Address\nAna,Long,6155550100,\"".to_vec();
    sheet.resize(sheet.len() + LONG_CELL, b'x');
    sheet.extend_from_slice(b"\"\n");
    for row in 0..SHORT_ROWS {
        sheet.extend_from_slice(format!("Ana,N{row},615{row:07},\n").as_bytes());
    }
    sheet
}

/// A multipart request with one file.
pub fn upload(path: &str, field: &str, file: &[u8], headers: &str) -> Vec<u8> {
    let head = format!(
        "--edge\r\nContent-Disposition: form-data; name=\"{field}\"; filename=\"file.csv\"\r\n\r\n"
    );
    let tail = "\r\n--edge--\r\n";
    let length = head.len() + file.len() + tail.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: multipart/form-data; boundary=edge\r\n\
         content-length: {length}\r\n{headers}\r\n{head}"
    );
    [request.as_bytes(), file, tail.as_bytes()].concat()
}
