//! From start to ready, and what it needs of memory.

use std::{
    net::{SocketAddr, TcpListener},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};

use crate::{
    Bench,
    client::{Ask, Load, call, get, post, succeed},
    company_fixture::{House, Season},
    comparison::median,
    server::Server,
    table::Row,
};

const STARTS: usize = 10;
/// A server that takes longer than this does not start at all.
const PATIENCE: Duration = Duration::from_secs(20);

/// Starts the server over an existing database until it says that it is ready.
pub async fn to_ready(bench: &Bench) -> Result<Vec<Row>> {
    let house = House::with_jobs(bench, 5_000, Season::Days(365)).await?;
    let mut seconds = Vec::new();
    for _ in 0..STARTS {
        let address = free_address()?;
        let began = Instant::now();
        let mut child = Command::new(&bench.server)
            .args(["serve", "--listen", &address.to_string(), "--data"])
            .arg(house.folder())
            .stdout(Stdio::null())
            .spawn()?;
        let ready = ready(address, began).await;
        let took = began.elapsed();
        end(&mut child)?;
        ready?;
        seconds.push(took.as_secs_f64());
    }
    let slowest = seconds.iter().copied().fold(0.0, f64::max);
    println!("  {STARTS} starts, the slowest {slowest:.3} s");
    Ok(vec![Row::below("start to ready", median(seconds), 0.1, "s")])
}

async fn ready(address: SocketAddr, began: Instant) -> Result<()> {
    let ask = get("/api/ready", "");
    loop {
        if let Ok((200, _, _)) = call(address, &ask).await {
            return Ok(());
        }
        ensure!(began.elapsed() < PATIENCE, "not ready after {PATIENCE:?}");
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

fn end(child: &mut Child) -> Result<()> {
    child.kill()?;
    child.wait()?;
    Ok(())
}

/// A port that nobody uses at this moment.
fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind(("127.0.0.1", 0))?.local_addr()?)
}

/// Memory after one person signed in, after a morning's worth of sign-ins, and after load.
pub async fn memory(bench: &Bench) -> Result<Vec<Row>> {
    let house = House::with_jobs(bench, 200, Season::Summer).await?;
    let server = house.serve(bench)?;
    let mut rows = Vec::new();
    let mut look = |name: &str, server: &Server, most: Option<f64>| {
        let Some(megabytes) = server.resident() else {
            println!("  this system does not say how much memory a process has");
            return;
        };
        println!("  {name}: {megabytes:.1} MB");
        rows.push(match most {
            Some(most) => Row::below(name, megabytes, most, "MB"),
            None => Row::told(name, format!("{megabytes:.1} MB")),
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
        ask: Ask::Same(log_in.into()),
        status: 200,
    };
    let many = sign_ins.run().await?.answers;
    look(&format!("memory after {many} sign-ins, 8 at once"), &server, None);
    let list = Load {
        address: server.address,
        connections: 32,
        time: bench.memory_load,
        ask: Ask::Same(get("/api/jobs/myJobs/contractor", &house.bearer())),
        status: 200,
    };
    let lists = list.run().await?.answers;
    look(&format!("memory after {lists} lists"), &server, Some(40.0));
    drop(server);

    let fresh = house.serve(bench)?;
    let list = Load { address: fresh.address, ..list };
    let lists = list.run().await?.answers;
    look(&format!("memory after {lists} lists, no sign-in"), &fresh, Some(40.0));
    Ok(rows)
}
