//! The trace span of a statement.

use tracing::Span;

/// The target of collected spans; log lines have other targets.
pub const TRACES: &str = "ridgeline::traces";

/// The span of a statement, named after its place in the source; its text contains none of the values. Only
/// within a call, a mail or a push: the server's periodic queries are not traced.
#[must_use]
pub fn of_statement(at: &'static str, text: &'static str) -> Span {
    if !tracing::enabled!(target: TRACES, tracing::Level::TRACE) {
        return Span::none();
    }
    let within = Span::current().metadata().is_some_and(|outer| outer.target() == TRACES);
    if !within {
        return Span::none();
    }
    tracing::trace_span!(
        target: TRACES,
        "statement",
        otel.name = at,
        otel.kind = "client",
        db.query.text = text,
    )
}
