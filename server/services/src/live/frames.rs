//! The frames of a socket, in both directions (contract, section 5).

use axum::extract::ws::Utf8Bytes;
use domain::types::ids::UserId;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::db::event::Room;

/// A frame from a browser.
#[derive(Debug, PartialEq, Eq)]
pub enum ClientFrame {
    /// The token; empty if it is invalid.
    Identify(String),
    /// The names of rooms to subscribe to.
    Subscribe(Vec<String>),
    /// An unknown frame.
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

/// Confirms the user of a socket.
#[must_use]
pub fn identified(user: UserId) -> Utf8Bytes {
    json!({ "type": "identified", "userId": user }).to_string().into()
}

/// Confirms the subscribed rooms.
#[must_use]
pub fn subscribed(rooms: &[Room]) -> Utf8Bytes {
    let rooms: Vec<String> = rooms.iter().map(Room::to_string).collect();
    json!({ "type": "subscribed", "rooms": rooms }).to_string().into()
}

/// Refuses a room, by the name that the client sent.
#[must_use]
pub fn forbidden(room: &str) -> Utf8Bytes {
    json!({ "type": "error", "code": "forbidden", "room": room }).to_string().into()
}

/// Answers an unknown frame.
#[must_use]
pub const fn malformed() -> Utf8Bytes {
    Utf8Bytes::from_static(r#"{"type":"error","code":"malformed"}"#)
}

/// An event for all users with the same access, serialized once.
#[derive(Debug)]
pub struct SerializedEvent {
    json: String,
    alone: std::sync::OnceLock<Utf8Bytes>,
}

const BEGIN: &str = r#"{"type":"events","events":["#;
const END: &str = "]}";

impl SerializedEvent {
    /// Serializes it.
    ///
    /// # Errors
    /// If the data cannot be serialized as JSON.
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

    /// Its size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.json.len()
    }

    /// A frame with only this event.
    pub fn frame(&self) -> Utf8Bytes {
        self.alone.get_or_init(|| format!("{BEGIN}{}{END}", self.json).into()).clone()
    }
}

/// A frame of several events.
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

    use proptest::prelude::*;
    use test_support::{cost, foreign};

    use super::*;

    const SAMPLES: &[&str] = &[
        r#"{"type":"identify","token":"0123456789abcdef"}"#,
        r#"{"type":"subscribe","rooms":["company_x","chat_0190f5fe-7c00-7a00-8000-000000000001"]}"#,
        r#"{"type":"subscribe","rooms":[[[{}]]],"token":{"a":[1e99]},"other":null}"#,
    ];

    proptest! {
        #[test]
        fn a_frame_of_any_text_is_read_in_time_and_in_bounded_memory(text in foreign::text(SAMPLES)) {
            let (frame, cost) = cost::of(|| ClientFrame::read(&text));
            // The smallest value of JSON takes two bytes, and 32 in memory, in a list that doubles.
            prop_assert!(cost.is_small_for(text.len(), 64), "{cost:?} of {}", text.len());
            match frame {
                ClientFrame::Identify(token) => prop_assert!(token.len() <= text.len()),
                ClientFrame::Subscribe(rooms) => {
                    prop_assert!(rooms.iter().map(String::len).sum::<usize>() <= text.len());
                    let again = json!({ "type": "subscribe", "rooms": rooms }).to_string();
                    prop_assert_eq!(ClientFrame::read(&again), ClientFrame::Subscribe(rooms));
                }
                ClientFrame::Malformed => {}
            }
        }
    }

    proptest! {
        #[test]
        fn a_room_has_one_name(
            text in foreign::text(&[
                "company_0190f5fe-7c00-7a00-8000-000000000001",
                "chat_{0190F5FE7C007A008000000000000001}",
            ]),
        ) {
            if let Some(room) = Room::named(&text) {
                prop_assert_eq!(Room::named(&room.to_string()), Some(room));
            }
        }
    }

    #[test]
    fn a_frame_of_many_or_nested_values_is_read_once() {
        for part in ["0,", "[", "{\"a\":", "\"\",", "\\u0000", "1"] {
            let text = |repeats: usize| {
                format!(r#"{{"type":"subscribe","rooms":[{}"#, part.repeat(repeats))
            };
            cost::assert_linear(part, 64, text, |text| ClientFrame::read(text));
        }
    }

    #[test]
    fn an_unknown_frame_is_answered_as_malformed() {
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
        let no_token = ClientFrame::Identify(String::new());
        for text in [r#"{"type":"identify"}"#, r#"{"type":"identify","token":7}"#] {
            assert_eq!(ClientFrame::read(text), no_token, "{text:?}");
        }
    }

    #[test]
    fn events_in_one_frame_stay_complete_and_in_order() {
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
