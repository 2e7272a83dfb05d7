//! Filters long lists by the calendars that are hidden.
#![expect(clippy::needless_pass_by_value, reason = "the browser passes strings by value")]

use domain::calendar::calendars;
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// Separates two entities in the joined text; a comma separates the calendars of one. No id contains either.
const BETWEEN: char = '\n';

/// The positions of the jobs or appointments that stay visible while some calendars are hidden, in order.
/// Each entry lists the ids of its calendars.
#[wasm_bindgen(js_name = shownOn)]
#[must_use]
pub fn shown_on(
    #[wasm_bindgen(unchecked_param_type = "readonly (readonly string[])[]")] calendar_ids: &Array,
    hidden: Vec<String>,
) -> Vec<u32> {
    if calendar_ids.length() == 0 {
        return Vec::new();
    }
    // The lists are passed as one string: 5,000 lists would be passed as 5,000 values.
    let text = String::from(calendar_ids.join(&BETWEEN.to_string()));
    let hidden: Vec<&str> = hidden.iter().map(String::as_str).collect();
    (0_u32..)
        .zip(text.split(BETWEEN))
        .filter(|(_, line)| {
            calendars::is_shown(line.split(',').filter(|id| !id.is_empty()), &hidden)
        })
        .map(|(at, _)| at)
        .collect()
}

/// The entry among hidden calendars that hides everything on no calendar.
#[wasm_bindgen(js_name = onNoCalendar)]
#[must_use]
pub fn on_no_calendar() -> String {
    calendars::ON_NONE.to_owned()
}
