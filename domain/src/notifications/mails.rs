//! Mails: their delivery, and how they are composed. Their texts are in [`i18n::mails`](crate::i18n::mails).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    i18n::{
        mails::MailText,
        rules::{Param, fill},
    },
    types::{ids::OrderSendId, language::Language},
};

/// The delivery state of a mail to one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum MailState {
    /// It is being sent, or will be retried.
    Waiting,
    /// The mail server accepted it.
    Taken,
    /// It will not be retried.
    Failed,
}

/// Why a mail is still waiting, or failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MailFailure {
    /// The mail server did not answer, or stopped answering.
    Unreachable,
    /// The mail server rejects our credentials.
    LoggedOut,
    /// The mail server requests a retry later.
    Later,
    /// The mail server rejects the mail.
    Refused,
    /// It was retried for a whole day.
    GivenUp,
    /// Our own files or rows are temporarily unavailable.
    Delayed,
    /// Its attachment was deleted, or it cannot be composed.
    Broken,
}

impl MailFailure {
    /// The message for the sender.
    #[must_use]
    pub fn say(self, language: Language) -> String {
        let text = match self {
            Self::Unreachable => MailText::TroubleUnreachable,
            Self::LoggedOut => MailText::TroubleLoggedOut,
            Self::Later => MailText::TroubleLater,
            Self::Refused => MailText::TroubleRefused,
            Self::GivenUp => MailText::TroubleGivenUp,
            Self::Delayed => MailText::TroubleDelayed,
            Self::Broken => MailText::TroubleBroken,
        };
        text.template(language).to_owned()
    }
}

/// An order that was sent by mail.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct OrderSend {
    pub id: OrderSendId,
    pub sent_at: DateTime<Utc>,
    pub subject: String,
    pub message: Option<String>,
    /// None if the mail had no attachment.
    pub file_name: Option<String>,
    /// The sender's name, also after they leave their company.
    pub first_name: String,
    pub last_name: String,
    pub recipients: Vec<OrderRecipient>,
}

/// A recipient of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct OrderRecipient {
    pub email: String,
    /// Their name when it was sent.
    pub name: Option<String>,
    pub state: MailState,
    /// Since when it has been in that state.
    pub since: DateTime<Utc>,
    /// Why it failed or is still waiting, in the reader's language.
    pub reason: Option<String>,
}

/// A composed mail, as plain text and as HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MailContent {
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// Composes a mail in one language, paragraph by paragraph. Text written by users is escaped in the HTML.
#[derive(Clone, Debug)]
pub struct MailBuilder {
    language: Language,
    text: Vec<String>,
    html: Vec<String>,
}

impl MailBuilder {
    /// An empty mail.
    #[must_use]
    pub const fn new(language: Language) -> Self {
        Self { language, text: Vec::new(), html: Vec::new() }
    }

    /// Adds a text of [`MailText`].
    #[must_use]
    pub fn say(self, text: MailText, params: &[Param]) -> Self {
        let text = text.say(self.language, params);
        self.words(&text)
    }

    /// Adds a paragraph that is in the mail's language already.
    #[must_use]
    pub fn words(mut self, text: &str) -> Self {
        self.html.push(format!("<p>{}</p>", escaped(text)));
        self.text.push(text.to_owned());
        self
    }

    /// Adds a user's own text as a quotation.
    #[must_use]
    pub fn quote(mut self, text: &str) -> Self {
        let text = text.replace("\r\n", "\n");
        let lines = escaped(&text).replace('\n', "<br>");
        self.html.push(format!("<blockquote>{lines}</blockquote>"));
        self.text.push(text);
        self
    }

    /// Adds a link.
    #[must_use]
    pub fn link(mut self, label: MailText, address: &str) -> Self {
        let label = label.template(self.language);
        self.html.push(format!("<p><a href=\"{}\">{}</a></p>", escaped(address), escaped(label)));
        self.text.push(format!("{label}:\n{address}"));
        self
    }

    /// The finished mail. Its subject is reduced to one line.
    #[must_use]
    pub fn finish(self, subject: &str) -> MailContent {
        let language = match self.language {
            Language::English => "en",
            Language::Spanish => "es",
        };
        let page = format!(
            "<!DOCTYPE html><html lang=\"{language}\"><head><meta charset=\"utf-8\"></head><body>{}</body></html>",
            self.html.concat()
        );
        MailContent { subject: one_line(subject), text: self.text.join("\n\n") + "\n", html: page }
    }
}

/// The subject with its placeholders filled.
#[must_use]
pub fn subject(text: MailText, language: Language, params: &[Param]) -> String {
    fill(text.template(language), params)
}

/// Text on one line: control characters become spaces, and consecutive spaces become one.
#[must_use]
pub fn one_line(text: &str) -> String {
    let spaced: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text escaped for HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
        .replace('\'', "&#39;")
}

/// A file name for a PDF that is valid on every system: without folders, on one line, at most 120 characters,
/// ending in `.pdf`.
#[must_use]
pub fn pdf_name(preferred: &str, otherwise: &str) -> String {
    const LONGEST: usize = 116;
    let clean = |name: &str| -> String {
        let bad = |c: char| "/\\:*?\"<>|".contains(c);
        let name: String = one_line(name).chars().map(|c| if bad(c) { '-' } else { c }).collect();
        let stem = match name.char_indices().rev().nth(3) {
            Some((at, _)) if name[at..].eq_ignore_ascii_case(".pdf") => &name[..at],
            _ => &name,
        };
        let stem: String = stem.chars().take(LONGEST).collect();
        stem.trim_matches([' ', '.']).to_owned()
    };
    let stem =
        Some(clean(preferred)).filter(|stem| !stem.is_empty()).unwrap_or_else(|| clean(otherwise));
    if stem.is_empty() { "order.pdf".to_owned() } else { format!("{stem}.pdf") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_company_name_with_a_script_runs_nowhere() {
        let params = [("company", "<script>alert(1)</script> & \"Sons\"".to_owned())];
        let mail = MailBuilder::new(Language::English)
            .say(MailText::PurchaseOrder, &params)
            .quote("two\r\nlines <b>")
            .link(MailText::WorkOrderOpen, "https://x.example/\"><script>")
            .finish("a\r\nBcc: everybody@example.com");
        assert!(!mail.html.contains("<script") && !mail.html.contains("<b>"), "{}", mail.html);
        assert!(mail.html.contains("two<br>lines &lt;b&gt;"), "{}", mail.html);
        assert!(mail.text.contains("<script>alert(1)</script> & \"Sons\""), "text stays text");
        assert_eq!(mail.subject, "a Bcc: everybody@example.com");
    }

    #[test]
    fn a_pdf_can_be_saved_on_every_system() {
        for (preferred, name) in [
            ("PO-17.pdf", "PO-17.pdf"),
            ("PO-17.PDF", "PO-17.pdf"),
            ("PO 17", "PO 17.pdf"),
            ("../../etc/passwd", "-..-etc-passwd.pdf"),
            ("C:\\orders\\7.pdf", "C--orders-7.pdf"),
            ("a\r\nBcc: x@y.example\r\n.pdf", "a Bcc- x@y.example.pdf"),
            ("Orden nº 3 – Muñoz.pdf", "Orden nº 3 – Muñoz.pdf"),
            ("invoice.html", "invoice.html.pdf"),
            (".pdf", "#-1.pdf"),
            ("", "#-1.pdf"),
            ("...", "#-1.pdf"),
        ] {
            assert_eq!(pdf_name(preferred, "#-1"), name, "{preferred:?}");
        }
        assert_eq!(pdf_name("", "..."), "order.pdf");
        assert!(pdf_name(&"é".repeat(3_000), "").chars().count() <= 120);
    }
}
