//! The totals of orders, and how the rows of a purchase order change.

use domain::{
    forms::{
        error::{Code, ValidationError},
        form::Form as _,
    },
    orders::{
        amendment::{AmendOrder, changed_rows, check_received},
        orders::NewOrder,
        purchase_orders::{OfferedProduct, OrderRows, PurchaseOrderItem},
        work_orders::{NewWorkOrderItem, WorkOrderItem},
    },
    types::{
        ids::{CategoryId, ProductId, PurchaseOrderId, PurchaseOrderItemId, WorkOrderId},
        language::Language,
        money::{Money, OrderLine, Quantity, Total},
    },
};
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

/// The total of a line in whole numbers, from the specification alone: cents times thousandths are
/// hundred-thousandths of a dollar, and half a cent is rounded up.
fn cents_of(unit_cost_cents: i64, quantity_thousandths: i64) -> i128 {
    (i128::from(unit_cost_cents) * i128::from(quantity_thousandths) + 500) / 1000
}

/// A whole number of cents in JSON: the nearest double.
fn dollars(cents: i128) -> f64 {
    format!("{}.{:02}", cents / 100, cents % 100).parse().expect("a number")
}

/// An amount as a form sends it.
fn written(number: i64, decimals: u32) -> f64 {
    let unit = 10_i64.pow(decimals);
    let width = decimals as usize;
    format!("{}.{:0width$}", number / unit, number % unit).parse().expect("a number")
}

/// Small and large amounts, and those where rounding matters.
fn line() -> impl Strategy<Value = (i64, i64)> {
    let cents =
        prop_oneof![0_i64..=100_000, 0_i64..=999_999_999_999, Just(999_999_999_999), Just(1)];
    let thousandths = prop_oneof![
        0_i64..=100_000,
        0_i64..=9_999_999_999,
        (0_i64..=1_000).prop_map(|n| n * 500),
        Just(9_999_999_999),
    ];
    (cents, thousandths)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn nobody_is_paid_a_cent_more_or_less_than_whole_numbers_say(
        lines in prop::collection::vec(line(), 0..12)
    ) {
        let items: Vec<WorkOrderItem> = lines
            .iter()
            .map(|(cents, thousandths)| {
                let form: NewWorkOrderItem = serde_json::from_value(json!({
                    "workOrderId": Uuid::from_u128(1), "title": "Tear-off",
                    "unitCost": written(*cents, 2), "quantity": written(*thousandths, 3),
                }))
                .expect("a form");
                form.check().expect("within the limits");
                WorkOrderItem::from_form(Uuid::nil().into(), WorkOrderId::default(), form.item)
            })
            .collect();
        let mut expected = 0;
        for (item, (cents, thousandths)) in items.iter().zip(&lines) {
            let line = cents_of(*cents, *thousandths);
            expected += line;
            let json = serde_json::to_value(item).expect("json");
            prop_assert_eq!(json["lineTotal"].as_f64(), Some(dollars(line)));
            prop_assert_eq!(json["unitCost"].as_f64(), Some(written(*cents, 2)));
            prop_assert_eq!(json["quantity"].as_f64(), Some(written(*thousandths, 3)));
        }
        let lines: Vec<OrderLine> = items.iter().map(WorkOrderItem::line).collect();
        let total = Total::of_order(&lines);
        prop_assert_eq!(total.decimal().mantissa() * 10_i128.pow(2 - total.decimal().scale()), expected);
        prop_assert_eq!(json!(total).as_f64(), Some(dollars(expected)));
    }
}

#[test]
fn half_a_cent_is_rounded_up_in_each_line_before_lines_are_added() {
    let form = |quantity: f64| -> NewWorkOrderItem {
        serde_json::from_value(json!({ "title": "x", "unitCost": 0.01, "quantity": quantity }))
            .expect("a form")
    };
    let lines: Vec<OrderLine> = [0.5, 0.5, 0.499]
        .map(|quantity| {
            WorkOrderItem::from_form(
                Uuid::nil().into(),
                WorkOrderId::default(),
                form(quantity).item,
            )
        })
        .iter()
        .map(WorkOrderItem::line)
        .collect();
    assert_eq!(json!(Total::of_order(&lines)), json!(0.02));
    assert_eq!(json!(Total::of_order(&[])), json!(0));
}

#[test]
fn a_blank_title_is_the_next_free_number_and_a_written_one_stays() {
    let title = |written: Value, number: Option<&str>, existing: &[&str]| {
        let form: NewOrder =
            serde_json::from_value(json!({ "jobId": Uuid::from_u128(1), "title": written }))
                .expect("a form");
        form.check().expect("a blank title is no mistake");
        let existing: Vec<String> = existing.iter().map(|title| (*title).to_owned()).collect();
        form.title_or_default(number, &existing)
    };
    assert_eq!(title(json!("  "), Some("1042"), &["#1042-1", "#1042-3"]), "#1042-2");
    assert_eq!(title(Value::Null, None, &["#-1"]), "#-2");
    assert_eq!(title(json!(" Gutters "), Some("1042"), &["Gutters"]), "Gutters");
}

const ORDER: PurchaseOrderId = PurchaseOrderId(Uuid::from_u128(7));

fn product(id: u128, name: &str, cents: i64) -> OfferedProduct {
    OfferedProduct {
        id: ProductId(Uuid::from_u128(id)),
        name: name.into(),
        category_id: CategoryId(Uuid::from_u128(90)),
        category_title: "Roofing".into(),
        unit_cost: Money::from_cents(cents),
    }
}

fn rows(rows: Value) -> OrderRows {
    serde_json::from_value(rows).expect("rows")
}

/// Applies rows; new items are numbered from 100.
fn applied(
    sent: &OrderRows,
    existing: &[PurchaseOrderItem],
    offered: &[OfferedProduct],
) -> Vec<PurchaseOrderItem> {
    let mut next = 100 + existing.len() as u128;
    let new_id = || {
        next += 1;
        PurchaseOrderItemId(Uuid::from_u128(next))
    };
    sent.check().expect("valid rows");
    sent.applied(ORDER, existing, offered, new_id).expect("known products")
}

fn id(number: u128) -> String {
    Uuid::from_u128(number).to_string()
}

#[test]
fn a_row_keeps_its_name_and_cost_when_its_product_changes_or_is_deleted() {
    let first = rows(
        json!([{ "productId": id(1), "quantity": 2 }, { "productId": id(2), "quantity": 1.5 }]),
    );
    let existing =
        applied(&first, &[], &[product(1, "Shingles", 3_200), product(2, "Felt", 1_999)]);
    assert_eq!(
        json!(existing[1]),
        json!({
        "id": id(102), "productId": id(2), "productName": "Felt", "categoryId": id(90), "categoryTitle": "Roofing",
        "quantity": 1.5, "unitCost": 19.99, "purchaseOrderId": id(7), "lineTotal": 29.99, "received": 0,
        "available": null, "substitute": null, "confirmedCost": null })
    );

    // Shingles are no longer on the price list, felt costs more now, and nails are added.
    let again = rows(json!([
        { "productId": id(3), "quantity": 10 }, { "productId": id(2), "quantity": 3 }, { "productId": id(1), "quantity": 2 },
    ]));
    let now = [product(2, "Felt, heavy", 2_500), product(3, "Nails", 450)];
    let items = applied(&again, &existing, &now);
    assert_eq!(items[0], existing[0]);
    assert_eq!(
        (items[1].id, items[1].product_name.as_str(), json!(items[1].line_total)),
        (existing[1].id, "Felt", json!(59.97))
    );
    assert_eq!((items[2].product_name.as_str(), json!(items[2].line_total)), ("Nails", json!(45)));
    assert_eq!(items.len(), 3, "in the order they were added");

    // A row that was removed is a new row when it is added again.
    let without = applied(
        &rows(
            json!([{ "productId": id(2), "quantity": 0 }, { "productId": id(3), "quantity": 1 }]),
        ),
        &items,
        &now,
    );
    assert_eq!(without.len(), 1);
    let back = applied(&rows(json!([{ "productId": id(2), "quantity": 1 }])), &without, &now);
    assert_eq!(back[0].product_name, "Felt, heavy");
}

#[test]
fn an_invalid_row_is_refused_at_its_own_field() {
    let refused = |sent: Value| -> Vec<String> {
        let refusals = rows(sent).check().expect_err("refused");
        refusals.iter().map(|refusal| format!("{} {:?}", refusal.field, refusal.code)).collect()
    };
    assert_eq!(refused(json!([{ "productId": id(1), "quantity": -1 }])), ["quantity TooSmall"]);
    assert_eq!(
        refused(json!([{ "productId": id(1), "quantity": 0.0005 }])),
        ["quantity TooManyDecimals"]
    );
    assert_eq!(
        refused(json!([{ "productId": id(1), "quantity": 1 }, {}])),
        ["productId Required", "quantity Required"]
    );
    let twice =
        json!([{ "productId": id(1), "quantity": 1 }, { "productId": id(1), "quantity": 0 }]);
    assert_eq!(refused(twice), ["productId Choice"]);

    let foreign = rows(json!([{ "productId": id(9), "quantity": 1 }]));
    let refusal = foreign
        .applied(ORDER, &[], &[product(1, "Shingles", 1)], Default::default)
        .expect_err("refused");
    assert_eq!(refusal.field, "productId");
    let left_out = rows(json!([{ "productId": id(9), "quantity": 0 }]));
    assert_eq!(left_out.applied(ORDER, &[], &[], Default::default), Ok(vec![]));

    let elsewhere = rows(json!([{ "productId": id(1), "quantity": 1, "purchaseOrderId": id(8) }]));
    assert_eq!(elsewhere.check_order(ORDER).expect_err("refused").field, "purchaseOrderId");
    let here = rows(
        json!([{ "productId": id(1), "quantity": 1, "purchaseOrderId": id(7) }, { "productId": id(2), "quantity": 1 }]),
    );
    assert_eq!(here.check_order(ORDER), Ok(()));
}

#[test]
fn a_vendor_reads_what_changed_of_an_order_in_its_language() {
    let now = [product(1, "Shingles", 1), product(2, "Felt", 1), product(3, "Nails", 1)];
    let sent = |numbers: [f64; 3]| {
        let rows = numbers
            .iter()
            .zip(1..)
            .map(|(quantity, number)| json!({ "productId": id(number), "quantity": quantity }));
        rows.collect::<Value>()
    };
    let before = applied(&rows(sent([20.0, 2.5, 0.0])), &[], &now);
    let after = applied(&rows(sent([1_024.0, 0.0, 4.0])), &before, &now);
    assert_eq!(
        changed_rows(&before, &after, Language::English),
        [
            "Shingles (Roofing): 1,024 instead of 20",
            "New: Nails (Roofing), 4",
            "No longer ordered: Felt (Roofing) (was 2.5)",
        ]
    );
    assert_eq!(
        changed_rows(&before, &after, Language::Spanish)[0],
        "Shingles (Roofing): 1,024 en lugar de 20"
    );
    assert_eq!(changed_rows(&before, &before, Language::English), Vec::<String>::new());
}

#[test]
fn an_amendment_never_orders_less_than_has_come() {
    let now = [product(1, "Shingles", 1), product(2, "Felt", 1)];
    let both =
        json!([{ "productId": id(1), "quantity": 20 }, { "productId": id(2), "quantity": 2 }]);
    let mut before = applied(&rows(both), &[], &now);
    before[0].received = Quantity::from_thousandths(5_000);
    let amended = |shingles: f64, felt: f64| {
        let sent = json!([{ "productId": id(1), "quantity": shingles }, { "productId": id(2), "quantity": felt }]);
        let after = applied(&rows(sent), &before, &now);
        check_received(&before, &after).map_err(|refusal| (refusal.field, refusal.code))
    };
    let refused = Err(("quantity".to_owned(), Code::TooSmall));
    assert_eq!(amended(5.0, 0.0), Ok(()), "as much as has come");
    assert_eq!(amended(4.999, 2.0), refused);
    assert_eq!(amended(0.0, 2.0), refused, "the row is left out");
}

#[test]
fn an_order_that_was_sent_is_never_amended_to_an_empty_one() {
    let amended = |items: Value| -> Result<usize, Vec<String>> {
        let form: AmendOrder =
            serde_json::from_value(json!({ "id": id(7), "version": 1, "items": items }))
                .expect("a form");
        let named = |refusal: ValidationError| format!("{} {:?}", refusal.field, refusal.code);
        let rows =
            form.rows().map_err(|refusals| refusals.into_iter().map(named).collect::<Vec<_>>())?;
        Ok(rows.products().count())
    };
    let empty = Err(vec!["items Required".to_owned()]);
    assert_eq!(amended(json!([])), empty);
    assert_eq!(amended(Value::Null), empty);
    assert_eq!(amended(json!([{ "productId": id(1), "quantity": 0 }])), empty);
    assert_eq!(
        amended(json!([{ "productId": id(1), "quantity": -1 }])),
        Err(vec!["quantity TooSmall".to_owned()])
    );
    assert_eq!(amended(json!([{ "productId": id(1), "quantity": 1 }])), Ok(1));
}
