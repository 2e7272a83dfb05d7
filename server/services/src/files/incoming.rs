//! A file of the file store, read as it arrives.

use std::io::Read;

use axum::body::BodyDataStream;
use bytes::{Buf as _, Bytes};
use futures_util::StreamExt as _;
use tokio::runtime::Handle;

/// What comes out of the file store, for those who read and wait.
pub struct BlockingReader {
    /// The runtime that the body is read on.
    pub handle: Handle,
    /// What was not read yet.
    pub body: BodyDataStream,
    /// What was read and not taken yet.
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
