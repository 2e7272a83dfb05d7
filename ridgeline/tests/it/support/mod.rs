//! What the tests share: a fresh database, a server and its users for each test, and fakes of other services.

pub mod accounts;
pub mod activity;
mod app;
pub mod broken_line;
pub mod calendars;
pub mod changes;
pub mod chat;
pub mod company_fixture;
mod database;
pub mod database_line;
mod folder;
pub mod geocoder;
pub mod guests;
pub mod hostile_files;
pub mod invited;
pub mod mail;
pub mod memory_limit;
mod openapi_contract;
pub mod ordering_office;
mod orders;
pub mod pgbouncer;
pub mod photos;
pub mod planning;
pub mod process;
pub mod prometheus;
pub mod provider;
pub mod push;
mod refusals;
pub mod rooms;
pub mod scan;
pub mod smtp;
pub mod sockets;
mod stored_demo;
mod translator;
pub mod trip_counter;
pub mod two_providers;
pub mod typescript_client;
mod weather;
pub mod webhooks;
mod work;

pub use store::db::Engine;

pub use app::{Person, TestApp, TestResponse, ada_ridge, multipart, upload};
pub use database::{TestDb, drop_postgres, empty_postgres};
pub use geocoder::{FakeGeocoder, GeocoderApp};
pub use stored_demo::StoredDemo;
pub use translator::{FakeTranslator, TranslatingApp};
pub use weather::{FakeWeather, WeatherApp};

/// Generates tests that run on both engines, as `name::on_sqlite` and `name::on_postgres`. They take a `&Db`,
/// or a `&TestApp` for tests over HTTP.
macro_rules! both_engines {
    ($(async fn $name:ident($given:ident: &$kind:ident) $body:block)+) => {$(
        mod $name {
            use super::*;
            use $crate::support::{Engine, fresh};

            async fn body($given: &$kind) $body

            #[tokio::test]
            async fn on_sqlite() {
                body(&*fresh::$kind(Engine::Sqlite).await).await;
            }

            #[tokio::test]
            async fn on_postgres() {
                body(&*fresh::$kind(Engine::Postgres).await).await;
            }
        }
    )+};
}

/// The server on the demo.
pub type DemoApp = TestApp;

/// What [`both_engines!`] passes to its tests, by the name of its type.
#[expect(non_snake_case, reason = "named after the type they make")]
pub mod fresh {
    use super::{Engine, GeocoderApp, TestApp, TestDb, TranslatingApp, WeatherApp};

    pub async fn Db(engine: Engine) -> TestDb {
        TestDb::new(engine).await
    }

    pub async fn DemoApp(engine: Engine) -> Box<TestApp> {
        Box::new(TestApp::with_demo(engine).await)
    }

    pub async fn GeocoderApp(engine: Engine) -> Box<GeocoderApp> {
        Box::new(GeocoderApp::new(engine).await)
    }

    pub async fn TestApp(engine: Engine) -> Box<TestApp> {
        Box::new(TestApp::new(engine).await)
    }

    pub async fn TranslatingApp(engine: Engine) -> Box<TranslatingApp> {
        Box::new(TranslatingApp::new(engine).await)
    }
    pub async fn WeatherApp(engine: Engine) -> Box<WeatherApp> {
        Box::new(WeatherApp::new(engine).await)
    }
}
