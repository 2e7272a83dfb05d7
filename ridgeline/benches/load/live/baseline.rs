//! The comparison for chat: a broadcast over tokio-tungstenite and nothing else. No sign-in, no
//! database, no batching: each message is serialized once and sent to every socket.

use anyhow::Result;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::{net::TcpListener, sync::broadcast};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

/// Serves until it is killed.
pub async fn serve() -> Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    println!("ready on http://{}", listener.local_addr()?);
    let (messages, _) = broadcast::channel::<Utf8Bytes>(1_024);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        tokio::spawn(connection(stream, messages.clone()));
    }
}

async fn connection(
    stream: tokio::net::TcpStream,
    messages: broadcast::Sender<Utf8Bytes>,
) -> Result<()> {
    let mut socket = tokio_tungstenite::accept_async(stream).await?;
    let mut incoming = messages.subscribe();
    loop {
        tokio::select! {
            received = socket.next() => match received {
                Some(Ok(Message::Text(text))) => {
                    // Fails if no socket is subscribed.
                    let _ = messages.send(frame(&text));
                }
                Some(Ok(_)) => {}
                _ => return Ok(()),
            },
            text = incoming.recv() => socket.send(Message::Text(text?)).await?,
        }
    }
}

/// A frame with as many bytes and fields as the product's.
fn frame(temp_id: &str) -> Utf8Bytes {
    let id = "019a0000-0000-7000-8000-000000000000";
    json!({
        "type": "events",
        "events": [{
            "event": "chat_message",
            "room": format!("chat_{id}"),
            "data": {
                "id": id, "roomId": id, "seq": 1_000, "userId": id, "companyId": id,
                "contents": super::room::WORDS, "attachment": null, "thumb": null, "width": null,
                "height": null, "tags": [], "tempId": temp_id, "status": "sent",
                "dateInserted": "2026-03-02T12:00:00.000Z", "language": "english",
                "author": { "firstName": "Ada", "lastName": "Ridge 0" },
            },
        }],
    })
    .to_string()
    .into()
}
