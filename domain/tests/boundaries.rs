//! Checks that the suites have a case on both sides of every limit: exactly at it and just beyond it, so that
//! a limit which moves by one fails a suite.
//!
//! The limits of the forms are not read from the code but measured, by evaluating a rule with longer and
//! longer texts and larger and larger numbers. For the rules that are not forms the inputs are listed.

use std::{collections::BTreeSet, fs, ops::RangeInclusive};

use chrono::{NaiveDate, NaiveDateTime, TimeDelta};
use domain::evaluate::{evaluate, outcome::language_of, rules};
use serde_json::{Value, json};

/// The code with which an outcome refuses a field.
fn code_of(outcome: &Value, field: &str) -> Option<String> {
    let error = outcome["errors"].as_array()?.iter().find(|error| error["field"] == field)?;
    error["code"].as_str().map(str::to_owned)
}

/// A text of so many characters.
fn x(count: i64) -> String {
    (0..count).map(|_| 'x').collect()
}

fn day(value: &Value) -> Option<NaiveDate> {
    value.as_str()?.parse().ok()
}

/// The last value of a range that passes; its first one passes, and none after one that does not.
fn last(range: RangeInclusive<i64>, passes: impl Fn(i64) -> bool) -> i64 {
    let (mut passing, mut beyond) = (*range.start(), *range.end() + 1);
    while beyond - passing > 1 {
        let middle = passing + (beyond - passing) / 2;
        *(if passes(middle) { &mut passing } else { &mut beyond }) = middle;
    }
    passing
}

fn length(text: &str) -> i64 {
    i64::try_from(text.trim().chars().count()).expect("a length")
}

/// A suite, its inputs with their expected outcomes, and the required cases that it does not have.
struct Suite {
    rule: &'static str,
    cases: Vec<(Value, Value)>,
    missing: Vec<String>,
}

impl Suite {
    fn of(rule: &'static str) -> Self {
        let file = format!("{}/suites/{rule}.json", env!("CARGO_MANIFEST_DIR"));
        let text = fs::read_to_string(file).expect("a suite");
        let suite: Value = serde_json::from_str(&text).expect("a suite in JSON");
        let cases = suite["cases"].as_array().expect("cases").iter();
        let cases = cases.map(|case| (case["input"].clone(), case["expect"].clone())).collect();
        Self { rule, cases, missing: Vec::new() }
    }

    /// Requires a case with such an input and outcome; `what` describes it.
    fn has(&mut self, what: &str, matches: impl Fn(&Value, &Value) -> bool) {
        if !self.cases.iter().any(|(input, expect)| matches(input, expect)) {
            self.missing.push(format!("{}: {what}", self.rule));
        }
    }
}

/// One field of a form, in an otherwise accepted input.
struct Field {
    name: String,
    base: Value,
    suite: Suite,
}

impl Field {
    /// The code with which the rule refuses the field for this value.
    fn refusal_code(&self, value: Value) -> Option<String> {
        let mut input = self.base.clone();
        // An invited person signs in with the invited address.
        if self.name == "email" && !input["invitedEmail"].is_null() {
            input["invitedEmail"] = value.clone();
        }
        input[&self.name] = if self.base[&self.name].is_array() { json!([value]) } else { value };
        code_of(&evaluate(self.suite.rule, &input).to_json(language_of(&input)), &self.name)
    }

    /// Requires a case with such a value in the field, refused with this code or else accepted.
    fn has(&mut self, what: &str, code: Option<&str>, matches: impl Fn(&Value) -> bool) {
        let (name, kind) = (&self.name, self.base["kind"].as_str().unwrap_or_default());
        self.suite.has(&format!("{kind} {name} {what}, {code:?}"), |input, expect| {
            let first = input[name].as_array().and_then(|list| list.first());
            code_of(expect, name).as_deref() == code && matches(first.unwrap_or(&input[name]))
        });
    }

    fn has_text(&mut self, what: &str, code: Option<&str>, matches: impl Fn(&str) -> bool) {
        self.has(what, code, |value| value.as_str().is_some_and(|text| matches(text.trim())));
    }

    fn has_length(&mut self, code: Option<&str>, count: i64) {
        self.has_text(&format!("of {count}"), code, |text| length(text) == count);
    }
}

/// The fields of all forms with such a value in an accepted case, separately for each kind of file.
fn fields(matches: fn(&Value) -> bool) -> Vec<Field> {
    let mut found = Vec::new();
    for rule in rules().filter(|rule| rule.ends_with(".validate")) {
        let is_ok = |case: &&(Value, Value)| case.1["ok"] == true;
        let kind_of = |case: &(Value, Value)| case.0["kind"].to_string();
        let all = Suite::of(rule).cases;
        for kind in all.iter().filter(is_ok).map(kind_of).collect::<BTreeSet<_>>() {
            let mut own = all.clone();
            own.retain(|case| kind_of(case) == kind);
            let accepted = || own.iter().filter(is_ok).filter_map(|case| case.0.as_object());
            let base = json!(accepted().max_by_key(|input| input.len()));
            let such = accepted().flatten().filter(|(_, value)| matches(value));
            for name in such.map(|(name, _)| name.clone()).collect::<BTreeSet<_>>() {
                let suite = Suite { rule, cases: own.clone(), missing: Vec::new() };
                found.push(Field { name, base: base.clone(), suite });
            }
        }
    }
    // A field that accepts even an object is not one of the rule's, such as the language of the outcome.
    found.retain(|field| field.refusal_code(json!({})).is_some());
    found
}

/// The texts that a rule refuses with this code for the value `x`.
fn texts(code: Option<&str>) -> Vec<Field> {
    let mut texts = fields(|value| value.is_string() || value[0].is_string());
    texts.retain(|field| field.refusal_code(json!("x")).as_deref() == code);
    texts
}

/// Fails with all required cases that are missing.
fn assert_complete(suites: impl IntoIterator<Item = Suite>) {
    let missing: Vec<String> = suites.into_iter().flat_map(|suite| suite.missing).collect();
    assert!(missing.is_empty(), "{} cases are missing:\n{}", missing.len(), missing.join("\n"));
}

#[test]
fn a_text_limit_that_moves_by_one_character_is_noticed() {
    let fields = texts(None).into_iter().chain(texts(Some("email")));
    let is_limited =
        |field: &Field| field.refusal_code(json!(x(20_001))).as_deref() == Some("too_long");
    let (mut limited, unlimited): (Vec<_>, Vec<_>) = fields.partition(is_limited);
    for field in &mut limited {
        let refusal_code = |count: i64| field.refusal_code(json!(x(count)));
        let limit = last(1..=20_001, |count| refusal_code(count).as_deref() != Some("too_long"));
        // A text of x is accepted at its limit, or refused for another reason than its length, as an address
        // is.
        let at = refusal_code(limit);
        field.has_length(at.as_deref(), limit);
        field.has_length(Some("too_long"), limit + 1);
    }
    assert!(limited.len() > 40, "only {} texts have a limit", limited.len());
    assert_complete(limited.into_iter().map(|field| field.suite));
    // Fields that are compared or looked up, and contacts, which are only addresses.
    let unlimited: BTreeSet<String> = unlimited.into_iter().map(|field| field.name).collect();
    assert!(
        unlimited.iter().eq(["contactEmails", "invitedEmail", "productId", "timeZone"]),
        "{unlimited:?}"
    );
}

#[test]
fn a_required_text_that_accepts_a_blank_or_needs_two_letters_is_noticed() {
    let mut required = texts(None);
    required.retain(|field| field.refusal_code(json!(" ")).as_deref() == Some("required"));
    for field in &mut required {
        field.has_length(Some("required"), 0);
        field.has_length(None, 1);
    }
    assert_complete(required.into_iter().map(|field| field.suite));
}

/// The lengths of an email address: all of it, the part before the @, the longest part after it.
fn lengths(address: &str) -> [i64; 3] {
    let (name, host) = address.split_once('@').unwrap_or_default();
    [length(address), length(name), host.split('.').map(length).max().unwrap_or_default()]
}

/// An address with one of these lengths set.
fn address(which: usize, count: i64) -> String {
    match which {
        0 => format!("{}@{0}.{0}.{0}.{}", x(50), x(count - 204)),
        1 => format!("{}@example.com", x(count)),
        _ => format!("ana@{}.com", x(count)),
    }
}

#[test]
fn an_address_a_character_too_long_is_noticed() {
    let mut addresses = texts(Some("email"));
    for field in &mut addresses {
        // The last part of a whole address is itself too long once the address has 268 characters.
        let limits: [i64; 3] = std::array::from_fn(|which| {
            let range = if which == 0 { 205..=267 } else { 1..=300 };
            last(range, |count| field.refusal_code(json!(address(which, count))).is_none())
        });
        for which in 0..3 {
            let mut beyond = limits;
            beyond[which] += 1;
            let only_beyond = |text: &str| {
                let found = lengths(text);
                found[which] == beyond[which] && (0..3).all(|other| found[other] <= beyond[other])
            };
            let at = |text: &str| lengths(text)[which] == limits[which];
            field.has_text(&format!("length {which} of {limits:?}"), None, at);
            field.has_text(&format!("length {which} of {beyond:?}"), Some("email"), only_beyond);
        }
    }
    assert_complete(addresses.into_iter().map(|field| field.suite));
}

#[test]
fn a_phone_number_of_nine_or_eleven_digits_is_noticed() {
    let mut phones = texts(Some("phone_format"));
    phones.push(Field { name: "phone".into(), base: json!({}), suite: Suite::of("phone.parse") });
    for field in &mut phones {
        for (count, code) in [(9, Some("phone_format")), (10, None), (11, Some("phone_format"))] {
            let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            field.has_text(&count.to_string(), code, |text| digits(text) && length(text) == count);
        }
    }
    assert_complete(phones.into_iter().map(|field| field.suite));
}

/// A number of so many units of its last decimal.
#[expect(clippy::cast_precision_loss, reason = "no limit has more digits than a double has")]
fn number(units: i64, decimals: u32) -> Value {
    json!(units as f64 / 10_i64.pow(decimals) as f64)
}

/// Does a number have this many decimals, and no exponent?
fn has_decimals(number: &Value, decimals: u32) -> bool {
    let text = number.to_string();
    let fraction = text.split_once('.').map_or("", |parts| parts.1.trim_end_matches('0'));
    number.is_number() && !text.contains('e') && length(fraction) == i64::from(decimals)
}

#[test]
fn a_number_limit_that_moves_by_its_last_decimal_is_noticed() {
    let mut numbers = fields(Value::is_number);
    for field in &mut numbers {
        let is = |number, code| field.refusal_code(number).as_deref() == Some(code);
        // 10.1, 10.01, 10.001 and so on.
        let accepted =
            |more: &u32| !is(number(10_i64.pow(more + 1) + 1, *more), "too_many_decimals");
        let decimals = (1..=6).take_while(accepted).last().unwrap_or(0);
        let most = last(10_000..=1 << 50, |units| !is(number(units, decimals), "too_large"));
        let least = -last(-10_000..=1 << 50, |units| !is(number(-units, decimals), "too_small"));
        let (large, small) = (Some("too_large"), Some("too_small"));
        for (units, code) in [(most, None), (most + 1, large), (least, None), (least - 1, small)] {
            let expected = number(units, decimals);
            field.has(&format!("{expected}"), code, |value| value.as_f64() == expected.as_f64());
        }
        for (count, code) in [(decimals, None), (decimals + 1, Some("too_many_decimals"))] {
            field.has(&format!("with {count} decimals"), code, |value| has_decimals(value, count));
        }
    }
    assert_eq!(numbers.len(), 12, "the numbers of the forms, and one for each kind of file");
    assert_complete(numbers.into_iter().map(|field| field.suite));
}

#[test]
fn a_throttle_that_counts_one_call_more_or_a_millisecond_longer_is_noticed() {
    let ages = |input: &Value| -> Vec<i64> {
        let now = input["now"].as_i64().unwrap_or_default();
        let calls = input["calls"].as_array().into_iter().flatten();
        calls.filter_map(Value::as_i64).map(|call| now - call).collect()
    };
    // This many calls, the first of them this old, all others within the window.
    let calls = |input: &Value, count: usize, oldest: RangeInclusive<i64>| {
        let (ages, young) = (ages(input), |age: &i64| *age < 60_000);
        let is_oldest = ages.first().is_some_and(|age| oldest.contains(age));
        ages.len() == count && is_oldest && ages[1..].iter().all(young)
    };
    let allowed = |expect: &Value| expect["value"].is_object();
    let refused =
        |expect: &Value| code_of(expect, "calls").as_deref() == Some("duplicate_call_limit");
    let waits = |expect: &Value, delay: i64| expect["value"]["delayMs"] == delay;
    let mut suite = Suite::of("throttle.next");
    suite.has("the tenth call is allowed", |i, e| calls(i, 9, 0..=59_999) && allowed(e));
    suite.has("a call 59,999 ms old counts", |i, e| calls(i, 10, 59_999..=59_999) && refused(e));
    suite.has("a call 60,000 ms old does not", |i, e| calls(i, 10, 60_000..=60_000) && allowed(e));
    suite.has("a repeat at once waits 500 ms", |i, e| ages(i) == [0] && waits(e, 500));
    suite.has("after 499 ms it waits one", |i, e| ages(i) == [499] && waits(e, 1));
    suite.has("after 500 ms it does not wait", |i, e| ages(i) == [500] && waits(e, 0));
    suite.has("59,999 ms make it the second", |i, e| ages(i) == [59_999, 0] && waits(e, 1_000));
    suite.has("60,000 ms do not", |i, e| ages(i) == [60_000, 0] && waits(e, 500));
    assert_complete([suite]);
}

#[test]
fn a_counter_that_shows_one_character_early_or_late_is_noticed() {
    let left = |i: &Value| Some(i["max"].as_i64()? - length(i["text"].as_str()?));
    let under = |i: &Value| Some(i["showUnder"].as_i64()? - left(i)?);
    let (mut suite, hidden) = (Suite::of("text.remaining"), json!({"value": null}));
    suite.has("one left too many to show", |i, e| under(i) == Some(0) && *e == hidden);
    suite.has("one fewer left", |i, e| under(i) == Some(1) && e["value"].as_i64() == left(i));
    suite.has("none left", |i, e| left(i) == Some(0) && e["value"] == 0);
    suite.has("one too many", |i, e| left(i) == Some(-1) && e["value"] == -1);
    assert_complete([suite]);
}

#[test]
fn a_job_that_runs_a_second_early_or_late_is_noticed() {
    let since = |input: &Value, field: &str| -> Option<i64> {
        let now: NaiveDateTime = input["now"].as_str()?.parse().ok()?;
        Some((now - day(&input[field])?.and_hms_opt(0, 0, 0)?).num_seconds())
    };
    let (starts, ends) = (|i: &Value| since(i, "startDate"), |i: &Value| since(i, "endDate"));
    let mut suite = Suite::of("schedule.runsAt");
    suite.has("a second before the start", |i, e| starts(i) == Some(-1) && e["value"] == false);
    suite.has("at the start's midnight", |i, e| starts(i) == Some(0) && e["value"] == true);
    suite.has("at 23:00:00 of the end", |i, e| ends(i) == Some(82_800) && e["value"] == true);
    suite.has("a second later", |i, e| ends(i) == Some(82_801) && e["value"] == false);
    assert_complete([suite]);
}

#[test]
fn a_filter_a_day_too_wide_or_too_narrow_is_noticed() {
    // Does a job pass whose single day is this far from one end of the range, without other filters?
    let passes = |i: &Value, e: &Value, end: &str, job_day: &str, days: i64| -> Option<bool> {
        let open = if end == "from" { "to" } else { "from" };
        let all = i["status"] == "all" && i["location"] == "all locations" && i[open].is_null();
        let expected = day(&i[end]).filter(|_| all)? + TimeDelta::days(days);
        let both = |job: &&Value| day(&job["startDate"]).and(day(&job["endDate"])).is_some();
        let mut jobs = i["jobs"].as_array()?.iter().filter(both);
        let job = jobs.find(|job| day(&job[job_day]) == Some(expected))?;
        Some(e["value"].as_array()?.contains(&job["id"]))
    };
    let mut suite = Suite::of("jobs.filter");
    suite.has("ends on the first day", |i, e| passes(i, e, "from", "endDate", 0) == Some(true));
    suite.has("ends the day before", |i, e| passes(i, e, "from", "endDate", -1) == Some(false));
    suite.has("starts on the last day", |i, e| passes(i, e, "to", "startDate", 0) == Some(true));
    suite.has("starts the day after", |i, e| passes(i, e, "to", "startDate", 1) == Some(false));
    assert_complete([suite]);
}

#[test]
fn a_crew_overlap_a_day_early_or_late_is_noticed() {
    // Is the only other job reported, which is this far from one end of the job's days?
    let reported = |i: &Value, e: &Value, end: &str, other_end: &str, days: i64| -> Option<bool> {
        let [other] = i["jobs"].as_array()?.as_slice() else { return None };
        let same_crew = i["job"]["crewId"].is_string() && i["job"]["crewId"] == other["crewId"];
        let both_active = i["job"]["status"] == "active" && other["status"] == "active";
        let expected = day(&i["job"][end])? + TimeDelta::days(days);
        let matches = same_crew && both_active && day(&other[other_end])? == expected;
        matches.then(|| e["value"] == json!([other["id"]]))
    };
    let mut suite = Suite::of("schedule.overlaps");
    let (start, end) = ("startDate", "endDate");
    suite.has("ends on the first day", |i, e| reported(i, e, start, end, 0) == Some(true));
    suite.has("ends the day before", |i, e| reported(i, e, start, end, -1) == Some(false));
    suite.has("starts on the last day", |i, e| reported(i, e, end, start, 0) == Some(true));
    suite.has("starts the day after", |i, e| reported(i, e, end, start, 1) == Some(false));
    assert_complete([suite]);
}

/// Last days of months and years, each with the day after it.
const LAST_DAYS: &str = "2024-01-31 2024-02-01, 2024-04-30 2024-05-01, 2024-02-28 2024-02-29, \
    2024-02-29 2024-03-01, 2023-02-28 2023-03-01, 2100-02-28 2100-03-01, 2000-02-29 2000-03-01, \
    2023-12-31 2024-01-01";

/// Days that do not exist, each one beyond an existing one.
const NO_DAYS: &str = "2024-01-32, 2024-04-31, 2024-02-30, 2023-02-29, 2100-02-29, 2024-13-01, \
    2024-00-10, 2024-01-00, 0000-01-01";

const ORDINALS: &str = "01 1st, 02 2nd, 03 3rd, 04 4th, 10 10th, 11 11th, 12 12th, 13 13th, \
    14 14th, 20 20th, 21 21st, 22 22nd, 23 23rd, 24 24th, 30 30th, 31 31st";

/// Starts and ends of half an hour.
const HALF_HOURS: &str = "2026-03-01T23:29:00Z 2026-03-01T23:59:00Z, \
    2026-03-01T23:30:00Z 2026-03-02T00:00:00Z, 2024-04-30T23:30:00Z 2024-05-01T00:00:00Z, \
    2024-02-28T23:30:00Z 2024-02-29T00:00:00Z, 2024-02-29T23:30:00Z 2024-03-01T00:00:00Z, \
    2023-02-28T23:30:00Z 2023-03-01T00:00:00Z, 2026-12-31T23:30:00Z 2027-01-01T00:00:00Z";

#[test]
fn a_result_at_the_end_of_a_day_a_month_or_a_year_that_changes_is_noticed() {
    let dates = |start: &str, end: &str| json!({"startDate": start, "endDate": end});
    let pairs = |list: &'static str| list.split(", ").map(|row| row.split_once(' ').expect("two"));
    let mut required = Vec::new();
    for (day, after) in pairs(LAST_DAYS) {
        let (own, grid) = (dates(day, day), json!({"start": day, "end": after}));
        let short = format!("{}/{}/{}", &day[5..7], &day[8..], &day[..4]);
        let moved = |start: &str, end: &str| {
            json!({"companyType": "contractor",
            "userType": "admin", "status": "active", "startDate": start, "endDate": end})
        };
        required.extend([
            ("schedule.toGrid", own.clone(), grid.clone()),
            ("schedule.fromGrid", grid, own.clone()),
            ("schedule.drop", json!({"date": day}), own.clone()),
            ("date.short", json!({"date": day}), json!(short)),
            ("jobSchedule.validate", own, json!({"ok": true})),
            ("jobSchedule.validate", dates(after, day), json!("range")),
            ("schedule.reschedule", moved(day, after), json!({"ok": true})),
            ("schedule.reschedule", moved(after, day), json!("range")),
        ]);
    }
    for day in NO_DAYS.split(", ") {
        let on = |rule| (rule, json!({"date": day}), json!("format"));
        required.extend(["schedule.drop", "date.job", "date.short"].map(on));
        let spans = [dates(day, "2024-05-01"), dates("2024-05-01", day)];
        required.extend(spans.map(|span| ("jobSchedule.validate", span, json!("format"))));
    }
    for (day, ordinal) in pairs(ORDINALS) {
        let date = json!({"date": format!("2024-01-{day}")});
        required.push(("date.job", date, json!(format!("Jan {ordinal} 2024"))));
    }
    required.extend(pairs(HALF_HOURS).map(|(start, end)| {
        ("schedule.appointmentEnd", json!({"start": start, "lengthMinutes": 30}), json!(end))
    }));
    for (step, percent) in [(0, 20), (1, 25), (3, 75), (4, 100), (5, 100)] {
        required.push(("onboarding.progress", json!({"step": step}), json!(percent)));
    }
    assert_complete(required.into_iter().map(|(rule, input, result)| {
        let mut suite = Suite::of(rule);
        suite.has(&format!("{input} -> {result}"), |case_input, expect| {
            let outcomes = [&expect["value"], expect, &expect["errors"][0]["code"]];
            *case_input == input && outcomes.contains(&&result)
        });
        suite
    }));
}
