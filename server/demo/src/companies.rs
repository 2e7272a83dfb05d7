//! The companies of the demo, their people and their crews.

use domain::{
    permissions::permission::{
        CompanyType::{Contractor, Subcontractor},
        UserType::{self, Admin, Foreman, Member, Salesman},
    },
    types::language::Language::{self, English, Spanish},
};

use super::price_list;
use crate::company::{DemoCompany, DemoConnection, DemoCrew, DemoCrewMember, DemoPerson};

pub(super) const SUMMIT: usize = 0;
pub(super) const HARPETH: usize = 1;
pub(super) const RIOS: usize = 2;
pub(super) const CUMBRE: usize = 3;
pub(super) const STONES_RIVER: usize = 4;

pub(super) const CONNECTIONS: &[DemoConnection] = &[
    link(
        SUMMIT,
        RIOS,
        true,
        "Luis, we are booked solid on shingles this season. Can you take two crews' worth a week?",
    ),
    link(
        CUMBRE,
        SUMMIT,
        true,
        "We do HOA buildings and hail work from Smyrna to Goodlettsville. Insured, own dump trailers.",
    ),
    link(
        SUMMIT,
        STONES_RIVER,
        true,
        "Looking for one shop for gutters and standing seam. Cody says your miters are the best in town.",
    ),
    link(
        HARPETH,
        SUMMIT,
        true,
        "Pete, happy to trade low-slope leads for steep ones on our side of the county.",
    ),
    link(
        HARPETH,
        CUMBRE,
        true,
        "Ana, Summit speaks highly of your crews. We have storm work in Donelson from next month on.",
    ),
    link(
        STONES_RIVER,
        HARPETH,
        true,
        "Gutters, copper and metal roofs. We brake our own trim in Hermitage.",
    ),
    link(
        HARPETH,
        RIOS,
        false,
        "Hello, we need a second shingle crew for Bellevue. Are you taking on work this fall?",
    ),
];

const fn link(
    sender: usize,
    recipient: usize,
    accepted: bool,
    message: &'static str,
) -> DemoConnection {
    DemoConnection { sender, recipient, accepted, message }
}

const SUMMIT_CREWS: &[DemoCrew] = &[
    DemoCrew {
        name: "Crew A (low slope)",
        members: &[
            member("Devon Pratt", Some("devon.pratt@summit-roofing.example"), Some("615-555-0160")),
            member("Isaías Bello", None, Some("615-555-0161")),
            member("Tomás Reyna", None, Some("615-555-0162")),
            member("Quincy Harlan", None, None),
        ],
    },
    DemoCrew {
        name: "Crew B (repairs)",
        members: &[
            member("Memo Salas", Some("memo.salas@summit-roofing.example"), Some("615-555-0163")),
            member("Kyle Dunaway", None, Some("615-555-0164")),
            member("Chuy Barrera", None, Some("615-555-0165")),
        ],
    },
    DemoCrew {
        name: "Crew C (tear-off)",
        members: &[
            member("Rogelio Mata", None, Some("615-555-0166")),
            member("Nacho Fierro", None, None),
        ],
    },
];

const HARPETH_CREWS: &[DemoCrew] = &[
    DemoCrew {
        name: "Crew 1 (shingles)",
        members: &[
            member("Randy Sizemore", Some("randy@harpeth-exteriors.example"), Some("615-555-0170")),
            member("Efraín Lugo", None, Some("615-555-0171")),
            member("Marquis Tate", None, None),
        ],
    },
    DemoCrew {
        name: "Crew 2 (siding & soffit)",
        members: &[
            member("Abel Quiroz", None, Some("615-555-0172")),
            member("Dustin Fugate", None, Some("615-555-0173")),
        ],
    },
];

pub(super) fn companies() -> Vec<DemoCompany> {
    vec![summit(), harpeth(), rios(), cumbre(), stones_river()]
}

fn summit() -> DemoCompany {
    let staff = Staff {
        domain: "summit-roofing",
        homes: &["Nashville, TN", "Joelton, TN", "Antioch, TN", "Madison, TN"],
        first: 0,
    };
    DemoCompany {
        name: "Summit Roofing & Exteriors",
        location: "Nashville, TN",
        description: "Roofs, gutters and storm work in Davidson County since 1998. We measure twice, send you the \
                      photos, and sweep for nails until your mower is safe. Residential tear-offs, HOA buildings, \
                      TPO and standing seam. Crews that show up, one person in the office who answers the phone.",
        company_type: Contractor,
        qualifications: &[
            "Tennessee contractor license BC-A",
            "Certified shingle installer",
            "TPO applicator, 20-year warranty",
            "$2M general liability",
            "Workers' compensation on every crew",
            "EPA lead-safe firm",
        ],
        people: staff.all(&[
            ("Marisol", "Vega", "Office manager", Admin, English),
            ("Pete", "Halvorsen", "Owner", Admin, English),
            ("Luis", "Ortega", "Production foreman", Foreman, Spanish),
            ("Renee", "Okafor", "Residential sales", Salesman, English),
            ("Tyler", "Brandt", "Commercial sales", Salesman, English),
            ("Cody", "Marsh", "Repair foreman", Foreman, English),
            ("Dalia", "Núñez", "Estimator", Member, Spanish),
        ]),
        crews: SUMMIT_CREWS,
        customers: Vec::new(),
        categories: &price_list::CATEGORIES,
        vendors: price_list::SUMMIT_VENDORS,
        jobs: Vec::new(),
    }
}

fn harpeth() -> DemoCompany {
    let staff = Staff {
        domain: "harpeth-exteriors",
        homes: &["Franklin, TN", "Brentwood, TN", "Nolensville, TN"],
        first: 10,
    };
    DemoCompany {
        name: "Harpeth Valley Exteriors",
        location: "Franklin, TN",
        description: "Roofing, siding and soffit for Williamson and south Davidson County. Family-owned, eleven \
                      people, no subcontracted salesmen. We handle the insurance paperwork with you, not for you.",
        company_type: Contractor,
        qualifications: &[
            "Tennessee contractor license BC-B",
            "Fiber cement siding installer",
            "OSHA 30 on every jobsite",
            "$1M general liability",
        ],
        people: staff.all(&[
            ("Whitney", "Sayers", "Operations manager", Admin, English),
            ("Greg", "Tolliver", "Owner", Admin, English),
            ("Ignacio", "Peralta", "Foreman", Foreman, Spanish),
            ("Brooke", "Lindell", "Sales", Salesman, English),
            ("Héctor", "Zúñiga", "Estimator", Member, Spanish),
        ]),
        crews: HARPETH_CREWS,
        customers: Vec::new(),
        categories: &price_list::CATEGORIES,
        vendors: price_list::HARPETH_VENDORS,
        jobs: Vec::new(),
    }
}

fn rios() -> DemoCompany {
    let staff =
        Staff { domain: "rios-brothers", homes: &["Antioch, TN", "Nashville, TN"], first: 20 };
    subcontractor(
        "Ríos Brothers Roofing",
        "Antioch, TN",
        "Two shingle crews, one in each direction of the interstate. Steep and cut-up roofs are what we like. We bring \
         our own dump trailer, roof jacks and a magnet, and we speak English and Spanish on every roof.",
        &[
            "Asphalt shingles, all slopes",
            "Steep roofs to 14/12",
            "$1M general liability",
            "Workers' compensation certificate",
        ],
        staff.all(&[
            ("Luis", "Ríos", "Owner", Admin, Spanish),
            ("Maribel", "Ríos", "Bookkeeper", Admin, English),
            ("Javier", "Ríos", "Crew lead", Member, Spanish),
            ("Beto", "Morales", "Crew lead", Member, Spanish),
        ]),
    )
}

fn cumbre() -> DemoCompany {
    let staff =
        Staff { domain: "cumbre-roofing", homes: &["La Vergne, TN", "Smyrna, TN"], first: 30 };
    subcontractor(
        "Cumbre Roofing LLC",
        "La Vergne, TN",
        "Apartment and HOA buildings, hail and wind repairs. Twelve roofers, daily photos, tarps on the truck. \
         Trabajamos desde Smyrna hasta Goodlettsville.",
        &[
            "Multi-family re-roofs",
            "Hail and wind repairs",
            "OSHA 10, whole crew",
            "$2M general liability",
        ],
        staff.all(&[
            ("Ana", "Cumbre", "Owner", Admin, Spanish),
            ("Óscar", "Villanueva", "Crew lead", Member, Spanish),
            ("Wilmer", "Alvarado", "Crew lead", Member, Spanish),
            ("Denise", "Pruitt", "Office", Member, English),
        ]),
    )
}

fn stones_river() -> DemoCompany {
    let staff = Staff {
        domain: "stonesriver-metal",
        homes: &["Hermitage, TN", "Mount Juliet, TN", "Old Hickory, TN"],
        first: 40,
    };
    subcontractor(
        "Stones River Gutter & Sheet Metal",
        "Hermitage, TN",
        "Seamless gutters, copper, drip edge and standing seam. We brake our own trim in the shop in Hermitage and \
         run gutter coil on site.",
        &[
            "Seamless gutters, 5 and 6 inch",
            "Standing seam, snap lock and mechanical",
            "Copper and zinc work",
            "$1M general liability",
        ],
        staff.all(&[
            ("Cole", "Hatch", "Owner", Admin, English),
            ("Jess", "Tran", "Gutter lead", Member, English),
            ("Darnell", "Whitlock", "Metal lead", Member, English),
            ("Elías", "Cárdenas", "Installer", Member, Spanish),
        ]),
    )
}

fn subcontractor(
    name: &'static str,
    location: &'static str,
    description: &'static str,
    qualifications: &'static [&'static str],
    people: Vec<DemoPerson>,
) -> DemoCompany {
    DemoCompany {
        name,
        location,
        description,
        company_type: Subcontractor,
        qualifications,
        people,
        crews: &[],
        customers: Vec::new(),
        categories: &[],
        vendors: &[],
        jobs: Vec::new(),
    }
}

const fn member(
    name: &'static str,
    email: Option<&'static str>,
    phone: Option<&'static str>,
) -> DemoCrewMember {
    DemoCrewMember { name, email, phone }
}

/// The common data of one company's people.
struct Staff {
    domain: &'static str,
    homes: &'static [&'static str],
    first: usize,
}

type Hired = (&'static str, &'static str, &'static str, UserType, Language);

impl Staff {
    fn all(&self, hired: &[Hired]) -> Vec<DemoPerson> {
        let person =
            |(at, &(first_name, last_name, position, user_type, language)): (usize, &Hired)| {
                DemoPerson {
                    first_name,
                    last_name,
                    position,
                    email: format!(
                        "{}@{}.example",
                        domain::types::normalize::fold(first_name),
                        self.domain
                    ),
                    // Not everyone gives their number to the office.
                    phone: (at != 3).then(|| format!("615-555-01{:02}", self.first + at)),
                    user_type,
                    location: self.homes[at % self.homes.len()],
                    language,
                }
            };
        hired.iter().enumerate().map(person).collect()
    }
}
