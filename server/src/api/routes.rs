//! The route list. A handler that does not say at its door who may come in does not compile.

use axum::{
    Extension, Router,
    handler::Handler,
    routing::{self, MethodRouter},
};

use domain::quotas::Quota;

use super::{body_limit::BodyLimit, caller::Door, quotas::Limited};
use crate::app::App;

/// One line of the list, for the permission matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Route {
    /// Where.
    pub path: &'static str,
    /// How.
    pub method: &'static str,
    /// Who may come in.
    pub door: &'static str,
    /// The most bytes that it takes in one body.
    pub body_limit: usize,
    /// How often it may be called, where that is counted at its door.
    pub quota: Option<Quota>,
}

/// A feature's routes.
#[derive(Default)]
pub struct Routes {
    mounted: Vec<(Route, MethodRouter<App>)>,
}

macro_rules! methods {
    ($($name:ident),+) => {$(
        /// Adds one route.
        #[must_use]
        pub fn $name<H, T>(self, path: &'static str, handler: H) -> Self
        where
            H: Handler<T, App>,
            T: OpensWithDoor + 'static,
        {
            self.add::<T>(path, stringify!($name), routing::$name(handler), BodyLimit::default())
        }
    )+};
}

impl Routes {
    methods!(delete, get, post, put);

    /// Counts the calls of the route that was added last, and refuses what is too much.
    #[must_use]
    pub fn limited(mut self, quota: Quota) -> Self {
        if let Some((route, _)) = self.mounted.last_mut() {
            route.quota = Some(quota);
        }
        self
    }

    /// Adds a route that takes larger bodies than the others, so often and so much of them.
    #[must_use]
    pub fn upload<H, T>(self, path: &'static str, limit: usize, handler: H) -> Self
    where
        H: Handler<T, App>,
        T: OpensWithDoor + 'static,
    {
        self.add::<T>(path, "post", routing::post(handler), BodyLimit(limit)).limited(Quota::Upload)
    }

    fn add<T: OpensWithDoor>(
        mut self,
        path: &'static str,
        method: &'static str,
        handler: MethodRouter<App>,
        limit: BodyLimit,
    ) -> Self {
        let (door, body_limit) = (T::Door::NAME, limit.0);
        self.mounted.push((Route { path, method, door, body_limit, quota: None }, handler));
        self
    }

    /// Adds another feature's routes.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.mounted.extend(other.mounted);
        self
    }

    /// The list, sorted, for the permission matrix.
    #[must_use]
    pub fn list(&self) -> Vec<Route> {
        let mut list: Vec<Route> = self.mounted.iter().map(|(route, _)| *route).collect();
        list.sort_unstable();
        list
    }

    /// The service.
    pub fn into_router(self) -> Router<App> {
        self.mounted.into_iter().fold(Router::new(), |router, (route, handler)| {
            let limit = BodyLimit(route.body_limit);
            let handler = handler.layer((limit.layer(), Extension(limit)));
            let handler = match route.quota {
                Some(quota) => handler.layer(Extension(Limited(quota))),
                None => handler,
            };
            router.route(route.path, handler)
        })
    }
}

/// Holds for the parameters of a handler whose first is a [`Door`].
pub trait OpensWithDoor {
    /// The first parameter.
    type Door: Door;
}

macro_rules! opens {
    ($(($($rest:ident),*)),+ $(,)?) => {$(
        impl<M, D: Door, $($rest),*> OpensWithDoor for (M, D, $($rest,)*) {
            type Door = D;
        }
    )+};
}

opens!((), (A), (A, B), (A, B, C), (A, B, C, E));
