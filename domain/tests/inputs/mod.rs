//! Generated inputs: cases of the suites and an odd corpus with random changes, and values made of the names
//! that rules read. Shared by the property tests and by the example that runs both builds.

use std::{collections::BTreeMap, fs, path::Path, sync::LazyLock};

use proptest::{prelude::*, sample::Index};
use serde_json::{Map, Value};

/// The inputs of the suites, by rule.
static SUITES: LazyLock<BTreeMap<String, Vec<Value>>> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites");
    let files = fs::read_dir(folder).expect("the suites folder");
    files
        .map(|file| {
            let path = file.expect("a file of the folder").path();
            let text = fs::read_to_string(&path).expect("a readable suite");
            let mut suite: Value = serde_json::from_str(&text).expect("a suite");
            let cases = suite["cases"].as_array_mut().expect("its cases");
            let inputs = cases.iter_mut().map(|case| case["input"].take()).collect();
            (suite["rule"].as_str().expect("its rule").to_owned(), inputs)
        })
        .collect()
});

/// Values that have broken a parser before.
static ODD: LazyLock<Vec<Value>> =
    LazyLock::new(|| serde_json::from_str(include_str!("../corpus/odd.json")).expect("the corpus"));

/// Names that rules read, so that a generated value gets past the first field.
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "phone", "firstName", "companyType", "userType", "action", "status", "startDate", "endDate", "start", "end",
    "date", "now", "lengthMinutes", "unitCost", "quantity", "lines", "amount", "jobs", "job", "customer", "query",
    "location", "from", "to", "state", "event", "messages", "tooMany", "message", "type", "tempId", "nonce", "error",
    "calls", "step", "text", "max", "showUnder", "existing", "jobNumber", "city", "companyInfo",
    "assignedToUserInfo", "language", "contactEmails", "kind", "mime", "bytes", "attachments", "contents", "title",
    "email", "zip", "id", "crewId", "assignedToCompanyId", "assignedToUserId", "companyId", "days", "day", "calendar",
    "weekdays", "holidays", "select", "workdays", "follows", "jobId", "gapWorkdays", "adjust", "skip", "lane", "most",
];

/// Words and days that make a difference to rules.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "contractor", "subcontractor", "admin", "member", "active", "complete", "all", "jobs.create", "submit",
    "confirm", "echo", "fail", "resend", "1-x", "9999-12-31", "0001-01-01", "2024-02-29", "2023-02-29", "spanish",
    "9999-12-31T23:59:59Z", "0001-01-01T00:00:00+23:59", "+", "é", "ß", "İ", "\u{0}", " ", "\u{2028}",
];

fn leaf() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}(Z|[+-][0-9]{2}:[0-9]{2}))?"
            .prop_map(Value::from),
        prop::sample::select(WORDS).prop_map(Value::from),
        prop::sample::select(vec![1e308, -1e308, 5e-324, 9_999_999_999.99, 0.005, 1e28, 7.9e28])
            .prop_map(Value::from),
    ]
}

/// Any JSON, with values of every kind under the names that rules read.
pub fn json_value() -> impl Strategy<Value = Value> {
    let name = prop::sample::select(NAMES);
    leaf().prop_recursive(4, 48, 8, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((name.clone(), inner), 0..8).prop_map(|fields| {
                let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
                Value::Object(fields.collect::<Map<_, _>>())
            }),
        ]
    })
}

/// One change somewhere in an input.
#[derive(Clone, Debug)]
enum Change {
    Replace(Value),
    Remove,
    Repeat,
    /// Inserts a character, or removes one.
    Text(Index, Option<char>),
    /// Sets the length of a text to a limit of the rules, or one more or less.
    Lengthen(usize),
    Number(f64),
}

fn change() -> impl Strategy<Value = Change> {
    let around = |limits: &[usize]| -> Vec<usize> {
        limits.iter().flat_map(|limit| [limit - 1, *limit, limit + 1]).collect()
    };
    prop_oneof![
        3 => leaf().prop_map(Change::Replace),
        1 => prop::sample::select(ODD.as_slice()).prop_map(Change::Replace),
        2 => Just(Change::Remove),
        1 => Just(Change::Repeat),
        3 => (any::<Index>(), prop::option::of(any::<char>())).prop_map(|(at, put)| Change::Text(at, put)),
        1 => prop::sample::select(around(&[30, 40, 50, 254, 255, 300, 500, 1_000, 10_000]))
            .prop_map(Change::Lengthen),
        3 => prop::sample::select(vec![1.0, -1.0, 0.01, 0.001, 0.000_1, 1e9, -1e12, 0.5, 1e-9])
            .prop_map(Change::Number),
    ]
}

/// An input of the rule's suite, or of the odd corpus, with up to three changes.
pub fn changed_case(rule: &str) -> impl Strategy<Value = Value> + use<> {
    let cases = SUITES.get(rule).expect("every rule has a suite").as_slice();
    let seed = prop_oneof![
        9 => prop::sample::select(cases),
        1 => prop::sample::select(ODD.as_slice()),
    ];
    (seed, prop::collection::vec((any::<Index>(), change()), 0..4)).prop_map(
        |(mut input, changes)| {
            for (at, change) in changes {
                let mut left = at.index(nodes(&input));
                alter(&mut input, &mut left, &change);
            }
            input
        },
    )
}

/// The unchanged seeds of the corpus, for every rule.
pub fn seeds(rule: &str) -> impl Iterator<Item = &'static Value> {
    SUITES.get(rule).into_iter().flatten().chain(ODD.iter())
}

fn nodes(value: &Value) -> usize {
    1 + match value {
        Value::Array(entries) => entries.iter().map(nodes).sum(),
        Value::Object(fields) => fields.values().map(nodes).sum(),
        _ => 0_usize,
    }
}

/// Changes the node that is `left` steps ahead; returns whether it was found.
fn alter(value: &mut Value, left: &mut usize, change: &Change) -> bool {
    if *left == 0 {
        change_here(value, change);
        return true;
    }
    *left -= 1;
    let mut inside: Vec<&mut Value> = match value {
        Value::Array(entries) => entries.iter_mut().collect(),
        Value::Object(fields) => fields.values_mut().collect(),
        _ => return false,
    };
    inside.iter_mut().any(|node| alter(node, left, change))
}

fn change_here(value: &mut Value, change: &Change) {
    match (change, &mut *value) {
        (Change::Replace(other), _) => *value = other.clone(),
        (Change::Remove, Value::Object(fields)) => {
            let first = fields.keys().next().cloned();
            first.and_then(|name| fields.remove(&name));
        }
        (Change::Remove, Value::Array(entries)) => drop(entries.pop()),
        (Change::Remove, _) => *value = Value::Null,
        (Change::Repeat, Value::Array(entries)) => entries.extend(entries.last().cloned()),
        (Change::Repeat, _) => *value = Value::from(vec![value.clone(), value.clone()]),
        (Change::Text(at, put), Value::String(text)) => {
            let mut letters: Vec<char> = text.chars().collect();
            match put {
                Some(letter) => letters.insert(at.index(letters.len() + 1), *letter),
                None if letters.is_empty() => {}
                None => drop(letters.remove(at.index(letters.len()))),
            }
            *text = letters.into_iter().collect();
        }
        (Change::Lengthen(length), Value::String(text)) => {
            let letter = text.chars().find(|letter| !letter.is_whitespace()).unwrap_or('é');
            *text = letter.to_string().repeat(*length);
        }
        (Change::Number(by), Value::Number(number)) => {
            *value = Value::from(number.as_f64().unwrap_or_default() + by);
        }
        _ => {}
    }
}
