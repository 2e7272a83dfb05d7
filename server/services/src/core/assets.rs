//! The files of the built web app, passed in by the binary that embeds them.

use std::borrow::Cow;

/// One file of the built web app.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Its content.
    pub content: Cow<'static, [u8]>,
    /// The hash of its content, used for the `ETag`.
    pub sha256: [u8; 32],
}

/// The files of the built web app, by their path below `web/dist`. The binary embeds them, so that a build of
/// the web app does not recompile this crate.
#[derive(Clone, Copy, Debug)]
pub struct Assets(pub fn(&str) -> Option<Asset>);

impl Default for Assets {
    /// No web app: only the API is served.
    fn default() -> Self {
        Self(|_| None)
    }
}

impl Assets {
    /// The file at this path, if there is one.
    #[must_use]
    pub fn get(self, path: &str) -> Option<Asset> {
        (self.0)(path)
    }
}
