//! What the command line and the environment may say (contract, section 1).

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args, ValueEnum};

/// How lines of the log are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// Where everything is kept.
#[derive(Clone, Debug, Args)]
pub struct Storage {
    /// The folder for the embedded database, files and mail that is not sent.
    #[arg(long, env = "RIDGELINE_DATA", default_value = "./data", value_name = "DIR")]
    pub data: PathBuf,
    /// postgres://… for PostgreSQL; none means SQLite in the data folder.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// `s3://BUCKET/PREFIX` keeps uploaded files in S3, opened with the AWS_… variables; none means
    /// the folder `files` in the data folder.
    #[arg(long, env = "RIDGELINE_FILES_URL", value_name = "URL")]
    pub files_url: Option<String>,
}

/// The settings of a server.
#[derive(Clone, Debug, Args)]
pub struct Serve {
    /// Where everything is kept.
    #[command(flatten)]
    pub storage: Storage,
    /// The address to listen on.
    #[arg(long, env = "RIDGELINE_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDR")]
    pub listen: SocketAddr,
    /// A Mapbox access token: places are found by its geocoder, and by the embedded table whenever
    /// that fails. Without one nothing leaves this machine.
    #[arg(long, env = "RIDGELINE_MAPBOX_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub mapbox_token: Option<String>,
    /// Where people reach this server, for links in mails; http://localhost:PORT where none is given.
    #[arg(long, env = "RIDGELINE_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// The address that leads of the landing page are mailed to; they are kept in the database whether
    /// there is one or not.
    #[arg(long, env = "RIDGELINE_LEADS_TO", value_name = "ADDRESS")]
    pub leads_to: Option<String>,
    /// Who translates what people write.
    #[command(flatten)]
    pub translation: TranslationSettings,
    /// How mails are sent.
    #[command(flatten)]
    pub mail: MailSettings,
    /// Who knows the people that sign in.
    #[command(flatten)]
    pub oidc: OidcSettings,
    /// How requests get here.
    #[command(flatten)]
    pub network: NetworkSettings,
    /// Let nobody do anything before they followed the link in a mail to their address. Accounts of an
    /// identity provider are verified there.
    #[arg(
        long,
        env = "RIDGELINE_REQUIRE_VERIFIED_EMAIL",
        default_value = "off",
        value_name = "on|off"
    )]
    pub require_verified_email: Switch,
    /// Refuse identical calls repeated within a minute, too many failed log-ins, and too much of what
    /// costs others (sign-ups, mails, searches, uploads, messages) by one person, company or address.
    /// Off only for load tests.
    #[arg(long, env = "RIDGELINE_RATE_LIMITS", default_value = "on", value_name = "on|off")]
    pub rate_limits: Switch,
    /// How the server is watched, and how it stops.
    #[command(flatten)]
    pub running: RunningSettings,
}

/// How the server is watched, and how it stops.
#[derive(Clone, Debug, Default, Args)]
pub struct RunningSettings {
    /// What opens /metrics from elsewhere, as `Authorization: Bearer TOKEN`. This machine itself needs none.
    #[arg(long, env = "RIDGELINE_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// An OpenTelemetry collector, such as `http://localhost:4318`, that is sent traces (OTLP over HTTP). None
    /// means that none are made.
    #[arg(long, env = "RIDGELINE_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
    /// For so long after SIGTERM everybody is still let in while /api/ready says 503, so that a balancer can
    /// look elsewhere first. A second SIGTERM cuts it short.
    #[arg(
        long,
        env = "RIDGELINE_DRAIN_DELAY",
        default_value_t = 0,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(..=600)
    )]
    pub drain_delay: u64,
}

/// How requests get here.
#[derive(Clone, Debug, Default, Args)]
pub struct NetworkSettings {
    /// Networks of your own proxies or balancers, such as `10.0.0.0/8,192.0.2.7`: whom they speak for is
    /// read from X-Forwarded-For. Without them that header is believed of nobody, and all who come
    /// through a proxy share the limits of its one address.
    #[arg(
        long,
        env = "RIDGELINE_TRUSTED_PROXIES",
        value_name = "CIDR,…",
        value_delimiter = ',',
        value_parser = crate::core::trusted_proxies::read_network
    )]
    pub trusted_proxies: Vec<ipnet::IpNet>,
}

/// Who translates what people write.
#[derive(Clone, Debug, Default, Args)]
pub struct TranslationSettings {
    /// A LibreTranslate service, such as `http://localhost:5000`: whoever reads the other language may
    /// have chats, notes and listings translated by it. Without one no text leaves this machine.
    #[arg(long, env = "RIDGELINE_TRANSLATE_URL", value_name = "URL")]
    pub translate_url: Option<String>,
    /// The key that the translation service asks for, where it does.
    #[arg(long, env = "RIDGELINE_TRANSLATE_KEY", value_name = "KEY", hide_env_values = true)]
    pub translate_key: Option<String>,
}

/// How mails are sent.
#[derive(Clone, Debug, Default, Args)]
pub struct MailSettings {
    /// The mail server: `smtps://USER:PASSWORD@HOST`, or `smtp://USER:PASSWORD@HOST?tls=required` for
    /// STARTTLS. None means that every mail is written as an .eml file to the folder `outbox` in the
    /// data folder.
    #[arg(long, env = "RIDGELINE_SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Certificates (PEM) of an authority of your own that signed the mail server's certificate.
    #[arg(long, env = "RIDGELINE_SMTP_CA", value_name = "FILE")]
    pub smtp_ca: Option<PathBuf>,
    /// The address that mails come from; ridgeline@ the host of --public-url where none is given.
    #[arg(long, env = "RIDGELINE_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
}

/// Who knows the people that sign in.
#[derive(Clone, Debug, Default, Args)]
pub struct OidcSettings {
    /// The address of your identity provider (OpenID Connect), such as `https://accounts.example.com`.
    /// People sign in there, and it is told to send them back to /api/auth/callback at --public-url.
    /// None means accounts with passwords of this server's own.
    #[arg(long, env = "RIDGELINE_OIDC_ISSUER", value_name = "URL")]
    pub oidc_issuer: Option<String>,
    /// What the identity provider knows this server by.
    #[arg(long, env = "RIDGELINE_OIDC_CLIENT_ID", value_name = "ID")]
    pub oidc_client_id: Option<String>,
    /// What proves it; none for a provider that asks for none.
    #[arg(
        long,
        env = "RIDGELINE_OIDC_CLIENT_SECRET",
        value_name = "SECRET",
        hide_env_values = true
    )]
    pub oidc_client_secret: Option<String>,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    /// On.
    On,
    /// Off.
    Off,
}

impl Switch {
    /// Whether it is on.
    #[must_use]
    pub const fn is_on(self) -> bool {
        matches!(self, Self::On)
    }
}
