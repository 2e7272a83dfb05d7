//! Delivery of mails: to the operator's mail server, or to a folder without one.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail};
use domain::{notifications::mails::MailFailure, types::ids::MailDeliveryId};
use lettre::{
    AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor,
    transport::smtp::{
        client::{Certificate, Tls, TlsParameters},
        response::{Category, Detail, Severity},
    },
};
use reqwest::Url;

/// The timeouts of a mail server.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For the connection and each response.
    pub connect: Duration,
    /// For one mail, from the first byte to the last.
    pub whole: Duration,
}

impl Default for Limits {
    /// Five minutes are enough for 20 MB, which is a PDF of 15 MB in base64, at half a megabit a second.
    fn default() -> Self {
        Self { connect: Duration::from_secs(30), whole: Duration::from_mins(5) }
    }
}

/// Where mails are delivered.
#[derive(Debug)]
pub enum MailTransport {
    /// To a mail server. One connection per mail: a connection that hung or broke is not used again.
    Smtp {
        /// The mail server.
        server: AsyncSmtpTransport<Tokio1Executor>,
        /// How long one mail may take.
        whole: Duration,
    },
    /// Into a folder, one `.eml` file each.
    Outbox(PathBuf),
}

/// Why a delivery failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryError {
    /// A retry may succeed.
    Transient(MailFailure),
    /// A retry cannot succeed.
    Permanent(MailFailure),
}

impl MailTransport {
    /// A mail server, from a URL such as `smtps://user:password@mail.example.com` or
    /// `smtp://user:password@mail.example.com?tls=required`. Its certificate must be signed by an authority
    /// that browsers trust, or by one in the file `ca`.
    ///
    /// # Errors
    /// In one sentence for the operator, without the password.
    pub fn smtp(url: &str, ca: Option<&Path>, limits: Limits) -> anyhow::Result<Self> {
        const WRONG: &str = "--smtp-url must be smtps://USER:PASSWORD@HOST, or \
            smtp://USER:PASSWORD@HOST?tls=required for STARTTLS; special characters in it are \
            written as %XX";
        let mut server = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|_| anyhow::anyhow!(WRONG))?;
        if let Some(ca) = ca {
            server = server.tls(encrypted(&Url::parse(url).context(WRONG)?, ca)?);
        }
        let server = server.timeout(Some(limits.connect)).build();
        Ok(Self::Smtp { server, whole: limits.whole })
    }

    /// A folder, created if it does not exist.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn outbox(folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder {}", folder.display()))?;
        Ok(Self::Outbox(folder.to_path_buf()))
    }

    /// Delivers a mail, once.
    ///
    /// # Errors
    /// Why it was not accepted, and whether it may be retried.
    pub async fn send(&self, id: MailDeliveryId, message: Message) -> Result<(), DeliveryError> {
        match self {
            Self::Smtp { server, whole } => {
                let sent = tokio::time::timeout(*whole, server.send(message)).await;
                let Ok(sent) = sent else {
                    tracing::warn!(%id, "the mail server stopped answering");
                    return Err(DeliveryError::Transient(MailFailure::Unreachable));
                };
                sent.map(drop).map_err(|error| classify_error(id, &error))
            }
            Self::Outbox(folder) => {
                let folder = folder.clone();
                let laid =
                    tokio::task::spawn_blocking(move || write_to_outbox(&folder, id, &message))
                        .await;
                match laid.map_err(std::io::Error::other).flatten() {
                    Ok(()) => Ok(()),
                    Err(error) => {
                        tracing::warn!(%id, %error, "the outbox cannot be written");
                        Err(DeliveryError::Transient(MailFailure::Unreachable))
                    }
                }
            }
        }
    }
}

/// The encryption that a URL requires, with additional trusted authorities.
fn encrypted(url: &Url, ca: &Path) -> anyhow::Result<Tls> {
    let cannot = || format!("cannot read certificates from {}, named by --smtp-ca", ca.display());
    let pem = std::fs::read(ca).with_context(cannot)?;
    if !pem.windows(11).any(|word| word == b"-----BEGIN ") {
        bail!(cannot());
    }
    let host = url.host_str().unwrap_or_default().to_string();
    let parameters = TlsParameters::builder(host)
        .add_root_certificate(Certificate::from_pem(&pem).with_context(cannot)?)
        .build()
        .with_context(cannot)?;
    let setting = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, setting)| setting);
    match (url.scheme(), setting.as_deref()) {
        ("smtps", _) => Ok(Tls::Wrapper(parameters)),
        (_, Some("required")) => Ok(Tls::Required(parameters)),
        (_, Some("opportunistic")) => Ok(Tls::Opportunistic(parameters)),
        _ => bail!(
            "--smtp-ca needs an encrypted connection: write smtps:// or add ?tls=required to --smtp-url"
        ),
    }
}

/// What a mail server's response means for the mail. Its text is not logged, because it often contains
/// addresses.
fn classify_error(id: MailDeliveryId, error: &lettre::transport::smtp::Error) -> DeliveryError {
    let code = error.status();
    let answer = match code {
        // 530, 534, 535, 538: not about this mail. The operator may fix it.
        Some(code)
            if code.severity == Severity::PermanentNegativeCompletion
                && code.category == Category::Unspecified3
                && code.detail != Detail::One =>
        {
            DeliveryError::Transient(MailFailure::LoggedOut)
        }
        Some(_) if error.is_permanent() => DeliveryError::Permanent(MailFailure::Refused),
        Some(_) => DeliveryError::Transient(MailFailure::Later),
        // No common authentication method, or no STARTTLS where it is required.
        None if error.is_client() => DeliveryError::Transient(MailFailure::LoggedOut),
        None => DeliveryError::Transient(MailFailure::Unreachable),
    };
    let code = code.map(|code| code.to_string());
    let why = if code.is_none() { format!("{error:?}") } else { String::new() };
    tracing::warn!(%id, ?answer, code, why, "the mail server did not accept a mail");
    answer
}

/// Writes a mail to the folder atomically.
fn write_to_outbox(folder: &Path, id: MailDeliveryId, message: &Message) -> std::io::Result<()> {
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(&message.formatted())?;
    file.as_file().sync_all()?;
    file.persist(folder.join(format!("{id}.eml"))).map_err(|error| error.error)?;
    // Its directory entry must be on disk, too, before it counts as delivered.
    std::fs::File::open(folder)?.sync_all()
}
