//! Jobs, their records and their assignment.

pub mod addresses;
pub mod assignment;
pub mod author;
pub mod bulk;
pub mod changes;
pub mod follows;
pub mod geocoder_answers;
pub mod geocoding_queue;
pub mod image_pairs;
pub mod images;
pub mod jobs;
pub mod notes;
pub(crate) mod place_columns;
pub mod places;
pub mod records;
pub(crate) mod rows;
pub mod saved_views;
pub mod templates;
pub mod visibility;
