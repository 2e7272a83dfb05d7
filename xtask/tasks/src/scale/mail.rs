//! A mail server that keeps every email, and what is in it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    net::TcpStream,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use anyhow::Result;

use crate::scale::{
    folders::Folders,
    processes::{Process, wait_until},
};

/// The mail server; killed when dropped.
pub struct MailSink {
    folder: PathBuf,
    _process: Process,
}

/// The emails so far.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Mails {
    /// How often each Message-ID arrived.
    times: BTreeMap<String, usize>,
    /// Who got one.
    pub recipients: BTreeSet<String>,
}

impl Mails {
    /// How many arrived, each counted once.
    pub fn count(&self) -> usize {
        self.times.len()
    }

    /// How many arrived too often.
    pub fn twice(&self) -> usize {
        self.times.values().map(|times| times - 1).sum()
    }

    /// Adds an email.
    fn add(&mut self, email: &str) {
        let head = email.lines().take_while(|line| !line.trim().is_empty());
        for line in head {
            let Some((name, value)) = line.split_once(':') else { continue };
            let value = value.trim();
            if name.eq_ignore_ascii_case("message-id") {
                *self.times.entry(value.to_owned()).or_default() += 1;
            } else if name.eq_ignore_ascii_case("to") {
                let address = value.rsplit('<').next().unwrap_or_default();
                self.recipients.insert(address.trim_end_matches('>').to_owned());
            }
        }
    }
}

impl MailSink {
    /// Starts it.
    pub fn start(python: &Path, Folders { files, logs }: &Folders, port: u16) -> Result<Self> {
        let folder = files.join("mail");
        let mut sink = Command::new(python.join("python"));
        sink.args(["-m", "aiosmtpd", "-n", "-l"]).arg(format!("127.0.0.1:{port}"));
        sink.args(["-c", "aiosmtpd.handlers.Mailbox"]).arg(&folder);
        let process = Process::start("the mail server", &mut sink, &logs.join("mail.log"))?;
        wait_until("the mail server", Duration::from_secs(20), || {
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        })?;
        Ok(Self { folder, _process: process })
    }

    /// The emails so far.
    pub fn mails(&self) -> Mails {
        let mut mails = Mails::default();
        let Ok(entries) = fs::read_dir(self.folder.join("new")) else { return mails };
        for entry in entries.flatten() {
            mails.add(&String::from_utf8_lossy(&fs::read(entry.path()).unwrap_or_default()));
        }
        mails
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_email_that_came_twice_is_noticed_by_its_message_id() {
        let email = "Message-ID: <1@roof>\nTo: \"Ana\" <ana@crew.example>\n\nTo: nobody\n";
        let mut mails = Mails::default();
        mails.add(email);
        mails.add("message-id: <2@roof>\nTo: ana@crew.example\n\n");
        assert_eq!((mails.count(), mails.twice()), (2, 0));
        mails.add(email);
        assert_eq!((mails.count(), mails.twice()), (2, 1));
        assert_eq!(mails.recipients, BTreeSet::from(["ana@crew.example".to_owned()]));
    }
}
