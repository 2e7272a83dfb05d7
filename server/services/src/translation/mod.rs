//! What people wrote, in the language of whoever reads it.
//!
//! Texts leave this machine only where an operator named a translation service, and only those that
//! somebody who may read them asked for. What was made of a text is kept, so that it goes out once.

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

/// How long somebody waits for translations, whatever has to be asked for them.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// How long a translation is kept.
const KEPT_DAYS: i64 = 90;

/// Texts of one call to the service, and their characters: services of others limit both.
const TEXTS_AT_ONCE: usize = 25;
const CHARACTERS_AT_ONCE: usize = 10_000;

/// Why there are no translations.
#[derive(Debug, thiserror::Error)]
pub enum TranslateError {
    /// The service is not there, is busy, or says what is no answer.
    #[error("the translation service gave no answer: {0}")]
    Unavailable(anyhow::Error),
    /// The database.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The translation service of this installation.
pub struct Translator {
    service: LibreTranslate,
    patience: Duration,
    /// Whose texts are out at the service.
    in_flight: Mutex<HashMap<CompanyId, Weak<tokio::sync::Mutex<()>>>>,
}

impl Translator {
    /// See [`LibreTranslate::new`].
    ///
    /// # Errors
    /// As there.
    pub fn new(url: &str, key: Option<&str>, patience: Duration) -> anyhow::Result<Self> {
        let service = LibreTranslate::new(url, key, patience)?;
        Ok(Self { service, patience, in_flight: Mutex::default() })
    }

    /// One at a time for each company: what two people ask for at once is translated once, and no
    /// company keeps the service from the others.
    fn turn(&self, company: CompanyId) -> Arc<tokio::sync::Mutex<()>> {
        let mut at_work = self.in_flight.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(turn) = at_work.get(&company).and_then(Weak::upgrade) {
            return turn;
        }
        at_work.retain(|_, turn| turn.strong_count() > 0);
        let turn = Arc::new(tokio::sync::Mutex::new(()));
        at_work.insert(company, Arc::downgrade(&turn));
        turn
    }

    /// What the service makes of texts.
    async fn ask(
        &self,
        texts: &[&SourceText],
        to: Language,
    ) -> anyhow::Result<Vec<MachineTranslation>> {
        let mut efforts: Vec<TranslationAttempt<'_>> = texts
            .iter()
            .map(|text| TranslationAttempt::new(&text.text, text.language, to))
            .collect();
        while efforts.iter().any(TranslationAttempt::is_open) {
            let mut open: Vec<&mut TranslationAttempt<'_>> =
                efforts.iter_mut().filter(|effort| effort.is_open()).collect();
            open.sort_by_key(|effort| effort.source().map(|language| language as u8));
            while !open.is_empty() {
                let rest = open.split_off(batch_size(&open));
                let questions: Vec<&str> =
                    open.iter().map(|effort| effort.request_text()).collect();
                let answers = self.service.translate(&questions, open[0].source(), to).await?;
                for (effort, answer) in open.iter_mut().zip(answers) {
                    ensure!(!answer.text.is_empty(), "it answers nothing to a text");
                    effort.take(answer);
                }
                open = rest;
            }
        }
        efforts.into_iter().map(|effort| effort.made().context("a text was left over")).collect()
    }
}

/// How many of these go out in one call: those of one language, as far as there is room.
fn batch_size(open: &[&mut TranslationAttempt<'_>]) -> usize {
    let mut characters = 0;
    let fits = |effort: &&&mut TranslationAttempt<'_>| {
        characters += effort.request_text().chars().count();
        effort.source() == open[0].source() && characters <= CHARACTERS_AT_ONCE
    };
    open.iter().take(TEXTS_AT_ONCE).take_while(fits).count().max(1)
}

/// The key of a translation: a changed text, language or glossary makes another one.
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

/// Texts in a reader's language, in the order in which they are given.
///
/// # Errors
/// [`TranslateError::Unavailable`] when the service was needed and gave no answer: then nothing is kept.
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
        let made = translate_missing(db, clock, translator, scope, &texts, &hashes, to);
        let late = |_| TranslateError::Unavailable(anyhow::anyhow!("it takes too long"));
        known = tokio::time::timeout(translator.patience, made).await.map_err(late)??;
    }
    let translation = |(text, hash): (SourceText, Vec<u8>)| {
        let kept = known.get(&hash)?;
        Some(Translation {
            id: text.id,
            field: text.field,
            original: text.text,
            text: kept.content.clone(),
            from: kept.written_in,
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

/// Has made and keeps what is not known yet. No transaction is open while the service is asked.
async fn translate_missing(
    db: &Db,
    clock: &Clock,
    translator: &Translator,
    scope: Scope,
    texts: &[SourceText],
    hashes: &[Vec<u8>],
    to: Language,
) -> Result<Known, TranslateError> {
    let turn = translator.turn(scope.company());
    let _turn = turn.lock().await;
    // Somebody may have asked for the same in the meantime.
    let mut known = find_cached(db, scope, hashes).await?;
    let mut once = HashSet::new();
    let wanted = hashes.iter().zip(texts);
    let wanted = wanted.filter(|(hash, _)| !known.contains_key(*hash) && once.insert(*hash));
    let (hashes, texts): (Vec<&Vec<u8>>, Vec<&SourceText>) = wanted.unzip();
    let made = translator.ask(&texts, to).await.map_err(TranslateError::Unavailable)?;
    let new = hashes.into_iter().zip(made).map(|(hash, made)| StoredTranslation {
        original_hash: hash.clone(),
        written_in: made.from,
        content: made.text,
    });
    let mut tx = db.write().await?;
    for kept in new {
        translations::insert(&mut tx, scope, &kept, clock.now()).await?;
        known.insert(kept.original_hash.clone(), kept);
    }
    tx.commit().await?;
    Ok(known)
}

/// Forgets old translations: of texts that nobody reads any more, or that were deleted.
///
/// # Errors
/// What the database said.
pub async fn sweep(db: &Db, clock: &Clock) -> Result<(), DbError> {
    let mut tx = db.write().await?;
    let before = clock.now() - chrono::Duration::days(KEPT_DAYS);
    translations::delete_before(&mut tx, before).await?;
    tx.commit().await
}
