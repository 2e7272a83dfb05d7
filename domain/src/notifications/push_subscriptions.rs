//! The browsers that notifications are pushed to.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::{
    forms::{form::form, rules},
    types::ids::PushDeviceId,
};

/// A browser that notifications are pushed to, as its user sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct PushDevice {
    /// The device.
    pub id: PushDeviceId,
    /// Such as `Chrome · Android`; blank where it is unknown.
    pub name: String,
    /// Whether it is the one that sends the call.
    pub is_this: bool,
    /// When it was added.
    pub date_inserted: DateTime<Utc>,
}

form! {
    /// A push subscription as the browser creates it.
    NewPushDevice {
        #[validate(custom(function = rules::required_at_most::<{ ENDPOINT_CHARACTERS }>))]
        endpoint: String = "endpoint",
        #[ts(type = "{ p256dh: string, auth: string }")]
        #[validate(required)]
        keys: Option<Map<String, Value>> = "keys",
    }
}

/// The longest address of a push service; those of the browsers are less than half as long.
const ENDPOINT_CHARACTERS: u32 = 1_000;

impl NewPushDevice {
    /// One of the subscription's keys, as the browser names it.
    #[must_use]
    pub fn key(&self, name: &str) -> &str {
        let key = self.keys.as_ref().and_then(|keys| keys.get(name));
        key.and_then(Value::as_str).unwrap_or_default()
    }
}

/// The name of a browser for users: `Chrome · Android`. Blank where it is unknown.
#[must_use]
pub fn name_of(user_agent: &str) -> String {
    // Most browsers also name others: those that no other names come first.
    const BROWSERS: [(&str, &str); 6] = [
        ("Edg", "Edge"),
        ("OPR/", "Opera"),
        ("Firefox/", "Firefox"),
        ("SamsungBrowser/", "Samsung Internet"),
        ("Chrome/", "Chrome"),
        ("Safari/", "Safari"),
    ];
    const SYSTEMS: [(&str, &str); 7] = [
        ("iPhone", "iPhone"),
        ("iPad", "iPad"),
        ("Android", "Android"),
        ("Windows", "Windows"),
        ("CrOS", "ChromeOS"),
        ("Mac OS X", "Mac"),
        ("Linux", "Linux"),
    ];
    let known = |known: &[(&str, &'static str)]| {
        known.iter().find(|(sign, _)| user_agent.contains(sign)).map(|(_, name)| *name)
    };
    match (known(&BROWSERS), known(&SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} · {system}"),
        (Some(name), None) | (None, Some(name)) => name.to_owned(),
        (None, None) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_can_distinguish_their_phone_from_their_computer() {
        for (agent, name) in [
            (
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome · Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
                "Safari · iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge · Windows",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
                "Firefox · Linux",
            ),
            ("curl/8.5.0", ""),
        ] {
            assert_eq!(name_of(agent), name);
        }
    }
}
