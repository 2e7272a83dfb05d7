//! The season of Harpeth Valley Exteriors, crew by crew in the order of work.

use super::{
    companies::{CUMBRE, STONES_RIVER},
    lanes::{Booking, Lane, LaneCrew, SeasonPlan, firm, home},
    work::Work::{
        Building, Chimney, Gutters, HailRepair, Leak, Reroof, RidgeVent, Skylight, Soffit,
        StandingSeam, Tpo, WindRepair,
    },
};

pub(super) const PLAN: SeasonPlan = SeasonPlan {
    first_number: 871,
    lanes: &[
        Lane {
            hand: LaneCrew::Own { crew: 0, members: [0, 1], person: 2 },
            rest: 1,
            past: &SHINGLES_PAST,
            now: (home("Carolyn", "Stroud", Reroof, 41), 2, 7),
            ahead: &SHINGLES_AHEAD,
        },
        Lane {
            hand: LaneCrew::Subcontractor { company: CUMBRE, leads: [1, 2] },
            rest: 4,
            past: &STORM_PAST,
            now: (firm("Seven Springs Villas", Building("3"), 84), 3, 8),
            ahead: &STORM_AHEAD,
        },
        Lane {
            hand: LaneCrew::Subcontractor { company: STONES_RIVER, leads: [1, 2] },
            rest: 5,
            past: &GUTTERS_PAST,
            now: (home("Mona", "Rashid", Gutters, 228), 0, 1),
            ahead: &GUTTERS_AHEAD,
        },
        Lane {
            hand: LaneCrew::Own { crew: 1, members: [0, 1], person: 2 },
            rest: 5,
            past: &SOFFIT_PAST,
            now: (home("Arthur", "Jernigan", Soffit, 196), 3, 7),
            ahead: &SOFFIT_AHEAD,
        },
    ],
    waiting: &WAITING,
    waiting_for: &[
        LaneCrew::Nobody,
        LaneCrew::Subcontractor { company: CUMBRE, leads: [1, 2] },
        LaneCrew::Employee { person: 3 },
    ],
};

const SHINGLES_PAST: [Booking; 9] = [
    home("Dorothy", "Kilgore", Reroof, 22),
    home("Nelson", "Acosta", Reroof, 27),
    home("Tanya", "Birdwell", RidgeVent, 72),
    home("Phil", "Ashworth", Reroof, 34),
    home("Lakshmi", "Iyer", Reroof, 19),
    home("Roy", "Claxton", Reroof, 24),
    home("Esperanza", "Lira", Leak, 2),
    home("Stan", "Hickerson", Reroof, 30),
    home("Jada", "Merritt", Reroof, 18),
];

const SHINGLES_AHEAD: [Booking; 7] = [
    home("Wes", "Fairchild", Reroof, 26),
    home("Imelda", "Tovar", Reroof, 21),
    home("Glenn", "Hyde", Chimney, 1),
    home("Ruthie", "Langford", Reroof, 35),
    home("Dalton", "Sykes", Reroof, 23),
    home("Paulette", "Greer", Skylight, 2),
    home("Leticia", "Robles", Reroof, 29),
];

const STORM_PAST: [Booking; 5] = [
    firm("Seven Springs Villas", Building("1"), 84),
    home("Hal", "Winfrey", HailRepair, 12),
    home("Carmen", "Ugarte", HailRepair, 8),
    firm("Seven Springs Villas", Building("2"), 84),
    home("Jeanette", "Mabry", WindRepair, 9),
];

const STORM_AHEAD: [Booking; 5] = [
    home("Omar", "Farouk", HailRepair, 13),
    firm("Veritas Townhomes", Building("B"), 62),
    home("Trudy", "Bell", HailRepair, 10),
    home("Virgil", "Stokes", WindRepair, 6),
    firm("Veritas Townhomes", Building("C"), 62),
];

const GUTTERS_PAST: [Booking; 4] = [
    home("Dorothy", "Kilgore", Gutters, 150),
    home("Nelson", "Acosta", Gutters, 190),
    home("Vera", "Nikolic", StandingSeam, 20),
    home("Phil", "Ashworth", Gutters, 248),
];

const GUTTERS_AHEAD: [Booking; 4] = [
    home("Roy", "Claxton", Gutters, 166),
    home("Carolyn", "Stroud", Gutters, 280),
    home("Alma", "Benavides", StandingSeam, 16),
    home("Ruthie", "Langford", Gutters, 232),
];

const SOFFIT_PAST: [Booking; 3] = [
    home("Tanya", "Birdwell", Soffit, 120),
    home("Lloyd", "Frazier", Soffit, 164),
    home("Jeanette", "Mabry", Soffit, 75),
];

const SOFFIT_AHEAD: [Booking; 3] = [
    home("Stan", "Hickerson", Soffit, 140),
    home("Olivia", "Renfro", Soffit, 210),
    home("Yusuf", "Demir", Soffit, 98),
];

const WAITING: [Booking; 5] = [
    home("Gordon", "Teague", Reroof, 28),
    home("Silvia", "Pacheco", HailRepair, 11),
    firm("Lenox Row HOA", Building("7"), 58),
    home("Ike", "Hadley", Reroof, 20),
    firm("Portland Avenue Studios", Tpo, 33),
];
