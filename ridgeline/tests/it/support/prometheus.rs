//! Prometheus' own judgement of the alerts: `promtool` runs the rules over series that a server told.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

/// Where the scraped server is said to be.
const TARGET: &str = r#"instance="ridgeline-1:8080",job="ridgeline""#;
/// How long all is well before the fault, and how long the fault lasts: longer than any rule waits.
const WELL_MINUTES: usize = 20;
const FAULT_MINUTES: usize = 40;

/// What a server told at one moment: each series with its value.
#[derive(Clone, Debug, Default)]
pub struct Scrape(BTreeMap<String, f64>);

impl Scrape {
    /// Of what `/metrics` answered.
    pub fn of(text: &str) -> Self {
        let samples = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
            let (series, value) = line.rsplit_once(' ')?;
            Some((at_target(series), value.parse().ok()?))
        });
        Self(samples.chain([(format!("up{{{TARGET}}}"), 1.0)]).collect())
    }

    /// Of a server that answers nothing.
    pub fn unanswered() -> Self {
        Self([(format!("up{{{TARGET}}}"), 0.0)].into())
    }

    /// With another value of a series, where a test cannot bring a server so far.
    pub fn with(mut self, series: &str, value: f64) -> Self {
        self.0.insert(at_target(series), value);
        self
    }
}

fn at_target(series: &str) -> String {
    match series.split_once('{') {
        Some((name, labels)) => format!("{name}{{{TARGET},{labels}"),
        None => format!("{series}{{{TARGET}}}"),
    }
}

/// Asserts that an alert fires in a fault and not before. What was counted between the two scrapes is counted again in
/// each minute of the fault.
pub fn assert_alert(name: &str, well: &Scrape, fault: &Scrape) {
    let series: Vec<Value> = well.0.keys().chain(fault.0.keys()).map(|series| {
        json!({ "series": series, "values": values(series, well.0.get(series), fault.0.get(series)) })
    }).collect();
    let expression = format!(r#"count(ALERTS{{alertname="{name}",alertstate="firing"}})"#);
    let fires = json!([{ "labels": "{}", "value": 1 }]);
    let at = |minutes: usize, samples: Value| json!({ "expr": expression, "eval_time": format!("{minutes}m"), "exp_samples": samples });
    let test = json!({
        "rule_files": [rules()],
        "evaluation_interval": "15s",
        "tests": [{
            "interval": "1m",
            "input_series": series,
            "promql_expr_test": [
                at(WELL_MINUTES - 1, json!([])),
                at(WELL_MINUTES + FAULT_MINUTES - 1, fires),
            ],
        }],
    });
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("alerts.json");
    std::fs::write(&file, test.to_string()).expect("a file");
    let run = Command::new("promtool").args(["test", "rules"]).arg(&file).output();
    let run = run.expect("promtool of Debian's package prometheus");
    let said = [run.stdout, run.stderr].concat();
    assert!(run.status.success(), "{name}: {}", String::from_utf8_lossy(&said));
}

/// The rules that operators install.
pub fn rules() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/prometheus/alerts.yml")
}

/// The values of a series, minute by minute, in promtool's words.
fn values(series: &str, well: Option<&f64>, fault: Option<&f64>) -> String {
    let name = series.split('{').next().unwrap_or_default();
    let counts = ["_total", "_count", "_sum", "_bucket"].iter().any(|end| name.ends_with(end));
    let (before, after) = (WELL_MINUTES - 1, FAULT_MINUTES - 1);
    let first = well.map_or_else(|| format!("_x{before}"), |well| format!("{well}+0x{before}"));
    let then = match (well, fault) {
        (_, None) => format!("_x{after}"),
        (Some(well), Some(fault)) if counts => {
            let more = fault - well;
            format!("{fault}+{more}x{after}")
        }
        (None, Some(fault)) if counts => format!("0+{fault}x{after}"),
        (_, Some(fault)) => format!("{fault}+0x{after}"),
    };
    format!("{first} {then}")
}
