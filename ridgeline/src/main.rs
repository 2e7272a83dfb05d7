//! The Ridgeline server binary.

mod web_app;

use std::{process::ExitCode, time::Duration};

use clap::Parser as _;
use server::cli::{
    args::{Cli, Command},
    commands, feedback, rules, second_factor_off, serve,
};
use services::{
    core::{assets::Assets, clock::Clock, config::Storage},
    telemetry,
};

/// How long unfinished blocking work, such as pictures and passwords, may delay the exit.
const BLOCKING_TIMEOUT: Duration = Duration::from_secs(1);

/// Checking a password takes 19 MiB for a moment. By default glibc caches such blocks per thread; with this
/// threshold it returns them to the system. What is freed also stays in the arena of its thread, of which there are
/// eight for each core by default: an import that moves from thread to thread then keeps up to twice its memory.
#[cfg(target_env = "gnu")]
#[expect(unsafe_code, reason = "mallopt only sets numbers, before any other thread runs")]
fn limit_malloc_cache() {
    const ONE_MIB: libc::c_int = 1 << 20;
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let arenas = libc::c_int::try_from(2 * cores).unwrap_or(libc::c_int::MAX);
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, ONE_MIB);
        libc::mallopt(libc::M_ARENA_MAX, arenas);
    }
}

#[cfg(not(target_env = "gnu"))]
const fn limit_malloc_cache() {}

/// Every open socket is an open file. A shell allows 1,024 of them by default, and more on request.
#[expect(unsafe_code, reason = "reads and sets two numbers of this process")]
fn allow_many_sockets() {
    let mut files = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    unsafe {
        if libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut files) == 0 {
            files.rlim_cur = files.rlim_max;
            // If it fails, the limit stays as it was.
            libc::setrlimit(libc::RLIMIT_NOFILE, &raw const files);
        }
    }
}

fn main() -> ExitCode {
    limit_malloc_cache();
    allow_many_sockets();
    match run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // One sentence for the operator; the causes are logged.
            eprintln!("ridgeline: {error}");
            tracing::info!(error = format!("{error:#}"), "exiting with an error");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let collector = match &cli.command {
        Command::Serve(settings) => settings.running.otlp_endpoint.as_deref(),
        _ => None,
    };
    let guard = runtime.block_on(async { telemetry::log::start(cli.log_format, collector) })?;
    let ended = runtime.block_on(async {
        match cli.command {
            Command::Serve(settings) => {
                Box::pin(serve::serve(*settings, Assets(web_app::find))).await
            }
            Command::Healthcheck(settings) => serve::healthcheck(settings.listen).await,
            Command::Demo(storage) => load_demo(&storage).await,
            Command::Feedback { of, storage } => {
                feedback::print(&storage, of, std::io::stdout().lock()).await
            }
            Command::SecondFactorOff { email, storage } => {
                println!("{}", second_factor_off::turn_off(&storage, &email).await?);
                Ok(())
            }
            Command::Rules { files } => rules::run(&files, std::io::stdout().lock()),
            Command::Maintenance(command) => commands::run(command).await,
        }
    });
    guard.end();
    // Remaining blocking work is abandoned: everything that matters is on disk.
    runtime.shutdown_timeout(BLOCKING_TIMEOUT);
    ended
}

async fn load_demo(storage: &Storage) -> anyhow::Result<()> {
    let opened = server::storage::open(storage).await?;
    let sign_ins = demo::storing::store(&opened.db, &opened.files, &Clock::Real).await?;
    println!("{sign_ins}");
    opened.db.close().await;
    Ok(())
}
