//! The API of LibreTranslate, which an operator hosts or rents.

use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use domain::types::language::Language;
use reqwest::{Client, Response, Url, redirect::Policy};
use serde::{Deserialize, Serialize};

/// The most bytes of a response.
const LONGEST_ANSWER: usize = 4 << 20;

/// The most characters of an error response in the log.
const LONGEST_REASON: usize = 200;

/// A client of a translation service.
pub struct LibreTranslate {
    client: Client,
    translate: Url,
    key: Option<String>,
}

/// A translated text.
#[derive(Debug)]
pub struct TranslatedText {
    /// The text.
    pub text: String,
    /// The language code that the service detected, if detection was requested.
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

/// Some services return a single value instead of a list of one.
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

/// The service's code of a language.
pub const fn code(language: Language) -> &'static str {
    match language {
        Language::English => "en",
        Language::Spanish => "es",
    }
}

impl LibreTranslate {
    /// `url` is the base of the service's API. A response may take up to `patience`.
    ///
    /// # Errors
    /// If `url` is not a web URL, or this machine has no root certificates.
    pub fn new(url: &str, key: Option<&str>, patience: Duration) -> anyhow::Result<Self> {
        // Fails if a provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // Without its slash a base URL would lose its last part.
        let base = Url::parse(&format!("{}/", url.trim_end_matches('/')));
        let base = base.ok().filter(|base| ["http", "https"].contains(&base.scheme()));
        let base = base
            .context("--translate-url must be an address such as https://translate.example.com")?;
        // Texts are only sent to the configured service, so redirects are not followed.
        let client = Client::builder().timeout(patience).redirect(Policy::none()).build()?;
        let key = key.filter(|key| !key.is_empty()).map(str::to_owned);
        Ok(Self { client, translate: base.join("translate")?, key })
    }

    /// Translates texts in one call. Without `from`, the service detects the language.
    ///
    /// # Errors
    /// Why there is no translation, without any of the texts.
    pub async fn translate(
        &self,
        texts: &[&str],
        from: Option<Language>,
        to: Language,
    ) -> anyhow::Result<Vec<TranslatedText>> {
        let request = TranslateRequest {
            q: texts,
            source: from.map_or("auto", code),
            target: code(to),
            format: "text",
            api_key: self.key.as_deref(),
        };
        let response = self.client.post(self.translate.clone()).json(&request).send().await;
        let response = response.map_err(reqwest::Error::without_url)?;
        let status = response.status();
        let bytes = read(response).await?;
        if !status.is_success() {
            let reason = serde_json::from_slice(&bytes)
                .map_or_else(|_| String::new(), |it: ErrorReply| it.error);
            bail!(
                "it answers {status}: {}",
                reason.chars().take(LONGEST_REASON).collect::<String>()
            );
        }
        // serde's error may quote the response.
        let answers: TranslateResponse =
            serde_json::from_slice(&bytes).ok().context("its response is invalid")?;
        let translated = answers.translated_text.into_many();
        ensure!(
            translated.len() == texts.len(),
            "it answers {} texts to {}",
            translated.len(),
            texts.len()
        );
        let mut detected = answers.detected_language.into_many().into_iter();
        let mut answer = |text: String| TranslatedText {
            // The one character that databases do not store.
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
