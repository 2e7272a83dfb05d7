//! What the people of one company write to each other, and those of two about a job, oldest first.

use super::lines::{
    ChatLine,
    DemoMessage::{To, Words},
    SentAt::{Ago, Day},
    line,
};

pub(super) const INSIDE_SUMMIT: [ChatLine; 5] = [
    line(
        Day(6, 16, 30),
        0,
        0,
        Words("The office closes at 2 on Friday. Hand in your delivery slips before, please."),
    ),
    line(Day(6, 16, 52), 0, 2, Words("Los míos están en la carpeta azul, en el camión 2.")),
    line(Day(3, 7, 5), 0, 5, Words("The long ladder stays on Crew B's truck this week.")),
    line(Day(3, 7, 11), 0, 3, To(0, 5, "I need it on Thursday for two inspections. Can we swap?")),
    line(Day(3, 7, 14), 0, 5, Words("Sure, take it on Wednesday evening.")),
];

pub(super) const ON_A_JOB: [ChatLine; 4] = [
    line(
        Ago(1_560),
        0,
        0,
        Words("The owner asks that nobody parks on the lawn. The driveway is free from 7."),
    ),
    line(Ago(1_525), 1, 0, Words("De acuerdo. El remolque cabe en la entrada.")),
    line(Ago(1_490), 0, 1, Words("Drip edge in brown, not in white. It is on the second pallet.")),
    line(Ago(1_470), 1, 0, Words("Visto, gracias. Es la café.")),
];
