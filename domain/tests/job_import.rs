//! The errors that a contractor sees in a file before anything is stored.

use std::fmt::Write as _;

use domain::{
    forms::error::{Code, ValidationError},
    i18n::rules::Text,
    imports::{
        csv::{
            CheckedRow, Verdict,
            mapping::{Columns, ImportMapping, SheetField as _},
            refused::refused_csv,
            sheet::Sheet,
        },
        jobs::{
            fields::ImportField,
            row::{ImportedJob, dedupe_key},
        },
    },
    jobs::forms::NewJob,
    types::{field::FromField as _, language::Language},
};
use serde_json::json;

const HEADINGS: &str =
    "title,job number,address,city,state,zip,start date,end date,amount,lat,long";

fn guess(sheet: &Sheet) -> ImportMapping {
    sheet.guess(ImportField::FIELDS)
}

fn columns(sheet: &Sheet, mapping: &ImportMapping) -> Result<Columns, Vec<ValidationError>> {
    sheet.columns(ImportField::FIELDS, mapping)
}

fn first(sheet: &Sheet, columns: &Columns) -> Verdict<ImportedJob> {
    sheet.check(columns).remove(0).verdict
}

fn checked(rows: &str) -> Vec<CheckedRow<ImportedJob>> {
    let sheet = Sheet::read(format!("{HEADINGS}\n{rows}").as_bytes()).expect("a readable file");
    let columns = columns(&sheet, &guess(&sheet)).expect("all headings");
    sheet.check(&columns)
}

fn good(row: &str) -> ImportedJob {
    match checked(row).remove(0).verdict {
        Verdict::Good(job) => *job,
        other => panic!("{row}: {other:?}"),
    }
}

fn refused(row: &str) -> Vec<(String, Code, Text)> {
    match checked(row).remove(0).verdict {
        Verdict::Refused(refusals) => refusals
            .into_iter()
            .map(|refusal| (refusal.field, refusal.code, refusal.text))
            .collect(),
        other => panic!("{row}: {other:?}"),
    }
}

fn unreadable(bytes: &[u8]) -> ValidationError {
    Sheet::read(bytes).expect_err("a file that cannot be read")
}

#[test]
fn each_unreadable_file_is_refused_with_its_error() {
    let utf16: Vec<u8> = "\u{feff}title,city".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let utf16_big: Vec<u8> =
        "\u{feff}title,city".encode_utf16().flat_map(u16::to_be_bytes).collect();
    let utf16_bare: Vec<u8> =
        "title,city,state".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases: [(&[u8], Text); 17] = [
        (b"", Text::ImportEmpty),
        (b" \r\n\n", Text::ImportEmpty),
        (b"\xEF\xBB\xBF", Text::ImportEmpty),
        (b"title,city,state\nPe\xF1a,A,TN\n", Text::ImportNotUtf8),
        (&utf16, Text::ImportUtf16),
        (&utf16_big, Text::ImportUtf16),
        (&utf16_bare, Text::ImportUtf16),
        (b"title,city\nA\x00B,C\n", Text::ImportBinary),
        (b"PK\x03\x04abc", Text::ImportBinary),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", Text::ImportBinary),
        (b"title,city,state\n\"A,B,C\nD,E,F\n", Text::ImportQuote),
        (b"title,city,state\n", Text::ImportNoRows),
        (b"title,city,state\n,,\n , ,\n", Text::ImportNoRows),
        (b"title,,state\nA,B,C\n", Text::ImportBlankHeading),
        (b"title,city,Title\nA,B,C\n", Text::ImportSameHeading),
        ("título,ciudad,TITULO\nA,B,C\n".as_bytes(), Text::ImportSameHeading),
        (b"title,city,state,\nA,B,C,\n", Text::ImportBlankHeading),
    ];
    for (bytes, text) in cases {
        let refusal = unreadable(bytes);
        assert_eq!(refusal.text, text, "{:?}", String::from_utf8_lossy(bytes));
        assert_eq!(refusal.field, "file");
        for language in [Language::English, Language::Spanish] {
            let sentence = refusal.sentence(language);
            assert!(!sentence.contains(['{', '}']), "a placeholder is unfilled: {sentence}");
        }
    }
}

#[test]
fn the_message_names_the_line_of_the_error() {
    let sentence = |bytes: &[u8]| unreadable(bytes).sentence(Language::English);
    assert!(sentence(b"title,city\nA,B\nPe\xF1a,C\n").starts_with("Line 3 is not UTF-8"));
    assert!(sentence(b"title,city\nA,B\n\"Pena,C\n").contains("opens on line 3"));
    assert!(
        sentence(b"title,city,state,a\n\"x\"\"y\",\"\"\"\",\"z\n\",\"open\n").contains("line 3")
    );
}

#[test]
fn a_hundred_thousand_rows_are_refused_with_both_numbers() {
    let mut file = String::from("title,city,state\n");
    for row in 0..100_000 {
        writeln!(file, "Job {row},Nashville,TN").expect("a string");
    }
    let refusal = unreadable(file.as_bytes());
    assert_eq!((refusal.code, refusal.text), (Code::TooLarge, Text::ImportTooManyRows));
    let sentence = refusal.sentence(Language::English);
    assert!(sentence.contains("100,000") && sentence.contains("25,000"), "{sentence}");
}

#[test]
fn the_largest_file_allowed_is_read() {
    let mut file = String::from("title,city,state\n");
    for row in 0..25_000 {
        writeln!(file, "Job {row},Nashville,TN").expect("a string");
    }
    assert_eq!(Sheet::read(file.as_bytes()).expect("a sheet").len(), 25_000);
    file.push_str("One more,Nashville,TN\n");
    assert_eq!(unreadable(file.as_bytes()).text, Text::ImportTooManyRows);
}

#[test]
fn more_than_twenty_megabytes_are_refused_before_they_are_read() {
    let refusal = unreadable(&vec![b'a'; 20 * 1_048_576 + 1]);
    assert_eq!(refusal.text, Text::ImportTooLarge);
    let sentence = refusal.sentence(Language::Spanish);
    assert!(sentence.contains("21 MB") && sentence.contains("20 MB"), "{sentence}");
}

#[test]
fn commas_semicolons_and_tabs_are_distinguished_by_the_headings() {
    for (file, title) in [
        ("title,city,state\nA; B,Nashville,TN\n", "A; B"),
        ("title;city;state\r\nA, B;Nashville;TN\r\n", "A, B"),
        ("title\tcity\tstate\nA, B; C\tNashville\tTN\n", "A, B; C"),
        (
            "\u{feff}\"title, of it\";title;city;state\nx;\"A\n\"\"B\"\"\";Nashville;TN\n",
            "A\n\"B\"",
        ),
    ] {
        let sheet = Sheet::read(file.as_bytes()).expect("a sheet");
        let columns = columns(&sheet, &guess(&sheet)).expect("all headings");
        let Verdict::Good(job) = first(&sheet, &columns) else { panic!("{file}") };
        assert_eq!(job.job.title, title);
    }
}

#[test]
fn permits_of_the_city_are_matched_by_their_own_headings() {
    let headings = "permit_number,permit_type,permit_subtype,date_entered,construction_cost,address,city,\
                    state,zip,latitude,longitude,mentions_roof";
    let row = "T1,Building Residential - Roofing / Siding,Single,2021-09-16,8501,2804 MOSSDALE DR,NASHVILLE,\
               TN,37217,36.08009873,-86.62408963999998,no";
    let sheet = Sheet::read(format!("{headings}\n{row}\n").as_bytes()).expect("a sheet");
    let mapping = guess(&sheet);
    let of = |field: ImportField| mapping.heading(field.as_str());
    assert_eq!(of(ImportField::Title), Some("permit_type"));
    assert_eq!(of(ImportField::JobNumber), Some("permit_number"));
    assert_eq!(of(ImportField::ContractAmount), Some("construction_cost"));
    assert_eq!(of(ImportField::StartDate), None);
    let columns = columns(&sheet, &mapping).expect("all headings");
    let Verdict::Good(job) = first(&sheet, &columns) else { panic!("a good row") };
    assert_eq!(job.coordinates, Some((36.080_098_73, -86.624_089_639_999_98)));
    assert_eq!(job.contract_amount.map(domain::types::money::Money::cents), Some(850_100));
}

#[test]
fn spanish_headings_are_recognized() {
    let file = "Título,No. de trabajo,Dirección,Ciudad,Estado,Código postal,Fecha de inicio,Fecha de fin,Monto\n\
                Techo,7,Calle 1,Nashville,TN,37201,05/01/2024,05/03/2024,\"$1,234.50\"\n";
    let sheet = Sheet::read(file.as_bytes()).expect("a sheet");
    assert_eq!(guess(&sheet).0.len(), 8, "{:?}", guess(&sheet));
    let renamed = file.replace("No. de trabajo", "Número");
    assert_eq!(guess(&Sheet::read(renamed.as_bytes()).expect("a sheet")).0.len(), 9);
}

#[test]
fn a_missing_heading_is_named() {
    let sheet = Sheet::read(b"title,town square,province of\nA,B,C\n").expect("a sheet");
    let refusals = columns(&sheet, &guess(&sheet)).expect_err("no city, no state");
    let texts: Vec<Text> = refusals.iter().map(|refusal| refusal.text).collect();
    assert_eq!(texts, [Text::ImportNoCity, Text::ImportNoState]);
    let by_hand =
        json!({ "title": "title", "city": "town square", "state": "province of", "zip": null });
    let by_hand = ImportMapping::read(&by_hand).expect("a mapping");
    assert!(columns(&sheet, &by_hand).is_ok());
    let lost = ImportMapping(vec![("title".to_owned(), "gone".to_owned())]);
    assert_eq!(
        columns(&sheet, &lost).expect_err("no such column")[0].text,
        Text::ImportUnknownHeading
    );
}

#[test]
fn a_full_row_becomes_a_job() {
    let job = good(
        "Tear-off,J-7,1 Main St,Nashville,TN,37201,2024-05-01,5/3/2024,\"$1,234.50\",36.1,-86.7",
    );
    assert_eq!(job.job_number.as_deref(), Some("J-7"));
    assert_eq!(job.contract_amount.map(domain::types::money::Money::cents), Some(123_450));
    let span = job.span.expect("dates");
    assert_eq!(
        (span.start_date.to_string(), span.end_date.to_string()),
        ("2024-05-01".into(), "2024-05-03".into())
    );
    let bare = good("Tear-off,,,Nashville,TN,,,,,,");
    assert_eq!(
        (bare.job_number, bare.span, bare.contract_amount, bare.coordinates),
        (None, None, None, None)
    );
}

#[test]
fn an_invalid_cell_is_refused_at_its_field() {
    let one = |field: &str, code, text| vec![(field.to_owned(), code, text)];
    let row = |start: &str, end: &str, amount: &str| format!("A,,,B,C,,{start},{end},{amount},,");
    let cases = [
        (row("31/02/2024", "05/03/2024", ""), one("startDate", Code::Format, Text::ImportDate)),
        (row("02/31/2024", "05/03/2024", ""), one("startDate", Code::Format, Text::ImportDate)),
        (row("2024-05-01", "May 3", ""), one("endDate", Code::Format, Text::ImportDate)),
        (row("2024-05-01", "", ""), one("endDate", Code::Required, Text::ImportBothDates)),
        (row("", "2024-05-01", ""), one("startDate", Code::Required, Text::ImportBothDates)),
        (row("2024-05-02", "2024-05-01", ""), one("startDate", Code::Range, Text::StartAfterEnd)),
        (row("", "", "lots"), one("contractAmount", Code::Format, Text::ImportAmount)),
        (row("", "", "1.234.5"), one("contractAmount", Code::Format, Text::ImportAmount)),
        (row("", "", "\"12,34\""), one("contractAmount", Code::Format, Text::ImportAmount)),
        (row("", "", "\"1234,567\""), one("contractAmount", Code::Format, Text::ImportAmount)),
        (row("", "", "1.005"), one("contractAmount", Code::TooManyDecimals, Text::TooManyDecimals)),
        (row("", "", "-5"), one("contractAmount", Code::TooSmall, Text::TooSmall)),
        (row("", "", "10000000000"), one("contractAmount", Code::TooLarge, Text::TooLarge)),
        (row("", "", "=1+2"), one("contractAmount", Code::Format, Text::ImportFormula)),
        (
            "=HYPERLINK(\"\"x\"\"),,,B,C,,,,,,".to_owned(),
            one("title", Code::Format, Text::ImportFormula),
        ),
        ("@SUM,,,B,C,,,,,,".to_owned(), one("title", Code::Format, Text::ImportFormula)),
        ("-cmd,,,B,C,,,,,,".to_owned(), one("title", Code::Format, Text::ImportFormula)),
        ("A,,\"\t=1\",B,C,,,,,,".to_owned(), one("address", Code::Format, Text::ImportFormula)),
        (",,,B,C,,,,,,".to_owned(), one("title", Code::Required, Text::MustProvideTitle)),
        (
            format!("A,{},,B,C,,,,,,", "7".repeat(51)),
            one("jobNumber", Code::TooLong, Text::TooLong),
        ),
        ("A,,,B,C,,,,,91,0".to_owned(), one("latitude", Code::Format, Text::ImportCoordinate)),
        ("A,,,B,C,,,,,north,0".to_owned(), one("latitude", Code::Format, Text::ImportCoordinate)),
        (
            "A,,,B,C,,,,,36.1,".to_owned(),
            one("longitude", Code::Required, Text::ImportBothCoordinates),
        ),
        ("A,,,B".to_owned(), one("row", Code::Format, Text::ImportCells)),
        ("A,,,B,C,,,,,,,extra".to_owned(), one("row", Code::Format, Text::ImportCells)),
    ];
    for (row, expected) in cases {
        assert_eq!(refused(&row), expected, "{row}");
    }
}

#[test]
fn amounts_are_read_in_common_formats() {
    for (cell, cents) in [
        ("1234.5", 123_450),
        ("\"$1,234.50\"", 123_450),
        ("$0", 0),
        ("\"1,234,567\"", 123_456_700),
        (" 7 ", 700),
    ] {
        let job = good(&format!("A,,,B,C,,,,{cell},,"));
        assert_eq!(
            job.contract_amount.map(domain::types::money::Money::cents),
            Some(cents),
            "{cell}"
        );
    }
}

#[test]
fn a_minus_alone_and_negative_degrees_are_no_formulas() {
    assert_eq!(good("-,,,B,C,,,,,-33.9,-86.7").coordinates, Some((-33.9, -86.7)));
}

#[test]
fn the_same_job_twice_in_a_file_is_stored_once() {
    let rows = checked(
        "Roof,J-1,1 Main,Nashville,TN,,,,,,\n\
         Other,j-1,2 Main,Nashville,TN,,,,,,\n\
         Roof,,1 Main,Nashville,TN,,,,,,\n\
         ROOF,,1  main,nashville,TN,,,,,,\n\
         Roof,,1 Main,Memphis,TN,,,,,,\n",
    );
    let twice: Vec<bool> = rows.iter().map(|row| row.verdict == Verdict::Duplicate).collect();
    assert_eq!(twice, [false, true, false, true, false]);
}

#[test]
fn a_job_is_recognized_by_its_number_or_else_by_its_address() {
    let job = good("Roof,J-1,1 Main,Nashville,TN,,,,,,");
    assert_eq!(job.key, dedupe_key(Some(" j-1 "), &NewJob::default()));
    assert_eq!(dedupe_key(None, &job.job), dedupe_key(Some(""), &job.job));
    assert_ne!(dedupe_key(None, &job.job), job.key);
}

#[test]
fn a_row_is_reported_with_its_line_in_the_file() {
    let lines: Vec<u64> =
        checked("A,,,B,C,,,,,,\r\n\r\n\r\n\"x\ny\",,,B,C,,,,,,\r\n,,,,,,,,,,\r\nZ,,,B,C,,,,,,")
            .iter()
            .map(|row| row.line)
            .collect();
    assert_eq!(lines, [2, 5, 8]);
}

#[test]
fn refused_rows_can_be_corrected_and_imported_again() {
    let file =
        format!("{HEADINGS}\n=1,,\"a \"\"b\"\", c\",B,C,,,,,,\nGood,,,B,C,,,,,,\nShort,row\n");
    let sheet = Sheet::read(file.as_bytes()).expect("a sheet");
    let reasons = [(2, "=no".to_owned()), (4, "Too short.".to_owned())];
    let csv = refused_csv(&sheet, &reasons, Language::English);
    assert!(csv.starts_with('\u{feff}'));
    assert!(!csv.contains("Good"));
    let again = Sheet::read(csv.as_bytes()).expect("a file we wrote ourselves");
    assert_eq!(again.headings().last().map(String::as_str), Some("Why it was refused"));
    let cells: Vec<Vec<String>> =
        again.rows().map(|(_, cells)| cells.iter().map(str::to_owned).collect()).collect();
    assert_eq!(cells[0][0], "'=1");
    assert_eq!(cells[0][2], "a \"b\", c");
    assert_eq!(cells[0].last(), Some(&"'=no".to_owned()));
    assert_eq!(cells[1][..3], ["Short", "row", ""]);
}
