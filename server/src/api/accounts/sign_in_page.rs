//! The few pages that the server renders itself: during a sign-in with an identity provider the app is not
//! loaded.

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::IntoResponse as _,
};
use domain::{i18n::pages::PageText, types::language::Language};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use services::auth::oidc_state::SignInPurpose;

use crate::http::{
    openapi::{
        operation::Operation,
        responses::{ResponseKind, TypedResponse},
    },
    url::{is_path_of_this_site, url_encoded},
    web_app::in_html,
};

/// Why a sign-in failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignInFailure {
    /// The provider is unreachable.
    ProviderDown,
    /// The provider did not verify the address.
    Unverified,
    /// The address belongs to another user here.
    OtherAccount,
    /// The address belongs to an account here that the provider is not linked to.
    KnownAddress,
    /// The provider refused, or its response is invalid.
    Refused,
    /// The provider was to ask the user again, and did not.
    NotAskedAgain,
    /// This browser began no such sign-in, or too long ago.
    Stale,
}

impl SignInFailure {
    /// Whether the same provider would fail again.
    const fn needs_another_way(self) -> bool {
        matches!(self, Self::KnownAddress | Self::NotAskedAgain)
    }
}

/// A redirect, or a page with an error.
#[derive(Debug)]
pub enum RedirectOrPage {}

impl ResponseKind for RedirectOrPage {
    fn answers(operation: &mut Operation<'_>) {
        operation.answers_nothing(StatusCode::FOUND);
        for status in [
            StatusCode::BAD_REQUEST,
            StatusCode::FORBIDDEN,
            StatusCode::CONFLICT,
            StatusCode::SERVICE_UNAVAILABLE,
        ] {
            operation.answers(status, "text/html", json!({ "type": "string" }));
        }
    }
}

/// The page in the app where providers are linked.
pub const SETTINGS: &str = "/app/user/settings";

/// Seconds until a retry is useful.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("30");

/// The error page, with a link back to the sign-in.
pub fn page(
    failure: SignInFailure,
    purpose: &SignInPurpose,
    language: Language,
) -> TypedResponse<RedirectOrPage> {
    let (status, title, text) = match failure {
        SignInFailure::ProviderDown => {
            (StatusCode::SERVICE_UNAVAILABLE, PageText::ProviderDownTitle, PageText::ProviderDown)
        }
        SignInFailure::Unverified => {
            (StatusCode::FORBIDDEN, PageText::UnverifiedTitle, PageText::Unverified)
        }
        SignInFailure::OtherAccount => {
            (StatusCode::CONFLICT, PageText::OtherAccountTitle, PageText::OtherAccount)
        }
        SignInFailure::KnownAddress => {
            (StatusCode::CONFLICT, PageText::KnownAddressTitle, PageText::KnownAddress)
        }
        SignInFailure::Refused => {
            (StatusCode::BAD_REQUEST, PageText::RefusedTitle, PageText::Refused)
        }
        SignInFailure::NotAskedAgain => {
            (StatusCode::BAD_REQUEST, PageText::NotAskedAgainTitle, PageText::NotAskedAgain)
        }
        SignInFailure::Stale => (StatusCode::BAD_REQUEST, PageText::StaleTitle, PageText::Stale),
    };
    let say = |text: PageText| in_html(text.template(language));
    let code = match language {
        Language::English => "en",
        Language::Spanish => "es",
    };
    let is_at_one = purpose.provider.is_some() && !failure.needs_another_way();
    let other_way = if is_at_one && purpose.linked_by.is_none() {
        let sign_in = in_html(&login(&[("return_to", purpose.return_to.as_deref())]));
        format!("<a class=\"other\" href=\"{sign_in}\">{}</a>", say(PageText::OtherWay))
    } else {
        String::new()
    };
    let (again, verb) = match purpose.linked_by {
        Some(_) => (SETTINGS.to_string(), PageText::BackToSettings),
        None => (again(failure, purpose), PageText::TryAgain),
    };
    let html = format!(
        "<!doctype html><html lang=\"{code}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title} - Ridgeline</title><style>\
         body{{font:1.0625rem/1.5 system-ui,sans-serif;margin:0;color:#1b2733;background:#f4f6f8}}\
         main{{max-width:34rem;margin:12vh auto;padding:2rem;background:#fff;border-radius:.5rem}}\
         h1{{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}}a{{color:#1a3f69}}\
         .go{{display:inline-block;margin:.5rem 1.5rem .5rem 0;padding:.6rem 1.1rem;\
         background:#1a3f69;color:#fff;border-radius:.375rem;text-decoration:none}}\
         .other{{margin-right:1.5rem}}\
         </style></head><body><main><h1>{title}</h1><p>{text}</p>\
         <p><a class=\"go\" href=\"{again}\">{try_again}</a>{other_way}<a href=\"/\">{home}</a></p>\
         </main></body></html>",
        title = say(title),
        text = say(text),
        again = in_html(&again),
        try_again = say(verb),
        home = say(PageText::BackHome),
    );
    let kind = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::VARY, HeaderValue::from_static("accept-language")),
    ];
    let mut answer = (status, kind, html).into_response();
    if failure == SignInFailure::ProviderDown {
        answer.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
    }
    TypedResponse::of(answer)
}

/// Where the sign-in begins again: at the same provider, except where another way is needed.
fn again(failure: SignInFailure, purpose: &SignInPurpose) -> String {
    let provider = purpose.provider.as_deref().filter(|_| !failure.needs_another_way());
    let asks_again = purpose.asks_again.then_some("true").filter(|_| provider.is_some());
    login(&[
        ("provider", provider),
        ("again", asks_again),
        ("return_to", purpose.return_to.as_deref()),
    ])
}

/// The address where a sign-in begins, with what is known of it.
fn login(known: &[(&str, Option<&str>)]) -> String {
    let known: Vec<_> = known
        .iter()
        .filter_map(|(name, value)| Some(format!("{name}={}", url_encoded((*value)?))))
        .collect();
    let query = if known.is_empty() { String::new() } else { format!("?{}", known.join("&")) };
    format!("/api/auth/login{query}")
}

/// The query of the sign-in page.
#[derive(Default, Deserialize, JsonSchema)]
pub(crate) struct LoginPage {
    pub(crate) screen_hint: Option<String>,
    /// The id of the identity provider, where there are several ways to sign in.
    pub(crate) provider: Option<String>,
    /// Whether the provider must ask the user again, though it knows the browser: for changes that need it.
    #[serde(default)]
    pub(crate) again: bool,
    return_to: Option<String>,
    /// Set by this server: the browser was redirected to the public address.
    #[serde(default)]
    pub(crate) sent_here: bool,
}

impl LoginPage {
    /// The path in the app after the sign-in; `None` if it leads to another site.
    pub(crate) fn return_to(&self) -> Option<&str> {
        self.return_to.as_deref().filter(|path| is_path_of_this_site(path))
    }
}
