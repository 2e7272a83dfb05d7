//! `pg_dump`, `pg_restore` and `psql`, PostgreSQL's own tools.

use std::{
    io::ErrorKind,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail, ensure};
use reqwest::Url;

/// The parameters of a connection URL that the tools understand.
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
/// The prefix of schemas that `restore --replace` moved aside.
pub(crate) const ASIDE: &str = "before_restore_";

/// Dumps the snapshot with this name to a file.
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

/// Restores it in one transaction, completely or not at all: `before` and `after` are SQL that belongs to it. Whoever
/// is killed meanwhile leaves the database as it was.
pub(crate) fn restore(
    url: &str,
    server: u32,
    from: &Path,
    (before, after): (&str, &str),
) -> anyhow::Result<()> {
    let script = |ending| from.with_extension(ending);
    let (first, dumped, last) = (script("before.sql"), script("sql"), script("after.sql"));
    std::fs::write(&first, before)?;
    std::fs::write(&last, after)?;
    // Written completely before the first statement is run: a damaged dump changes nothing.
    let mut unpack = versioned("pg_restore", server)?;
    unpack.args(["--no-owner", "--no-privileges", "--no-comments", "--exit-on-error"]);
    unpack.arg("--file").arg(&dumped).arg(from).stdin(Stdio::null());
    run(unpack, "pg_restore")?;
    let mut run_all = tool("psql", server, url)?;
    run_all.args(["--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1"]);
    for script in [&first, &dumped, &last] {
        run_all.arg("--file").arg(script);
    }
    run(run_all, "psql")
}

/// A tool of this server's version or a newer one, with the database's address. The password is passed in the
/// environment, because every user can read the arguments of a process.
fn tool(name: &'static str, server: u32, url: &str) -> anyhow::Result<Command> {
    let mut tool = versioned(name, server)?;
    connect(&mut tool, url)?;
    Ok(tool)
}

/// A tool of this server's version or a newer one.
fn versioned(name: &'static str, server: u32) -> anyhow::Result<Command> {
    let version = match Command::new(name).arg("--version").output() {
        Ok(output) => major(&String::from_utf8_lossy(&output.stdout)),
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
    Ok(Command::new(name))
}

/// Tells a tool the database's address.
fn connect(tool: &mut Command, url: &str) -> anyhow::Result<()> {
    let mut address = Url::parse(url).context("the database's address cannot be read")?;
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
        // Decoded as a query value, in which only `+` and `&` have another meaning.
        let plain = password.replace('+', "%2B").replace('&', "%26");
        let password = Url::parse(&format!("http://x/?p={plain}"))?;
        if let Some((_, password)) = password.query_pairs().next() {
            tool.env("PGPASSWORD", password.as_ref());
        }
        let _ = address.set_password(None);
    }
    tool.arg("--dbname").arg(address.as_str()).stdin(Stdio::null());
    Ok(())
}

/// The major version in a text such as `pg_dump (PostgreSQL) 16.4 (Debian 16.4-1)`.
fn major(output: &str) -> Option<u32> {
    let number =
        output.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
    let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn run(mut tool: Command, name: &str) -> anyhow::Result<()> {
    let done = tool.output().with_context(|| format!("{name} cannot be started"))?;
    if done.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&done.stderr);
    bail!("{name} failed: {}", errors.trim().replace('\n', " | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tool_that_is_too_old_for_the_server_is_refused_by_its_version() {
        assert_eq!(major("pg_dump (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)"), Some(15));
        assert_eq!(major("pg_restore (PostgreSQL) 17beta1"), Some(17));
        assert_eq!(major("pg_dump"), None);
        let error = tool("pg_dump", 999, "postgres://ana@localhost/ridge").expect_err("too old");
        assert!(error.to_string().contains("version 999 or newer"), "{error}");
        let error = tool("pg_dump_of_nobody", 15, "postgres://x/y").expect_err("not there");
        assert!(error.to_string().contains("not on the PATH"), "{error}");
    }

    #[test]
    fn the_password_is_not_in_the_process_list() {
        let url = "postgres://ana:ridge%2Fcap%26x@db.example/ridge?sslmode=require&statement-cache-capacity=5";
        let tool = tool("pg_dump", 1, url).expect("a tool");
        let arguments: Vec<_> =
            tool.get_args().map(|argument| argument.to_string_lossy().into_owned()).collect();
        assert_eq!(arguments, ["--dbname", "postgres://ana@db.example/ridge?sslmode=require"]);
        let password = tool
            .get_envs()
            .find(|(name, _)| *name == "PGPASSWORD")
            .and_then(|(_, argument)| argument);
        assert_eq!(password.expect("the password"), "ridge/cap&x");
    }
}
