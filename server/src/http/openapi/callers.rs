//! What each kind of caller asks of a call, as the OpenAPI document says it.

use axum::http::StatusCode;

use super::{operation::Operation, parameters::Asks};
use crate::http::caller::{AtProvider, Caller, Gate, LocalAccounts, Newcomer, Owner, Visitor};

impl Asks for Visitor {
    fn asks(_: &mut Operation<'_>) {}
}

impl<G: Gate> Asks for Caller<G> {
    fn asks(operation: &mut Operation<'_>) {
        operation.is_for_signed_in();
        operation.fails(StatusCode::UNAUTHORIZED);
        operation.fails(StatusCode::FORBIDDEN);
    }
}

impl Asks for Newcomer {
    fn asks(operation: &mut Operation<'_>) {
        operation.is_for_signed_in();
        operation.fails(StatusCode::UNAUTHORIZED);
    }
}

impl Asks for Owner {
    fn asks(operation: &mut Operation<'_>) {
        Newcomer::asks(operation);
        operation.fails(StatusCode::FORBIDDEN);
    }
}

/// The call is not there where an identity provider knows everybody.
impl Asks for LocalAccounts {
    fn asks(operation: &mut Operation<'_>) {
        operation.fails(StatusCode::NOT_FOUND);
    }
}

/// The call is not there where no identity provider knows anybody.
impl Asks for AtProvider {
    fn asks(operation: &mut Operation<'_>) {
        operation.fails(StatusCode::NOT_FOUND);
    }
}
