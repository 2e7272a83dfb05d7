//! A hash of a multipart body, to recognize the same call again: a browser chooses another boundary each time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::multipart::Field;
use sha2::{Digest as _, Sha256};

/// A hash of the parts of a body, whatever their boundaries. Nothing is hashed where nobody asks for it.
#[derive(Clone, Debug, Default)]
pub struct ContentHash(Option<Arc<Mutex<Parts>>>);

#[derive(Debug, Default)]
struct Parts {
    whole: Sha256,
    part: Option<Sha256>,
}

impl ContentHash {
    /// Hashes what is read from now on.
    #[must_use]
    pub fn wanted() -> Self {
        Self(Some(Arc::default()))
    }

    fn parts(&self) -> Option<MutexGuard<'_, Parts>> {
        Some(self.0.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The content of this part follows.
    pub fn begin_part(&self, field: &Field<'_>) {
        let Some(mut parts) = self.parts() else { return };
        parts.end_part();
        let mut part = Sha256::new();
        for name in [field.name(), field.file_name()] {
            part.update(Sha256::digest(name.unwrap_or_default()));
        }
        parts.part = Some(part);
    }

    /// Adds content of the part.
    pub fn add(&self, bytes: &[u8]) {
        if let Some(part) = self.parts().as_mut().and_then(|parts| parts.part.as_mut()) {
            part.update(bytes);
        }
    }

    /// The hash of all that was read.
    #[must_use]
    pub fn finish(&self) -> [u8; 32] {
        let Some(mut parts) = self.parts() else { return [0; 32] };
        parts.end_part();
        parts.whole.clone().finalize().into()
    }
}

impl Parts {
    /// A part counts by its hash, so that no part can look like two.
    fn end_part(&mut self) {
        if let Some(part) = self.part.take() {
            self.whole.update(part.finalize());
        }
    }
}
