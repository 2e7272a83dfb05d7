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
    let is_replicated = fault.route() == Route::Replica;
    let before = is_replicated.then(|| ReplicaReads::of(cluster)).transpose()?;
    let began = Instant::now();
    let site = Arc::new(Site::open(&fault.name(), &cluster.address())?);
    let sockets = Sockets::open(&site)?;
    let load = Load::begin(&site);
    thread::sleep(BEFORE);
    let struck = fault.strike(cluster, &site);
    let after_strike = is_replicated.then(|| ReplicaReads::of(cluster)).transpose()?;
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
    if let (Some(before), Some(after_strike)) = (before, after_strike) {
        let end = ReplicaReads::of(cluster)?;
        ensure!(end.answered > after_strike.answered, "nobody asked the standby in the end");
        let (answered, refused) = (end.answered - before.answered, end.refused - before.refused);
        ensure!(fault != Fault::ReplicaAway || refused > 0, "nobody missed the standby");
        notes.push(format!(
            "the standby answered {answered} reads, the primary {refused} in its place"
        ));
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

/// The long reads of all servers since they were started.
struct ReplicaReads {
    /// Those that the standby answered.
    answered: u64,
    /// Those that the primary answered in its place.
    refused: u64,
}

impl ReplicaReads {
    fn of(cluster: &Cluster) -> Result<Self> {
        let sum = |name: &str| -> Result<u64> {
            let name = format!("ridgeline_database_replica_{name}_total");
            cluster.servers.iter().map(|server| server.counter(&name)).sum()
        };
        Ok(Self { answered: sum("reads")?, refused: sum("refusals")? })
    }
}
