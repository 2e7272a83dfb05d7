//! Webhooks: the addresses of other software to which changes are sent (contract-2, section 4).

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    changes::{ChangeKind, ChangeType},
    forms::{
        error::{Code, ValidationError},
        form::form,
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    types::{
        field::WireEnum,
        ids::{WebhookDeliveryId, WebhookId},
    },
};

/// The most webhooks of one company.
pub const MOST: i64 = 20;

/// The most characters of an address.
pub const URL_CHARACTERS: u32 = 2_000;

/// How many characters of a receiver's answer are kept.
pub const RESPONSE_CHARACTERS: usize = 2_000;

/// How many deliveries of a webhook are listed, the newest.
pub const LISTED_DELIVERIES: i64 = 100;

/// How long the former secret signs beside a new one.
pub const FORMER_SECRET: TimeDelta = TimeDelta::hours(24);

/// How long a receiver may take to answer, in seconds.
pub const TIMEOUT_SECONDS: u64 = 15;

/// How long a delivery is tried, from its first try on.
const TRIED_FOR: TimeDelta = TimeDelta::days(3);

/// The waits after each try, in seconds; after them every 12 hours.
const WAITS: [i64; 10] = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 43_200];

/// Everything.
const ALL: &str = "*";

/// A webhook of a company, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct Webhook {
    /// The webhook.
    pub id: WebhookId,
    /// The address to which changes are sent.
    pub url: String,
    /// The types of changes, such as `job.created`, `job.*` or `*`.
    pub events: Vec<String>,
    /// Whether changes are sent.
    pub active: bool,
    /// When it was disabled, because its receiver did not answer or asked for it.
    pub disabled_at: Option<DateTime<Utc>>,
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[ts(export, export_to = "index.ts")]
pub enum DeliveryStatus {
    /// It is sent, or tried again.
    Pending,
    /// The receiver took it.
    Delivered,
    /// It is not tried again.
    Failed,
}

impl WireEnum for DeliveryStatus {
    const WIRE_WORDS: &'static [(&'static str, Self)] =
        &[("pending", Self::Pending), ("delivered", Self::Delivered), ("failed", Self::Failed)];
}

/// A change on its way to a webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
pub struct WebhookDelivery {
    /// The delivery.
    pub id: WebhookDeliveryId,
    /// The `webhook-id` of its tries: the same when it is delivered again.
    pub message_id: String,
    /// The type of the change.
    pub event: String,
    /// When it was queued.
    pub created_at: DateTime<Utc>,
    /// Its state.
    pub status: DeliveryStatus,
    /// How often it was tried.
    #[ts(type = "number")]
    pub tries: i64,
    /// When it is tried next; none while another change of its subject goes first.
    pub next_try_at: Option<DateTime<Utc>>,
    /// The status of the receiver's last answer.
    #[ts(type = "number | null")]
    pub response_status: Option<i64>,
    /// The beginning of that answer, or why there was none.
    pub response: Option<String>,
}

form! {
    /// Creates a webhook.
    NewWebhook {
        #[validate(custom(function = check_url))]
        url: String = "url",
        #[validate(custom(function = check_events))]
        events: Vec<String> = "events",
    }
}

form! {
    /// Changes a webhook; what is missing stays.
    EditWebhook {
        #[validate(custom(function = check_new_url))]
        #[ts(optional)]
        url: Option<String> = "url",
        #[validate(custom(function = check_new_events))]
        #[ts(optional)]
        events: Option<Vec<String>> = "events",
        #[ts(optional)]
        active: Option<bool> = "active",
    }
}

fn check_url(url: &str) -> Verdict {
    rules::required_at_most::<URL_CHARACTERS>(url)?;
    rules::storable(url)
}

#[expect(clippy::ref_option, reason = "`validator` passes a reference to the field")]
fn check_new_url(url: &Option<String>) -> Verdict {
    url.as_deref().map_or(Ok(()), check_url)
}

#[expect(clippy::ref_option, reason = "`validator` passes a reference to the field")]
fn check_new_events(words: &Option<Vec<String>>) -> Verdict {
    words.as_deref().map_or(Ok(()), check_events)
}

fn check_events(words: &[String]) -> Verdict {
    if words.is_empty() {
        return Err(rules::refused(Code::Required, Text::Required));
    }
    if words.iter().all(|word| is_known(word)) {
        Ok(())
    } else {
        Err(rules::refused(Code::Choice, Text::Choice))
    }
}

/// Whether this is the name of changes: of one type, of a kind, or of all.
fn is_known(word: &str) -> bool {
    let kind = word.strip_suffix(".*").and_then(ChangeKind::from_word);
    word == ALL || kind.is_some() || ChangeType::from_word(word).is_some()
}

/// These names in their order, each once.
#[must_use]
pub fn each_once(words: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for word in words {
        if !names.contains(word) {
            names.push(word.clone());
        }
    }
    names
}

/// The names in a text that separates them with commas.
#[must_use]
pub fn names_in(text: &str) -> Vec<String> {
    text.split(',').map(str::to_owned).collect()
}

/// Whether one of these names is of this type.
#[must_use]
pub fn includes(names: &[String], change: ChangeType) -> bool {
    names.iter().any(|name| {
        name == ALL
            || name == change.as_str()
            || name.strip_suffix(".*") == Some(change.kind().as_str())
    })
}

/// When a delivery is tried again after so many tries, of which the first was at `since`; `None` after the last one.
#[must_use]
pub fn next_try(since: DateTime<Utc>, tries: i64, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let end = since + TRIED_FOR;
    if now >= end {
        return None;
    }
    let place = usize::try_from(tries - 1).unwrap_or(0).min(WAITS.len() - 1);
    Some((now + TimeDelta::seconds(WAITS[place])).min(end))
}

/// The refusal of an address to which nothing may be sent.
#[must_use]
pub fn refused_url() -> ValidationError {
    ValidationError::new("url", Code::Format, Text::WebhookUrl)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::forms::form::Form;

    fn refusals(form: &impl Form) -> Vec<(String, Code)> {
        let refused = form.check().expect_err("refused");
        refused.into_iter().map(|error| (error.field, error.code)).collect()
    }

    #[test]
    fn events_are_names_of_a_type_a_kind_or_all() {
        let form = |events: serde_json::Value| -> NewWebhook {
            serde_json::from_value(json!({ "url": "https://hooks.example.com", "events": events }))
                .expect("a form")
        };
        for events in [json!(["*"]), json!(["job.*", "job.created"]), json!(["work_order.signed"])]
        {
            assert_eq!(form(events).check(), Ok(()));
        }
        let wrong =
            ["job", "job.", "jobs.*", "*.created", "job.renamed", "webhook.test", "webhook.*", ""];
        for word in wrong {
            let refused = refusals(&form(json!(["*", word])));
            assert_eq!(refused, [("events".to_owned(), Code::Choice)], "{word}");
        }
        for none in [json!([]), json!(null)] {
            assert_eq!(refusals(&form(none)), [("events".to_owned(), Code::Required)]);
        }
        let names = each_once(&["job.*".into(), "customer.deleted".into(), "job.*".into()]);
        assert_eq!(names, ["job.*", "customer.deleted"]);
        assert!(includes(&names, ChangeType::JobScheduled));
        assert!(includes(&names, ChangeType::CustomerDeleted));
        assert!(!includes(&names, ChangeType::CustomerCreated));
        assert!(includes(&[ALL.to_owned()], ChangeType::ChatMessage));
    }

    #[test]
    fn what_an_edit_leaves_out_stays_and_what_it_names_is_checked() {
        let form = |body: serde_json::Value| -> EditWebhook {
            serde_json::from_value(body).expect("a form")
        };
        assert_eq!(form(json!({})).check(), Ok(()));
        assert_eq!(form(json!({ "active": false })).active, Some(false));
        let refused = refusals(&form(json!({ "url": " ", "events": ["roof"] })));
        let expected = [("url", Code::Required), ("events", Code::Choice)];
        assert_eq!(refused, expected.map(|(field, code)| (field.to_owned(), code)));
        let long = format!("https://a.example/{}", "x".repeat(2_000));
        assert_eq!(refusals(&form(json!({ "url": long }))), [("url".to_owned(), Code::TooLong)]);
    }

    #[test]
    fn a_delivery_is_tried_again_after_five_seconds_and_for_three_days() {
        let since = DateTime::from_timestamp(1_772_452_800, 0).expect("a time");
        let (mut now, mut tries, mut before) = (since, 1, TimeDelta::zero());
        while let Some(next) = next_try(since, tries, now) {
            let wait = next - now;
            if tries == 1 {
                assert_eq!(wait, TimeDelta::seconds(5));
            }
            assert!(wait <= TimeDelta::hours(12) && wait > TimeDelta::zero(), "{wait}");
            assert!(wait >= before || next == since + TRIED_FOR, "{wait} after {before}");
            (now, tries, before) = (next, tries + 1, wait);
        }
        assert_eq!(now, since + TimeDelta::days(3));
        assert!((12..20).contains(&tries), "{tries} tries");
    }
}
