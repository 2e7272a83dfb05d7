//! The arguments of the command line.

use std::{net::SocketAddr, path::PathBuf};

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
    /// The format of log lines; `RIDGELINE_LOG` selects them.
    #[arg(
        long,
        env = "RIDGELINE_LOG_FORMAT",
        default_value = "text",
        value_name = "text|json",
        global = true
    )]
    pub log_format: LogFormat,
}

/// The subcommands of `ridgeline`.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Serve the web app and its API until SIGTERM or Ctrl-C.
    Serve(Box<Serve>),
    /// Load the demo companies into an empty database and print their sign-ins.
    Demo(Storage),
    /// Print the messages that people wrote to the operator, as CSV, newest first. The server may be running.
    // The earlier name, for one version.
    #[command(alias = "letters")]
    Feedback {
        /// Which messages.
        #[arg(value_enum)]
        of: FeedbackExport,
        /// Where the data is stored.
        #[command(flatten)]
        storage: Storage,
    },
    /// Turn two-step sign-in off for a user who lost both their phone and their recovery codes. They are
    /// signed out everywhere and notified by mail. Verify first that the request comes from them. Stop the
    /// server first if its database is in the data folder; with PostgreSQL it may be running.
    SecondFactorOff {
        /// The address that the user signs in with.
        #[arg(long, value_name = "ADDRESS")]
        email: String,
        /// Where the data is stored.
        #[command(flatten)]
        storage: Storage,
    },
    /// Run rule suites: cases of the product's rules with their expected results, in files or folders of files. The
    /// exit code is 1 if a case fails.
    Rules {
        /// The suites (.json), or folders of them.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Check whether a server on this machine is ready: the exit code is 0 if it is. For containers, which
    /// have no other client.
    Healthcheck(Healthcheck),
    /// Backup, migration and deletion.
    #[command(flatten)]
    Maintenance(MaintenanceCommand),
}

/// The server to check.
#[derive(Clone, Copy, Debug, Args)]
pub struct Healthcheck {
    /// The address it listens on.
    #[arg(long, env = "RIDGELINE_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDR")]
    pub listen: SocketAddr,
}

/// Messages to the operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FeedbackExport {
    /// Visitors of the landing page who asked for information.
    Leads,
    /// Feedback of users about the product.
    Feedback,
}
