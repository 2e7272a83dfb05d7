//! What goes over a socket, in both directions (contract, section 5).

use axum::extract::ws::Utf8Bytes;
use domain::types::ids::UserId;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::db::event::Room;

/// What a browser sends.
#[derive(Debug, PartialEq, Eq)]
pub enum ClientFrame {
    /// Whose token this is; empty where it is none.
    Identify(String),
    /// What it wants to listen to, by the names it gives.
    Subscribe(Vec<String>),
    /// Nothing that is known here.
    Malformed,
}

#[derive(Deserialize)]
struct RawFrame {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    token: serde_json::Value,
    #[serde(default)]
    rooms: serde_json::Value,
}

impl ClientFrame {
    /// Reads a frame.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let Ok(sent) = serde_json::from_str::<RawFrame>(text) else {
            return Self::Malformed;
        };
        match (sent.kind.as_str(), sent.rooms) {
            ("identify", _) => Self::Identify(sent.token.as_str().unwrap_or_default().to_string()),
            ("subscribe", serde_json::Value::Array(rooms)) => {
                let name = |room: &serde_json::Value| room.as_str().map(str::to_string);
                rooms
                    .iter()
                    .map(name)
                    .collect::<Option<_>>()
                    .map_or(Self::Malformed, Self::Subscribe)
            }
            _ => Self::Malformed,
        }
    }
}

/// Tells a socket whose it is.
#[must_use]
pub fn identified(user: UserId) -> Utf8Bytes {
    json!({ "type": "identified", "userId": user }).to_string().into()
}

/// Tells a socket what it listens to from now on.
#[must_use]
pub fn subscribed(rooms: &[Room]) -> Utf8Bytes {
    let rooms: Vec<String> = rooms.iter().map(Room::to_string).collect();
    json!({ "type": "subscribed", "rooms": rooms }).to_string().into()
}

/// Tells a socket that this room is not for it, by the name it gave.
#[must_use]
pub fn forbidden(room: &str) -> Utf8Bytes {
    json!({ "type": "error", "code": "forbidden", "room": room }).to_string().into()
}

/// Tells a socket that a frame says nothing that is known here.
#[must_use]
pub const fn malformed() -> Utf8Bytes {
    Utf8Bytes::from_static(r#"{"type":"error","code":"malformed"}"#)
}

/// One event as everybody with the same eyes sees it: spelled out once, however many they are.
#[derive(Debug)]
pub struct SerializedEvent {
    json: String,
    alone: std::sync::OnceLock<Utf8Bytes>,
}

const BEGIN: &str = r#"{"type":"events","events":["#;
const END: &str = "]}";

impl SerializedEvent {
    /// Spells it out.
    ///
    /// # Errors
    /// When the data has no JSON form.
    pub fn new(event: &str, room: Room, data: &impl Serialize) -> Result<Self, serde_json::Error> {
        #[derive(Serialize)]
        struct EventJson<'a, T> {
            event: &'a str,
            room: String,
            data: &'a T,
        }
        let json = serde_json::to_string(&EventJson { event, room: room.to_string(), data })?;
        Ok(Self { json, alone: std::sync::OnceLock::new() })
    }

    /// Bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.json.len()
    }

    /// The frame that holds it alone.
    pub fn frame(&self) -> Utf8Bytes {
        self.alone.get_or_init(|| format!("{BEGIN}{}{END}", self.json).into()).clone()
    }
}

/// One frame of several events.
#[must_use]
pub fn batch_frame(events: &[std::sync::Arc<SerializedEvent>]) -> Utf8Bytes {
    if let [only] = events {
        return only.frame();
    }
    let length: usize = events.iter().map(|event| event.bytes() + 1).sum();
    let mut text = String::with_capacity(BEGIN.len() + length + END.len());
    text.push_str(BEGIN);
    for (place, event) in events.iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        text.push_str(&event.json);
    }
    text.push_str(END);
    text.into()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn a_frame_that_nobody_understands_is_no_reason_to_stumble() {
        for text in [
            "",
            "{",
            "null",
            "[]",
            "7",
            r#"{"type":7}"#,
            r#"{"type":"dance"}"#,
            "\u{0}",
            r#""\ud800""#,
        ] {
            assert_eq!(ClientFrame::read(text), ClientFrame::Malformed, "{text:?}");
        }
        for text in [r#"{"type":"subscribe"}"#, r#"{"type":"subscribe","rooms":[1]}"#] {
            assert_eq!(ClientFrame::read(text), ClientFrame::Malformed, "{text:?}");
        }
        let nobody = ClientFrame::Identify(String::new());
        for text in [r#"{"type":"identify"}"#, r#"{"type":"identify","token":7}"#] {
            assert_eq!(ClientFrame::read(text), nobody, "{text:?}");
        }
    }

    #[test]
    fn events_in_one_frame_are_those_that_were_said_in_their_order() {
        let room = Room::Chat(domain::types::ids::ChatRoomId::default());
        let event = |n: u8| {
            Arc::new(SerializedEvent::new("job", room, &json!({ "id": n })).expect("event"))
        };
        let events = [event(1), event(2), event(3)];
        let frame: serde_json::Value = serde_json::from_str(&batch_frame(&events)).expect("JSON");
        assert_eq!(frame["type"], "events");
        let ids: Vec<_> =
            frame["events"].as_array().expect("list").iter().map(|e| &e["data"]["id"]).collect();
        assert_eq!(ids, [1, 2, 3]);
        let alone: serde_json::Value = serde_json::from_str(&events[0].frame()).expect("JSON");
        assert_eq!(alone["events"][0]["room"], room.to_string());
        assert_eq!(batch_frame(&events[..1]), events[0].frame());
    }
}
