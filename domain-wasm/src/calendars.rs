//! What is left of long lists once some of a company's calendars are hidden.
#![expect(clippy::needless_pass_by_value, reason = "the browser hands texts over by value")]

use domain::calendar::calendars;
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// What stands between two entities while they cross; between two calendars of one stands a comma. No id holds either.
const BETWEEN: char = '\n';

/// The positions of the jobs or appointments that show while some calendars are hidden, in order. Each is
/// named by the calendars it stands on.
#[wasm_bindgen(js_name = shownOn)]
#[must_use]
pub fn shown_on(
    #[wasm_bindgen(unchecked_param_type = "readonly (readonly string[])[]")] standing: &Array,
    hidden: Vec<String>,
) -> Vec<u32> {
    if standing.length() == 0 {
        return Vec::new();
    }
    // All of it crosses as one text: 5,000 lists would cross as 5,000 values.
    let text = String::from(standing.join(&BETWEEN.to_string()));
    let hidden: Vec<&str> = hidden.iter().map(String::as_str).collect();
    (0_u32..)
        .zip(text.split(BETWEEN))
        .filter(|(_, line)| {
            calendars::is_shown(line.split(',').filter(|id| !id.is_empty()), &hidden)
        })
        .map(|(at, _)| at)
        .collect()
}

/// Stands among hidden calendars for everything that is on none.
#[wasm_bindgen(js_name = onNoCalendar)]
#[must_use]
pub fn on_no_calendar() -> String {
    calendars::ON_NONE.to_owned()
}
