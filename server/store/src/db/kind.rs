//! The kinds of values in columns.

/// The kind of a column's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the kinds of `Arg`")]
pub enum Kind {
    Bool,
    Bytes,
    Date,
    Int,
    Json,
    Real,
    Text,
    Time,
    Uuid,
}

impl Kind {
    pub(crate) const fn in_postgres(self) -> &'static str {
        match self {
            Self::Bool => "boolean",
            Self::Bytes => "bytea",
            Self::Date => "date",
            Self::Int => "bigint",
            Self::Json => "jsonb",
            Self::Real => "double precision",
            Self::Text => "text",
            Self::Time => "timestamptz",
            Self::Uuid => "uuid",
        }
    }
}
