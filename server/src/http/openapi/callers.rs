//! The requirements of each kind of caller, in the OpenAPI document.

use axum::http::StatusCode;

use super::{operation::Operation, parameters::ApiParameter};
use crate::http::{
    caller::{AccountOwner, AnyAccount, Caller, Gate, RequireLocalAccounts, Visitor},
    callers::identity_provider::RequireProviders,
};

impl ApiParameter for Visitor {
    fn describe_parameters(_: &mut Operation<'_>) {}
}

impl<G: Gate> ApiParameter for Caller<G> {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.is_for_signed_in();
        operation.fails(StatusCode::UNAUTHORIZED);
        operation.fails(StatusCode::FORBIDDEN);
    }
}

impl ApiParameter for AnyAccount {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.is_for_signed_in();
        operation.fails(StatusCode::UNAUTHORIZED);
    }
}

impl ApiParameter for AccountOwner {
    fn describe_parameters(operation: &mut Operation<'_>) {
        AnyAccount::describe_parameters(operation);
        operation.fails(StatusCode::FORBIDDEN);
    }
}

/// 404 where an identity provider manages the accounts.
impl ApiParameter for RequireLocalAccounts {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.fails(StatusCode::NOT_FOUND);
    }
}

/// 404 without an identity provider.
impl ApiParameter for RequireProviders {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.fails(StatusCode::NOT_FOUND);
    }
}
