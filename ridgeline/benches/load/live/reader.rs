//! Reads a server's frames with as little parsing as possible, because the client must cost little.

use std::time::Instant;

use anyhow::{Result, bail};
use tokio::{io::AsyncReadExt as _, net::TcpStream};

use super::people::Socket;

/// What precedes the number of a message in every frame.
const MARK: &[u8] = br#""tempId":""#;

/// Reads a socket's frames from its TCP connection.
pub struct Reader {
    stream: TcpStream,
    buffer: Vec<u8>,
    filled: usize,
}

impl Reader {
    /// Takes over a socket with no unread frames.
    pub fn of(socket: Socket) -> Self {
        Self { stream: socket.into_inner(), buffer: vec![0; 256 * 1024], filled: 0 }
    }

    /// Waits for frames, appends the numbers of their messages, and returns when they arrived.
    pub async fn numbers(&mut self, numbers: &mut Vec<usize>) -> Result<Instant> {
        loop {
            let read = self.stream.read(&mut self.buffer[self.filled..]).await?;
            if read == 0 {
                bail!("a socket was closed");
            }
            let arrived = Instant::now();
            self.filled += read;
            let mut at = 0;
            while let Some((text, end)) = frame(&self.buffer[at..self.filled])? {
                numbers_in(text, numbers);
                at += end;
            }
            self.buffer.copy_within(at..self.filled, 0);
            self.filled -= at;
            if self.filled == self.buffer.len() {
                bail!("a frame larger than any of ours");
            }
            if !numbers.is_empty() {
                return Ok(arrived);
            }
        }
    }
}

/// The first complete frame and its end. Frames from a server are not masked.
fn frame(bytes: &[u8]) -> Result<Option<(&[u8], usize)>> {
    let [kind, short, rest @ ..] = bytes else { return Ok(None) };
    let (head, length) = match *short {
        126 => match rest {
            [a, b, ..] => (4, usize::from(u16::from_be_bytes([*a, *b]))),
            _ => return Ok(None),
        },
        127 => match rest.first_chunk::<8>() {
            Some(long) => (10, usize::try_from(u64::from_be_bytes(*long))?),
            None => return Ok(None),
        },
        short => (2, usize::from(short)),
    };
    let end = head + length;
    if kind & 0x0f == 8 {
        bail!("the server closed a socket");
    }
    Ok(bytes.get(head..end).map(|text| (text, end)))
}

fn numbers_in(mut text: &[u8], numbers: &mut Vec<usize>) {
    while let Some(at) = text.windows(MARK.len()).position(|window| window == MARK) {
        text = &text[at + MARK.len()..];
        let digits = text.iter().take_while(|byte| byte.is_ascii_digit());
        numbers.push(digits.fold(0, |number, digit| number * 10 + usize::from(digit - b'0')));
    }
}
