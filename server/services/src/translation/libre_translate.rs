//! The API of LibreTranslate, which an operator hosts or rents.

use std::time::Duration;

use anyhow::{Context as _, bail, ensure};
use domain::types::language::Language;
use reqwest::{Client, Url, redirect::Policy};
use serde::{Deserialize, Serialize};

use crate::core::bounded_response;

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
    /// `url` is the base of the service's API. A response may take up to `timeout`.
    ///
    /// # Errors
    /// If `url` is not a web URL, or this machine has no root certificates.
    pub fn new(url: &str, key: Option<&str>, timeout: Duration) -> anyhow::Result<Self> {
        // Fails if a provider is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        // Without its slash a base URL would lose its last part.
        let base = Url::parse(&format!("{}/", url.trim_end_matches('/')));
        let base = base.ok().filter(|base| ["http", "https"].contains(&base.scheme()));
        let base = base
            .context("--translate-url must be an address such as https://translate.example.com")?;
        // Texts are only sent to the configured service, so redirects are not followed.
        let client = Client::builder().timeout(timeout).redirect(Policy::none()).build()?;
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
        let bytes = bounded_response::read(response, LONGEST_ANSWER).await?;
        if !status.is_success() {
            let reason = serde_json::from_slice(&bytes)
                .map_or_else(|_| String::new(), |it: ErrorReply| it.error);
            bail!(
                "it answers {status}: {}",
                reason.chars().take(LONGEST_REASON).collect::<String>()
            );
        }
        read_answer(&bytes, texts.len())
    }
}

/// The translations in an answer to so many texts.
fn read_answer(bytes: &[u8], texts: usize) -> anyhow::Result<Vec<TranslatedText>> {
    // serde's error may quote the response.
    let answers: TranslateResponse =
        serde_json::from_slice(bytes).ok().context("its response is invalid")?;
    let translated = answers.translated_text.into_many();
    ensure!(translated.len() == texts, "it answers {} texts to {texts}", translated.len());
    let mut detected = answers.detected_language.into_many().into_iter();
    let mut answer = |text: String| TranslatedText {
        // The one character that databases do not store.
        text: text.replace('\0', "").trim().to_owned(),
        detected: detected.next().map(|detected| detected.language),
    };
    Ok(translated.into_iter().map(&mut answer).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    const ANSWERS: &[&str] = &[
        r#"{"translatedText":["Dos cuadros"],"detectedLanguage":[{"language":"en","confidence":9}]}"#,
        r#"{"translatedText":"uno","detectedLanguage":{"language":"es"}}"#,
        r#"{"translatedText":["\u0000"],"alternatives":[[[1e9]],null]}"#,
    ];

    proptest! {
        #[test]
        fn an_answer_of_any_bytes_has_one_text_for_each_or_none(
            bytes in foreign::bytes(ANSWERS),
        ) {
            let (read, cost) = cost::of(|| read_answer(&bytes, 1));
            // A value of one of several kinds is first kept as it came: 32 bytes for two of JSON.
            prop_assert!(cost.is_small_for(bytes.len(), 64), "{cost:?} of {}", bytes.len());
            if let Ok(read) = read {
                prop_assert_eq!(read.len(), 1);
                prop_assert!(!read[0].text.contains('\0') && read[0].text.len() <= 3 * bytes.len());
            }
        }
    }

    #[test]
    fn an_answer_of_many_values_is_read_once() {
        for part in ["0,", "[", "\"a\",", "{\"a\":"] {
            let answer =
                |repeats: usize| format!(r#"{{"translatedText":[{}"#, part.repeat(repeats));
            cost::assert_linear(part, 64, answer, |text| read_answer(text.as_bytes(), 1).is_ok());
        }
    }
}
