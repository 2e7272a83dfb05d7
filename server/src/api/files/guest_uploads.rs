//! `/api/guest/{secret}/uploads`: photos in parts by the holders of links (contract-2, section 5), as
//! [`uploads`](super::uploads) by users.

use domain::types::{ids::UploadId, limits::LIMITS};

use crate::{
    api::files::uploads::{self, ArrivingPart, Begun, Headers},
    http::{
        callers::guest::{Guest, call},
        openapi::responses::TypedResponse,
        prelude::*,
        upload::tus::{self, Address, Announced, Version},
    },
};

/// Where an upload that was begun goes on.
const UPLOAD: &str = "/api/guest/{secret}/uploads/{id}";

pub fn routes() -> Routes {
    let limit = usize::try_from(LIMITS.upload_bytes).unwrap_or(usize::MAX);
    Routes::default()
        .options(tus::GUEST_ADDRESS, offer)
        .post(tus::GUEST_ADDRESS, begin)
        .options(UPLOAD, offer)
        .head(UPLOAD, progress)
        .upload_part(UPLOAD, limit, append)
        .upload(UPLOAD, limit, by_post)
        .delete(UPLOAD, end)
}

async fn offer(_: Guest<call::Photos>) -> TypedResponse<Headers> {
    uploads::abilities()
}

async fn begin(
    guest: Guest<call::Photos>,
    State(app): State<App>,
    _: Version,
    address: Address,
    announced: Announced,
) -> ApiResult<TypedResponse<Begun>> {
    uploads::create(&app, guest.link().id.into(), &address, &announced).await
}

async fn progress(
    guest: Guest<call::Photos>,
    State(app): State<App>,
    _: Version,
    PathId(id): PathId<UploadId>,
) -> ApiResult<TypedResponse<Headers>> {
    uploads::state(&app, guest.link().id.into(), id).await
}

async fn append(
    guest: Guest<call::Photos>,
    State(app): State<App>,
    _: Version,
    PathId(id): PathId<UploadId>,
    sent: ArrivingPart,
) -> ApiResult<TypedResponse<Headers>> {
    uploads::add_part(app, guest.link().id.into(), id, sent).await
}

async fn by_post(
    guest: Guest<call::Photos>,
    State(app): State<App>,
    _: Version,
    PathId(id): PathId<UploadId>,
    sent: ArrivingPart,
) -> ApiResult<TypedResponse<Headers>> {
    uploads::as_meant(app, guest.link().id.into(), id, sent).await
}

async fn end(
    guest: Guest<call::Photos>,
    State(app): State<App>,
    _: Version,
    PathId(id): PathId<UploadId>,
) -> ApiResult<TypedResponse<Headers>> {
    uploads::delete(&app, guest.link().id.into(), id).await
}
