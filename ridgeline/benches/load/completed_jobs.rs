//! What became of the jobs of a house: those of the past are complete, and every second one bought from a
//! vendor.

use anyhow::Result;
use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use domain::{
    activity::labels::{ActivityAction, ActivityKind},
    jobs::job::{Job, JobStatus},
    orders::purchase_orders::PurchaseOrderItem,
    products::Product,
    types::{
        ids::{
            CategoryId, CompanyId, ProductId, PurchaseOrderId, PurchaseOrderItemId, UserId,
            VendorId,
        },
        money::{Money, OrderLine, Quantity, Total},
    },
    vendors::VendorForm,
};
use services::core::clock::Clock;
use store::{
    activity::record::{self, Actor, Entry},
    db::Tx,
    jobs::changes::{self, JobState},
    orders::purchase_orders,
    products,
    scope::Scope,
    vendors,
};
use uuid::Uuid;

const VENDORS: usize = 12;
/// What an order asks for, each another product.
const BOUGHT: [&str; 4] =
    ["Charcoal, bundle", "Ridge cap, bundle", "Underlayment, roll", "Drip edge, 10 ft"];

/// The shelf that everything is bought from.
struct Shelf {
    vendors: Vec<VendorId>,
    products: Vec<Product>,
}

impl Shelf {
    async fn fill(tx: &mut Tx, scope: Scope) -> Result<Self> {
        let mut known = Vec::new();
        for at in 0..VENDORS {
            let form =
                VendorForm { name: format!("Music City Supply {at}"), ..VendorForm::default() };
            known.push(vendors::insert(tx, scope, VendorId(Uuid::now_v7()), &form).await?.id);
        }
        let category_id = CategoryId(Uuid::now_v7());
        products::insert_category(tx, scope, category_id, "Shingles").await?;
        let mut shelf = Self { vendors: known, products: Vec::new() };
        for name in BOUGHT {
            let product = Product {
                id: ProductId(Uuid::now_v7()),
                name: name.to_owned(),
                unit_cost: Money::from_cents(4_125),
                category_id,
            };
            products::insert(tx, scope, &product).await?;
            shelf.products.push(product);
        }
        Ok(shelf)
    }

    fn item(order: PurchaseOrderId, product: &Product, pieces: i64) -> PurchaseOrderItem {
        let &Product { id, ref name, unit_cost, category_id } = product;
        let quantity = Quantity::from_thousandths(1_000 * pieces);
        PurchaseOrderItem {
            id: PurchaseOrderItemId(Uuid::now_v7()),
            product_id: id,
            product_name: name.clone(),
            category_id,
            category_title: "Shingles".to_owned(),
            quantity,
            unit_cost,
            purchase_order_id: order,
            line_total: Total::of_line(OrderLine::of(unit_cost, quantity)),
        }
    }
}

/// Lets time pass over these jobs.
pub async fn add(
    tx: &mut Tx,
    scope: Scope,
    (company, user): (CompanyId, UserId),
    jobs: &[Job],
) -> Result<()> {
    let shelf = Shelf::fill(tx, scope).await?;
    let today = Clock::Real.now().date_naive();
    for (at, job) in jobs.iter().enumerate() {
        let found = changes::find_own(tx, scope, job.id).await?;
        let [start, end] = [&job.start_date, &job.end_date].map(|day| *day);
        if at % 2 == 0 {
            let made = noon(start.unwrap_or(today));
            buy(tx, &found, &shelf, (at, made)).await?;
        }
        let Some(end) = end.filter(|end| *end < today) else { continue };
        changes::set_status(tx, scope, &found, JobStatus::Complete).await?;
        let entry = Entry {
            company,
            kind: ActivityKind::Job,
            subject: Some(job.id.0),
            name: job.title.clone(),
            job: Some((job.id, job.title.clone())),
            action: ActivityAction::Completed,
            changes: Vec::new(),
        };
        let by = Actor { user: Some(user), company: Some(company), now: noon(end) };
        record::record(tx, by, &entry).await?;
    }
    Ok(())
}

async fn buy(
    tx: &mut Tx,
    job: &JobState,
    shelf: &Shelf,
    (at, made): (usize, DateTime<Utc>),
) -> Result<()> {
    let id = PurchaseOrderId(Uuid::now_v7());
    let order = purchase_orders::insert(tx, job, id, "1", made).await?;
    let vendor = shelf.vendors[at / 2 % shelf.vendors.len()];
    purchase_orders::set_vendor(tx, &order, Some(vendor)).await?;
    let items: Vec<PurchaseOrderItem> = (1..)
        .zip(&shelf.products)
        .map(|(pieces, product)| Shelf::item(id, product, pieces))
        .collect();
    purchase_orders::set_items(tx, &order, &items).await?;
    Ok(())
}

const fn noon(day: NaiveDate) -> DateTime<Utc> {
    let noon = NaiveTime::from_hms_opt(12, 0, 0).expect("a time");
    day.and_time(noon).and_utc()
}
