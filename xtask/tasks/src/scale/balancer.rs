//! HAProxy: one in front of the servers, and one in front of PostgreSQL and the bucket, so that faults of the one do
//! not touch the connections of the other.

use std::{
    fmt::Write as _,
    fs,
    io::{Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::Command,
    time::Duration,
};

use anyhow::{Context as _, Result};
use nix::sys::signal::Signal;

use crate::scale::{
    database::NAME,
    folders::Folders,
    processes::{Process, wait_until},
};

/// How long HAProxy may take to answer.
const ANSWER: Duration = Duration::from_secs(5);
/// How long it may take to notice that a server is ready, or PostgreSQL writes.
const NOTICE: Duration = Duration::from_mins(1);
/// Where the bucket is in the second one's settings.
const BUCKET: &str = "bucket";

/// A running HAProxy; killed when dropped.
pub struct Balancer {
    process: Process,
    admin: u16,
}

impl Balancer {
    /// Starts it; `admin` is the port of its admin interface.
    pub fn start(
        name: &str,
        program: &Path,
        Folders { files, logs }: &Folders,
        settings: &str,
        admin: u16,
    ) -> Result<Self> {
        let file = files.join(format!("{name}.cfg"));
        fs::write(&file, settings)?;
        let mut haproxy = Command::new(program);
        // With a master process, whose workers a reload replaces.
        haproxy.args(["-W", "-f"]).arg(&file);
        let process =
            Process::start("HAProxy", &mut haproxy, &logs.join(format!("haproxy-{name}.log")))?;
        let mut balancer = Self { process, admin };
        wait_until("HAProxy", ANSWER, || {
            balancer.process.has_ended() || balancer.ask("show info").is_ok()
        })?;
        balancer.ask("show info").with_context(|| format!("HAProxy refuses {}", file.display()))?;
        Ok(balancer)
    }

    /// Reads its settings again, in a new worker; the former one ends once its connections have.
    pub fn reload(&self) -> Result<()> {
        let before = self.worker()?;
        self.process.signal(Signal::SIGUSR2)?;
        wait_until("the new worker of HAProxy", ANSWER, || {
            self.worker().is_ok_and(|worker| worker != before)
        })
    }

    fn worker(&self) -> Result<String> {
        let info = self.ask("show info")?;
        let pid = info.lines().find_map(|line| line.strip_prefix("Pid: "));
        Ok(pid.context("HAProxy has a process id")?.to_owned())
    }

    /// Waits until a server of a backend receives connections.
    pub fn wait_for(&self, backend: &str, server: &str) -> Result<()> {
        wait_until(&format!("{server} behind HAProxy"), NOTICE, || {
            self.ask("show stat").is_ok_and(|stat| is_up(&stat, backend, server))
        })
    }

    /// Refuses connections to the bucket, and breaks those that are open.
    pub fn take_bucket_away(&self) -> Result<()> {
        self.ask(&format!("disable frontend {BUCKET}"))?;
        self.ask(&format!("shutdown sessions server moto/{BUCKET}")).map(drop)
    }

    /// Accepts connections to the bucket again.
    pub fn give_bucket_back(&self) -> Result<()> {
        self.ask(&format!("enable frontend {BUCKET}")).map(drop)
    }

    fn ask(&self, command: &str) -> Result<String> {
        let mut line = TcpStream::connect(("127.0.0.1", self.admin))?;
        line.set_read_timeout(Some(ANSWER))?;
        line.write_all(format!("{command}\n").as_bytes())?;
        let mut answer = String::new();
        line.read_to_string(&mut answer)?;
        Ok(answer)
    }
}

/// Whether a server is up, by the CSV of `show stat`.
fn is_up(stat: &str, backend: &str, server: &str) -> bool {
    let mut lines = stat.lines().map(|line| line.trim_start_matches("# ").split(','));
    let Some(at) = lines.next().and_then(|mut names| names.position(|name| name == "status"))
    else {
        return false;
    };
    lines.any(|mut line| {
        line.next() == Some(backend)
            && line.next() == Some(server)
            && line.nth(at - 2).is_some_and(|status| status.starts_with("UP"))
    })
}

/// What both have in common.
fn common(admin: u16) -> String {
    // `hard-stop-after` is short, so that a run sees what it does; minutes are usual.
    format!(
        "global
  log stderr format raw local0 notice
  maxconn 2000
  hard-stop-after 5s
  stats socket ipv4@127.0.0.1:{admin} level admin
defaults
  log global
  option redispatch 1
  retries 3
  timeout connect 2s
  timeout check 1s
  timeout client 3m
  timeout server 3m
  timeout tunnel 1h
"
    )
}

/// The settings of the one in front of the servers, which docs/scaling.md recommends.
pub fn in_front_of_servers([port, admin]: [u16; 2], servers: &[u16]) -> String {
    let list = |more: fn(usize) -> String| {
        servers.iter().enumerate().fold(String::new(), |mut list, (at, server)| {
            let _ = writeln!(list, "  server s{at} 127.0.0.1:{server} {}", more(at));
            list
        })
    };
    format!(
        "{}
frontend web
  mode http
  bind 127.0.0.1:{port}
  option forwardfor
  timeout http-keep-alive 30s
  # While no server is ready, any of them says why.
  use_backend unready if {{ nbsrv(calls) eq 0 }}
  use_backend sockets if {{ path /api/socket }}
  default_backend calls
backend calls
  mode http
  balance roundrobin
  option httpchk GET /api/ready
  http-check expect status 200
  # What may be sent again to another server: a read, and a change with a key.
  acl repeatable method GET HEAD
  acl repeatable req.hdr(idempotency-key) -m found
  http-request disable-l7-retry unless repeatable
  retry-on conn-failure empty-response
  default-server inter 500ms fall 2 rise 1
{}\
backend sockets
  mode http
  balance leastconn
  # Sockets of a server that is frozen or stops are closed, and connect to another. Calls are left to end.
  default-server on-marked-down shutdown-sessions
{}\
backend unready
  mode http
{}",
        common(admin),
        list(|_| "check".to_owned()),
        list(|at| format!("track calls/s{at}")),
        list(|_| String::new()),
    )
}

/// The settings of the one in front of PostgreSQL and the bucket. Connections lead to the PostgreSQL that writes: the
/// check logs in and asks whether it is a standby, byte for byte as a client would.
pub fn in_front_of_stores(
    [database, bucket, admin]: [u16; 3],
    nodes: [u16; 2],
    moto: u16,
) -> String {
    format!(
        "{}
listen database
  mode tcp
  bind 127.0.0.1:{database}
  timeout client 1h
  timeout server 1h
  option tcp-check
  tcp-check connect
  tcp-check send-binary {}
  tcp-check expect binary {}
  tcp-check send-binary {}
  tcp-check expect binary {}
  tcp-check send-binary {}
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
  server a 127.0.0.1:{} check
  server b 127.0.0.1:{} check
frontend {BUCKET}
  mode tcp
  bind 127.0.0.1:{bucket}
  default_backend moto
backend moto
  mode tcp
  server {BUCKET} 127.0.0.1:{moto}
",
        common(admin),
        hex(&log_in()),
        // ReadyForQuery, outside of a transaction.
        hex(b"Z\0\0\0\x05I"),
        hex(&query("SELECT pg_is_in_recovery()")),
        // A row with one value of one byte: `f`.
        hex(b"D\0\0\0\x0b\0\x01\0\0\0\x01f"),
        // Terminate.
        hex(b"X\0\0\0\x04"),
        nodes[0],
        nodes[1],
    )
}

/// The first message of a connection to PostgreSQL.
fn log_in() -> Vec<u8> {
    let mut contents = vec![0, 3, 0, 0];
    contents.extend(format!("user\0{NAME}\0database\0{NAME}\0\0").bytes());
    with_length(&contents)
}

/// The message with a statement.
fn query(statement: &str) -> Vec<u8> {
    let mut message = b"Q".to_vec();
    message.extend(with_length(format!("{statement}\0").as_bytes()));
    message
}

/// A message after its length, which counts itself.
fn with_length(contents: &[u8]) -> Vec<u8> {
    let length = u32::try_from(contents.len() + 4).unwrap_or_default();
    [&length.to_be_bytes(), contents].concat()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_used_once_haproxy_says_that_it_is_up() {
        let stat = "# pxname,svname,qcur,status,weight,\ncalls,s0,0,UP,1,\ncalls,s1,0,DOWN 1/2,1,\n\
                    calls,s2,0,UP 1/2,1,\nsockets,s1,0,UP,1,\n";
        assert!(is_up(stat, "calls", "s0") && is_up(stat, "calls", "s2"));
        assert!(!is_up(stat, "calls", "s1") && !is_up(stat, "calls", "s3") && !is_up("", "a", "b"));
    }

    #[test]
    fn the_check_of_the_database_speaks_the_protocol() {
        assert_eq!(hex(&query("A")), "510000000641 00".replace(' ', ""));
        let first = log_in();
        assert_eq!(first[..8], [0, 0, 0, 43, 0, 3, 0, 0]);
        assert_eq!(first.len(), 43);
        assert!(first.ends_with(b"database\0ridgeline\0\0"));
    }
}
