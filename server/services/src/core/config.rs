//! The settings from the command line and the environment (contract, section 1).

use std::{net::SocketAddr, path::PathBuf};

use clap::{Args, ValueEnum};

/// The format of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One JSON object per line.
    Json,
}

/// Where the data is stored.
#[derive(Clone, Debug, Args)]
pub struct Storage {
    /// The folder for the embedded database, files, and mails that are not sent.
    #[arg(long, env = "RIDGELINE_DATA", default_value = "./data", value_name = "DIR")]
    pub data: PathBuf,
    /// postgres://… for PostgreSQL; none means SQLite in the data folder.
    #[arg(long, env = "DATABASE_URL", value_name = "URL", hide_env_values = true)]
    pub database_url: Option<String>,
    /// Where --database-url leads to PgBouncer in transaction mode: the address of PostgreSQL itself, for live
    /// events, migrations, backups and restores.
    #[arg(
        long,
        env = "RIDGELINE_DATABASE_LISTEN_URL",
        value_name = "URL",
        hide_env_values = true,
        requires = "database_url"
    )]
    pub database_listen_url: Option<String>,
    /// postgres://… of a streaming standby, for what takes long: lists that are read anew, searches, reports, exports.
    #[arg(
        long,
        env = "RIDGELINE_DATABASE_REPLICA_URL",
        value_name = "URL",
        hide_env_values = true,
        requires = "database_url"
    )]
    pub database_replica_url: Option<String>,
    /// `s3://BUCKET/PREFIX` stores uploaded files in S3, with the AWS_… variables; none means the folder
    /// `files` in the data folder.
    #[arg(long, env = "RIDGELINE_FILES_URL", value_name = "URL")]
    pub files_url: Option<String>,
}

/// The settings of a server.
#[derive(Clone, Debug, Args)]
pub struct Serve {
    /// Where the data is stored.
    #[command(flatten)]
    pub storage: Storage,
    /// The address to listen on.
    #[arg(long, env = "RIDGELINE_LISTEN", default_value = "127.0.0.1:8080", value_name = "ADDR")]
    pub listen: SocketAddr,
    /// A Mapbox access token: addresses are located by its geocoder, or by the embedded table if that fails,
    /// and its streets are on the maps, unless --basemap or --map-style is set. Without one no address leaves this
    /// machine.
    #[arg(long, env = "RIDGELINE_MAPBOX_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub mapbox_token: Option<String>,
    /// The streets of the maps.
    #[command(flatten)]
    pub maps: MapSettings,
    /// The public URL of this server, for links in mails; http://localhost:PORT by default.
    #[arg(long, env = "RIDGELINE_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<String>,
    /// The address that leads of the landing page are mailed to; they are stored in the database in any case.
    #[arg(long, env = "RIDGELINE_LEADS_TO", value_name = "ADDRESS")]
    pub leads_to: Option<String>,
    /// The translation service.
    #[command(flatten)]
    pub translation: TranslationSettings,
    /// A weather service with the API of Open-Meteo, such as `https://api.open-meteo.com`, which is asked for the
    /// forecast at jobs. Without one no coordinates leave this machine.
    #[arg(long, env = "RIDGELINE_WEATHER_URL", value_name = "URL")]
    pub weather_url: Option<String>,
    /// The server that finds houses in the background.
    #[command(flatten)]
    pub geocoder: GeocoderSettings,
    /// How mails are sent.
    #[command(flatten)]
    pub mail: MailSettings,
    /// How users sign in.
    #[command(flatten)]
    pub oidc: OidcSettings,
    /// Proxies in front of the server.
    #[command(flatten)]
    pub network: NetworkSettings,
    /// Require that users verify their address with the link in a mail before they use the app. An identity
    /// provider verifies its accounts itself.
    #[arg(
        long,
        env = "RIDGELINE_REQUIRE_VERIFIED_EMAIL",
        default_value = "off",
        value_name = "on|off"
    )]
    pub require_verified_email: Switch,
    /// Refuse identical calls repeated within a minute, too many failed log-ins, and too many costly calls
    /// (sign-ups, mails, searches, uploads, messages) by one user, company or address. Turn off only for load
    /// tests.
    #[arg(long, env = "RIDGELINE_RATE_LIMITS", default_value = "on", value_name = "on|off")]
    pub rate_limits: Switch,
    /// Let webhooks reach private addresses and `http:` too. Turn on only if everyone with an account may reach your
    /// network.
    #[arg(
        long,
        env = "RIDGELINE_WEBHOOK_ALLOW_PRIVATE",
        default_value = "off",
        default_missing_value = "on",
        num_args = 0..=1,
        value_name = "on|off"
    )]
    pub webhook_allow_private: Switch,
    /// Monitoring and shutdown.
    #[command(flatten)]
    pub running: RunningSettings,
}

/// Monitoring and shutdown.
#[derive(Clone, Debug, Default, Args)]
pub struct RunningSettings {
    /// The token that allows /metrics from other machines, as `Authorization: Bearer TOKEN`. This machine
    /// needs none.
    #[arg(long, env = "RIDGELINE_METRICS_TOKEN", value_name = "TOKEN", hide_env_values = true)]
    pub metrics_token: Option<String>,
    /// An OpenTelemetry collector for traces (OTLP over HTTP), such as `http://localhost:4318`. None means no
    /// traces.
    #[arg(long, env = "RIDGELINE_OTLP_ENDPOINT", value_name = "URL")]
    pub otlp_endpoint: Option<String>,
    /// How long new requests are accepted after SIGTERM while /api/ready returns 503, so that a load balancer
    /// stops sending them. A second SIGTERM cuts it short.
    #[arg(
        long,
        env = "RIDGELINE_DRAIN_DELAY",
        default_value_t = 0,
        value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(..=600)
    )]
    pub drain_delay: u64,
}

/// Proxies in front of the server.
#[derive(Clone, Debug, Default, Args)]
pub struct NetworkSettings {
    /// Networks of your own proxies or load balancers, such as `10.0.0.0/8,192.0.2.7`, whose X-Forwarded-For
    /// is trusted. Without them the header is ignored, and all clients behind a proxy share the limits of its
    /// address.
    #[arg(
        long,
        env = "RIDGELINE_TRUSTED_PROXIES",
        value_name = "CIDR,…",
        value_delimiter = ',',
        value_parser = crate::core::trusted_proxies::read_network
    )]
    pub trusted_proxies: Vec<ipnet::IpNet>,
}

/// The streets of the maps.
#[derive(Clone, Debug, Default, Args)]
pub struct MapSettings {
    /// A PMTiles file of Protomaps with the streets of the maps, which this server serves to browsers: see docs/maps.md.
    /// No other server learns which maps are looked at.
    #[arg(long, env = "RIDGELINE_BASEMAP", value_name = "FILE")]
    pub basemap: Option<PathBuf>,
    /// The MapLibre style of a tile service, such as `https://tiles.example.com/style.json`, which browsers load the
    /// streets of the maps from. Its tiles, fonts and icons must have the same origin.
    #[arg(long, env = "RIDGELINE_MAP_STYLE", value_name = "URL")]
    pub map_style: Option<String>,
}

/// The translation service.
#[derive(Clone, Debug, Default, Args)]
pub struct TranslationSettings {
    /// A LibreTranslate service, such as `http://localhost:5000`, which translates chats, notes and listings
    /// for readers of the other language. Without one no text leaves this machine.
    #[arg(long, env = "RIDGELINE_TRANSLATE_URL", value_name = "URL")]
    pub translate_url: Option<String>,
    /// The key of the translation service, if it requires one.
    #[arg(long, env = "RIDGELINE_TRANSLATE_KEY", value_name = "KEY", hide_env_values = true)]
    pub translate_key: Option<String>,
}

/// The server that finds houses in the background.
#[derive(Clone, Debug, Default, Args)]
pub struct GeocoderSettings {
    /// A server of Nominatim or Photon, such as `https://nominatim.example.com`, which is asked in the background for the
    /// houses of jobs: at most one address a second. `http:` only in your own network. Without one no address leaves this
    /// machine, unless there is a Mapbox token.
    #[arg(long, env = "RIDGELINE_GEOCODER_URL", value_name = "URL")]
    pub geocoder_url: Option<String>,
    /// Which of the two it is. None means that it is found out from its first answer.
    #[arg(
        long,
        env = "RIDGELINE_GEOCODER",
        value_name = "nominatim|photon",
        requires = "geocoder_url"
    )]
    pub geocoder: Option<GeocoderName>,
}

/// The name of a geocoding service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GeocoderName {
    /// Nominatim.
    Nominatim,
    /// Photon.
    Photon,
}

/// How mails are sent.
#[derive(Clone, Debug, Default, Args)]
pub struct MailSettings {
    /// The mail server: `smtps://USER:PASSWORD@HOST`, or `smtp://USER:PASSWORD@HOST?tls=required` for
    /// STARTTLS. None means that every mail is written as an .eml file to the folder `outbox` in the data
    /// folder.
    #[arg(long, env = "RIDGELINE_SMTP_URL", value_name = "URL", hide_env_values = true)]
    pub smtp_url: Option<String>,
    /// Certificates (PEM) of your own authority that signed the mail server's certificate.
    #[arg(long, env = "RIDGELINE_SMTP_CA", value_name = "FILE")]
    pub smtp_ca: Option<PathBuf>,
    /// The sender address of mails; ridgeline@ the host of --public-url by default.
    #[arg(long, env = "RIDGELINE_MAIL_FROM", value_name = "ADDRESS")]
    pub mail_from: Option<String>,
}

/// How users sign in.
#[derive(Clone, Debug, Default, Args)]
pub struct OidcSettings {
    /// The address of your identity provider (OpenID Connect), such as `https://accounts.google.com`. Users sign in there
    /// and are redirected to /api/auth/callback at --public-url. Repeat it for several providers, with the other --oidc
    /// flags in the same order; a variable has them with commas between. Each of several redirects to
    /// /api/auth/callback/NAME. None means accounts with passwords on this server.
    #[arg(long, env = "RIDGELINE_OIDC_ISSUER", value_name = "URL")]
    pub oidc_issuer: Vec<String>,
    /// The id of this server at the identity provider.
    #[arg(long, env = "RIDGELINE_OIDC_CLIENT_ID", value_name = "ID")]
    pub oidc_client_id: Vec<String>,
    /// The secret of this server; none, or an empty one, for a provider that requires none.
    #[arg(
        long,
        env = "RIDGELINE_OIDC_CLIENT_SECRET",
        value_name = "SECRET",
        hide_env_values = true
    )]
    pub oidc_client_secret: Vec<String>,
    /// The name of the identity provider on the sign-in page; Google, Microsoft or its host by default.
    #[arg(long, env = "RIDGELINE_OIDC_NAME", value_name = "NAME")]
    pub oidc_name: Vec<String>,
    /// Accounts with passwords on this server beside the identity providers: off by default beside a single one. Several
    /// need them, and without a provider there are only these.
    #[arg(
        long,
        env = "RIDGELINE_LOCAL_ACCOUNTS",
        default_missing_value = "on",
        num_args = 0..=1,
        value_name = "on|off"
    )]
    pub local_accounts: Option<Switch>,
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
