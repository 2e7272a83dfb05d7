//! What the rules cost: those that run for every row of an import and every line of an order, and the path of
//! a form from the browser. `cargo xtask bench --only rules` runs it.

use std::{hint::black_box, time::Duration};

use chrono::{Days, NaiveDate};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use domain::{
    evaluate::evaluate_json,
    imports::{
        csv::{mapping::SheetField as _, sheet::Sheet},
        jobs::{fields::ImportField, row::ImportedJob},
    },
    planning::{
        shift::{PlannedJob, Shift, ShiftBy},
        workdays::WorkCalendar,
    },
    types::{
        date_range::Span,
        email,
        money::{FormNumber, OrderLine, order_total},
        phone,
    },
};

const PERMITS: &[u8] = include_bytes!("../../ridgeline/tests/data/nashville-permits.csv");

const JOB: &str = r#"{
    "title": "Re-roof, east slope", "address": "1319 6th Ave N", "city": "Nashville", "state": "TN",
    "zip": "37208"
}"#;

fn rules(criterion: &mut Criterion) {
    criterion.bench_function("job.validate, from JSON to JSON", |bencher| {
        bencher.iter(|| evaluate_json("job.validate", black_box(JOB)));
    });
    criterion.bench_function("phone::parse", |bencher| {
        bencher.iter(|| phone::parse(black_box("(615) 555-0142")));
    });
    criterion.bench_function("email::is_address", |bencher| {
        bencher.iter(|| email::is_address(black_box("ada.ridge@summit-ridge.example.com")));
    });
    let lines: Vec<OrderLine> = (1..=70)
        .map(|row| OrderLine {
            unit_cost: FormNumber::scaled(3_199 + row, 2),
            quantity: FormNumber::scaled(1_500 * row, 3),
        })
        .collect();
    criterion.bench_function("order_total of 70 lines", |bencher| {
        bencher.iter(|| order_total(black_box(&lines)));
    });
}

fn import(criterion: &mut Criterion) {
    let sheet = Sheet::read(PERMITS).expect("the permits can be read");
    let columns = sheet
        .columns(ImportField::FIELDS, &sheet.guess(ImportField::FIELDS))
        .expect("their headings are known");
    let mut group = criterion.benchmark_group("import of 5,994 permits");
    group.sample_size(10).throughput(Throughput::Elements(sheet.len() as u64));
    group.bench_function("reading", |bencher| bencher.iter(|| Sheet::read(black_box(PERMITS))));
    group.bench_function("checking", |bencher| {
        bencher.iter(|| sheet.check::<ImportedJob>(black_box(&columns)));
    });
    group.finish();
}

/// Two years of a large company, whose jobs are in four lanes and each follow the twenty before.
fn shift(criterion: &mut Criterion) {
    let first = NaiveDate::from_ymd_opt(2026, 1, 1).expect("a day");
    let day = |after: u64| first + Days::new(after);
    let jobs: Vec<PlannedJob> = (0..500_usize)
        .map(|at| PlannedJob {
            days: Some(Span { start_date: day(at as u64), end_date: day(at as u64 + 8) }),
            lanes: vec![at % 4],
            follows: (at.saturating_sub(20)..at).map(|before| (before, 3)).collect(),
            ..PlannedJob::default()
        })
        .collect();
    let calendar = WorkCalendar::new(&[1, 2, 3, 4, 5], (0..500).map(|at| day(at * 9)));
    let shift = |select: Vec<usize>| Shift {
        select,
        day: Some(day(4)),
        by: ShiftBy::Workdays(3),
        with_following: true,
        adjust: Vec::new(),
    };
    let (one, all) = (shift(vec![0]), shift((0..500).collect()));
    criterion.bench_function("moving 500 jobs", |bencher| {
        bencher.iter(|| all.moves(black_box(&jobs), &calendar));
    });
    criterion.bench_function("moving one that 499 jobs follow", |bencher| {
        bencher.iter(|| one.moves(black_box(&jobs), &calendar));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2));
    targets = rules, import, shift
}
criterion_main!(benches);
