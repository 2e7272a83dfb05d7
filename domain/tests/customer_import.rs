//! The errors in a file of customers, and that an exported file can be imported again.

use domain::{
    customers::{Customer, CustomerForm},
    forms::error::Code,
    i18n::rules::Text,
    imports::{
        csv::{
            CheckedRow, Verdict,
            formulas::{escape_formula, unescape_formula},
            mapping::SheetField as _,
            sheet::Sheet,
        },
        customers::{CustomerField, ImportedCustomer, to_csv},
    },
    types::{
        ids::{CompanyId, CustomerId},
        language::Language,
    },
};

fn checked(file: &str) -> Vec<CheckedRow<ImportedCustomer>> {
    let sheet = Sheet::read(file.as_bytes()).expect("a readable file");
    let fields = CustomerField::FIELDS;
    let columns = sheet.columns(fields, &sheet.guess(fields)).expect("all headings");
    sheet.check(&columns)
}

fn row(cells: &str) -> Verdict<ImportedCustomer> {
    let file = format!("first name,last name,company,phone,address,city,state,zip\n{cells}\n");
    checked(&file).remove(0).verdict
}

fn good(cells: &str) -> CustomerForm {
    match row(cells) {
        Verdict::Good(customer) => customer.form,
        other => panic!("{cells}: {other:?}"),
    }
}

fn refused(cells: &str) -> Vec<(String, Code)> {
    match row(cells) {
        Verdict::Refused(all) => all.into_iter().map(|one| (one.field, one.code)).collect(),
        other => panic!("{cells}: {other:?}"),
    }
}

#[test]
fn address_books_in_english_and_spanish_are_matched_by_their_headings() {
    for headings in [
        "First Name,Last Name,Company,Phone,Street Address,City,State,Zip Code",
        "Given Name,Family Name,Organization Name,Phone 1 - Value,Billing Address,Billing City,Billing State,Billing Zip",
        "Nombre,Apellido,Empresa,Teléfono,Dirección,Ciudad,Estado,Código postal",
    ] {
        let sheet =
            Sheet::read(format!("{headings}\na,b,c,d,e,f,g,h\n").as_bytes()).expect("a sheet");
        assert_eq!(sheet.guess(CustomerField::FIELDS).0.len(), 8, "{headings}");
    }
}

#[test]
fn a_file_without_names_or_phones_is_refused_with_the_missing_headings() {
    let sheet = Sheet::read(b"company,city\nA,B\n").expect("a sheet");
    let refusals = sheet
        .columns(CustomerField::FIELDS, &sheet.guess(CustomerField::FIELDS))
        .expect_err("no names");
    let texts: Vec<Text> = refusals.iter().map(|refusal| refusal.text).collect();
    assert_eq!(texts, [Text::ImportNoFirstName, Text::ImportNoLastName, Text::ImportNoPhone]);
}

#[test]
fn phones_are_read_in_the_formats_of_address_books() {
    for phone in [
        "6155550100",
        "615-555-0100",
        "615 555 0100",
        "(615) 555-0100",
        "615.555.0100",
        "+1 615 555 0100",
        "1-615-555-0100",
        "+1 (615) 555-0100",
    ] {
        assert_eq!(good(&format!("Ana,Peña,,{phone},,,,")).phone, "615-555-0100", "{phone}");
    }
    for phone in [
        "555-0100",
        "615-555-01000",
        "2-615-555-0100",
        "615-555-010x",
        "615+5550100",
        "++16155550100",
    ] {
        let cell = format!("Ana,Peña,,{phone},,,,");
        assert!(matches!(row(&cell), Verdict::Refused(_)), "{phone}");
    }
}

#[test]
fn a_refused_row_reports_its_errors() {
    let one = |field: &str, code| vec![(field.to_owned(), code)];
    assert_eq!(refused(",Peña,,6155550100,,,,"), one("firstName", Code::Required));
    assert_eq!(refused("Ana,Peña,,,,,,"), one("phone", Code::Required));
    assert_eq!(refused("Ana,Peña,,555,,,,"), one("phone", Code::PhoneFormat));
    assert_eq!(refused("Ana,=1+2,,6155550100,,,,"), one("lastName", Code::Format));
    assert_eq!(
        refused("Ana,Peña,@x,=A1,,,,"),
        [("company".to_owned(), Code::Format), ("phone".to_owned(), Code::Format)]
    );
    assert_eq!(
        refused(&format!("Ana,Peña,,6155550100,,{},,", "x".repeat(1_001))),
        one("city", Code::TooLong)
    );
    assert_eq!(refused("Ana,Peña"), one("row", Code::Format));
}

#[test]
fn the_same_customer_twice_in_a_file_is_stored_once() {
    let rows = checked(
        "first name,last name,phone\nAna,Peña,6155550100\n ANA ,Pena,(615) 555-0100\nAna,Peña,6155550101\nAnna,Peña,6155550100\n",
    );
    let twice: Vec<bool> = rows.iter().map(|row| row.verdict == Verdict::Duplicate).collect();
    assert_eq!(twice, [false, true, false, false]);
}

fn customer(first: &str, last: &str, company: Option<&str>) -> Customer {
    Customer {
        id: CustomerId::default(),
        first_name: first.to_owned(),
        last_name: last.to_owned(),
        company: company.map(str::to_owned),
        phone: "615-555-0100".to_owned(),
        address: Some("1 Main St, Apt \"B\"".to_owned()),
        city: None,
        state: None,
        zip: Some("37201".to_owned()),
        company_id: CompanyId::default(),
    }
}

#[test]
fn no_exported_cell_is_run_and_every_customer_can_be_imported_again_unchanged() {
    let names = [
        "=HYPERLINK(\"x\")",
        "+1",
        "-",
        "-5",
        "@SUM(A1)",
        "'=x",
        "''=x",
        "'quoted'",
        "O'Neil",
        "Peña",
        "'",
    ];
    let customers: Vec<Customer> =
        names.iter().map(|name| customer(name, "Ridge\nline 2", Some(name))).collect();
    for language in [Language::English, Language::Spanish] {
        let csv = to_csv(&customers, language);
        assert!(csv.starts_with('\u{feff}'));
        let sheet = Sheet::read(csv.as_bytes()).expect("a file we wrote ourselves");
        for (_, cells) in sheet.rows() {
            for cell in cells.iter() {
                assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r']), "{cell}");
            }
        }
        for (row, customer) in checked(&csv).into_iter().zip(&customers) {
            let Verdict::Good(again) = row.verdict else { panic!("{customer:?}: {row:?}") };
            assert_eq!(again.form.first_name, customer.first_name);
            assert_eq!(again.form.company, customer.first_name);
            assert_eq!(again.form.address, "1 Main St, Apt \"B\"");
            assert_eq!((again.form.city.as_str(), again.form.zip.as_str()), ("", "37201"));
        }
    }
    assert_eq!(unescape_formula(&escape_formula("\tx")), "\tx");
}
