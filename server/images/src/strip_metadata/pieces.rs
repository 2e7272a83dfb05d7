//! The remaining parts of a file.

/// Takes the parts of a file in their order. They are not collected: a file of many small parts would take
/// several times its size.
pub type Keep<'k> = dyn FnMut(&[u8]) + 'k;
