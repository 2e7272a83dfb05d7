//! A third-party mail server, `tools/smtp/server.mjs`, with the faults of real ones.

use std::{
    io::{BufRead as _, BufReader},
    path::PathBuf,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use serde_json::Value;

/// Longer than anything takes; after that the test fails with what it waited for.
const TIMEOUT: Duration = Duration::from_mins(1);

pub struct MailServer {
    process: Child,
    lines: Receiver<Value>,
    pub port: u16,
}

fn tools() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tools/smtp")
}

/// The certificate of the authority that signed the mail server's.
pub fn authority() -> PathBuf {
    tools().join("authority.pem")
}

impl MailServer {
    /// Starts a mail server and waits until it listens. The words are the script's arguments.
    pub fn start(words: &[&str]) -> Self {
        let packages = std::env::var("RIDGELINE_TEST_PACKAGES")
            .expect("RIDGELINE_TEST_PACKAGES names a folder with smtp-server in its node_modules");
        let own = PathBuf::from(&packages).join("node_modules/.bin/node");
        let node = if own.exists() { own } else { PathBuf::from("node") };
        let mut process = Command::new(node)
            .arg(tools().join("server.mjs"))
            .arg(packages)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node");
        let (say, lines) = channel();
        let out = BufReader::new(process.stdout.take().expect("stdout"));
        std::thread::spawn(move || {
            for line in out.lines().map_while(Result::ok) {
                let line = serde_json::from_str(&line).expect("a JSON line");
                if say.send(line).is_err() {
                    return;
                }
            }
        });
        let mut server = Self { process, lines, port: 0 };
        let port = server.next()["port"].as_u64().expect("a port");
        server.port = u16::try_from(port).expect("a port");
        server
    }

    /// The next event on the mail server.
    pub fn next(&mut self) -> Value {
        self.lines.recv_timeout(TIMEOUT).expect("the mail server said nothing more")
    }

    /// The next mail that it accepts, skipping other events.
    pub fn next_mail(&mut self) -> Value {
        loop {
            let line = self.next();
            if line.get("mail").is_some() {
                return line;
            }
        }
    }

    /// The events that no test has read yet.
    pub fn rest(&mut self) -> Vec<Value> {
        self.lines.try_iter().collect()
    }

    /// Its address for `--smtp-url`.
    pub fn url(&self, scheme: &str, login: &str, query: &str) -> String {
        let at = if login.is_empty() { "" } else { "@" };
        format!("{scheme}://{login}{at}localhost:{}{query}", self.port)
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
