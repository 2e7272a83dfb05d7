//! Properties that hold for every input, not only for the cases of the suites.

use chrono::NaiveDate;
use domain::{
    evaluate,
    imports::{
        csv::{mapping::SheetField as _, sheet::Sheet},
        jobs::{fields::ImportField, row::ImportedJob},
    },
    jobs::{
        job::JobStatus,
        search::{self, JobFilter, JobIndex, ListedJob},
    },
    types::{
        date_range::{GridSpan, Span},
        email,
        field::WireEnum,
        money::{self, FormNumber, Money, OrderLine},
        normalize::fold,
        phone,
    },
};
use proptest::prelude::*;
use serde_json::{Value, json};
use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

use crate::inputs::{changed_case, json_value, seeds};

fn day() -> impl Strategy<Value = NaiveDate> {
    (1_i32..=9998, 1_u32..=366)
        .prop_filter_map("a day", |(year, day)| NaiveDate::from_yo_opt(year, day))
}

fn listed_job() -> impl Strategy<Value = ListedJob> {
    let city = prop::sample::select(vec!["Nashville", "NASHVILLE ", "Peña", "antioch", "", " "]);
    let title =
        prop::sample::select(vec!["Tear-off Peña", "Hail repair", "Łódź café", "x\ny", "İstanbul"]);
    let status = prop::sample::select(vec!["active", "complete", ""]);
    let days = prop::option::of((19_700_i32..19_760, 0_i32..9));
    (title, city, status, days, prop::bool::ANY).prop_map(|(title, city, status, days, whole)| {
        let written = |day: i32| {
            let epoch = NaiveDate::from_ymd_opt(1970, 1, 1).expect("a day");
            (epoch + chrono::TimeDelta::days(day.into())).to_string()
        };
        ListedJob {
            title: title.to_owned(),
            city: city.to_owned(),
            status: status.to_owned(),
            start_date: days.map(|(start, _)| written(start)).unwrap_or_default(),
            end_date: days
                .filter(|_| whole)
                .map(|(start, more)| written(start + more))
                .unwrap_or_default(),
            ..ListedJob::default()
        }
    })
}

/// Is the outcome ok, errors or a value, and nothing else?
fn is_an_outcome(rule: &str, input: &Value) -> bool {
    let outcome = evaluate::evaluate(rule, input).to_json(evaluate::outcome::language_of(input));
    outcome.as_object().is_some_and(|outcome| {
        outcome.len() == 1
            && ["ok", "errors", "value"].iter().any(|kind| outcome.contains_key(*kind))
    })
}

proptest! {
    #[test]
    fn an_order_total_is_what_whole_numbers_say(
        lines in prop::collection::vec((0_i64..=999_999_999_999, 0_i64..=9_999_999_999), 0..20)
    ) {
        let expected: i128 = lines
            .iter()
            .map(|(cents, thousandths)| (i128::from(*cents) * i128::from(*thousandths) + 500) / 1000)
            .sum();
        let lines: Vec<OrderLine> = lines
            .iter()
            .map(|(cents, thousandths)| OrderLine {
                unit_cost: FormNumber::scaled(*cents, 2),
                quantity: FormNumber::scaled(*thousandths, 3),
            })
            .collect();
        let total = money::order_total(&lines).expect("a total");
        let total = total.normalize();
        let cents = total.mantissa() * 10_i128.pow(2 - total.scale());
        prop_assert_eq!(cents, expected);
    }

    #[test]
    fn an_amount_survives_json(cents in 0_i64..=999_999_999_999) {
        let json = serde_json::to_string(&Money::from_cents(cents)).expect("json");
        let back: Money = serde_json::from_str(&json).expect("money");
        prop_assert_eq!(back.cents(), cents, "{}", json);
    }

    #[test]
    fn the_double_of_a_decimal_is_the_nearest(digits in any::<i64>(), decimals in 0_u32..=5) {
        let figure = FormNumber::scaled(digits, decimals).decimal();
        let nearest: f64 = figure.to_string().parse().expect("a number");
        prop_assert_eq!(money::double(figure).to_bits(), (nearest + 0.0).to_bits());
    }

    #[test]
    fn a_number_is_read_as_it_was_written(cents in -999_999_999_999_i64..=999_999_999_999) {
        let written = FormNumber::scaled(cents, 2);
        let double: f64 = written.decimal().to_string().parse().expect("a number");
        prop_assert_eq!(FormNumber::from_double(double), Some(written));
    }

    #[test]
    fn grid_days_and_stored_days_convert_into_each_other(start_date in day(), length in 0_i64..400) {
        let end_date = start_date + chrono::TimeDelta::days(length);
        let span = Span { start_date, end_date };
        prop_assert_eq!(span.to_grid().to_span(), span);
        let grid = GridSpan { start: start_date, end: end_date + chrono::TimeDelta::days(1) };
        prop_assert_eq!(span.to_grid(), grid);
    }

    #[test]
    fn a_stored_phone_number_stays_as_it_is(text in "[0-9]{3}[- ]?[0-9]{3}[- ]?[0-9]{4}|[0-9 -]{8,14}|\\PC*") {
        if let Some(stored) = phone::parse(&text) {
            prop_assert_eq!(phone::parse(&stored), Some(stored.clone()));
            prop_assert_eq!(stored.len(), 12);
        }
    }

    #[test]
    fn an_address_has_one_at_and_a_dot_behind_it(text in "[a-z.@-]{0,12}") {
        if email::is_address(&text) {
            let (_, domain) = text.split_once('@').expect("an at");
            prop_assert!(domain.contains('.') && !domain.contains('@') && !domain.contains(".."));
        }
    }

    #[test]
    fn no_rule_breaks_over_any_input(input in json_value()) {
        for rule in evaluate::rules() {
            prop_assert!(is_an_outcome(rule, &input), "{}", rule);
        }
    }

    #[test]
    fn no_rule_breaks_over_a_changed_case_of_its_suite(
        (rule, input) in prop::sample::select(evaluate::rules().collect::<Vec<_>>())
            .prop_flat_map(|rule| (Just(rule), changed_case(rule)))
    ) {
        prop_assert!(is_an_outcome(rule, &input));
    }

    #[test]
    fn any_text_for_a_rule_has_an_outcome(rule in "\\PC{0,20}", input in "\\PC{0,40}") {
        let outcome: Value = serde_json::from_str(&evaluate::evaluate_json(&rule, &input)).expect("json");
        prop_assert!(outcome.is_object());
    }

    #[test]
    fn no_file_breaks_the_import(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(sheet) = Sheet::read(bytes.as_slice()) {
            prop_assert!(!sheet.is_empty());
        }
    }

    #[test]
    fn no_text_file_breaks_the_import(text in "(title|city|state|[a,;\t\"\r\n=é-]){0,60}") {
        if let Ok(sheet) = Sheet::read(text.as_bytes())
            && let Ok(columns) = sheet.columns(ImportField::FIELDS, &sheet.guess(ImportField::FIELDS))
        {
            prop_assert_eq!(sheet.check::<ImportedJob>(&columns).len(), sheet.len());
        }
    }

    #[test]
    fn the_index_finds_what_the_rules_find(
        jobs in prop::collection::vec(listed_job(), 0..40),
        query in prop::sample::select(vec!["", "pena", "PEÑA tear", "lodz cafe", "hail nash", "y", "istanbul", "zz"]),
        status in prop::sample::select(vec!["all", "active", "complete", "completed"]),
        location in prop::sample::select(vec!["all locations", "", "nashville", "peña", "nowhere"]),
        from in prop::option::of(19_690_i32..19_770),
        to in prop::option::of(19_690_i32..19_770),
        scheduled in prop::option::of(any::<bool>()),
    ) {
        let epoch = NaiveDate::from_ymd_opt(1970, 1, 1).expect("a day");
        let day = |days: i32| epoch + chrono::TimeDelta::days(days.into());
        let mut filter = JobFilter::read(status, location).expect("a status");
        (filter.from, filter.to, filter.scheduled) = (from.map(day), to.map(day), scheduled);
        let expected: Vec<u32> = jobs
            .iter()
            .zip(0..)
            .filter(|(job, _)| search::matches(query, job) && filter.passes(job))
            .map(|(_, at)| at)
            .collect();
        let index = JobIndex::new(jobs.clone());
        prop_assert_eq!(index.search(query, &filter), expected);
        prop_assert_eq!(index.locations(), search::locations(&jobs));
    }
}

#[test]
fn no_rule_breaks_over_the_seed_corpus() {
    for rule in evaluate::rules() {
        for other in evaluate::rules() {
            for input in seeds(other) {
                assert!(is_an_outcome(rule, input), "{rule} {input}");
            }
        }
    }
}

#[test]
fn the_letters_of_a_search_are_those_of_unicode() {
    // Letters that Unicode does not decompose, but that users search for without their marks.
    let ours = ['ø', 'đ', 'ð', 'ł', 'ħ', 'ı'];
    for code in (0xC0..0x250).chain(0x1E00..0x1F00) {
        let Some(letter) = char::from_u32(code) else { continue };
        let plain: String =
            letter.to_lowercase().nfd().filter(|part| !is_combining_mark(*part)).collect();
        let lower: String = letter.to_lowercase().collect();
        let folded = fold(&letter.to_string());
        if plain.is_ascii() {
            assert_eq!(folded, plain, "{letter} U+{code:04X}");
        } else if !lower.contains(ours) {
            assert!(folded == lower || folded == plain, "{letter} U+{code:04X}: {folded}");
        }
    }
}

#[test]
fn every_choice_is_read_by_its_own_word() {
    for (word, status) in JobStatus::WIRE_WORDS {
        assert_eq!(JobStatus::from_word(word), Some(*status));
        assert_eq!(json!(status), json!(word));
    }
}
