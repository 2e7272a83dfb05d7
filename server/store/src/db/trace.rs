//! The span of a statement.

use tracing::Span;

/// The target of spans that are collected; lines of the log have others.
pub const TRACES: &str = "ridgeline::traces";

/// The span of a statement, named after where it is written; its text says nothing of the values. Only
/// within a call, a mail or a push: what the server looks for by itself all day is nobody's trace.
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
