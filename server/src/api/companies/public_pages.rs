//! `/c/…` and its data: the public page of a company that published it.

use axum::http::StatusCode;
use domain::companies::public_pages::{PublicCompany, PublicFile};
use serde_json::json;
use store::{
    companies::{files, public_pages, qualifications},
    db::error::DbError,
};

use crate::http::{
    openapi::{
        operation::Operation,
        responses::{ResponseKind, TypedResponse},
    },
    prelude::*,
    web_app::{self, BuiltPage},
};

/// How much of a description search engines show.
const DESCRIPTION_CHARACTERS: usize = 160;

pub fn routes() -> Routes {
    Routes::default().get("/api/public/company/{slug}", find).get("/c/{slug}", page)
}

async fn find(
    _: Visitor,
    State(app): State<App>,
    PathId(slug): PathId<String>,
) -> ApiResult<impl ApiResponse> {
    let mut tx = app.db.read().await?;
    let page = public_pages::find(&mut tx, &slug).await?;
    let now = app.clock.now();
    let qualifications = qualifications::list(&mut tx, page.id).await?;
    let files = files::list_public(&mut tx, page.id).await?.into_iter().map(|row| {
        let file = row.shown(|key| app.files.address(key, now));
        PublicFile { file_name: file.file_name, file_url: file.file_url }
    });
    Ok(named!("company": PublicCompany {
        slug: page.slug,
        name: page.name,
        location: page.location,
        description: page.description,
        company_type: page.company_type,
        logo_url: page.logo_url,
        qualifications: qualifications.into_iter().map(|row| row.qualification).collect(),
        files: files.collect(),
    }))
}

/// The web app, even if there is no such company.
enum CompanyPage {}

impl ResponseKind for CompanyPage {
    fn answers(operation: &mut Operation<'_>) {
        for status in [StatusCode::OK, StatusCode::NOT_FOUND] {
            operation.answers(status, "text/html", json!({ "type": "string" }));
        }
    }
}

/// The web app, with the metadata that search engines and link previews show. If there is no such page, the
/// app shows that.
async fn page(
    _: Visitor,
    State(app): State<App>,
    PathId(slug): PathId<String>,
) -> ApiResult<TypedResponse<CompanyPage>> {
    let mut tx = app.db.read().await?;
    let page = match public_pages::find(&mut tx, &slug).await {
        Ok(page) => page,
        Err(DbError::Missing) => {
            return Ok(TypedResponse::of((
                StatusCode::NOT_FOUND,
                web_app::page(app.assets, BuiltPage::App, ""),
            )));
        }
        Err(error) => return Err(ApiError::from(error)),
    };
    let title = web_app::in_html(&format!("{}, {}", page.name, page.location));
    let summary: String = page.description.chars().take(DESCRIPTION_CHARACTERS).collect();
    let description = web_app::in_html(&summary);
    let address = web_app::in_html(&app.sender_identity.link(&format!("/c/{}", page.slug)));
    let mut head = format!(
        "<title>{title}</title>\
         <meta name=\"description\" content=\"{description}\">\
         <meta property=\"og:type\" content=\"website\">\
         <link rel=\"canonical\" href=\"{address}\">\
         <meta property=\"og:url\" content=\"{address}\">\
         <meta property=\"og:site_name\" content=\"Ridgeline\">\
         <meta property=\"og:title\" content=\"{title}\">\
         <meta property=\"og:description\" content=\"{description}\">"
    );
    if let Some(logo) = &page.logo_url {
        // Link previews are fetched by other sites, so they need the absolute URL.
        let logo = web_app::in_html(&app.sender_identity.link(logo));
        head.extend(["<meta property=\"og:image\" content=\"", &logo, "\">"]);
    }
    Ok(TypedResponse::of(web_app::page(app.assets, BuiltPage::App, &head)))
}
