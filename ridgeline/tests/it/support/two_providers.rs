//! A server with two identity providers beside accounts with passwords.

use axum::http::{StatusCode, header};
use reqwest::Url;
use serde_json::Value;
use services::auth::sign_in_methods::SignInMethods;
use store::companies::people;

use super::{
    Engine, Person, TestApp, TestResponse,
    accounts::with_token,
    provider::{Browser, BrowserPage, IdentityProvider, SITE, app_with, site},
};

/// The calls of the settings.
pub const METHODS: &str = "/api/auth/signInMethods";

/// A server with two providers beside its own accounts.
pub struct Site {
    pub google: IdentityProvider,
    pub microsoft: IdentityProvider,
    pub app: TestApp,
    pub engine: Engine,
}

impl Site {
    pub async fn start(engine: Engine) -> Self {
        let start = |id: &str| {
            IdentityProvider::start(&[&format!("callback={SITE}/api/auth/callback/{id}")])
        };
        let (google, microsoft) = (start("google"), start("microsoft"));
        let providers = vec![google.named("Google"), microsoft.named("Microsoft")];
        let methods = SignInMethods::new(providers, true).expect("settings");
        let app = app_with(engine, methods).await;
        Self { google, microsoft, app, engine }
    }

    pub fn browser(&self) -> Browser {
        Browser::new(&self.google)
    }

    /// Signs in at the provider with this id; returns the last page.
    pub async fn sign_in(&self, id: &str) -> BrowserPage {
        let page = site(&format!("/api/auth/login?provider={id}"));
        self.browser().follow(&self.app, page).await
    }

    /// Signs in at the provider with this id, which asks its user again; returns the response with the token.
    pub async fn token(&self, id: &str) -> TestResponse {
        self.token_in(&mut self.browser(), &format!("?provider={id}&again=true")).await
    }

    /// Signs in with this query in this browser; returns the response with the token.
    pub async fn token_in(&self, browser: &mut Browser, query: &str) -> TestResponse {
        let landed = browser.follow(&self.app, site(&format!("/api/auth/login{query}"))).await;
        let code = landed.query("code").unwrap_or_else(|| panic!("not signed in: {landed:?}"));
        browser.exchange(&self.app, &code).await
    }

    /// A user whom only this provider signs in, with a company.
    pub async fn founder_at(&self, id: &str) -> Person {
        let me = with_token(&self.token(id).await);
        self.app.found(&me, "english").await
    }

    /// A user with a password, a verified address and a company.
    pub async fn owner(&self, address: &str) -> Person {
        let me = self.app.founder(address).await;
        let mut tx = self.app.app.db.write().await.expect("tx");
        people::set_verified(&mut tx, me.user, self.app.app.clock.now()).await.expect("verified");
        tx.commit().await.expect("commit");
        me
    }

    /// Links a provider; returns how it ended, as the settings read it.
    pub async fn link(&self, me: &Person, id: &str) -> Option<String> {
        let mut browser = self.browser();
        let url = self.begin(&mut browser, me, id).await;
        let landed = browser.follow(&self.app, url).await;
        assert_eq!(landed.url.path(), "/app/user/settings", "{landed:?}");
        landed.query("signInLink")
    }

    /// Begins to link a provider; returns where the browser is sent.
    pub async fn begin(&self, browser: &mut Browser, me: &Person, id: &str) -> Url {
        let begun = browser.post(&self.app, me, &format!("{METHODS}/{id}/link")).await;
        assert_eq!(begun.status, StatusCode::OK, "{:?}", begun.json);
        assert_eq!(begun.headers[header::CACHE_CONTROL], "no-store");
        begun.json["url"].as_str().expect("an address").parse().expect("an address")
    }

    pub async fn unlink(&self, me: &Person, id: &str) -> TestResponse {
        self.app.delete(me, &format!("{METHODS}/{id}")).await
    }

    /// The ids of the linked providers.
    pub async fn linked(&self, me: &Person) -> Vec<String> {
        let methods = self.app.get(me, METHODS).await;
        let providers = methods.json["signInMethods"]["providers"].as_array().expect("a list");
        let linked = providers.iter().filter(|provider| !provider["linkedAt"].is_null());
        linked.map(|provider| provider["id"].as_str().expect("an id").to_string()).collect()
    }

    pub async fn id(&self, who: &Person) -> Value {
        self.app.get(who, "/api/auth/fetchProfile").await.json["user"]["id"].clone()
    }
}

/// Generates each test for both engines, with two providers.
macro_rules! with_two_providers {
    ($(async fn $name:ident($site:ident) $body:block)+) => {$(
        mod $name {
            use super::*;
            use $crate::support::Engine;

            async fn body(engine: Engine) {
                let $site = &$crate::support::two_providers::Site::start(engine).await;
                $body
            }

            #[tokio::test]
            async fn on_sqlite() {
                Box::pin(body(Engine::Sqlite)).await;
            }

            #[tokio::test]
            async fn on_postgres() {
                Box::pin(body(Engine::Postgres)).await;
            }
        }
    )+};
}
pub(crate) use with_two_providers;
