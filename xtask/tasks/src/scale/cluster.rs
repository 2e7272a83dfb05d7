//! The whole installation: servers behind HAProxy, PostgreSQL with a standby, PgBouncer, a bucket and a mail server.

use std::{process::Command, time::Duration};

use anyhow::Result;
use xtask::steps::Step;

use crate::scale::{
    balancer::{self, Balancer},
    database::{Database, NAME},
    folders::{FilesGuard, Folders},
    mail::MailSink,
    pooler::{self, PoolMode},
    processes::{Process, free_ports, wait_until},
    programs::Programs,
    server::{DatabaseUrls, Server, Settings},
};

/// The most servers: each has a port.
pub const MOST_SERVERS: usize = 9;
/// The ports of everything else.
const OTHER_PORTS: usize = 10;

/// How servers reach PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Route {
    /// At its own port.
    Direct,
    /// Through HAProxy, which leads to the PostgreSQL that writes.
    Balancer,
    /// Through PgBouncer.
    Pooler(PoolMode),
    /// At its own port, and long reads at the standby.
    Replica,
}

/// Stopped, and its files deleted, when dropped.
pub struct Cluster {
    pub servers: Vec<Server>,
    pub database: Database,
    /// In front of the servers.
    pub front: Balancer,
    /// In front of PostgreSQL and the bucket.
    pub stores: Balancer,
    pub mail: MailSink,
    _bucket: Process,
    pooler: Option<Process>,
    programs: Programs,
    ports: Ports,
    folders: Folders,
    route: Option<Route>,
    // The last field: dropped once all processes have ended.
    _files: FilesGuard,
}

struct Ports {
    front: u16,
    database: u16,
    pooler: u16,
}

impl Cluster {
    /// Starts everything but the servers.
    pub fn start(
        step: &Step,
        programs: &Programs,
        count: usize,
        is_synchronous: bool,
    ) -> Result<Self> {
        let folders = Folders::create(count)?;
        let files_guard = FilesGuard;
        let ports: [u16; OTHER_PORTS + MOST_SERVERS] = free_ports()?;
        let [front, front_admin, database, bucket, stores_admin, moto, mail, pooler, a, b, ..] =
            ports;
        let server_ports = &ports[OTHER_PORTS..][..count];
        step.say("the mail server and the bucket");
        let sink = MailSink::start(&programs.python, &folders, mail)?;
        let bucket_server = start_bucket(programs, &folders, moto)?;
        step.say("HAProxy");
        let balancer = |name, settings: String, admin| {
            Balancer::start(name, &programs.haproxy, &folders, &settings, admin)
        };
        let settings = balancer::in_front_of_servers([front, front_admin], server_ports);
        let front_balancer = balancer("servers", settings, front_admin)?;
        let settings = balancer::in_front_of_stores([database, bucket, stores_admin], [a, b], moto);
        let stores = balancer("stores", settings, stores_admin)?;
        step.say("PostgreSQL and its standby");
        let postgres = programs.postgres.clone();
        let folders_of_postgres = folders.below("postgres");
        let database_server =
            Database::start(step, postgres, &folders_of_postgres, [a, b], is_synchronous)?;
        let settings = Settings {
            program: programs.ridgeline.clone(),
            public_url: format!("http://127.0.0.1:{front}"),
            bucket,
            mail,
        };
        let server = |(at, port): (usize, &u16)| Server::new(at, *port, &folders, &settings);
        Ok(Self {
            servers: server_ports.iter().enumerate().map(server).collect(),
            database: database_server,
            front: front_balancer,
            stores,
            mail: sink,
            _bucket: bucket_server,
            pooler: None,
            programs: programs.clone(),
            ports: Ports { front, database, pooler },
            folders,
            route: None,
            _files: files_guard,
        })
    }

    /// Where users connect, as `http://127.0.0.1:…`.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.ports.front)
    }

    /// Lets all servers run on this route to PostgreSQL; those that run on it already go on.
    pub fn run_servers(&mut self, route: Route) -> Result<()> {
        if self.route != Some(route) {
            self.servers.iter_mut().for_each(Server::kill);
            self.pooler = None;
            if let Route::Pooler(mode) = route {
                let folders = self.folders.below("pgbouncer");
                let ports = [self.ports.pooler, self.database.port()];
                self.pooler = Some(pooler::start(&self.programs.pgbouncer, &folders, ports, mode)?);
            }
            self.route = Some(route);
        }
        let urls = self.database_urls(route);
        for server in &mut self.servers {
            if server.has_ended() {
                server.start(&urls)?;
            }
        }
        for server in &mut self.servers {
            server.wait_until_ready()?;
            self.front.wait_for("calls", &server.name)?;
        }
        Ok(())
    }

    /// Starts one server again after it ended, and waits until HAProxy uses it.
    pub fn start_again(&mut self, at: usize) -> Result<()> {
        let urls = self.database_urls(self.route.unwrap_or(Route::Direct));
        let server = &mut self.servers[at];
        server.start(&urls)?;
        server.wait_until_ready()?;
        self.front.wait_for("calls", &server.name)
    }

    fn database_urls(&self, route: Route) -> DatabaseUrls {
        let url = |port| format!("postgres://{NAME}@127.0.0.1:{port}/{NAME}");
        let itself = url(self.database.port());
        let only = |database| DatabaseUrls { database, listen: None, replica: None };
        match route {
            Route::Direct => only(itself),
            Route::Balancer => only(url(self.ports.database)),
            Route::Pooler(PoolMode::Session) => only(url(self.ports.pooler)),
            Route::Pooler(PoolMode::Transaction) => {
                DatabaseUrls { listen: Some(itself), ..only(url(self.ports.pooler)) }
            }
            Route::Replica => {
                let replica = Some(url(self.database.standby_port()));
                DatabaseUrls { replica, ..only(itself) }
            }
        }
    }
}

/// An S3 server that keeps its files in memory, with an empty bucket.
fn start_bucket(programs: &Programs, folders: &Folders, port: u16) -> Result<Process> {
    let mut moto = Command::new(programs.python.join("moto_server"));
    moto.args(["-H", "127.0.0.1", "-p"]).arg(port.to_string());
    let process = Process::start("the bucket", &mut moto, &folders.logs.join("bucket.log"))?;
    let create = format!("http://127.0.0.1:{port}/ridgeline");
    wait_until("the bucket", Duration::from_mins(1), || ureq::put(&create).send_empty().is_ok())?;
    Ok(process)
}
