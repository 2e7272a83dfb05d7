//! The time from start to ready, and the memory.

use std::{
    net::{SocketAddr, TcpListener},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};

use crate::{
    Bench,
    client::{Load, Requests, call, get, post, succeed},
    company_fixture::{CompanyFixture, Season},
    comparison::median,
    server::Server,
    table::Row,
};

const STARTS: usize = 10;
/// A server that takes longer counts as failed.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Starts the server on an existing database and waits until it is ready.
pub async fn to_ready(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, 5_000, Season::Days(365)).await?;
    let mut millis = Vec::new();
    for _ in 0..STARTS {
        let address = free_address()?;
        let began = Instant::now();
        let mut child = Command::new(&bench.server)
            .args(["serve", "--listen", &address.to_string(), "--data"])
            .arg(fixture.folder())
            .stdout(Stdio::null())
            .spawn()?;
        let ready = ready(address, began).await;
        let took = began.elapsed();
        end(&mut child)?;
        ready?;
        millis.push(took.as_secs_f64() * 1000.0);
    }
    let slowest = millis.iter().copied().fold(0.0, f64::max);
    println!("  {STARTS} starts, the slowest {slowest:.0} ms");
    Ok(vec![Row::below("start to ready", median(millis), 20.0, "ms")])
}

async fn ready(address: SocketAddr, began: Instant) -> Result<()> {
    let request = get("/api/ready", "");
    loop {
        if let Ok((200, _, _)) = call(address, &request).await {
            return Ok(());
        }
        ensure!(began.elapsed() < TIMEOUT, "not ready after {TIMEOUT:?}");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

fn end(child: &mut Child) -> Result<()> {
    child.kill()?;
    child.wait()?;
    Ok(())
}

/// A free port.
fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?)
}

/// Memory after one sign-in, after many sign-ins, and after load.
pub async fn memory(bench: &Bench) -> Result<Vec<Row>> {
    let fixture = CompanyFixture::with_jobs(bench, 200, Season::Summer).await?;
    let server = fixture.serve(bench)?;
    let mut rows = Vec::new();
    let mut look = |name: &str, server: &Server, most: Option<f64>| {
        let Some(megabytes) = server.resident() else {
            println!("  this system does not report the memory of a process");
            return;
        };
        println!("  {name}: {megabytes:.1} MB");
        rows.push(match most {
            Some(most) => Row::below(name, megabytes, most, "MB"),
            None => Row::reported(name, format!("{megabytes:.1} MB")),
        });
    };
    look("memory at the start", &server, None);
    let credentials = "{\"email\":\"bo@example.com\",\"password\":\"a long enough password\"}";
    succeed(server.address, &post("/api/auth/local/signup", "", credentials)).await?;
    look("memory after a sign-up", &server, Some(40.0));
    let log_in = post("/api/auth/local/login", "", credentials);
    succeed(server.address, &log_in).await?;
    look("memory after a sign-in", &server, Some(40.0));
    let sign_ins = Load {
        address: server.address,
        connections: 8,
        time: bench.turn,
        requests: Requests::Same(log_in.into()),
        status: 200,
    };
    let many = sign_ins.run().await?.answers;
    look(&format!("memory after {many} sign-ins, 8 at once"), &server, None);
    let list = Load {
        address: server.address,
        connections: 32,
        time: bench.memory_load,
        requests: Requests::Same(get("/api/jobs/myJobs/contractor", &fixture.bearer())),
        status: 200,
    };
    let lists = list.run().await?.answers;
    look(&format!("memory after {lists} lists"), &server, Some(40.0));
    drop(server);

    let fresh = fixture.serve(bench)?;
    let list = Load { address: fresh.address, ..list };
    let lists = list.run().await?.answers;
    look(&format!("memory after {lists} lists, no sign-in"), &fresh, Some(40.0));
    Ok(rows)
}
