//! The season of Summit Roofing & Exteriors, crew by crew in the order of work.

use super::{
    companies::{CUMBRE, RIOS, STONES_RIVER},
    lanes::{Booking, Lane, LaneCrew, SeasonPlan, firm, home},
    work::Work::{
        Building, Chimney, Coating, Gutters, HailRepair, Leak, LeakSurvey, ModifiedBitumen, Reroof,
        RidgeVent, Skylight, Slate, Soffit, StandingSeam, Tarp, Tpo, WindRepair,
    },
};

pub(super) const PLAN: SeasonPlan = SeasonPlan {
    first_number: 2401,
    lanes: &[
        Lane {
            hand: LaneCrew::Subcontractor { company: RIOS, leads: [2, 3] },
            rest: 0,
            past: &RIOS_PAST,
            now: (home("Hannah", "Whitaker", Reroof, 46), 3, 8),
            ahead: &RIOS_AHEAD,
        },
        Lane {
            hand: LaneCrew::Subcontractor { company: CUMBRE, leads: [1, 2] },
            rest: 0,
            past: &CUMBRE_PAST,
            now: (firm("Ellery HOA", Building("C"), 118), 1, 8),
            ahead: &CUMBRE_AHEAD,
        },
        Lane {
            hand: LaneCrew::Subcontractor { company: STONES_RIVER, leads: [1, 2] },
            rest: 0,
            past: &METAL_PAST,
            now: (firm("Larkin Springs Chapel", StandingSeam, 34), 2, 8),
            ahead: &METAL_AHEAD,
        },
        Lane {
            hand: LaneCrew::Own { crew: 0, members: [0, 1], person: 2 },
            rest: 0,
            past: &LOW_SLOPE_PAST,
            now: (firm("Stones River Dental", Tpo, 43), 0, 4),
            ahead: &LOW_SLOPE_AHEAD,
        },
        Lane {
            hand: LaneCrew::Own { crew: 1, members: [0, 2], person: 5 },
            rest: 2,
            past: &REPAIRS_PAST,
            now: (home("Walt", "Bancroft", HailRepair, 11), 2, 3),
            ahead: &REPAIRS_AHEAD,
        },
    ],
    waiting: &WAITING,
    waiting_for: &[
        LaneCrew::Nobody,
        LaneCrew::Subcontractor { company: RIOS, leads: [2, 3] },
        LaneCrew::Nobody,
        LaneCrew::Employee { person: 3 },
        LaneCrew::Own { crew: 2, members: [0, 1], person: 2 },
        LaneCrew::Nobody,
        LaneCrew::Subcontractor { company: STONES_RIVER, leads: [1, 2] },
        LaneCrew::Employee { person: 4 },
    ],
};

const RIOS_PAST: [Booking; 14] = [
    home("Loretta", "Ivers", Reroof, 22),
    home("Marcus", "Tidwell", Reroof, 26),
    home("Rosa", "Delgado", Reroof, 19),
    home("Earl", "Abernathy", Reroof, 31),
    home("Priscilla", "Fontaine", RidgeVent, 96),
    home("Hung", "Pham", Reroof, 24),
    home("Guadalupe", "Escobedo", Reroof, 17),
    home("Dwight", "Hargrove", Reroof, 33),
    home("Nadia", "Haddad", Reroof, 21),
    home("Terrence", "Battle", Reroof, 28),
    home("Sue Ellen", "Crutchfield", Reroof, 37),
    home("Amir", "Sadeghi", Reroof, 20),
    home("Joyce", "Mayfield", Reroof, 25),
    home("Rigoberto", "Trejo", Reroof, 30),
];

const RIOS_AHEAD: [Booking; 11] = [
    home("Lindsey", "Kowalczyk", Reroof, 23),
    home("Abdi", "Warsame", Reroof, 18),
    home("Gene", "Pilcher", RidgeVent, 84),
    home("Consuelo", "Ybarra", Reroof, 27),
    home("Wade", "Ragsdale", Reroof, 34),
    home("Keiko", "Nakamura", Reroof, 29),
    home("Delores", "Pettigrew", Reroof, 16),
    home("Tomasz", "Wrobel", Reroof, 32),
    home("Araceli", "Montes", Reroof, 21),
    home("Clint", "Overstreet", Reroof, 26),
    home("Beverly", "Goodlett", Reroof, 38),
];

const CUMBRE_PAST: [Booking; 12] = [
    firm("Ellery HOA", Building("A"), 96),
    home("Chidi", "Okoye", HailRepair, 9),
    home("Yolanda", "Sandoval", HailRepair, 13),
    firm("Bracken Trail Condos", Building("2"), 74),
    home("Ken", "Stallworth", Reroof, 24),
    home("Vanessa", "McClure", HailRepair, 8),
    firm("Ellery HOA", Building("B"), 102),
    home("Jim", "Castleman", WindRepair, 6),
    home("Fatima", "Osman", Reroof, 22),
    firm("Heritage Court Apartments", Building("D"), 88),
    home("Patty", "Vandermeer", HailRepair, 14),
    home("Ramiro", "Castañeda", HailRepair, 7),
];

const CUMBRE_AHEAD: [Booking; 9] = [
    home("Priya", "Sunder", HailRepair, 12),
    firm("Bracken Trail Condos", Building("5"), 71),
    home("Leon", "Buchanan", Reroof, 28),
    firm("Sealey Drive Apartments", Building("1"), 66),
    home("Erika", "Lindqvist", HailRepair, 10),
    home("Samuel", "Adeyemi", Reroof, 25),
    firm("Northcrest Flats", Building("F"), 92),
    home("Norma", "Quintanilla", HailRepair, 13),
    firm("Heritage Court Apartments", Building("E"), 88),
];

const METAL_PAST: [Booking; 13] = [
    home("Kay", "Ostrander", Gutters, 214),
    firm("Buchanan Street Barber & Beauty", StandingSeam, 19),
    home("Cheryl", "Pruett", Gutters, 265),
    home("Dale", "Cheatham", Gutters, 182),
    home("Gil", "Hollister", StandingSeam, 33),
    home("Loretta", "Ivers", Gutters, 176),
    home("Rosa", "Delgado", Gutters, 146),
    firm("Harding Place Tire", StandingSeam, 27),
    home("Chidi", "Okoye", Gutters, 140),
    home("Minh", "Tran", StandingSeam, 22),
    home("Dwight", "Hargrove", Gutters, 236),
    home("Nadia", "Haddad", Gutters, 154),
    home("Terrence", "Battle", Gutters, 198),
];

const METAL_AHEAD: [Booking; 9] = [
    home("Marcus", "Tidwell", Gutters, 188),
    home("Sue Ellen", "Crutchfield", Gutters, 290),
    firm("Richland Feed & Garden", StandingSeam, 31),
    home("Hannah", "Whitaker", Gutters, 310),
    home("Ernesto", "Villalobos", StandingSeam, 24),
    home("Gail", "Pemberton", Gutters, 174),
    firm("Russell Street Lofts", StandingSeam, 36),
    home("Consuelo", "Ybarra", Gutters, 205),
    home("Fay", "McAllister", StandingSeam, 18),
];

const LOW_SLOPE_PAST: [Booking; 10] = [
    firm("Nolensville Road Market", Tpo, 52),
    firm("Madison Animal Clinic", Coating, 44),
    firm("Cumberland Pediatrics", Tpo, 61),
    firm("Massman Bindery", LeakSurvey, 340),
    firm("Panadería Jalisco", ModifiedBitumen, 18),
    firm("Donelson Self Storage", Coating, 120),
    firm("Elm Hill Office Center", Tpo, 68),
    firm("Grandview Print Shop", ModifiedBitumen, 26),
    firm("Massman Bindery", ModifiedBitumen, 45),
    firm("Charlotte Avenue Credit Union", Tpo, 40),
];

const LOW_SLOPE_AHEAD: [Booking; 7] = [
    firm("Dickerson Pike Auto Glass", ModifiedBitumen, 31),
    firm("Metroplex Cold Storage", LeakSurvey, 410),
    firm("Edgefield Brewing", Tpo, 57),
    firm("White Bridge Learning Center", Coating, 78),
    firm("Germantown Row Lofts", Tpo, 64),
    firm("Elm Hill Office Center", Coating, 36),
    firm("Larkin Springs Chapel", ModifiedBitumen, 22),
];

const REPAIRS_PAST: [Booking; 12] = [
    home("Pat", "Sizemore", Leak, 1),
    home("Rob", "Trujillo", Skylight, 2),
    home("Agnes", "Dunlap", Chimney, 1),
    home("Farid", "Karimi", Leak, 2),
    home("Peggy", "Vandiver", Slate, 3),
    home("Octavio", "Salgado", Skylight, 1),
    home("Russ", "Hatfield", WindRepair, 5),
    home("Corinne", "Massey", Chimney, 1),
    home("Bernice", "Cato", Tarp, 8),
    home("Gina", "Marchetti", Skylight, 3),
    home("Lonnie", "Spivey", Leak, 1),
    home("Ines", "Carranza", Soffit, 88),
];

const REPAIRS_AHEAD: [Booking; 8] = [
    home("Fay", "McAllister", Leak, 1),
    home("Bernice", "Cato", WindRepair, 8),
    home("Wendell", "Gooch", Chimney, 1),
    home("Marisela", "Ochoa", Skylight, 2),
    home("Ted", "Brandon", Soffit, 132),
    home("Ada", "Achebe", Skylight, 1),
    home("Lucille", "Eakin", Slate, 4),
    home("Hung", "Pham", Leak, 1),
];

const WAITING: [Booking; 12] = [
    home("Jolene", "Batey", HailRepair, 12),
    home("Erik", "Lindgren", Reroof, 24),
    firm("Jefferson Street Arts", Tpo, 49),
    home("Isabel", "Arriaga", LeakSurvey, 31),
    home("Curtis", "Felts", Reroof, 29),
    home("Thuy", "Le", Chimney, 1),
    home("Mack", "Dozier", Gutters, 176),
    firm("Antioch Pike Pawn & Music", LeakSurvey, 140),
    home("Rosalind", "Ezell", Reroof, 33),
    home("Pedro", "Huerta", HailRepair, 9),
    firm("Ellery HOA", Building("D"), 110),
    home("Bill", "Neely", StandingSeam, 21),
];
