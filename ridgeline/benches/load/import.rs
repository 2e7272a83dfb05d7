//! The import of a year of permits by a freshly started server.

use anyhow::{Result, ensure};

use crate::{
    Bench,
    client::call,
    company_fixture::{CompanyFixture, PERMITS, Season},
    comparison::median,
    table::Row,
};

/// Imports the whole file, each time into a company without jobs.
pub async fn permits(bench: &Bench) -> Result<Vec<Row>> {
    let mut seconds = Vec::new();
    for _ in 0..bench.rounds {
        let fixture = CompanyFixture::with_jobs(bench, 0, Season::Summer).await?;
        let server = fixture.serve(bench)?;
        let (status, answer, took) = call(server.address, &upload(&fixture.bearer())).await?;
        ensure!(status == 200, "{status}: {}", String::from_utf8_lossy(&answer));
        let outcome: serde_json::Value = serde_json::from_slice(&answer)?;
        println!(
            "  {:.2} s: {} created, {} already there, {} refused",
            took.as_secs_f64(),
            outcome["created"],
            outcome["alreadyThere"],
            outcome["refused"]
        );
        server.crash()?;
        let stored = fixture.jobs().await?.len();
        ensure!(outcome["created"] == stored, "{stored} jobs are in the file");
        seconds.push(took.as_secs_f64());
    }
    Ok(vec![Row::below("import of 5,994 rows", median(seconds), 3.0, "s")])
}

fn upload(headers: &str) -> Vec<u8> {
    let boundary = "ridge-line-boundary";
    let mut body = format!(
        "--{boundary}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"permits.csv\"\r\n\
         Content-Type: text/csv\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(PERMITS);
    body.extend_from_slice(format!("\r\n--{boundary}--\r\n").as_bytes());
    let mut request = format!(
        "POST /api/jobs/import HTTP/1.1\r\nhost: localhost\r\n\
         content-type: multipart/form-data; boundary={boundary}\r\n\
         content-length: {}\r\n{headers}\r\n",
        body.len()
    )
    .into_bytes();
    request.extend(body);
    request
}
