//! LibreTranslate's API, which an operator runs beside this server or rents.

use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use domain::types::language::Language;
use reqwest::{Client, Response, Url, redirect::Policy};
use serde::{Deserialize, Serialize};

/// Bytes of an answer that are read; so long is nothing that was asked.
const LONGEST_ANSWER: usize = 4 << 20;

/// Characters of what a failing service says that go to the log.
const LONGEST_REASON: usize = 200;

/// A connection to a translation service.
pub struct LibreTranslate {
    client: Client,
    translate: Url,
    key: Option<String>,
}

/// One text in the other language.
#[derive(Debug)]
pub struct TranslatedText {
    /// The text.
    pub text: String,
    /// The code of the language that the service took the original for, where it was asked to tell.
    pub detected: Option<String>,
}

#[derive(Serialize)]
struct TranslateRequest<'a> {
    q: &'a [&'a str],
    source: &'static str,
    target: &'static str,
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    api_key: Option<&'a str>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TranslateResponse {
    translated_text: OneOrMany<String>,
    #[serde(default)]
    detected_language: OneOrMany<Detected>,
}

#[derive(Deserialize)]
struct Detected {
    language: String,
}

#[derive(Deserialize)]
struct ErrorReply {
    error: String,
}

/// Some services answer a list of one as if it were no list.
#[derive(Default, Deserialize)]
#[serde(untagged)]
enum OneOrMany<T> {
    Many(Vec<T>),
    One(T),
    #[default]
    #[serde(skip_deserializing)]
    None,
}

impl<T> OneOrMany<T> {
    fn into_many(self) -> Vec<T> {
        match self {
            Self::Many(many) => many,
            Self::One(one) => vec![one],
            Self::None => Vec::new(),
        }
    }
}

/// As the service names a language.
pub const fn code(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Spanish => "es",
    }
}

impl LibreTranslate {
    /// `url` is where the service's API begins. No answer is waited for longer than `patience`.
    ///
    /// # Errors
    /// When `url` is no address of the web, or this machine has no certificates to trust.
    pub fn new(url: &str, key: Option<&str>, patience: Duration) -> anyhow::Result<Self> {
        // Whoever was first has installed the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // A base without its slash would lose its last part.
        let base = Url::parse(&format!("{}/", url.trim_end_matches('/')));
        let base = base.ok().filter(|base| ["http", "https"].contains(&base.scheme()));
        let base = base
            .context("--translate-url must be an address such as https://translate.example.com")?;
        // Texts go where the operator said, and nowhere that this place points to.
        let client = Client::builder().timeout(patience).redirect(Policy::none()).build()?;
        let key = key.filter(|key| !key.is_empty()).map(str::to_owned);
        Ok(Self { client, translate: base.join("translate")?, key })
    }

    /// Asks for texts in another language, in one call. With no `from`, the service tells it.
    ///
    /// # Errors
    /// Why there is no answer, without a word of the texts.
    pub async fn translate(
        &self,
        texts: &[&str],
        from: Option<Language>,
        to: Language,
    ) -> anyhow::Result<Vec<TranslatedText>> {
        let question = TranslateRequest {
            q: texts,
            source: from.map_or("auto", code),
            target: code(to),
            format: "text",
            api_key: self.key.as_deref(),
        };
        let asked = self.client.post(self.translate.clone()).json(&question).send().await;
        let response = asked.map_err(reqwest::Error::without_url)?;
        let status = response.status();
        let bytes = read(response).await?;
        if !status.is_success() {
            let said = serde_json::from_slice(&bytes)
                .map_or_else(|_| String::new(), |it: ErrorReply| it.error);
            bail!("it answers {status}: {}", said.chars().take(LONGEST_REASON).collect::<String>());
        }
        // What serde says of an answer may quote it.
        let answers: TranslateResponse =
            serde_json::from_slice(&bytes).ok().context("its answer is not understood")?;
        let translated = answers.translated_text.into_many();
        ensure!(
            translated.len() == texts.len(),
            "it answers {} texts to {}",
            translated.len(),
            texts.len()
        );
        let mut detected = answers.detected_language.into_many().into_iter();
        let mut answer = |text: String| TranslatedText {
            // The one character that no database keeps.
            text: text.replace('\0', "").trim().to_owned(),
            detected: detected.next().map(|detected| detected.language),
        };
        Ok(translated.into_iter().map(&mut answer).collect())
    }
}

async fn read(mut response: Response) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(reqwest::Error::without_url)? {
        ensure!(bytes.len() + chunk.len() <= LONGEST_ANSWER, "its answer does not end");
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}
