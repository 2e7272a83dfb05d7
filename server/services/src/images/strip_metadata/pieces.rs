//! The remaining parts of a file.

use std::borrow::Cow;

/// Parts of a file in their order.
pub type Pieces<'a> = Vec<Cow<'a, [u8]>>;
