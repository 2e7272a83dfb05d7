//! How events change the messages of a chat room.
//!
//! Messages contain whatever the server sends with them, so they stay JSON objects here.

use serde_json::{Map, Value};

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::FromFields,
    },
    i18n::rules::Text,
    types::{field::read_field, language::Language},
};

type Message = Map<String, Value>;

/// A room's messages, and whether too many were sent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoomState {
    /// Oldest first.
    pub messages: Vec<Message>,
    /// Set after a refusal for too many messages, until one is sent again.
    pub too_many: bool,
}

/// An event in a room.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RoomEvent {
    /// `submit`, `confirm`, `echo`, `fail` or `resend`.
    pub kind: String,
    /// The message submitted, confirmed or echoed.
    pub message: Option<Message>,
    /// Makes a temporary id unique.
    pub nonce: String,
    /// The temporary id of the message concerned.
    pub temp_id: String,
    /// The error of a failed message.
    pub error: String,
}

impl FromFields for RoomState {
    fn from_fields(fields: &Map<String, Value>) -> Result<Self, Vec<&'static str>> {
        let mut wrong = Vec::new();
        let too_many = read_field::<Option<bool>>(fields, "tooMany", &mut wrong) == Some(true);
        let room = Self { messages: read_field(fields, "messages", &mut wrong), too_many };
        if wrong.is_empty() { Ok(room) } else { Err(wrong) }
    }
}

impl FromFields for RoomEvent {
    fn from_fields(fields: &Map<String, Value>) -> Result<Self, Vec<&'static str>> {
        let mut wrong = Vec::new();
        let event = Self {
            kind: read_field(fields, "type", &mut wrong),
            message: read_field(fields, "message", &mut wrong),
            nonce: read_field(fields, "nonce", &mut wrong),
            temp_id: read_field(fields, "tempId", &mut wrong),
            error: read_field(fields, "error", &mut wrong),
        };
        if wrong.is_empty() { Ok(event) } else { Err(wrong) }
    }
}

/// The next state of a room.
pub fn reduce(
    mut room: RoomState,
    event: RoomEvent,
    language: Language,
) -> Result<RoomState, ValidationError> {
    let message = event.message.unwrap_or_default();
    let own = room.own(&event.temp_id);
    match event.kind.as_str() {
        "submit" => {
            let temp_id = format!("{}-{}", room.messages.len(), event.nonce);
            room.messages.push(with(with(message, "tempId", &temp_id), "status", "sending"));
        }
        "confirm" => {
            if let Some(at) = own {
                room.messages[at] = with(message, "status", "sent");
            }
        }
        "echo" => room.echo(message),
        "fail" => {
            if let Some(at) = own {
                let duplicate = event.error.starts_with("Duplicate");
                room.fail(at, duplicate, language);
            }
        }
        "resend" => {
            if let Some(at) = own {
                set(&mut room.messages[at], "status", "sending");
                room.too_many = false;
            }
        }
        "" => return Err(ValidationError::new("type", Code::Required, Text::ChoiceRequired)),
        _ => return Err(ValidationError::new("type", Code::Choice, Text::Choice)),
    }
    Ok(room)
}

impl RoomState {
    /// The position of the user's own message with this temporary id. Temporary ids are unique per user only,
    /// so received messages are skipped.
    fn own(&self, temp_id: &str) -> Option<usize> {
        if temp_id.is_empty() {
            return None;
        }
        self.messages.iter().position(|message| {
            is(message, "tempId", temp_id) && !is(message, "status", "received")
        })
    }

    fn echo(&mut self, message: Message) {
        let same = |known: &Message, key: &str| {
            message.get(key).is_some_and(|value| !value.is_null() && known.get(key) == Some(value))
        };
        if self.messages.iter().any(|known| same(known, "id")) {
            return;
        }
        let place =
            self.messages.iter().position(|known| same(known, "tempId") && same(known, "userId"));
        match place {
            Some(at) => self.messages[at] = with(message, "status", "sent"),
            None => self.messages.push(with(message, "status", "received")),
        }
    }

    fn fail(&mut self, at: usize, duplicate: bool, language: Language) {
        set(&mut self.messages[at], "status", "error");
        if !duplicate {
            return;
        }
        self.too_many = true;
        if !self.messages.last().is_some_and(|last| is(last, "status", "system")) {
            let contents = Text::TooManyMessages.template(language);
            self.messages.push(with(
                with(Message::new(), "status", "system"),
                "contents",
                contents,
            ));
        }
    }

    /// The state in its wire format.
    #[must_use]
    pub fn into_value(self) -> Value {
        let messages = self.messages.into_iter().map(Value::Object).collect();
        serde_json::json!({ "messages": Value::Array(messages), "tooMany": self.too_many })
    }
}

fn is(message: &Message, key: &str, text: &str) -> bool {
    message.get(key).and_then(Value::as_str) == Some(text)
}

fn set(message: &mut Message, key: &str, text: &str) {
    message.insert(key.to_owned(), Value::from(text));
}

fn with(mut message: Message, key: &str, text: &str) -> Message {
    set(&mut message, key, text);
    message
}
