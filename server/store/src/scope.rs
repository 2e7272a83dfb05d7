//! The company whose rows a statement may touch.

use domain::types::ids::CompanyId;

use crate::db::bind::{Arg, ToArg};

/// The company on whose behalf a statement runs. Store functions take this and not a [`CompanyId`], because an
/// id can come from a request and a scope cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope(CompanyId);

impl Scope {
    /// For the API's access check, for background work and for tests. Listed under `disallowed-methods` in
    /// `clippy.toml`, so each use states a reason.
    #[must_use]
    pub const fn trusted(company: CompanyId) -> Self {
        Self(company)
    }

    /// For the company that a stored row names, which no request can choose.
    pub(crate) const fn of_row(company: CompanyId) -> Self {
        Self(company)
    }

    /// The company.
    #[must_use]
    pub const fn company(self) -> CompanyId {
        self.0
    }
}

impl ToArg for Scope {
    const NULL: Arg = Arg::Uuid(None);
    fn to_arg(self) -> Arg {
        self.0.to_arg()
    }
}
