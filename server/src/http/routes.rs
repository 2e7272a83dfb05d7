//! The route list. A handler that does not declare its caller, its parameters and its response does not
//! compile.

use std::{pin::Pin, sync::Arc};

use axum::{
    Extension, Router,
    extract::Request,
    handler::Handler,
    http::StatusCode,
    response::{IntoResponse as _, Response},
    routing::{self, MethodRouter},
};
use domain::{api_keys::ApiKeyScope, limits::quotas::Quota};
use serde_json::Value;
use tower::util::option_layer;

use crate::{
    app::App,
    http::{
        caller::CallerExtractor,
        callers::api_key::{self, RouteScope},
        idempotency::calls,
        openapi::{
            call::{Call, Route},
            operation::Operation,
            parameters::ApiParameter,
            responses::ApiResponse,
        },
        rate_limit::RouteQuota,
        request_body::body_size::BodyLimit,
        transaction_retry::retry_request,
    },
};

type ResponseFuture = Pin<Box<dyn Future<Output = Response> + Send>>;
/// A handler with its app, for one request.
type Work = Box<dyn FnOnce(Request) -> ResponseFuture + Send>;

/// A handler with its app, for every attempt of one request.
type Attempt = Box<dyn Fn(Request) -> ResponseFuture + Send + Sync>;

/// A type-erased handler. What axum and tower wrap around a handler is compiled once instead of for each of
/// some two hundred, which took most of the server's compile time.
#[derive(Clone)]
struct ErasedHandler(Arc<dyn Fn(Request, App) -> ResponseFuture + Send + Sync>);

/// Refuses a call that its API key may not make before anything else looks at it.
async fn admit_and_run(app: App, mut request: Request, work: Work) -> Response {
    match api_key::admit(&app, &mut request).await {
        Ok(()) => calls::run(app, request, work).await,
        Err(error) => error.into_response(),
    }
}

/// A handler that is run again when its transaction was rolled back.
fn erase_retried<H: Handler<T, App>, T: 'static>(handler: H) -> ErasedHandler {
    ErasedHandler(Arc::new(move |request, app| {
        let (handler, own) = (handler.clone(), app.clone());
        let attempt: Attempt =
            Box::new(move |request| Box::pin(handler.clone().call(request, own.clone())));
        run_retried(app, request, attempt)
    }))
}

fn run_retried(app: App, request: Request, attempt: Attempt) -> ResponseFuture {
    let work: Work = Box::new(move |request| Box::pin(retry_request(request, attempt)));
    Box::pin(admit_and_run(app, request, work))
}

/// A handler of files, which arrive once: it does not run again.
fn erase<H: Handler<T, App>, T: 'static>(handler: H) -> ErasedHandler {
    ErasedHandler(Arc::new(move |request, app| {
        let handler = handler.clone();
        let work: Work = {
            let app = app.clone();
            Box::new(move |request| Box::pin(handler.call(request, app)))
        };
        Box::pin(admit_and_run(app, request, work))
    }))
}

impl Handler<Self, App> for ErasedHandler {
    type Future = ResponseFuture;

    fn call(self, request: Request, app: App) -> ResponseFuture {
        (self.0)(request, app)
    }
}

/// A feature's routes.
#[derive(Default)]
pub struct Routes {
    mounted: Vec<(Call, MethodRouter<App>)>,
}

macro_rules! methods {
    ($($name:ident),+) => {$(
        /// Adds one route.
        #[must_use]
        pub fn $name<H, T>(self, path: &'static str, handler: H) -> Self
        where
            H: Handler<T, App> + Declares<T>,
            T: 'static,
        {
            self.add::<H, T>(path, stringify!($name), routing::$name(erase_retried(handler)), BodyLimit::default())
        }
    )+};
}

impl Routes {
    methods!(delete, get, head, options, post, put);

    /// Rate limits the route that was added last.
    #[must_use]
    pub fn limited(mut self, quota: Quota) -> Self {
        if let Some((call, _)) = self.mounted.last_mut() {
            call.route.quota = Some(quota);
        }
        self
    }

    /// Adds a route with a larger body limit, rate limited by calls and by bytes.
    #[must_use]
    pub fn upload<H, T>(self, path: &'static str, limit: usize, handler: H) -> Self
    where
        H: Handler<T, App> + Declares<T>,
        T: 'static,
    {
        self.add::<H, T>(path, "post", routing::post(erase(handler)), BodyLimit(limit))
            .limited(Quota::Upload)
    }

    /// Adds a route that takes parts of files.
    #[must_use]
    pub fn upload_part<H, T>(self, path: &'static str, limit: usize, handler: H) -> Self
    where
        H: Handler<T, App> + Declares<T>,
        T: 'static,
    {
        self.add::<H, T>(path, "patch", routing::patch(erase(handler)), BodyLimit(limit))
            .limited(Quota::Upload)
    }

    /// Declares that the route that was added last only reads, although it is no `GET`: an API key that may read may
    /// call it.
    #[must_use]
    pub fn only_reads(mut self) -> Self {
        if let Some((call, _)) = self.mounted.last_mut() {
            call.route.scope = Some(ApiKeyScope::Read);
        }
        self
    }

    /// Declares another status that the previous route may fail with, beyond those of its types.
    #[must_use]
    pub fn also_fails_with(mut self, status: StatusCode) -> Self {
        if let Some((call, _)) = self.mounted.last_mut() {
            call.refusals.push(status);
        }
        self
    }

    fn add<H: Declares<T>, T>(
        mut self,
        path: &'static str,
        method: &'static str,
        handler: MethodRouter<App>,
        limit: BodyLimit,
    ) -> Self {
        let (caller, body_limit) = (H::Caller::NAME, limit.0);
        let scope = api_key::scope_of(method, path, H::Caller::ACTION);
        let call = Call {
            route: Route { path, method, caller, scope, body_limit, quota: None },
            handler: std::any::type_name::<H>(),
            describe: H::describe,
            refusals: Vec::new(),
        };
        self.mounted.push((call, handler));
        self
    }

    /// Adds another feature's routes.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.mounted.extend(other.mounted);
        self
    }

    /// The sorted list, for the permission matrix.
    #[must_use]
    pub fn list(&self) -> Vec<Route> {
        let mut list: Vec<Route> = self.mounted.iter().map(|(call, _)| call.route).collect();
        list.sort_unstable();
        list
    }

    /// The OpenAPI document of all routes.
    #[must_use]
    pub fn document(&self) -> Value {
        crate::http::openapi::document::document(self.mounted.iter().map(|(call, _)| call))
    }

    /// The axum router.
    pub fn into_router(self) -> Router<App> {
        self.mounted.into_iter().fold(Router::new(), |router, (call, handler)| {
            let limit = BodyLimit(call.route.body_limit);
            let quota = option_layer(call.route.quota.map(|quota| Extension(RouteQuota(quota))));
            let scope = Extension(RouteScope(call.route.scope));
            // Combined: each layer costs a clone of everything inside it at every call.
            let handler = handler.layer((limit.layer(), Extension(limit), quota, scope));
            router.route(call.route.path, handler)
        })
    }
}

/// Implemented for a handler whose first parameter declares its caller, and whose other parameters and result
/// describe what it takes and returns.
#[diagnostic::on_unimplemented(
    message = "this handler does not describe what it takes and returns",
    note = "its first parameter is a `CallerExtractor`, its others are `ApiParameter`s, its result an `ApiResponse`"
)]
pub trait Declares<T> {
    /// The first parameter.
    type Caller: CallerExtractor;

    /// Describes the handler's types.
    fn describe(operation: &mut Operation<'_>);
}

macro_rules! declares {
    ($(($($rest:ident),*)),+ $(,)?) => {$(
        impl<F, Answered, R, M, D, $($rest),*> Declares<(M, D, $($rest,)*)> for F
        where
            F: Fn(D, $($rest),*) -> Answered,
            Answered: Future<Output = R>,
            R: ApiResponse,
            D: CallerExtractor,
            $($rest: ApiParameter,)*
        {
            type Caller = D;

            fn describe(operation: &mut Operation<'_>) {
                D::describe_parameters(operation);
                $($rest::describe_parameters(operation);)*
                R::describe_responses(operation);
            }
        }
    )+};
}

declares!((), (A), (A, B), (A, B, C), (A, B, C, E), (A, B, C, E, G));
