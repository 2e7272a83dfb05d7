//! The arguments of the command line.

use std::net::SocketAddr;

use clap::{Args, Parser, Subcommand, ValueEnum};
use services::core::config::{LogFormat, Serve, Storage};

use crate::cli::commands::MaintenanceCommand;

/// Ridgeline: jobs, crews and schedules for roofing and construction contractors.
#[derive(Debug, Parser)]
#[command(name = "ridgeline", version, about, disable_help_subcommand = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// How lines of the log are written; `RIDGELINE_LOG` says which.
    #[arg(
        long,
        env = "RIDGELINE_LOG_FORMAT",
        default_value = "text",
        value_name = "text|json",
        global = true
    )]
    pub log_format: LogFormat,
}

/// What `ridgeline` can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the web app and its API until SIGTERM or Ctrl-C.
    Serve(Box<Serve>),
    /// Load the demo companies into an empty database and print their sign-ins.
    Demo(Storage),
    /// Print what people wrote to whoever runs this server, as CSV, newest first. The server may be
    /// running meanwhile.
    #[command(name = "letters")]
    Feedback {
        /// Who wrote.
        #[arg(value_enum)]
        of: FeedbackExport,
        /// Where they are kept.
        #[command(flatten)]
        storage: Storage,
    },
    /// Turn two-step sign-in off for somebody who lost both their phone and their recovery codes. They
    /// are signed out everywhere and told by mail. Make sure first that it is they who ask. Stop the
    /// server first where its database is in the data folder; with PostgreSQL it may be running.
    SecondFactorOff {
        /// The address that they sign in with.
        #[arg(long, value_name = "ADDRESS")]
        email: String,
        /// Where everything is kept.
        #[command(flatten)]
        storage: Storage,
    },
    /// Ask a server on this machine whether it is ready: ends well where it is. For containers, which have
    /// nothing else to ask with.
    Healthcheck(Healthcheck),
    /// What keeps, moves and deletes.
    #[command(flatten)]
    Maintenance(MaintenanceCommand),
}

/// Which server is asked how it is.
#[derive(Clone, Copy, Debug, Args)]
pub struct Healthcheck {
    /// The address it listens on.
    #[arg(long, env = "RIDGELINE_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDR")]
    pub listen: SocketAddr,
}

/// What people write to whoever runs the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FeedbackExport {
    /// Visitors of the landing page who want to find out more.
    Leads,
    /// What people of the product think of it.
    Feedback,
}
