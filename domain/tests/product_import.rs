//! The errors that a contractor sees in a vendor's price list.

use domain::{
    forms::error::Code,
    i18n::rules::Text,
    imports::{
        csv::{Verdict, mapping::SheetField as _, sheet::Sheet},
        products::{ImportedProduct, PriceField},
    },
};

fn verdicts(rows: &str) -> Vec<Verdict<ImportedProduct>> {
    let sheet = Sheet::read(format!("category,name,unit cost\n{rows}\n").as_bytes());
    let sheet = sheet.expect("a readable file");
    let fields = PriceField::FIELDS;
    let columns = sheet.columns(fields, &sheet.guess(fields)).expect("all headings");
    sheet.check(&columns).into_iter().map(|row| row.verdict).collect()
}

#[test]
fn price_lists_in_english_and_spanish_are_matched_by_their_headings() {
    for headings in [
        "Category,Product Name,Unit Cost",
        "Product Group,Item,Price",
        "Department,Description,Your Price",
        "Categoría,Producto,Costo unitario",
        "Grupo,Descripción,Precio",
    ] {
        let sheet = Sheet::read(format!("{headings}\na,b,1\n").as_bytes()).expect("a sheet");
        assert_eq!(sheet.guess(PriceField::FIELDS).0.len(), 3, "{headings}");
    }
    let sheet = Sheet::read(b"vendor\nx\n").expect("a sheet");
    let columns = sheet.columns(PriceField::FIELDS, &sheet.guess(PriceField::FIELDS));
    let texts: Vec<Text> = columns.expect_err("nothing").iter().map(|one| one.text).collect();
    assert_eq!(texts, [Text::ImportNoCategory, Text::ImportNoProduct, Text::ImportNoUnitCost]);
}

#[test]
fn a_row_becomes_a_product_at_its_cost_to_the_cent() {
    for (cost, cents) in
        [("62.5", 6_250), ("\"$1,234.50\"", 123_450), ("0", 0), ("9999999999.99", 999_999_999_999)]
    {
        let Verdict::Good(product) = verdicts(&format!(" Caps , Ridge cap ,{cost}")).remove(0)
        else {
            panic!("{cost}");
        };
        assert_eq!((product.category.as_str(), product.name.as_str()), ("Caps", "Ridge cap"));
        assert_eq!(product.unit_cost.cents(), cents, "{cost}");
    }
}

#[test]
fn a_refused_row_reports_its_errors() {
    let long = format!("Caps,{},1", "x".repeat(1_001));
    for (row, field, code) in [
        (",Ridge cap,1", "category", Code::Required),
        ("Caps,,1", "name", Code::Required),
        ("Caps,Ridge cap,", "unitCost", Code::Required),
        ("Caps,Ridge cap,free", "unitCost", Code::Format),
        ("Caps,Ridge cap,-1", "unitCost", Code::TooSmall),
        ("Caps,Ridge cap,1.005", "unitCost", Code::TooManyDecimals),
        ("Caps,Ridge cap,10000000000", "unitCost", Code::TooLarge),
        ("Caps,=1+2,1", "name", Code::Format),
        (long.as_str(), "name", Code::TooLong),
        ("Caps,Ridge cap", "row", Code::Format),
    ] {
        let Verdict::Refused(refusals) = verdicts(row).remove(0) else { panic!("{row}") };
        let errors: Vec<_> = refusals.iter().map(|one| (one.field.as_str(), one.code)).collect();
        assert_eq!(errors, [(field, code)], "{row}");
    }
}

#[test]
fn a_repeated_row_is_skipped_and_a_later_cost_is_not() {
    let rows =
        verdicts("Caps,Ridge cap,1\nCAPS, ridge  CAP,1.00\nCaps,Ridge cap,2\nShingles,Ridge cap,1");
    let twice: Vec<bool> = rows.iter().map(|row| *row == Verdict::Duplicate).collect();
    assert_eq!(twice, [false, true, false, false]);
}
