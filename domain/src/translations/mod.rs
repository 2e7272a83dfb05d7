//! Translation of texts that users wrote, with the glossary of roofing terms.

pub mod glossary;
pub(crate) mod glossary_context;
pub(crate) mod glossary_restore;
pub(crate) mod glossary_terms;
pub mod glossary_text;
pub mod translations;
pub mod written_language;
