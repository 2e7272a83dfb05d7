//! Lists of 200 jobs: in full and unchanged.

use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::{
    Bench, baseline,
    client::{Requests, call, get},
    company_fixture::{CompanyFixture, Season},
    comparison::{Side, compare},
    server::Server,
    table::Row,
};

/// The address of the list.
pub const LIST: &str = "/api/jobs/myJobs/contractor";
const JOBS: usize = 200;
const CONNECTIONS: usize = 32;

/// The whole list, repeatedly, against a bare server that sends the same bytes.
pub async fn changed_or_not(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, JOBS, Season::Summer).await?;
    let (ours, theirs, _folder) = both(bench, &fixture).await?;
    let list = get(LIST, &fixture.bearer());
    let same = get("/jobs", "");
    let (_, our_bytes, _) = call(ours.address, &list).await?;
    let (_, their_bytes, _) = call(theirs.address, &same).await?;
    if let Some(at) = our_bytes.iter().zip(&their_bytes).position(|(ours, theirs)| ours != theirs) {
        let near = |bytes: &[u8]| {
            let from = at.saturating_sub(60);
            String::from_utf8_lossy(&bytes[from..bytes.len().min(at + 20)]).into_owned()
        };
        bail!("the two sides differ: {} and {}", near(&our_bytes), near(&their_bytes));
    }
    ensure!(our_bytes.len() == their_bytes.len(), "one side sends more than the other");
    println!("  {JOBS} jobs, {} bytes on both sides", our_bytes.len());
    let compared = compare(
        bench,
        CONNECTIONS,
        [
            Side { name: "ridgeline", server: &ours, requests: Requests::Same(list), status: 200 },
            Side {
                name: "axum, one query, serde",
                server: &theirs,
                requests: Requests::Same(same),
                status: 200,
            },
        ],
    )
    .await?;
    Ok(compared.rows("list of 200 jobs", 2.0))
}

/// `If-None-Match` of an unchanged list, against two letters from a bare server.
pub async fn unchanged(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, JOBS, Season::Summer).await?;
    let (ours, theirs, _folder) = both(bench, &fixture).await?;
    let tag = tag(&ours, &fixture).await?;
    let again = get(LIST, &format!("{}if-none-match: {tag}\r\n", fixture.bearer()));
    let compared = compare(
        bench,
        CONNECTIONS,
        [
            Side {
                name: "ridgeline, 304",
                server: &ours,
                requests: Requests::Same(again),
                status: 304,
            },
            Side {
                name: "axum, \"ok\"",
                server: &theirs,
                requests: Requests::Same(get("/ok", "")),
                status: 200,
            },
        ],
    )
    .await?;
    Ok(compared.rows("unchanged list", 0.5))
}

/// Both servers, each with a separate database of the same jobs.
async fn both(
    bench: &Bench,
    fixture: &CompanyFixture,
) -> Result<(Server, Server, tempfile::TempDir)> {
    let folder = fixture.copy(bench).await?;
    let database = server::app::database_file(folder.path());
    baseline::sqlite::furnish(&database, &fixture.jobs().await?).await?;
    let ours = fixture.serve(bench)?;
    let theirs =
        Server::start(Command::new(std::env::current_exe()?).arg("--bare").arg(&database))?;
    Ok((ours, theirs, folder))
}

/// The list's current `ETag` on our server.
pub async fn tag(ours: &Server, fixture: &CompanyFixture) -> Result<String> {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = tokio::net::TcpStream::connect(ours.address).await?;
    let close = format!("{}connection: close\r\n", fixture.bearer());
    stream.write_all(&get(LIST, &close)).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    let answer = String::from_utf8_lossy(&answer);
    let found = answer.lines().find_map(|line| line.strip_prefix("etag: "));
    match found {
        Some(tag) => Ok(tag.trim().to_string()),
        None => bail!("the list has no etag"),
    }
}
