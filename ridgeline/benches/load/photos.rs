//! Pictures of jobs: the cost of one upload, the memory of many at once, and the time of a long list.

use anyhow::{Context as _, Result, ensure};
use bytes::Bytes;
use domain::types::ids::JobId;
use image::{Rgb, RgbImage, codecs::jpeg::JpegEncoder};
use tokio::task::JoinSet;

use crate::{
    Bench,
    client::{call, get, succeed},
    company_fixture::{CompanyFixture, Season},
    comparison::median,
    server::Server,
    table::Row,
};

/// The resolution of a phone's camera: 12.2 million pixels.
const SIDES: (u32, u32) = (4_032, 3_024);
/// The largest accepted upload.
const MOST_BYTES: usize = 15 << 20;
/// The number of concurrent uploads.
const AT_ONCE: usize = 20;
/// The number of pictures of a job over many years.
const LISTED: usize = 3_000;

/// Uploads one at a time, uploads twenty at once, and the list.
pub async fn of_jobs(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, 1, Season::Summer).await?;
    let job = fixture.jobs().await?.first().context("no job")?.id;
    let mut rows = Vec::new();
    let server = fixture.serve(bench)?;
    let usual = photo(5 << 20)?;
    for (name, photo) in [("upright", &usual), ("on its side", &on_its_side(&usual))] {
        let request = upload(&fixture, job, photo);
        let mut seconds = Vec::new();
        for _ in 0..bench.rounds {
            let before = server.worked().context("this system does not tell processor time")?;
            succeed(server.address, &request).await?;
            let worked = server.worked().unwrap_or(before).saturating_sub(before);
            seconds.push(worked.as_secs_f64());
        }
        let megabytes = photo.len() >> 20;
        println!("  {megabytes} MB, {name}: {seconds:.2?} s of processor time");
        let name = format!("a photo of 12 megapixels ({megabytes} MB), {name}: processor time");
        rows.push(Row::below(name, median(seconds), 1.0, "s"));
    }
    drop(server);

    let largest = photo(MOST_BYTES)?;
    for (name, photo) in [("upright", &largest), ("on their sides", &on_its_side(&largest))] {
        let server = fixture.serve(bench)?;
        many(&server, &upload(&fixture, job, photo)).await?;
        let peak = server.peak().context("this system does not tell memory")?;
        let megabytes = photo.len() >> 20;
        println!("  {AT_ONCE} at once of {megabytes} MB, {name}: {peak:.1} MB");
        let name = format!("{AT_ONCE} photos of {megabytes} MB at once, {name}: memory");
        rows.push(Row::below(name, peak, 150.0, "MB"));
    }

    let job = fixture.add_pictures(LISTED).await?;
    let server = fixture.serve(bench)?;
    let list = get(&format!("/api/jobs/fetchImgs/{job}"), &fixture.bearer());
    let mut milliseconds = Vec::new();
    for _ in 0..bench.rounds.max(5) {
        let (status, body, took) = call(server.address, &list).await?;
        ensure!(status == 200, "{status}");
        let listed = serde_json::from_slice::<serde_json::Value>(&body)?["imgs"]
            .as_array()
            .map_or(0, Vec::len);
        ensure!(listed == LISTED, "{listed} pictures are listed");
        milliseconds.push(took.as_secs_f64() * 1_000.0);
    }
    rows.push(Row::below(format!("listing {LISTED} photos"), median(milliseconds), 100.0, "ms"));
    Ok(rows)
}

async fn many(server: &Server, request: &Bytes) -> Result<()> {
    let mut uploads = JoinSet::new();
    for _ in 0..AT_ONCE {
        let (address, request) = (server.address, request.clone());
        uploads.spawn(async move { succeed(address, &request).await });
    }
    while let Some(done) = uploads.join_next().await {
        done??;
    }
    Ok(())
}

/// A photo of almost `most` bytes, as noisy for a JPEG as leaves, gravel and shingles.
fn photo(most: usize) -> Result<Vec<u8>> {
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let pixels = RgbImage::from_fn(SIDES.0, SIDES.1, |x, y| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        let [grain, shade, ..] = seed.to_le_bytes();
        let ground = u8::try_from((x / 32 + y / 24) % 128).unwrap_or_default();
        Rgb([ground + grain / 4, ground + grain / 4 + shade / 16, ground / 2 + grain / 8])
    });
    let mut best = Vec::new();
    for quality in [60, 75, 85, 90, 93, 95, 97, 98, 99] {
        let mut file = Vec::new();
        JpegEncoder::new_with_quality(&mut file, quality).encode_image(&pixels)?;
        if file.len() > most {
            break;
        }
        best = file;
    }
    ensure!(!best.is_empty(), "no photo of {most} bytes");
    Ok(best)
}

/// The same photo with the EXIF rotation of a phone held upright.
fn on_its_side(photo: &[u8]) -> Vec<u8> {
    let exif =
        b"\xff\xe1\x00\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
    [&photo[..2], exif, &photo[2..]].concat()
}

fn upload(fixture: &CompanyFixture, job: JobId, photo: &[u8]) -> Bytes {
    let boundary = "ridge-line-boundary";
    let head = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"image\"; filename=\"roof.jpg\"\r\n\
         Content-Type: image/jpeg\r\n\r\n"
    );
    let tail = format!("\r\n--{boundary}--\r\n");
    let request = format!(
        "POST /api/jobs/uploadJobImage/{job} HTTP/1.1\r\nhost: localhost\r\n\
         content-type: multipart/form-data; boundary={boundary}\r\n\
         content-length: {}\r\n{}\r\n",
        head.len() + photo.len() + tail.len(),
        fixture.bearer()
    );
    Bytes::from([request.as_bytes(), head.as_bytes(), photo, tail.as_bytes()].concat())
}
