//! What is left of a file once pieces of it are cut out.

use std::borrow::Cow;

/// Parts of a file in their order.
pub type Pieces<'a> = Vec<Cow<'a, [u8]>>;
