//! The messages of a chat room, as they change.

use domain::{
    chat::messages::{self, RoomEvent, RoomState},
    forms::form::FromFields,
};
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::{language, to_js, value};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** The fields of a message that the rules read. All other fields are preserved. */
export interface RoomMessage {
    id?: string | null;
    /** Its id until the server assigns one. */
    tempId?: string | null;
    userId?: string | null;
    contents?: string;
    status?: "sending" | "sent" | "received" | "error" | "system";
    [other: string]: unknown;
}

/** A room's messages, oldest first, and whether too many were sent. */
export interface RoomState { messages: readonly RoomMessage[]; tooMany: boolean }

/** An event in a room. */
export type RoomEvent =
    | { type: "submit"; message: RoomMessage; nonce: string }
    | { type: "confirm"; tempId: string; message: RoomMessage }
    | { type: "echo"; message: RoomMessage }
    | { type: "fail"; tempId: string; error: string }
    | { type: "resend"; tempId: string };
"#;

/// The state of a room after the events, applied in order.
#[wasm_bindgen(js_name = chatReduce, unchecked_return_type = "RoomState")]
pub fn chat_reduce(
    #[wasm_bindgen(unchecked_param_type = "RoomState")] state: JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly RoomEvent[]")] events: JsValue,
    #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
) -> Result<JsValue, JsError> {
    let spoken = language(spoken);
    let mut room: RoomState = fields(&value(state)?)?;
    for event in value(events)?.as_array().into_iter().flatten() {
        room = messages::reduce(room, fields::<RoomEvent>(event)?, spoken)
            .map_err(|refusal| JsError::new(&refusal.in_language(spoken).message))?;
    }
    to_js(&room.into_value())
}

fn fields<F: FromFields>(given: &Value) -> Result<F, JsError> {
    let read = given.as_object().and_then(|fields| F::from_fields(fields).ok());
    read.ok_or_else(|| JsError::new("a room or what happened to it"))
}
