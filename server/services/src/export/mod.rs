//! All data of a company as JSON, as CSV and as the files themselves.
//!
//! The rows are read in one transaction and staged on disk, so that a slow reader does not hold the database;
//! then they and the files are written one by one.

pub mod archive_writer;
pub mod sheets;

use std::{
    collections::BTreeSet,
    fs::File,
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use chrono::{DateTime, SecondsFormat, Utc};
use domain::{
    imports::csv::formulas::escape_formula,
    types::money::{Money, Quantity},
};
use serde_json::{Map, Value};
use store::{
    companies::companies,
    db::{
        Tx,
        bind::Arg,
        kind::Kind,
        tables::{RowFilter, Table},
    },
    files::columns,
    scope::Scope,
};

use self::sheets::{MONEY, QUANTITIES, SHEETS, Sheet};

/// The staged data of a company.
#[derive(Debug)]
pub struct StagedExport {
    /// The company's name.
    pub company: String,
    /// When it was read.
    pub made: DateTime<Utc>,
    /// The staged files, by their names in the archive.
    staged_files: Vec<(String, PathBuf)>,
    /// The keys of its uploaded files.
    keys: Vec<String>,
    rows: u64,
}

impl StagedExport {
    /// One line for the operator.
    #[must_use]
    pub fn summary(&self) -> String {
        format!("{} rows and {} files of {}", self.rows, self.keys.len(), self.company)
    }

    /// The file name of the archive.
    #[must_use]
    pub fn file_name(&self) -> String {
        let letters = self.company.chars().map(|letter| {
            if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' }
        });
        let words: String = letters.collect();
        let words: Vec<&str> = words.split('-').filter(|word| !word.is_empty()).collect();
        let words = if words.is_empty() { vec!["company"] } else { words };
        format!("{}-{}.zip", words.join("-"), self.made.format("%Y-%m-%d"))
    }
}

/// Stages the rows of a company in a temporary folder.
///
/// # Errors
/// Errors of the database or the disk; the company may not exist.
pub async fn stage_export(
    tx: &mut Tx,
    scope: Scope,
    folder: &Path,
    now: DateTime<Utc>,
) -> anyhow::Result<StagedExport> {
    let company = companies::name(tx, scope.company()).await?;
    let tables = tx.tables().await?;
    let mut gathered =
        StagedExport { company, made: now, staged_files: Vec::new(), keys: Vec::new(), rows: 0 };
    let mut keys = BTreeSet::new();
    for sheet in SHEETS {
        let table = tables.iter().find(|table| table.name == sheet.table);
        let table = table.with_context(|| format!("there is no table {}", sheet.table))?;
        let mut laid = SheetWriter::begin(sheet, table, folder)?;
        gathered.rows += tx
            .each_row(table, RowFilter::where_(sheet.rows, scope), |row| laid.add(&row, &mut keys))
            .await?;
        gathered.staged_files.extend(laid.finish()?);
    }
    gathered.keys = keys.into_iter().collect();
    Ok(gathered)
}

/// A sheet that is being staged.
struct SheetWriter<'a> {
    sheet: &'a Sheet,
    table: &'a Table,
    /// The positions and names of the exported columns.
    columns: Vec<(usize, String)>,
    json: BufWriter<File>,
    csv: csv::Writer<File>,
    rows: u64,
    at: [PathBuf; 2],
}

impl<'a> SheetWriter<'a> {
    fn begin(sheet: &'a Sheet, table: &'a Table, folder: &Path) -> anyhow::Result<Self> {
        let mut columns: Vec<(usize, String)> = table
            .columns
            .iter()
            .enumerate()
            .filter(|(_, column)| sheet.takes(&column.name))
            .map(|(place, column)| (place, camel(&column.name)))
            .collect();
        columns.sort_by_key(|(_, name)| (name != "id", name.clone()));
        let at = ["json", "csv"].map(|ending| folder.join(format!("{}.{ending}", sheet.name)));
        let mut csv = csv::Writer::from_path(&at[1])?;
        csv.write_record(columns.iter().map(|(_, name)| name))?;
        let json = BufWriter::new(File::create(&at[0])?);
        Ok(Self { sheet, table, columns, json, csv, rows: 0, at })
    }

    fn add(&mut self, row: &[Arg], keys: &mut BTreeSet<String>) -> anyhow::Result<()> {
        let mut told = Map::new();
        let mut cells = Vec::with_capacity(self.columns.len());
        for (place, name) in &self.columns {
            let column = &self.table.columns[*place];
            let mut value = row[*place].clone();
            let names_file = columns::COLUMNS.contains(&(self.sheet.table, column.name.as_str()));
            if let (true, Arg::Text(Some(key))) = (names_file, &mut value) {
                let bare = columns::key_of_logo(key).unwrap_or(key).to_owned();
                *key = format!("files/{bare}");
                keys.insert(bare);
            }
            let value = value_of(&column.name, value);
            cells.push(cell_of(column.kind, &value));
            told.insert(name.clone(), value);
        }
        self.json.write_all(if self.rows == 0 { b"[\n" } else { b",\n" })?;
        serde_json::to_writer(&mut self.json, &told)?;
        self.csv.write_record(&cells)?;
        self.rows += 1;
        Ok(())
    }

    fn finish(mut self) -> anyhow::Result<[(String, PathBuf); 2]> {
        self.json.write_all(if self.rows == 0 { b"[]\n" } else { b"\n]\n" })?;
        self.json.flush()?;
        self.csv.flush()?;
        let name = self.sheet.name;
        let [json, csv] = self.at;
        Ok([(format!("data/{name}.json"), json), (format!("sheets/{name}.csv"), csv)])
    }
}

/// `contract_amount` becomes `contractAmount`, as on the wire.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|first| first.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

/// A value as on the wire: money in dollars, times in UTC, bytes in hexadecimal.
fn value_of(column: &str, value: Arg) -> Value {
    match value {
        Arg::Bool(value) => value.map(Value::from),
        Arg::Bytes(value) => value.map(|bytes| Value::from(hex::encode(bytes))),
        Arg::Date(value) => value.map(|day| Value::from(day.to_string())),
        Arg::Int(value) => value.map(|number| {
            if MONEY.contains(&column) {
                serde_json::to_value(Money::from_cents(number)).unwrap_or_default()
            } else if QUANTITIES.contains(&column) {
                serde_json::to_value(Quantity::from_thousandths(number)).unwrap_or_default()
            } else {
                Value::from(number)
            }
        }),
        Arg::Json(value) => value,
        Arg::Real(value) => value.map(Value::from),
        Arg::Text(value) => value.map(Value::from),
        Arg::Time(value) => {
            value.map(|time| Value::from(time.to_rfc3339_opts(SecondsFormat::AutoSi, true)))
        }
        Arg::Uuid(value) => value.map(|id| Value::from(id.to_string())),
    }
    .unwrap_or_default()
}

/// A text is escaped so that a spreadsheet does not run it as a formula. Numbers stay numbers.
fn cell_of(kind: Kind, value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) if kind == Kind::Text => escape_formula(text),
        Value::String(text) => text.clone(),
        other if kind == Kind::Json => escape_formula(&other.to_string()),
        other => other.to_string(),
    }
}
