//! Planning (contract-2, section 3).

pub mod availability;
pub mod capacity;
pub mod offer_answers;
pub mod offer_ends;
pub mod offer_news;
pub mod offers;
pub mod series;
pub(crate) mod series_days;
pub mod shifts;
pub mod workdays;
