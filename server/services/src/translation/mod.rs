//! Translates what users wrote into the reader's language.
//!
//! Texts are only sent to a translation service if the operator configured one, and only those that a user
//! with access requested. Translations are cached, so each text is sent once.

pub mod in_browser;
mod libre_translate;
pub(crate) mod retry;

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, LazyLock, Mutex, PoisonError, Weak},
    time::Duration,
};

use anyhow::{Context as _, ensure};
use domain::{
    translations::{glossary, translations::Translation},
    types::{ids::CompanyId, language::Language},
};
use sha2::{Digest as _, Sha256};
use store::{
    db::{Db, error::DbError},
    scope::Scope,
    translations::{
        texts::SourceText,
        translations::{self, StoredTranslation},
    },
};

use self::libre_translate::LibreTranslate;
use crate::{
    core::clock::Clock,
    translation::retry::{MachineTranslation, TranslationAttempt},
};

/// How long a request for translations may take.
pub const TIMEOUT: Duration = Duration::from_secs(20);

/// How long a translation is cached.
const CACHE_DAYS: i64 = 90;

/// The most texts, and characters, of one call: hosted services limit both.
const TEXTS_AT_ONCE: usize = 25;
const CHARACTERS_AT_ONCE: usize = 10_000;

/// Why there are no translations.
#[derive(Debug, thiserror::Error)]
pub enum TranslateError {
    /// The service is unreachable, busy, or returns an invalid response.
    #[error("the translation service failed: {0}")]
    Unavailable(anyhow::Error),
    /// The database.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The translation service of this installation.
pub struct Translator {
    service: LibreTranslate,
    timeout: Duration,
    /// Locks of the companies with texts at the service.
    in_flight: Mutex<HashMap<CompanyId, Weak<tokio::sync::Mutex<()>>>>,
}

impl Translator {
    /// See [`LibreTranslate::new`].
    ///
    /// # Errors
    /// As there.
    pub fn new(url: &str, key: Option<&str>, timeout: Duration) -> anyhow::Result<Self> {
        let service = LibreTranslate::new(url, key, timeout)?;
        Ok(Self { service, timeout, in_flight: Mutex::default() })
    }

    /// One call at a time per company: a text that two users request at once is translated once, and no
    /// company blocks the service for others.
    fn company_lock(&self, company: CompanyId) -> Arc<tokio::sync::Mutex<()>> {
        let mut in_flight = self.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(lock) = in_flight.get(&company).and_then(Weak::upgrade) {
            return lock;
        }
        in_flight.retain(|_, lock| lock.strong_count() > 0);
        let lock = Arc::new(tokio::sync::Mutex::new(()));
        in_flight.insert(company, Arc::downgrade(&lock));
        lock
    }

    /// Translates texts with the service.
    async fn ask(
        &self,
        texts: &[&SourceText],
        to: Language,
    ) -> anyhow::Result<Vec<MachineTranslation>> {
        let mut attempts: Vec<TranslationAttempt<'_>> = texts
            .iter()
            .map(|text| TranslationAttempt::new(&text.text, text.language, to))
            .collect();
        while attempts.iter().any(TranslationAttempt::is_open) {
            let mut open: Vec<&mut TranslationAttempt<'_>> =
                attempts.iter_mut().filter(|attempt| attempt.is_open()).collect();
            open.sort_by_key(|attempt| attempt.source().map(|language| language as u8));
            while !open.is_empty() {
                let rest = open.split_off(batch_size(&open));
                let requests: Vec<&str> =
                    open.iter().map(|attempt| attempt.request_text()).collect();
                let answers = self.service.translate(&requests, open[0].source(), to).await?;
                for (attempt, answer) in open.iter_mut().zip(answers) {
                    ensure!(!answer.text.is_empty(), "it returned an empty text");
                    attempt.take(answer);
                }
                open = rest;
            }
        }
        attempts
            .into_iter()
            .map(|attempt| attempt.made().context("a text was not translated"))
            .collect()
    }
}

/// How many of these go into one call: those of one language, within the limits.
fn batch_size(open: &[&mut TranslationAttempt<'_>]) -> usize {
    let mut characters = 0;
    let fits = |attempt: &&&mut TranslationAttempt<'_>| {
        characters += attempt.request_text().chars().count();
        attempt.source() == open[0].source() && characters <= CHARACTERS_AT_ONCE
    };
    open.iter().take(TEXTS_AT_ONCE).take_while(fits).count().max(1)
}

/// The cache key of a translation: it depends on text, language and glossary.
fn hash(text: &SourceText, to: Language) -> Vec<u8> {
    static GLOSSARY: LazyLock<[u8; 32]> =
        LazyLock::new(|| Sha256::digest(glossary::source()).into());
    let from = text.language.map_or(2, |language| language as u8);
    let mut hash = Sha256::new();
    hash.update(*GLOSSARY);
    hash.update([from, to as u8]);
    hash.update(&text.text);
    hash.finalize().to_vec()
}

/// Texts in a reader's language, in the given order.
///
/// # Errors
/// [`TranslateError::Unavailable`] if the service was needed and failed: then nothing is stored.
pub async fn translations(
    db: &Db,
    clock: &Clock,
    translator: &Translator,
    scope: Scope,
    texts: Vec<SourceText>,
    to: Language,
) -> Result<Vec<Translation>, TranslateError> {
    let hashes: Vec<Vec<u8>> = texts.iter().map(|text| hash(text, to)).collect();
    let mut known = find_cached(db, scope, &hashes).await?;
    if hashes.iter().any(|hash| !known.contains_key(hash)) {
        let missing = translate_missing(db, clock, translator, scope, &texts, &hashes, to);
        let late = |_| TranslateError::Unavailable(anyhow::anyhow!("it took too long"));
        known = tokio::time::timeout(translator.timeout, missing).await.map_err(late)??;
    }
    let translation = |(text, hash): (SourceText, Vec<u8>)| {
        let stored = known.get(&hash)?;
        Some(Translation {
            id: text.id,
            field: text.field,
            original: text.text,
            text: stored.content.clone(),
            from: stored.written_in,
            to,
        })
    };
    Ok(texts.into_iter().zip(hashes).filter_map(translation).collect())
}

type Known = HashMap<Vec<u8>, StoredTranslation>;

async fn find_cached(db: &Db, scope: Scope, hashes: &[Vec<u8>]) -> Result<Known, DbError> {
    let mut tx = db.read().await?;
    let kept = translations::find_all(&mut tx, scope, hashes).await?;
    Ok(kept.into_iter().map(|kept| (kept.original_hash.clone(), kept)).collect())
}

/// Translates and stores what is missing. No transaction is open during the call to the service.
async fn translate_missing(
    db: &Db,
    clock: &Clock,
    translator: &Translator,
    scope: Scope,
    texts: &[SourceText],
    hashes: &[Vec<u8>],
    to: Language,
) -> Result<Known, TranslateError> {
    let lock = translator.company_lock(scope.company());
    let _guard = lock.lock().await;
    // A parallel request may have translated the same texts.
    let mut known = find_cached(db, scope, hashes).await?;
    let mut once = HashSet::new();
    let missing = hashes.iter().zip(texts);
    let missing = missing.filter(|(hash, _)| !known.contains_key(*hash) && once.insert(*hash));
    let (hashes, texts): (Vec<&Vec<u8>>, Vec<&SourceText>) = missing.unzip();
    let translated = translator.ask(&texts, to).await.map_err(TranslateError::Unavailable)?;
    let new = hashes.into_iter().zip(translated).map(|(hash, translated)| StoredTranslation {
        original_hash: hash.clone(),
        written_in: translated.from,
        content: translated.text,
    });
    let mut tx = db.write().await?;
    for translation in new {
        translations::insert(&mut tx, scope, &translation, clock.now()).await?;
        known.insert(translation.original_hash.clone(), translation);
    }
    tx.commit().await?;
    Ok(known)
}

/// Deletes old translations: of texts that are no longer read, or were deleted.
///
/// # Errors
/// Errors of the database.
pub async fn sweep(db: &Db, clock: &Clock) -> Result<(), DbError> {
    let before = clock.now() - chrono::Duration::days(CACHE_DAYS);
    loop {
        let mut tx = db.write().await?;
        let deleted = translations::delete_before(&mut tx, before).await?;
        tx.commit().await?;
        if deleted == 0 {
            return Ok(());
        }
    }
}
