//! A blocking reader of a stored file.

use std::io::Read;

use axum::body::BodyDataStream;
use bytes::{Buf as _, Bytes};
use futures_util::StreamExt as _;
use tokio::runtime::Handle;

/// Reads a stored file in blocking code.
pub struct BlockingReader {
    /// The runtime that reads the body.
    pub handle: Handle,
    /// The rest of the body.
    pub body: BodyDataStream,
    /// The unread rest of the last chunk.
    pub part: Bytes,
}

impl Read for BlockingReader {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        while self.part.is_empty() {
            match self.handle.block_on(self.body.next()) {
                Some(Ok(part)) => self.part = part,
                Some(Err(error)) => return Err(std::io::Error::other(error)),
                None => return Ok(0),
            }
        }
        let read = self.part.len().min(into.len());
        self.part.copy_to_slice(&mut into[..read]);
        Ok(read)
    }
}
