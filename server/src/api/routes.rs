//! The route list. A handler that does not say at its door who may come in does not compile.

use axum::{
    Extension, Router,
    handler::Handler,
    routing::{self, MethodRouter},
};

use super::{body_limit::BodyLimit, caller::Door};
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
}

/// A feature's routes.
#[derive(Default)]
pub struct Routes {
    router: Router<App>,
    list: Vec<Route>,
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

    /// Adds a route that takes larger bodies than the others.
    #[must_use]
    pub fn upload<H, T>(self, path: &'static str, limit: usize, handler: H) -> Self
    where
        H: Handler<T, App>,
        T: OpensWithDoor + 'static,
    {
        self.add::<T>(path, "post", routing::post(handler), BodyLimit(limit))
    }

    fn add<T: OpensWithDoor>(
        mut self,
        path: &'static str,
        method: &'static str,
        handler: MethodRouter<App>,
        limit: BodyLimit,
    ) -> Self {
        self.list.push(Route { path, method, door: T::Door::NAME });
        let handler = handler.layer((limit.layer(), Extension(limit)));
        self.router = self.router.route(path, handler);
        self
    }

    /// Adds another feature's routes.
    #[must_use]
    pub fn with(mut self, other: Self) -> Self {
        self.router = self.router.merge(other.router);
        self.list.extend(other.list);
        self
    }

    /// The list, sorted, for the permission matrix.
    #[must_use]
    pub fn list(&self) -> Vec<Route> {
        let mut list = self.list.clone();
        list.sort_unstable();
        list
    }

    /// The service.
    pub fn into_router(self) -> Router<App> {
        self.router
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
