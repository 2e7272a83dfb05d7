//! The work orders and purchase orders of the demo's contractors.

use domain::{
    orders::purchase_order_status::PurchaseOrderStatus,
    types::money::{Money, Quantity},
};

use super::work::Work;

/// A work order: the items and their pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoWorkOrder {
    /// The items agreed at first.
    pub items: Vec<DemoWorkItem>,
    /// An item that was found on the roof after the crew had signed.
    pub found_later: Option<DemoWorkItem>,
}

/// A line of a work order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct DemoWorkItem {
    pub title: &'static str,
    pub description: Option<&'static str>,
    pub quantity: Quantity,
    pub unit_cost: Money,
}

/// What is bought for a job from one vendor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemoPurchaseOrder {
    /// The vendor, an index into `DemoCompany::vendors`.
    pub vendor: usize,
    /// The products.
    pub rows: Vec<DemoPurchase>,
    /// How far it is.
    pub status: PurchaseOrderStatus,
    /// Whether the vendor confirmed its first product at a higher price.
    pub is_raised: bool,
}

/// A product and how much of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoPurchase {
    /// An index into `DemoCompany::categories`.
    pub category: usize,
    /// An index into that category's products.
    pub product: usize,
    /// The quantity.
    pub quantity: Quantity,
}

const fn pay(title: &'static str, quantity: i64, dollars: i64) -> DemoWorkItem {
    DemoWorkItem {
        title,
        description: None,
        quantity: Quantity::from_thousandths(quantity * 1000),
        unit_cost: Money::from_cents(dollars * 100),
    }
}

impl DemoWorkItem {
    const fn about(self, description: &'static str) -> Self {
        Self { description: Some(description), ..self }
    }
}

const DECKING: DemoWorkItem = pay("Replace rotten decking (sheet)", 3, 38)
    .about("Found after tear-off on the north plane. Photos are on the job.");

impl Work {
    /// The work order of a job of this size; `turn` decides whether an item was found later.
    pub(super) fn work_order(self, size: u16, turn: usize) -> DemoWorkOrder {
        let found_later = match self {
            Self::Reroof | Self::Building(_) | Self::HailRepair if turn % 4 == 2 => Some(DECKING),
            _ => None,
        };
        let size = i64::from(size);
        let items = match self {
            Self::Reroof | Self::Building(_) => vec![
                pay("Tear off and haul away (square)", size, 62)
                    .about("One layer. Magnet sweep every evening, gutters blown out at the end."),
                pay(
                    "Dry in: underlayment, drip edge, ice and water at the eaves (square)",
                    size,
                    24,
                ),
                pay("Install architectural shingles (square)", size, 88)
                    .about("Six nails each, valleys closed-cut."),
                pay("Ridge vent and caps (linear foot)", size * 2, 6),
            ],
            Self::HailRepair | Self::WindRepair => vec![
                pay("Remove damaged shingles (square)", size, 58),
                pay("Install shingles to match (square)", size, 105),
                pay("Pipe boots and step flashing (each)", 1 + size / 6, 45),
            ],
            Self::Gutters => vec![
                pay("Take down old gutters (linear foot)", size, 2),
                pay("Hang 6 in K-style gutters (linear foot)", size, 7),
                pay("Downspouts (each)", 2 + size / 40, 48),
            ],
            Self::Skylight => {
                vec![pay("Flash skylight, ice and water around the curb (each)", size, 340)]
            }
            Self::Chimney => vec![
                pay("Step and counter flashing at the chimney (each)", size, 460),
                pay("Cricket behind the chimney (each)", size, 220),
            ],
            Self::Leak => vec![pay("Find and close leak (each)", size, 190)],
            Self::LeakSurvey => vec![pay("Survey, marked on the roof plan (square)", size, 4)],
            Self::StandingSeam => vec![
                pay("Tear off and haul away (square)", size, 70),
                pay("Standing seam, 24 gauge, clips every 18 in (square)", size, 410),
            ],
            Self::Tpo | Self::ModifiedBitumen => vec![
                pay("Tear off to the deck (square)", size, 75),
                pay("Insulation, screwed (square)", size, 60),
                pay("Membrane with welded seams and terminations (square)", size, 190),
            ],
            Self::Coating => vec![
                pay("Wash and prime (square)", size, 28),
                pay("Two coats of white silicone (square)", size, 74),
            ],
            Self::RidgeVent => vec![pay("Cut ridge, install vent and caps (linear foot)", size, 9)],
            Self::Soffit => vec![pay("Soffit and fascia (linear foot)", size, 11)],
            Self::Slate => vec![pay("Replace broken slates (square)", size, 940)],
            Self::Tarp => vec![pay("Tarp with battens (square)", size, 41)],
        };
        DemoWorkOrder { items, found_later }
    }

    /// The purchase orders of a job of this size; none if the truck has everything.
    pub(super) fn purchase_orders(self, size: u16, turn: usize) -> Vec<DemoPurchaseOrder> {
        let size = i64::from(size);
        // Ten percent more than was measured is waste.
        let with_waste = size * 1100;
        let each = |count: i64| count * 1000;
        let order = |vendor, rows: &[(usize, usize, i64)]| {
            let row = |&(category, product, thousandths)| DemoPurchase {
                category,
                product,
                quantity: Quantity::from_thousandths(thousandths),
            };
            let rows = rows.iter().map(row).collect();
            let status = PurchaseOrderStatus::Draft;
            DemoPurchaseOrder { vendor, rows, status, is_raised: false }
        };
        match self {
            Self::Reroof | Self::Building(_) | Self::HailRepair | Self::WindRepair => vec![order(
                0,
                &[
                    (0, turn % 4, with_waste),
                    (0, 5, each(1 + size / 8)),
                    (0, 6, each(1 + size / 10)),
                    (1, 0, each(1 + size / 9)),
                    (1, 3, each(1 + size / 14)),
                    (2, turn % 2, each(2 + size)),
                    (2, 6, each(3)),
                    (4, 0, each(1 + size / 12)),
                ],
            )],
            Self::Gutters => vec![order(
                2,
                &[
                    (5, 0, each(size)),
                    (5, 1, each(2 + size / 40)),
                    (5, 2, each(6)),
                    (5, 3, each(1 + size / 100)),
                ],
            )],
            Self::Tpo => vec![order(
                1,
                &[(6, 0, each(1 + size / 9)), (6, 2, each(1 + size / 12)), (6, 4, each(size * 3))],
            )],
            Self::Skylight | Self::Chimney => {
                vec![order(1, &[(2, 5, each(size)), (1, 3, each(1)), (4, 4, each(4))])]
            }
            Self::Soffit => {
                vec![order(3, &[(7, 2, each(1 + size / 16)), (7, 3, each(1 + size / 12))])]
            }
            Self::RidgeVent => {
                vec![order(0, &[(3, 0, each(1 + size / 20)), (0, 6, each(1 + size / 25))])]
            }
            Self::Leak
            | Self::LeakSurvey
            | Self::StandingSeam
            | Self::ModifiedBitumen
            | Self::Coating
            | Self::Slate
            | Self::Tarp => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use chrono::NaiveDate;
    use domain::{
        forms::form::Form as _,
        orders::orders::WorkOrderItemForm,
        types::{field::WireEnum as _, money::FormNumber},
    };

    use super::*;
    use crate::season;

    /// A number as a user types it.
    fn figure(of: i64, parts: i64) -> Option<FormNumber> {
        let digits = if parts == 100 { 2 } else { 3 };
        FormNumber::from_text(&format!("{}.{:0digits$}", of / parts, of % parts))
    }

    #[test]
    fn crews_know_their_pay_and_the_supply_house_what_to_deliver() {
        for day in NaiveDate::from_ymd_opt(2027, 12, 13).unwrap().iter_days().take(28) {
            let demo = season(day);
            let mut states = HashSet::new();
            for company in demo.companies.iter().filter(|company| !company.jobs.is_empty()) {
                assert!(company.jobs.iter().any(|job| job.work_order.is_some()));
                for job in &company.jobs {
                    assert_eq!(job.work_order.is_some(), job.span.is_some(), "{}", job.title);
                    for item in job.work_order.iter().flat_map(|order| &order.items) {
                        let form = WorkOrderItemForm {
                            title: item.title.to_owned(),
                            description: item.description.unwrap_or_default().to_owned(),
                            quantity: figure(item.quantity.thousandths(), 1000),
                            unit_cost: figure(item.unit_cost.cents(), 100),
                        };
                        assert_eq!(form.check(), Ok(()), "{}", item.title);
                        assert!(
                            item.quantity > Quantity::default()
                                && item.unit_cost > Money::default()
                        );
                    }
                    for order in &job.purchase_orders {
                        states.insert((company.name, order.status));
                        assert!(order.vendor < company.vendors.len());
                        let mut bought = HashSet::new();
                        for row in &order.rows {
                            let product = &company.categories[row.category].products[row.product];
                            assert!(
                                bought.insert(product.name),
                                "{} twice for {}",
                                product.name,
                                job.title
                            );
                            assert!(row.quantity > Quantity::default());
                        }
                    }
                }
            }
            for (word, status) in PurchaseOrderStatus::WIRE_WORDS {
                let shown = states.iter().any(|(_, shown)| shown == status);
                assert!(shown, "nobody sees an order that is {word} on {day}");
            }
        }
    }
}
