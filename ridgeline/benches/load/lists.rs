//! Lists of 200 jobs: served anew and served unchanged.

use std::process::Command;

use anyhow::{Result, bail, ensure};

use crate::{
    Bench, baseline,
    client::{Ask, call, get},
    company_fixture::{House, Season},
    comparison::{Side, compare},
    server::Server,
    table::Row,
};

const LIST: &str = "/api/jobs/myJobs/contractor";
const JOBS: usize = 200;
const CONNECTIONS: usize = 32;

/// The whole list, again and again, against a bare loop that sends the same bytes.
pub async fn changed_or_not(bench: &Bench) -> Result<Vec<Row>> {
    let house = House::with_jobs(bench, JOBS, Season::Summer).await?;
    let (ours, theirs, _folder) = both(bench, &house).await?;
    let list = get(LIST, &house.bearer());
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
            Side { name: "ridgeline", server: &ours, ask: Ask::Same(list), status: 200 },
            Side {
                name: "axum, one query, serde",
                server: &theirs,
                ask: Ask::Same(same),
                status: 200,
            },
        ],
    )
    .await?;
    Ok(compared.rows("list of 200 jobs", 2.0))
}

/// `If-None-Match` of a list that did not change, against two letters from a bare server.
pub async fn unchanged(bench: &Bench) -> Result<Vec<Row>> {
    let house = House::with_jobs(bench, JOBS, Season::Summer).await?;
    let (ours, theirs, _folder) = both(bench, &house).await?;
    let tag = tag(&ours, &house).await?;
    let again = get(LIST, &format!("{}if-none-match: {tag}\r\n", house.bearer()));
    let compared = compare(
        bench,
        CONNECTIONS,
        [
            Side { name: "ridgeline, 304", server: &ours, ask: Ask::Same(again), status: 304 },
            Side {
                name: "axum, \"ok\"",
                server: &theirs,
                ask: Ask::Same(get("/ok", "")),
                status: 200,
            },
        ],
    )
    .await?;
    Ok(compared.rows("unchanged list", 0.5))
}

/// Both servers, each over a database of its own with the same jobs.
async fn both(bench: &Bench, house: &House) -> Result<(Server, Server, tempfile::TempDir)> {
    let folder = house.copy(bench).await?;
    let database = server::app::database_file(folder.path());
    baseline::furnish(&database, &house.jobs().await?).await?;
    let ours = house.serve(bench)?;
    let theirs =
        Server::start(Command::new(std::env::current_exe()?).arg("--bare").arg(&database))?;
    Ok((ours, theirs, folder))
}

/// What our server calls the list as it is now.
async fn tag(ours: &Server, house: &House) -> Result<String> {
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    let mut stream = tokio::net::TcpStream::connect(ours.address).await?;
    let close = format!("{}connection: close\r\n", house.bearer());
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
