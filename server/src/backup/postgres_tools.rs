//! `pg_dump` and `pg_restore`: nobody knows a PostgreSQL database better than its own tools.

use std::{
    io::ErrorKind,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail, ensure};
use reqwest::Url;

/// What of a database's address the tools understand.
const KNOWN: &[&str] = &[
    "host",
    "port",
    "user",
    "dbname",
    "sslmode",
    "sslrootcert",
    "sslcert",
    "sslkey",
    "options",
    "application_name",
    "connect_timeout",
];
/// Schemas that `restore --replace` put aside begin like this.
pub(crate) const ASIDE: &str = "before_restore_";

/// Writes what a transaction sees under this name to a file.
pub(crate) fn dump(url: &str, server: u32, moment: &str, to: &Path) -> anyhow::Result<()> {
    let mut tool = tool("pg_dump", server, url)?;
    tool.args([
        "--format=custom",
        "--compress=0",
        "--no-owner",
        "--no-privileges",
        "--no-comments",
    ])
    .arg(format!("--exclude-schema={ASIDE}*"))
    .arg(format!("--snapshot={moment}"))
    .arg("--file")
    .arg(to);
    run(tool, "pg_dump")
}

/// Brings it back, whole or not at all.
pub(crate) fn restore(url: &str, server: u32, from: &Path) -> anyhow::Result<()> {
    let mut tool = tool("pg_restore", server, url)?;
    tool.args(["--no-owner", "--no-privileges", "--no-comments"])
        .args(["--exit-on-error", "--single-transaction"])
        .arg(from);
    run(tool, "pg_restore")
}

/// A tool of this server's version or a newer one, told where the database is. The password goes by
/// the environment: the words of a command are everybody's to read.
fn tool(name: &'static str, server: u32, url: &str) -> anyhow::Result<Command> {
    let version = match Command::new(name).arg("--version").output() {
        Ok(told) => major(&String::from_utf8_lossy(&told.stdout)),
        Err(error) if error.kind() == ErrorKind::NotFound => bail!(
            "{name} is not on the PATH; install the PostgreSQL client of version {server} or newer \
             (on Debian: postgresql-client-{server})"
        ),
        Err(error) => return Err(error).with_context(|| format!("{name} cannot be started")),
    };
    let version = version.with_context(|| format!("{name} does not say which version it is"))?;
    ensure!(
        version >= server,
        "{name} is of version {version} and the database of version {server}; install the \
         PostgreSQL client of version {server} or newer"
    );
    let mut address = Url::parse(url).context("the database's address cannot be read")?;
    let mut tool = Command::new(name);
    let known: Vec<(String, String)> = address
        .query_pairs()
        .filter(|(key, _)| KNOWN.contains(&&**key))
        .map(|(key, value)| (key.into_owned(), value.into_owned()))
        .collect();
    address.set_query(None);
    if !known.is_empty() {
        address.query_pairs_mut().extend_pairs(known);
    }
    if let Some(password) = address.password() {
        // Read as a field of a form is, but for what only forms mean.
        let plain = password.replace('+', "%2B").replace('&', "%26");
        let password = Url::parse(&format!("http://x/?p={plain}"))?;
        if let Some((_, password)) = password.query_pairs().next() {
            tool.env("PGPASSWORD", password.as_ref());
        }
        let _ = address.set_password(None);
    }
    tool.arg("--dbname").arg(address.as_str()).stdin(Stdio::null());
    Ok(tool)
}

/// The major version in such words as `pg_dump (PostgreSQL) 16.4 (Debian 16.4-1)`.
fn major(told: &str) -> Option<u32> {
    let number =
        told.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn run(mut tool: Command, name: &str) -> anyhow::Result<()> {
    let done = tool.output().with_context(|| format!("{name} cannot be started"))?;
    if done.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&done.stderr);
    bail!("{name} failed: {}", told.trim().replace('\n', " | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_that_is_too_old_for_the_server_is_known_by_its_version() {
        assert_eq!(major("pg_dump (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"), Some(15));
        assert_eq!(major("pg_restore (PostgreSQL) 17beta1"), Some(17));
        assert_eq!(major("pg_dump"), None);
        let told = tool("pg_dump", 999, "postgres://ana@localhost/ridge").expect_err("too old");
        assert!(told.to_string().contains("version 999 or newer"), "{told}");
        let told = tool("pg_dump_of_nobody", 15, "postgres://x/y").expect_err("not there");
        assert!(told.to_string().contains("not on the PATH"), "{told}");
    }

    #[test]
    fn whoever_lists_the_processes_of_a_machine_reads_no_password() {
        let url = "postgres://ana:ridge%2Fcap%26x@db.example/ridge?sslmode=require&statement-cache-capacity=5";
        let tool = tool("pg_dump", 1, url).expect("a tool");
        let words: Vec<_> =
            tool.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        assert_eq!(words, ["--dbname", "postgres://ana@db.example/ridge?sslmode=require"]);
        let password =
            tool.get_envs().find(|(name, _)| *name == "PGPASSWORD").and_then(|(_, word)| word);
        assert_eq!(password.expect("the password"), "ridge/cap&x");
    }
}
