//! Customers as a CSV file: a row becomes a customer, and customers become rows that can be imported again.

use csv::Writer;

use crate::{
    customers::{Customer, CustomerForm},
    forms::{error::ValidationError, form::Form as _},
    i18n::rules::Text,
    imports::{
        csv::{Importable, formulas::escape_formula, mapping::sheet_fields, row::Row},
        exports::{
            addresses,
            values::{phones, split_name},
        },
    },
    types::{language::Language, normalize::fold_name, phone},
};

sheet_fields! {
    /// A field of a customer that a column can map to.
    CustomerField
    FirstName "firstName" "Their first name." needed ImportNoFirstName [
        "firstname" "first" "givenname" "contactfirstname" "nombre" "nombres" "primernombre"
    ]
    LastName "lastName" "Their last name." needed ImportNoLastName [
        "lastname" "last" "surname" "familyname" "contactlastname" "apellido" "apellidos"
    ]
    Company "company" "Their company." [
        "company" "companyname" "business" "businessname" "organization" "organizationname" "empresa"
        "compania" "negocio" "organizacion"
    ]
    Phone "phone" "Their phone number." needed ImportNoPhone [
        "phone" "phonenumber" "phoneno" "telephone" "tel" "mobile" "mobilephone" "cell" "cellphone"
        "primaryphone" "mainphone" "homephone" "workphone" "phone1" "phone1value" "telefono"
        "numerodetelefono" "celular" "movil"
    ]
    Address "address" "Street and house number." [
        "address" "streetaddress" "street" "address1" "addressline1" "billingaddress" "mailingaddress"
        "homeaddress" "direccion" "calle" "domicilio"
    ]
    City "city" "The city." ["city" "town" "billingcity" "ciudad" "municipio" "localidad"]
    State "state" "The state." ["state" "st" "province" "billingstate" "estado" "provincia"]
    Zip "zip" "The ZIP code." [
        "zip" "zipcode" "postalcode" "postcode" "postal" "billingzip" "codigopostal" "cp"
    ]
}

/// A customer read from a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedCustomer {
    /// The form, with its phone in the stored format.
    pub form: CustomerForm,
    /// The key that it shares with its duplicates.
    pub key: String,
}

/// The key of a customer, for duplicates: both names and the phone.
#[must_use]
pub fn dedupe_key(first_name: &str, last_name: &str, phone: &str) -> String {
    format!("{}\n{}\n{phone}", fold_name(first_name), fold_name(last_name))
}

impl Importable for ImportedCustomer {
    type Field = CustomerField;

    fn read(mut row: Row<'_>) -> Result<Self, Vec<ValidationError>> {
        let (first_name, last_name) = names(&row);
        let places =
            [CustomerField::Address, CustomerField::City, CustomerField::State, CustomerField::Zip];
        let place = addresses::read(&row, places);
        let form = CustomerForm {
            first_name: row.exported_text_of(CustomerField::FirstName, first_name),
            last_name: row.exported_text_of(CustomerField::LastName, last_name),
            company: row.exported_text(CustomerField::Company),
            phone: match phone_of(&row) {
                Some(phone) => phone,
                None => row.exported_text(CustomerField::Phone),
            },
            address: row.exported_text_of(CustomerField::Address, &place[0]),
            city: row.exported_text_of(CustomerField::City, &place[1]),
            state: row.exported_text_of(CustomerField::State, &place[2]),
            zip: row.exported_text_of(CustomerField::Zip, &place[3]),
        };
        row.errors.add_all(form.check());
        row.errors.finish()?;
        let key = dedupe_key(&form.first_name, &form.last_name, &form.phone);
        Ok(Self { form, key })
    }

    fn key(&self) -> &str {
        &self.key
    }
}

/// The first and the last name. In an export they may be in one column, which is split at its last word.
fn names<'a>(row: &Row<'a>) -> (&'a str, &'a str) {
    let names = [row.cell(CustomerField::FirstName), row.cell(CustomerField::LastName)];
    let is_blank = names.iter().all(|name| name.trim().is_empty());
    match row.is_export() {
        true if is_blank => split_name(row.fallback(CustomerField::FirstName)),
        true if row.shares_column(CustomerField::FirstName, CustomerField::LastName) => {
            split_name(names[0])
        }
        _ => names.into(),
    }
}

/// The phone number; in an export the first of several, in one column or in several.
fn phone_of(row: &Row<'_>) -> Option<String> {
    let cell = row.cell(CustomerField::Phone);
    if !row.is_export() {
        return read_phone(cell);
    }
    std::iter::once(cell)
        .chain(row.fallbacks(CustomerField::Phone))
        .flat_map(phones)
        .find_map(read_phone)
}

/// Reads a phone number in the formats of address books, too: `(615) 555-0100`, `615.555.0100`, `+1 615 555
/// 0100`.
fn read_phone(cell: &str) -> Option<String> {
    let cell = cell.trim();
    let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
    let local = match digits.len() {
        11 => digits.strip_prefix('1')?,
        _ => &digits,
    };
    let number = cell.strip_prefix('+').unwrap_or(cell);
    let is_valid = number.chars().all(|letter| letter.is_ascii_digit() || " ().-".contains(letter));
    is_valid.then(|| phone::parse(local)).flatten()
}

/// The customers as a CSV file that spreadsheets open as UTF-8 and whose cells they do not run.
#[must_use]
pub fn to_csv(customers: &[Customer], language: Language) -> String {
    let headings = [
        Text::HeadingFirstName,
        Text::HeadingLastName,
        Text::HeadingCompany,
        Text::HeadingPhone,
        Text::HeadingAddress,
        Text::HeadingCity,
        Text::HeadingState,
        Text::HeadingZip,
    ];
    let mut writer = Writer::from_writer(Vec::new());
    // Writing rows of one width to memory cannot fail.
    let _ = writer.write_record(headings.map(|heading| heading.template(language)));
    for customer in customers {
        let or_blank = |text: &Option<String>| escape_formula(text.as_deref().unwrap_or_default());
        let _ = writer.write_record([
            escape_formula(&customer.first_name),
            escape_formula(&customer.last_name),
            or_blank(&customer.company),
            escape_formula(&customer.phone),
            or_blank(&customer.address),
            or_blank(&customer.city),
            or_blank(&customer.state),
            or_blank(&customer.zip),
        ]);
    }
    let bytes = writer.into_inner().unwrap_or_default();
    format!("\u{feff}{}", String::from_utf8(bytes).unwrap_or_default())
}
