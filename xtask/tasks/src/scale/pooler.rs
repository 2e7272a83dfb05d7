//! PgBouncer between the servers and PostgreSQL.

use std::{fs, net::TcpStream, path::Path, process::Command, time::Duration};

use anyhow::Result;

use crate::{
    postgres::ACCOUNT,
    scale::{
        database::NAME,
        folders::Folders,
        processes::{Process, folder_of, run_as, wait_until},
    },
};

/// How long a client keeps its connection to PostgreSQL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PoolMode {
    /// Until it disconnects.
    Session,
    /// Until its transaction ends.
    Transaction,
}

impl PoolMode {
    const fn word(self) -> &'static str {
        match self {
            Self::Session => "session",
            Self::Transaction => "transaction",
        }
    }
}

/// Starts PgBouncer on `port`, in front of the PostgreSQL on `database`.
pub fn start(
    program: &Path,
    Folders { files, logs }: &Folders,
    [port, database]: [u16; 2],
    mode: PoolMode,
) -> Result<Process> {
    folder_of(ACCOUNT, files)?;
    let file = files.join("pgbouncer.ini");
    fs::write(&file, settings([port, database], mode))?;
    let mut pgbouncer = Command::new(program);
    run_as(ACCOUNT, pgbouncer.arg(&file))?;
    let process = Process::start("PgBouncer", &mut pgbouncer, &logs.join("pgbouncer.log"))?;
    wait_until("PgBouncer", Duration::from_secs(10), || {
        TcpStream::connect(("127.0.0.1", port)).is_ok()
    })?;
    Ok(process)
}

/// In session mode there are enough connections for the 19 of each of three servers; in transaction mode they share few.
fn settings([port, database]: [u16; 2], mode: PoolMode) -> String {
    let size = match mode {
        PoolMode::Session => 60,
        PoolMode::Transaction => 8,
    };
    format!(
        "[databases]\n\
         {NAME} = host=127.0.0.1 port={database} dbname={NAME} user={NAME}\n\
         [pgbouncer]\n\
         listen_addr = 127.0.0.1\n\
         listen_port = {port}\n\
         unix_socket_dir =\n\
         auth_type = any\n\
         pool_mode = {}\n\
         default_pool_size = {size}\n\
         max_client_conn = 200\n\
         ; sqlx sets it in every connection, and PgBouncer refuses what it does not know.\n\
         ignore_startup_parameters = extra_float_digits\n",
        mode.word()
    )
}
