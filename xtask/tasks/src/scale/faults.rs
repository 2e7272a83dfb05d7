//! What goes wrong during a phase.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use anyhow::Result;
use clap::ValueEnum;

use crate::scale::{
    cluster::{Cluster, Route},
    pooler::PoolMode,
    site::Site,
};

/// How long the bucket is away.
const BUCKET_AWAY: Duration = Duration::from_secs(10);
/// How long a server is frozen.
const FROZEN: Duration = Duration::from_secs(20);
/// How long readers hang up, how many of them at once, and how long each waits for the next.
const HANG_UPS: Duration = Duration::from_secs(5);
const HANGING_UP: usize = 4;
const HANG_UP_PAUSE: Duration = Duration::from_millis(20);
/// How long the standby is away, and how long servers then leave it alone.
const REPLICA_AWAY: Duration = Duration::from_secs(8);
const REPLICA_RESTS: Duration = Duration::from_secs(6);
/// How long a killed server is down.
const DOWN: Duration = Duration::from_secs(3);

/// A fault, in the order in which they are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Fault {
    /// Nothing goes wrong.
    None,
    /// One server is killed, and started again after three seconds.
    KillServer,
    /// All servers are restarted, one after the other.
    RollingRestart,
    /// PostgreSQL is restarted.
    PostgresRestart,
    /// PostgreSQL is killed, and started again.
    PostgresCrash,
    /// PostgreSQL ends all connections.
    ConnectionsEnded,
    /// HAProxy reads its settings again.
    BalancerReload,
    /// Nobody reaches the bucket for ten seconds.
    BucketAway,
    /// One server does nothing for twenty seconds, and then goes on.
    ServerFrozen,
    /// Clients hang up in the middle of the answer.
    ReadersHangUp,
    /// Nothing goes wrong, with PgBouncer in session mode.
    PgbouncerSession,
    /// Nothing goes wrong, with PgBouncer in transaction mode.
    PgbouncerTransaction,
    /// Nothing goes wrong, and the standby answers long reads.
    Replica,
    /// The standby that answers long reads is killed, and started again after eight seconds.
    ReplicaAway,
    /// PostgreSQL is lost, and its standby writes.
    Promotion,
}

impl Fault {
    /// The name as typed.
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// How servers reach PostgreSQL.
    pub const fn route(self) -> Route {
        match self {
            Self::PgbouncerSession => Route::Pooler(PoolMode::Session),
            Self::PgbouncerTransaction => Route::Pooler(PoolMode::Transaction),
            Self::Replica | Self::ReplicaAway => Route::Replica,
            Self::Promotion => Route::Balancer,
            _ => Route::Direct,
        }
    }

    /// Whether calls may fail meanwhile.
    pub const fn disturbs(self) -> bool {
        !matches!(
            self,
            Self::None
                | Self::PgbouncerSession
                | Self::PgbouncerTransaction
                | Self::Replica
                | Self::ReplicaAway
        )
    }

    /// Lets it happen, and returns once everything runs again.
    pub fn strike(self, cluster: &mut Cluster, site: &Site) -> Result<()> {
        let last = cluster.servers.len() - 1;
        match self {
            Self::None | Self::PgbouncerSession | Self::PgbouncerTransaction | Self::Replica => {
                Ok(())
            }
            Self::KillServer => {
                cluster.servers[last].kill();
                thread::sleep(DOWN);
                cluster.start_again(last)
            }
            Self::RollingRestart => (0..=last).try_for_each(|at| {
                cluster.servers[at].stop()?;
                cluster.start_again(at)
            }),
            Self::PostgresRestart => cluster.database.restart(),
            Self::PostgresCrash => cluster.database.crash(),
            Self::ConnectionsEnded => cluster.database.end_connections().map(drop),
            Self::BalancerReload => cluster.front.reload(),
            Self::BucketAway => {
                cluster.stores.take_bucket_away()?;
                thread::sleep(BUCKET_AWAY);
                cluster.stores.give_bucket_back()
            }
            Self::ServerFrozen => {
                cluster.servers[last].freeze()?;
                thread::sleep(FROZEN);
                cluster.servers[last].thaw()
            }
            Self::ReadersHangUp => {
                hang_up(site);
                Ok(())
            }
            Self::ReplicaAway => {
                cluster.database.lose_standby()?;
                thread::sleep(REPLICA_AWAY);
                cluster.database.run_standby()?;
                // Until the servers ask it again.
                thread::sleep(REPLICA_RESTS);
                Ok(())
            }
            Self::Promotion => {
                cluster.database.promote()?;
                cluster.stores.wait_for("database", "b")
            }
        }?;
        for server in &cluster.servers {
            cluster.front.wait_for("calls", &server.name)?;
        }
        Ok(())
    }
}

/// Requests lists, and hangs up before the answer or in the middle of it.
fn hang_up(site: &Site) {
    let until = Instant::now() + HANG_UPS;
    thread::scope(|scope| {
        for number in 0..HANGING_UP {
            scope.spawn(move || {
                while Instant::now() < until {
                    // One that cannot connect is counted among the calls of the others.
                    let _ = read_a_little(site, number % 2 == 0);
                    thread::sleep(HANG_UP_PAUSE);
                }
            });
        }
    });
}

fn read_a_little(site: &Site, waits: bool) -> std::io::Result<()> {
    let at = site.api.address.trim_start_matches("http://");
    let mut line = TcpStream::connect(at)?;
    write!(
        line,
        "GET /api/jobs/myJobs/contractor HTTP/1.1\r\nHost: {at}\r\nAuthorization: Bearer {}\r\n\r\n",
        site.admins[0].token
    )?;
    if waits {
        line.set_read_timeout(Some(Duration::from_secs(1)))?;
        line.read_exact(&mut [0; 64])?;
    }
    Ok(())
}
