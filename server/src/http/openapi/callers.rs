//! What each kind of caller asks of a call, as the OpenAPI document says it.

use axum::http::StatusCode;

use super::{operation::Operation, parameters::ApiParameter};
use crate::http::caller::{
    AccountOwner, AnyAccount, Caller, Gate, RequireLocalAccounts, RequireProvider, Visitor,
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

/// The call is not there where an identity provider knows everybody.
impl ApiParameter for RequireLocalAccounts {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.fails(StatusCode::NOT_FOUND);
    }
}

/// The call is not there where no identity provider knows anybody.
impl ApiParameter for RequireProvider {
    fn describe_parameters(operation: &mut Operation<'_>) {
        operation.fails(StatusCode::NOT_FOUND);
    }
}
