//! The file of an upload that arrived in parts, for the call that uses it.

use domain::{files::files::FileKind, i18n::rules::Text, types::ids::UploadId};
use futures_util::TryStreamExt as _;
use sha2::{Digest as _, Sha256};
use store::{
    db::{Tx, error::DbResult},
    files::uploads::{self, UploadOwner},
};
use tokio::sync::OwnedMutexGuard;

use crate::{
    app::App,
    http::{
        error::{ApiError, ApiResult},
        upload::incoming_file::{ArrivedFile, IncomingFile, too_large},
    },
};

/// An upload that a call uses. It is used once: the transaction of the call deletes it.
#[derive(Debug)]
pub struct UsedUpload {
    owner: UploadOwner,
    id: UploadId,
    keys: Vec<String>,
    /// Others that use it wait: each would put it together on the disk, for nothing.
    _turn: OwnedMutexGuard<()>,
}

impl UsedUpload {
    /// Deletes the upload in the transaction of the call.
    ///
    /// # Errors
    /// If another call has used it meanwhile.
    pub async fn delete(&self, tx: &mut Tx) -> DbResult<()> {
        uploads::delete(tx, self.owner, self.id).await
    }

    /// Deletes the files of its parts, once the transaction is committed.
    pub async fn discard(&self, app: &App) {
        app.files.discard(&app.db, &self.keys).await;
    }
}

/// Puts the parts of an upload together.
///
/// # Errors
/// 404 if there is none; 409 if not all of it has arrived.
pub(super) async fn assemble(
    app: &App,
    owner: UploadOwner,
    id: UploadId,
    to: FileKind,
) -> ApiResult<(ArrivedFile, UsedUpload)> {
    let turn = app.calls_in_progress.wait(Sha256::digest(id.0.as_bytes()).into()).await;
    let mut tx = app.db.read().await?;
    let upload = uploads::find(&mut tx, owner, id, app.clock.now()).await?;
    if !upload.is_complete() {
        return Err(ApiError::Conflict(Text::UploadUnfinished));
    }
    let keys = uploads::parts(&mut tx, id).await?;
    drop(tx);
    if u64::try_from(upload.total_bytes).unwrap_or(u64::MAX) > to.max_bytes() {
        return Err(too_large(to));
    }
    let mut file = IncomingFile::new(app, to)?;
    for key in &keys {
        // Another call that uses it meanwhile deletes its parts.
        let part = app.files.read(key).await?.ok_or(ApiError::NotFound)?;
        let mut chunks = part.body.into_data_stream();
        while let Some(chunk) = chunks.try_next().await.map_err(anyhow::Error::from)? {
            file.add(&chunk).await;
        }
    }
    Ok((file.finish().await, UsedUpload { owner, id, keys, _turn: turn }))
}
