//! What the demo's contractors buy, and their vendors. Vendors are invented; the prices are those of a
//! roofing supply house around 2025.

use domain::types::money::Money;

/// A category of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoCategory {
    /// Its title.
    pub title: &'static str,
    /// Its products.
    pub products: &'static [DemoProduct],
}

/// A product, with its unit in its name as on price lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoProduct {
    /// Its name.
    pub name: &'static str,
    /// The price of one unit.
    pub unit_cost: Money,
}

/// A vendor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemoVendor {
    /// Its name.
    pub name: &'static str,
    /// The contractor's number there.
    pub account_number: Option<&'static str>,
    /// The sales contacts: name and email address.
    pub contacts: &'static [(&'static str, &'static str)],
}

const fn category(title: &'static str, products: &'static [DemoProduct]) -> DemoCategory {
    DemoCategory { title, products }
}

const fn at(name: &'static str, dollars: i64, cents: i64) -> DemoProduct {
    DemoProduct { name, unit_cost: Money::from_cents(dollars * 100 + cents) }
}

/// The price list.
pub(super) const CATEGORIES: [DemoCategory; 8] = [
    category(
        "Shingles",
        &[
            at("Architectural shingle, charcoal (square)", 117, 50),
            at("Architectural shingle, weathered wood (square)", 117, 50),
            at("Architectural shingle, impact resistant class 4 (square)", 158, 0),
            at("Designer slate-look shingle (square)", 214, 75),
            at("3-tab shingle, gray (square)", 98, 25),
            at("Starter strip, 105 ft (bundle)", 56, 40),
            at("Hip and ridge cap, 25 ft (bundle)", 68, 90),
        ],
    ),
    category(
        "Underlayment",
        &[
            at("Synthetic underlayment, 10 sq (roll)", 84, 95),
            at("#15 felt, 4 sq (roll)", 31, 20),
            at("#30 felt, 2 sq (roll)", 33, 60),
            at("Ice and water shield, 2 sq (roll)", 98, 40),
            at("High-temperature ice and water shield, 2 sq (roll)", 139, 0),
        ],
    ),
    category(
        "Drip edge and flashing",
        &[
            at("Drip edge, white, 10 ft (piece)", 9, 85),
            at("Drip edge, brown, 10 ft (piece)", 9, 85),
            at("Step flashing, 4x4x8 (box of 100)", 64, 50),
            at("Roll flashing, aluminum, 14 in x 50 ft (roll)", 71, 25),
            at("Valley metal, W-style, 24 in x 10 ft (piece)", 42, 80),
            at("Chimney flashing kit (each)", 118, 0),
            at("Pipe boot, 1.5-3 in (each)", 8, 95),
            at("Pipe boot, lead, 3 in (each)", 39, 50),
        ],
    ),
    category(
        "Ventilation",
        &[
            at("Ridge vent, rolled, 20 ft (roll)", 54, 75),
            at("Ridge vent, shingle-over, 4 ft (piece)", 17, 90),
            at("Box vent, slant back, 50 sq in (each)", 21, 60),
            at("Intake vent, 8 ft under shingle (piece)", 32, 45),
            at("Bath exhaust vent, 4 in (each)", 28, 10),
        ],
    ),
    category(
        "Nails and fasteners",
        &[
            at("Coil roofing nails, 1-1/4 in (box of 7,200)", 49, 95),
            at("Coil roofing nails, 1-3/4 in (box of 7,200)", 58, 75),
            at("Plastic cap nails, 1 in (box of 2,000)", 36, 20),
            at("Pancake-head screws, 1 in (bag of 1,000)", 62, 0),
            at("Roof sealant, tube 10 oz (each)", 7, 45),
        ],
    ),
    category(
        "Gutters",
        &[
            at("K-style gutter, 6 in white aluminum (linear foot)", 3, 35),
            at("Downspout, 3x4 in, 10 ft (piece)", 24, 60),
            at("Downspout elbow, 3x4 in (each)", 5, 15),
            at("Hidden hanger with screw (box of 50)", 68, 0),
            at("Gutter guard, micro-mesh, 4 ft (piece)", 18, 70),
        ],
    ),
    category(
        "Flat roofing",
        &[
            at("TPO membrane, 60 mil white, 10x100 ft (roll)", 918, 0),
            at("TPO membrane, 45 mil white, 10x100 ft (roll)", 742, 50),
            at("TPO bonding adhesive, 5 gal (bucket)", 187, 25),
            at("TPO cover strip, 6 in x 100 ft (roll)", 164, 0),
            at("Polyiso insulation, 2 in, 4x8 ft (sheet)", 41, 90),
            at("Termination bar, 10 ft (piece)", 11, 35),
        ],
    ),
    category(
        "Decking and lumber",
        &[
            at("OSB, 7/16 in, 4x8 ft (sheet)", 16, 85),
            at("Plywood CDX, 1/2 in, 4x8 ft (sheet)", 31, 40),
            at("Fascia board, primed pine, 1x6x16 (each)", 28, 75),
            at("Soffit panel, vented vinyl, 12 ft (piece)", 22, 30),
        ],
    ),
];

/// The vendors of Summit.
pub(super) const SUMMIT_VENDORS: &[DemoVendor] = &[
    DemoVendor {
        name: "Music City Roofing Supply",
        account_number: Some("SR-40117"),
        contacts: &[
            ("Dana Cole", "dana.cole@musiccitysupply.example"),
            ("Order desk", "orders@musiccitysupply.example"),
        ],
    },
    DemoVendor {
        name: "Cumberland Building Products",
        account_number: Some("00218-4"),
        contacts: &[
            ("Marcus Oyelaran", "marcus@cumberlandbp.example"),
            ("Lupe Castañeda", "lupe@cumberlandbp.example"),
        ],
    },
    DemoVendor {
        name: "Volunteer Metals & Gutter",
        account_number: Some("SUMMIT2"),
        contacts: &[("Pat Hensley", "pat@volunteermetals.example")],
    },
    DemoVendor {
        name: "Stones River Lumber",
        account_number: None,
        contacts: &[("Will-call counter", "counter@stonesriverlumber.example")],
    },
];

/// The vendors of Harpeth Valley: two of them the same, with other account numbers.
pub(super) const HARPETH_VENDORS: &[DemoVendor] = &[
    DemoVendor {
        name: "Music City Roofing Supply",
        account_number: Some("HV-51820"),
        contacts: &[("Order desk", "orders@musiccitysupply.example")],
    },
    DemoVendor {
        name: "Cool Springs Siding Center",
        account_number: Some("1142"),
        contacts: &[
            ("Annette Frye", "annette@coolspringssiding.example"),
            ("Tomás Rey", "tomas@coolspringssiding.example"),
        ],
    },
    DemoVendor {
        name: "Volunteer Metals & Gutter",
        account_number: Some("HARP1"),
        contacts: &[("Pat Hensley", "pat@volunteermetals.example")],
    },
    DemoVendor {
        name: "Franklin Lumber Yard",
        account_number: None,
        contacts: &[("Joy Teague", "joy@franklinlumber.example")],
    },
];
