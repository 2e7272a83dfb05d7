//! The kinds of work, with their duration, price and measurements.

use domain::{
    jobs::records::Unit,
    types::money::{Money, Quantity},
};

use crate::report::DemoReport;

/// The kinds of work on a roof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Old shingles off, new ones on; size in squares.
    Reroof,
    /// One building of several, by its letter; size in squares.
    Building(&'static str),
    /// After hail; size in squares.
    HailRepair,
    /// After wind; size in squares.
    WindRepair,
    /// Size in feet.
    Gutters,
    /// Size in skylights.
    Skylight,
    /// Size in chimneys.
    Chimney,
    /// Size in places.
    Leak,
    /// Looking for leaks on a large roof; size in squares.
    LeakSurvey,
    /// Metal; size in squares.
    StandingSeam,
    /// A flat roof of white membrane; size in squares.
    Tpo,
    /// A flat roof of bitumen; size in squares.
    ModifiedBitumen,
    /// White coating on an intact flat roof; size in squares.
    Coating,
    /// A ridge vent and new boards under it; size in feet.
    RidgeVent,
    /// Size in feet.
    Soffit,
    /// Size in squares.
    Slate,
    /// Until the real repair; size in squares.
    Tarp,
}

/// The price of a unit, the base price, the units that a crew does in a day, and the unit.
struct Terms {
    each: i64,
    coming: i64,
    a_day: u16,
    unit: &'static str,
}

const fn terms(each: i64, coming: i64, a_day: u16, unit: &'static str) -> Terms {
    Terms { each, coming, a_day, unit }
}

impl Work {
    /// The end of the job's title.
    pub(super) fn words(self) -> String {
        let words = match self {
            Self::Reroof => "tear-off & re-roof",
            Self::Building(letter) => return format!("building {letter} re-roof"),
            Self::HailRepair => "hail repair",
            Self::WindRepair => "wind repair",
            Self::Gutters => "gutters & drip edge",
            Self::Skylight => "skylight flashing",
            Self::Chimney => "chimney flashing",
            Self::Leak => "leak repair",
            Self::LeakSurvey => "leak survey",
            Self::StandingSeam => "standing seam",
            Self::Tpo => "TPO flat roof",
            Self::ModifiedBitumen => "mod-bit re-roof",
            Self::Coating => "roof coating",
            Self::RidgeVent => "ridge vent & decking",
            Self::Soffit => "soffit & fascia",
            Self::Slate => "slate repair",
            Self::Tarp => "emergency tarp",
        };
        words.to_owned()
    }

    const fn terms(self) -> Terms {
        match self {
            Self::Reroof => terms(545, 1_200, 11, "square"),
            Self::Building(_) => terms(498, 4_500, 20, "square"),
            Self::HailRepair => terms(640, 900, 7, "square"),
            Self::WindRepair => terms(610, 450, 7, "square"),
            Self::Gutters => terms(15, 380, 130, "linear foot"),
            Self::Skylight => terms(890, 260, 3, "each"),
            Self::Chimney => terms(1_240, 350, 1, "each"),
            Self::Leak => terms(520, 195, 3, "each"),
            Self::LeakSurvey => terms(9, 650, 220, "square"),
            Self::StandingSeam => terms(1_280, 3_800, 6, "square"),
            Self::Tpo => terms(1_020, 3_500, 12, "square"),
            Self::ModifiedBitumen => terms(870, 1_900, 9, "square"),
            Self::Coating => terms(310, 1_100, 40, "square"),
            Self::RidgeVent => terms(31, 900, 60, "linear foot"),
            Self::Soffit => terms(27, 420, 70, "linear foot"),
            Self::Slate => terms(2_150, 800, 2, "square"),
            Self::Tarp => terms(95, 350, 12, "square"),
        }
    }

    /// The days of work, one to six.
    pub(super) fn days(self, size: u16) -> u16 {
        size.div_ceil(self.terms().a_day).clamp(1, 6)
    }

    /// What the customer pays. Roofs differ in steepness, so `turn` varies it by a few percent.
    pub(super) fn contract_amount(self, size: u16, turn: usize) -> Money {
        let Terms { each, coming, .. } = self.terms();
        let hardship = i64::try_from(turn % 13).unwrap_or_default();
        let percent = 94 + hardship;
        // Offers are rounded to ten dollars.
        Money::from_cents((coming + each * i64::from(size)) * percent / 1000 * 1000)
    }

    /// The measurements: the size itself, and others on larger work.
    pub(super) fn reports(self, size: u16) -> Vec<DemoReport> {
        let size = i64::from(size);
        let mut reports =
            vec![report(self.terms().unit, size * 1000 + if size > 9 { 400 } else { 0 })];
        match self {
            Self::Reroof | Self::Building(_) | Self::HailRepair => reports.extend([
                report("linear foot", size * 7_500),
                report("bundle", (size * 10 / 3 + 2) * 1000),
                report("roll", (size / 9 + 1) * 1000),
                report("sheet", (size % 7 + 1) * 1000),
            ]),
            Self::Tpo | Self::ModifiedBitumen => reports.extend([
                report("linear foot", size * 9_000),
                report("board foot", size * 150_000),
                report("bucket", (size / 12 + 1) * 1000),
            ]),
            Self::StandingSeam => {
                reports.extend([
                    report("linear foot", size * 11_250),
                    report("box", (size / 4 + 1) * 1000),
                ]);
            }
            Self::Coating => reports.push(report("US gallon", size * 3_000)),
            Self::Gutters => reports.push(report("each", (size / 40 + 2) * 1000)),
            Self::RidgeVent => reports.push(report("sheet", (size / 14 + 1) * 1000)),
            _ => {}
        }
        reports
    }
}

const fn report(unit: &'static str, thousandths: i64) -> DemoReport {
    DemoReport { measurement: Unit(unit), amount: Quantity::from_thousandths(thousandths) }
}
