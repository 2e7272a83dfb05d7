//! The Ridgeline server binary.

use std::process::ExitCode;

use clap::Parser as _;
use server::{
    app::Clock,
    config::{Cli, Command, Storage},
    demo, start,
};

fn main() -> ExitCode {
    let cli = Cli::parse();
    tracing_subscriber::fmt()
        .with_env_filter(
            tracing_subscriber::EnvFilter::try_from_env("RIDGELINE_LOG")
                .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn")),
        )
        .with_writer(std::io::stderr)
        .init();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // One sentence for the one who started it; the causes go to the log.
            eprintln!("ridgeline: {error}");
            tracing::info!(error = format!("{error:#}"), "could not go on");
            ExitCode::FAILURE
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        match cli.command {
            Command::Serve(settings) => start::serve(*settings).await,
            Command::Demo(storage) => load_demo(&storage).await,
        }
    })
}

async fn load_demo(storage: &Storage) -> anyhow::Result<()> {
    let opened = start::open(storage).await?;
    let sign_ins = demo::store(&opened.db, &Clock::Real).await?;
    println!("{sign_ins}");
    opened.db.close().await;
    Ok(())
}
