//! A phase: people work, something goes wrong, and in the end everything is checked.

use std::{
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};

use crate::scale::{
    calls::percentiles,
    checks,
    cluster::{Cluster, Route},
    faults::Fault,
    load::Load,
    server::Server,
    site::Site,
    sockets::Sockets,
    table::{Numbers, Row},
};

/// How long people work before something goes wrong.
const BEFORE: Duration = Duration::from_secs(3);
/// How long they work at least after everything runs again.
const AFTER: Duration = Duration::from_secs(4);

/// Runs a phase of at least this length, and says what became of it.
pub fn run(cluster: &mut Cluster, fault: Fault, length: Duration) -> Result<Row> {
    cluster.run_servers(fault.route())?;
    let log_bytes: Vec<usize> = cluster.servers.iter().map(Server::log_bytes).collect();
    let mails_before = cluster.mail.mails();
    let began = Instant::now();
    let site = Arc::new(Site::open(&fault.name(), &cluster.address())?);
    let sockets = Sockets::open(&site)?;
    let load = Load::begin(&site);
    thread::sleep(BEFORE);
    let struck = fault.strike(cluster, &site);
    thread::sleep(length.saturating_sub(began.elapsed()).max(AFTER));
    let worked = site.api.log().elapsed();
    site.end();
    load.wait();
    let calls = site.api.log().summary(worked);
    struck?;
    let events = sockets.catch_up();
    let moved = sockets.moved();
    drop(sockets);
    let findings = checks::check(cluster, &site)?;
    let mails = cluster.mail.mails();
    let [event_median, event_slow] = percentiles(events.delays, [50, 99]);
    // Each locks the ledger, for as long as its statement lasts.
    let acknowledged = site.ledger().acknowledged();
    let unclear = site.ledger().unclear();
    let numbers = Numbers {
        calls,
        acknowledged,
        unclear,
        lost: findings.jobs.lost.len() + findings.photos_lost.len(),
        twice: findings.jobs.twice.len(),
        unknown: findings.jobs.unknown.len(),
        unseen: site.unseen().len(),
        events_lost: events.lost.len(),
        event_median,
        event_slow,
        longest_stale: events.longest,
        moved,
        mails: mails.count() - mails_before.count(),
        mails_twice: mails.twice() - mails_before.twice(),
        mails_missing: findings.mails_missing,
    };
    let mut notes = Vec::new();
    if fault.route() == Route::Replica {
        notes.push(replica_reads(cluster)?);
    }
    notes.extend(site.api.log().first_failure().map(|words| format!("first failure: {words}")));
    for (server, bytes) in cluster.servers.iter_mut().zip(log_bytes) {
        if server.has_ended() {
            notes.push(format!("{} ended by itself", server.name));
        }
        let error = server.first_error_since(bytes);
        notes.extend(error.map(|line| format!("{}: {line}", server.name)));
    }
    for (what, all) in [
        ("lost", findings.jobs.lost),
        ("lost picture", findings.photos_lost),
        ("twice", findings.jobs.twice),
        ("unknown", findings.jobs.unknown),
        ("not seen by its creator", site.unseen().clone()),
        ("event lost", events.lost),
    ] {
        notes.extend(all.into_iter().map(|one| format!("{what}: {one}")));
    }
    Ok(Row { fault, servers: cluster.servers.len(), result: Ok(numbers), notes })
}

/// How many long reads the standby answered; an error if it was not asked at all.
fn replica_reads(cluster: &Cluster) -> Result<String> {
    let sum = |name: &str| -> Result<u64> {
        let name = format!("ridgeline_database_replica_{name}_total");
        cluster.servers.iter().map(|server| server.counter(&name)).sum()
    };
    let (answered, refused) = (sum("reads")?, sum("refusals")?);
    ensure!(answered > 0, "the standby answered none of {refused} reads");
    Ok(format!("the standby answered {answered} reads so far, the primary {refused} in its place"))
}
