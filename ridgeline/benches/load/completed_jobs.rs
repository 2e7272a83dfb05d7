//! Completes a company's past jobs and adds a purchase order to every second job.

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
    orders::purchase_order_changes,
    products,
    scope::Scope,
    vendors,
};
use uuid::Uuid;

const VENDORS: usize = 12;
/// The products of an order.
const PRODUCTS: [&str; 4] =
    ["Charcoal, bundle", "Ridge cap, bundle", "Underlayment, roll", "Drip edge, 10 ft"];

/// The vendors and products that the orders use.
struct Catalog {
    vendors: Vec<VendorId>,
    products: Vec<Product>,
}

impl Catalog {
    async fn fill(tx: &mut Tx, scope: Scope) -> Result<Self> {
        let mut ids = Vec::new();
        for at in 0..VENDORS {
            let form =
                VendorForm { name: format!("Music City Supply {at}"), ..VendorForm::default() };
            ids.push(vendors::insert(tx, scope, VendorId(Uuid::now_v7()), &form).await?.id);
        }
        let category_id = CategoryId(Uuid::now_v7());
        products::insert_category(tx, scope, category_id, "Shingles").await?;
        let mut catalog = Self { vendors: ids, products: Vec::new() };
        for name in PRODUCTS {
            let product = Product {
                id: ProductId(Uuid::now_v7()),
                name: name.to_owned(),
                unit_cost: Money::from_cents(4_125),
                category_id,
            };
            products::insert(tx, scope, &product).await?;
            catalog.products.push(product);
        }
        Ok(catalog)
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
            received: Quantity::default(),
            available: None,
            substitute: None,
            confirmed_cost: None,
        }
    }
}

/// Completes the past jobs and adds the orders.
pub async fn add(
    tx: &mut Tx,
    scope: Scope,
    (company, user): (CompanyId, UserId),
    jobs: &[Job],
) -> Result<()> {
    let catalog = Catalog::fill(tx, scope).await?;
    let today = Clock::Real.now().date_naive();
    for (at, job) in jobs.iter().enumerate() {
        let found = changes::find_own(tx, scope, job.id).await?;
        let [start, end] = [&job.start_date, &job.end_date].map(|day| *day);
        if at % 2 == 0 {
            let date = noon(start.unwrap_or(today));
            buy(tx, &found, &catalog, (at, date)).await?;
        }
        let Some(end) = end.filter(|end| *end < today) else { continue };
        changes::set_status(tx, scope, &found, JobStatus::Complete, noon(end)).await?;
        let entry = Entry {
            company,
            kind: ActivityKind::Job,
            subject: Some(job.id.0),
            name: job.title.clone(),
            job: Some((job.id, job.title.clone())),
            action: ActivityAction::Completed,
            changes: Vec::new(),
        };
        let by = Actor {
            user: Some(user),
            company: Some(company),
            now: noon(end),
            api_key: None,
            link: None,
        };
        record::record(tx, by, &entry).await?;
    }
    Ok(())
}

async fn buy(
    tx: &mut Tx,
    job: &JobState,
    catalog: &Catalog,
    (at, date): (usize, DateTime<Utc>),
) -> Result<()> {
    let id = PurchaseOrderId(Uuid::now_v7());
    let mut order = purchase_order_changes::insert(tx, job, id, "1", date).await?;
    let vendor = catalog.vendors[at / 2 % catalog.vendors.len()];
    purchase_order_changes::set_vendor(tx, &order, Some(vendor)).await?;
    let items: Vec<PurchaseOrderItem> = (1..)
        .zip(&catalog.products)
        .map(|(pieces, product)| Catalog::item(id, product, pieces))
        .collect();
    purchase_order_changes::set_items(tx, &mut order, &items).await?;
    Ok(())
}

const fn noon(day: NaiveDate) -> DateTime<Utc> {
    let noon = NaiveTime::from_hms_opt(12, 0, 0).expect("a time");
    day.and_time(noon).and_utc()
}
