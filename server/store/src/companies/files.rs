//! Files of a company: their rows. The files themselves are in the file store.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    companies::{
        companies::Company,
        files::{CompanyDocument, CompanyFile, DocumentKind, EditFile},
    },
    types::ids::{CompanyId, FileId},
};
use uuid::Uuid;

use crate::{db::prelude::*, files::deletion_queue, scope::Scope};

/// The prefix of company files in the file store.
pub const PREFIX: &str = "company-files/";

/// The file that a key of the file store belongs to, if it is a company file.
#[must_use]
pub fn file_of(key: &str) -> Option<FileId> {
    key.strip_prefix(PREFIX)?.split_at_checked(36)?.0.parse().ok()
}

/// A file of a company.
#[derive(Clone, Debug)]
pub struct FileRow {
    /// Its id.
    pub id: FileId,
    /// The company it belongs to.
    pub company_id: CompanyId,
    /// Its name.
    pub file_name: String,
    /// Its key in the file store.
    pub file_key: String,
    /// Whether everyone may open it.
    pub is_public: bool,
    /// The kind of document.
    pub kind: DocumentKind,
    /// The last day on which it is valid.
    pub expires_on: Option<NaiveDate>,
}

columns! {
    FileRow { id, company_id, file_name, file_key, is_public, kind, expires_on }
}

macro_rules! file_columns {
    () => {
        "SELECT id, company_id, file_name, file_key, is_public, kind, expires_on FROM company_file "
    };
}

/// All files of the company, oldest first.
pub async fn list(tx: &mut Tx, scope: Scope) -> DbResult<Vec<FileRow>> {
    sql!(concat!(file_columns!(), "WHERE company_id = $1 ORDER BY date_inserted, id"))
        .bind(scope)
        .all(tx)
        .await
}

/// The company's files that were valid until this day or earlier, the earliest first.
pub async fn expiring_by(tx: &mut Tx, scope: Scope, day: NaiveDate) -> DbResult<Vec<FileRow>> {
    sql!(concat!(
        file_columns!(),
        "WHERE company_id = $1 AND expires_on <= $2 ORDER BY expires_on, id"
    ))
    .bind(scope)
    .bind(day)
    .all(tx)
    .await
}

/// The public files of any company.
pub async fn list_public(tx: &mut Tx, company: CompanyId) -> DbResult<Vec<FileRow>> {
    sql!(concat!(file_columns!(), "WHERE company_id = $1 AND is_public ORDER BY date_inserted, id"))
        .bind(company)
        .all(tx)
        .await
}

/// One of the company's files; a writing transaction locks it until it ends.
pub async fn find(tx: &mut Tx, scope: Scope, file: FileId) -> DbResult<FileRow> {
    sql!(concat!(file_columns!(), "WHERE company_id = $1 AND id = $2 {lock}"))
        .bind(scope)
        .bind(file)
        .one(tx)
        .await
}

/// The file with this key, without an access check: its name, and whether it is public.
pub async fn find_by_key(tx: &mut Tx, key: &str) -> DbResult<Option<FileRow>> {
    let Some(file) = file_of(key) else { return Ok(None) };
    let found: Option<FileRow> =
        sql!(concat!(file_columns!(), "WHERE id = $1")).bind(file).optional(tx).await?;
    // Compared here: not every requested address is text that an engine accepts.
    Ok(found.filter(|row| row.file_key == key))
}

/// A file to be stored, whose content is in the file store and queued for deletion.
#[derive(Clone, Debug)]
pub struct NewFileRow {
    /// Its id.
    pub id: FileId,
    /// Its name.
    pub file_name: String,
    /// Its key in the file store.
    pub file_key: String,
    /// Whether everyone may open it.
    pub is_public: bool,
    /// When.
    pub now: DateTime<Utc>,
}

impl NewFileRow {
    /// A file that was just uploaded, with a new id and key.
    #[must_use]
    pub fn of(file_name: &str, is_public: bool, ending: &str, now: DateTime<Utc>) -> Self {
        let id = FileId(Uuid::now_v7());
        let file_key = format!("{PREFIX}{id}.{ending}");
        Self { id, file_name: file_name.to_owned(), file_key, is_public, now }
    }
}

/// Adds a file to the company, and takes it out of the deletion queue.
pub async fn add(tx: &mut Tx, scope: Scope, new: &NewFileRow) -> DbResult<FileRow> {
    crate::companies::connected::touch_connected(tx, scope).await?;
    sql!(
        "INSERT INTO company_file (id, company_id, file_name, file_key, is_public, kind, date_inserted)
         VALUES ($1, $2, $3, $4, $5, $6, $7)"
    )
    .bind(new.id)
    .bind(scope)
    .bind(&new.file_name)
    .bind(&new.file_key)
    .bind(new.is_public)
    .bind(DocumentKind::Other)
    .bind(new.now)
    .run_one(tx)
    .await?;
    deletion_queue::remove(tx, std::slice::from_ref(&new.file_key)).await?;
    find(tx, scope, new.id).await
}

/// Changes the properties of a file.
pub async fn update(
    tx: &mut Tx,
    scope: Scope,
    before: &FileRow,
    form: &EditFile,
) -> DbResult<FileRow> {
    crate::companies::connected::touch_connected(tx, scope).await?;
    sql!(
        "UPDATE company_file SET is_public = $3, kind = $4, expires_on = $5
         WHERE company_id = $1 AND id = $2"
    )
    .bind(scope)
    .bind(before.id)
    .bind(form.is_public.unwrap_or(before.is_public))
    .bind(form.kind().unwrap_or(before.kind))
    .bind(form.expires_on().unwrap_or(before.expires_on))
    .run_one(tx)
    .await?;
    find(tx, scope, before.id).await
}

/// Deletes a file; returns its key, which is now queued for deletion.
pub async fn delete(
    tx: &mut Tx,
    scope: Scope,
    file: &FileRow,
    now: DateTime<Utc>,
) -> DbResult<Vec<String>> {
    crate::companies::connected::touch_connected(tx, scope).await?;
    sql!("DELETE FROM company_file WHERE company_id = $1 AND id = $2")
        .bind(scope)
        .bind(file.id)
        .run_one(tx)
        .await?;
    let keys = vec![file.file_key.clone()];
    deletion_queue::add(tx, &keys, now).await?;
    Ok(keys)
}

/// The insurance and license documents among one company's public files.
#[must_use]
pub fn documents(files: &[FileRow]) -> Vec<CompanyDocument> {
    let mut longest: Vec<CompanyDocument> = Vec::new();
    for file in files.iter().filter(|file| file.is_public && file.kind != DocumentKind::Other) {
        let Some(expires_on) = file.expires_on else { continue };
        match longest.iter_mut().find(|document| document.kind == file.kind) {
            Some(document) => document.expires_on = document.expires_on.max(expires_on),
            None => longest.push(CompanyDocument { kind: file.kind, expires_on }),
        }
    }
    longest.sort_unstable();
    longest
}

/// The documents of every company with an accepted connection, in one statement.
pub async fn documents_of_connected(
    tx: &mut Tx,
    scope: Scope,
) -> DbResult<HashMap<CompanyId, Vec<CompanyDocument>>> {
    struct OfCompany(CompanyId, CompanyDocument);
    impl FromRow for OfCompany {
        fn from_row(row: Row<'_>) -> DbResult<Self> {
            let (kind, expires_on) = (row.get("kind")?, row.get("expires_on")?);
            Ok(Self(row.get("company_id")?, CompanyDocument { kind, expires_on }))
        }
    }
    let rows: Vec<OfCompany> = sql!(
        "SELECT file.company_id, file.kind, MAX(file.expires_on) AS expires_on
         FROM company_file AS file
         WHERE file.company_id IN (
                 SELECT recipient_id FROM connection WHERE sender_id = $1 AND accepted
                 UNION ALL
                 SELECT sender_id FROM connection WHERE recipient_id = $1 AND accepted)
             AND file.is_public AND file.kind <> 'other' AND file.expires_on IS NOT NULL
         GROUP BY file.company_id, file.kind ORDER BY file.kind"
    )
    .bind(scope)
    .all(tx)
    .await?;
    Ok(grouped(rows.into_iter().map(|OfCompany(company, document)| (company, document))))
}

/// A company, and the rows of its files that the viewer may see.
#[derive(Debug)]
#[must_use = "a company is shown with the addresses of its files"]
pub struct CompanyPage {
    pub(super) company: Company,
    pub(super) files: Vec<FileRow>,
}

impl CompanyPage {
    /// The company without its files.
    #[must_use]
    pub fn without_files(self) -> Company {
        self.company
    }

    /// The company as the API returns it; `signed` creates the address of a private file from its key.
    #[must_use]
    pub fn shown(self, signed: impl Fn(&str) -> String) -> Company {
        let mut company = self.company;
        company.files = self.files.into_iter().map(|row| row.shown(&signed)).collect();
        company
    }
}

impl FileRow {
    /// The file as the API returns it, with an address that its reader can open; `signed` creates that of a
    /// private file from its key.
    #[must_use]
    pub fn shown(self, signed: impl FnOnce(&str) -> String) -> CompanyFile {
        let file_url = if self.is_public {
            // A public file's address has no expiry.
            format!("/files/{}", self.file_key)
        } else {
            signed(&self.file_key)
        };
        CompanyFile {
            id: self.id,
            file_name: self.file_name,
            file_url,
            is_public: self.is_public,
            kind: self.kind,
            expires_on: self.expires_on,
        }
    }
}
