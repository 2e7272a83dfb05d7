//! The two languages of the product.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::types::field::WireEnum;

/// The language of a user.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum Language {
    /// English, the default.
    #[default]
    English,
    /// Spanish.
    Spanish,
}

impl WireEnum for Language {
    const WIRE_WORDS: &'static [(&'static str, Self)] =
        &[("english", Self::English), ("spanish", Self::Spanish)];
}
