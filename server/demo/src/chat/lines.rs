//! What the connected companies of the demo write to each other, oldest first. Offices write English, crews
//! the language they speak on the roof.

use crate::roof_picture::Scene;

/// One message.
pub(super) struct ChatLine {
    /// The time.
    pub(super) when: SentAt,
    /// Which of the two companies.
    pub(super) side: usize,
    /// An index into its people.
    pub(super) person: usize,
    /// The content.
    pub(super) what: DemoMessage,
}

/// The time of a message.
#[derive(Clone, Copy)]
pub(super) enum SentAt {
    /// So many days ago, at this hour and minute in Nashville.
    Day(u64, u32, u32),
    /// So many minutes ago.
    Ago(i64),
}

/// A message's text or picture.
pub(super) enum DemoMessage {
    Words(&'static str),
    /// A text that tags a user: a company's side and an index into its people.
    To(usize, usize, &'static str),
    Picture(Scene),
}

use DemoMessage::{Picture, To, Words};
use SentAt::{Ago, Day};

pub(super) const fn line(when: SentAt, side: usize, person: usize, what: DemoMessage) -> ChatLine {
    ChatLine { when, side, person, what }
}

pub(super) const WITH_RIOS: [ChatLine; 20] = [
    line(
        Day(74, 8, 12),
        0,
        0,
        Words(
            "Good morning Luis, glad we are connected. I will put the jobs for your two crews on the calendar today.",
        ),
    ),
    line(
        Day(74, 8, 31),
        1,
        0,
        Words("Buenos días Marisol. Perfecto, Javier toma el lado norte y Beto el sur."),
    ),
    line(
        Day(74, 8, 33),
        1,
        1,
        Words("Certificates are uploaded under our company files. Invoices go to me, please."),
    ),
    line(
        Day(61, 16, 40),
        0,
        2,
        Words("Luis, mañana la entrega llega a las 7. Que dejen libre la entrada."),
    ),
    line(Day(61, 16, 48), 1, 2, Words("Listo. Llegamos 6:45 con el remolque.")),
    line(
        Day(60, 14, 5),
        1,
        2,
        Words("Techo cerrado antes de la lluvia. Falta la cumbrera, mañana temprano."),
    ),
    line(
        Day(60, 14, 20),
        0,
        0,
        Words("Great work. The owner already wrote how clean the yard is."),
    ),
    line(
        Day(43, 9, 2),
        0,
        1,
        Words("Can one of the crews take a 12/12 next week? Jacks and harnesses are on us."),
    ),
    line(
        Day(43, 9, 30),
        1,
        0,
        Words("Sí, Beto y su gente. Necesitan dos días y medio si no hay más de una capa."),
    ),
    line(Day(43, 9, 34), 0, 1, Words("One layer. It is yours, I am sending the job now.")),
    line(
        Day(29, 11, 15),
        1,
        1,
        Words(
            "Work order from Tuesday says 24 squares, Javier counted 26. Could you check the report?",
        ),
    ),
    line(
        Day(29, 13, 50),
        0,
        6,
        To(1, 1, "Tiene razón: medí de nuevo y son 26. Ya cambié la orden, solo falta la firma."),
    ),
    line(Day(29, 14, 2), 1, 1, Words("Signed. Thank you for the quick fix!")),
    line(
        Day(12, 7, 20),
        0,
        0,
        Words("Rain until ten. Please wait for my word before you load the trailer."),
    ),
    line(Day(12, 7, 24), 1, 3, Words("Ok, esperamos.")),
    line(Day(12, 10, 10), 0, 0, Words("Radar is clear, go ahead. Be safe up there.")),
    line(Day(1, 15, 45), 0, 2, Words("¿Alcanza el underlayment para mañana o mando más?")),
    line(Day(1, 15, 58), 1, 2, Words("Faltan dos rollos y una caja de clavos de 1 1/4.")),
    line(Ago(95), 1, 2, Picture(Scene::Decking)),
    line(
        Ago(88),
        1,
        2,
        To(0, 0, "Encontramos madera podrida en el valle, como 3 hojas de OSB. ¿La cambiamos?"),
    ),
];

pub(super) const WITH_CUMBRE: [ChatLine; 16] = [
    line(
        Day(70, 10, 3),
        1,
        0,
        Words("Hola Marisol, gracias por aceptar. Tenemos doce personas libres desde el lunes."),
    ),
    line(
        Day(70, 10, 25),
        0,
        0,
        Words("Welcome Ana! Two HOA buildings are waiting, I will send you the first one today."),
    ),
    line(Day(70, 10, 41), 1, 3, Words("Received and accepted. Who lets us in at the gate?")),
    line(
        Day(70, 10, 44),
        0,
        4,
        Words("I do. Call me ten minutes before, the gate code changes every week."),
    ),
    line(
        Day(52, 12, 30),
        1,
        1,
        Words("Edificio 2 terminado. Mañana seguimos con el 3, si el permiso está."),
    ),
    line(Day(52, 12, 47), 0, 6, Words("El permiso ya está, lo subí a las notas del trabajo.")),
    line(
        Day(36, 17, 5),
        0,
        0,
        Words("Hail last night in Hermitage. How many tarps do you have on the truck?"),
    ),
    line(
        Day(36, 17, 9),
        1,
        0,
        Words("Ocho grandes y madera para fijarlas. Podemos salir en media hora."),
    ),
    line(
        Day(36, 17, 11),
        0,
        0,
        Words("Please do. I am putting four addresses on your list now, the worst one first."),
    ),
    line(
        Day(36, 21, 30),
        1,
        2,
        Words("Las cuatro casas tapadas. La última tenía un hoyo junto a la chimenea."),
    ),
    line(
        Day(35, 7, 2),
        0,
        1,
        Words("Outstanding. You saved four living rooms last night, thank you all."),
    ),
    line(
        Day(15, 9, 18),
        1,
        3,
        Words(
            "The adjuster wants photos of every slope before we start. We will upload them by noon.",
        ),
    ),
    line(Day(15, 12, 4), 0, 3, To(1, 3, "Got them, Denise. He approved the back slope as well.")),
    line(
        Day(2, 13, 20),
        0,
        0,
        Words("Could your crew stay one more day? The inspector moved to the morning after."),
    ),
    line(Ago(64), 1, 1, Picture(Scene::Ridge)),
    line(
        Ago(61),
        1,
        0,
        Words("Terminamos hoy, solo falta la inspección. Sí podemos quedarnos un día más."),
    ),
];

pub(super) const WITH_STONES_RIVER: [ChatLine; 12] = [
    line(
        Day(66, 13, 0),
        0,
        1,
        Words("Cole, what do you need to know for a seamless quote besides the feet?"),
    ),
    line(
        Day(66, 13, 22),
        1,
        0,
        Words(
            "Number of miters and downspouts, color, and whether the fascia is sound. A photo of each corner helps.",
        ),
    ),
    line(
        Day(66, 13, 40),
        0,
        4,
        Words("Will do. The bindery on Massman has 310 ft, six corners, white."),
    ),
    line(
        Day(47, 8, 5),
        1,
        1,
        Words("Gutter machine is down until noon, we start after lunch. Sorry!"),
    ),
    line(Day(47, 8, 16), 0, 0, Words("No problem, I told the owner.")),
    line(
        Day(30, 15, 10),
        1,
        2,
        Words(
            "Standing seam panels are braked and loaded. Do you want the drip edge in the same bronze?",
        ),
    ),
    line(Day(30, 15, 32), 0, 5, Words("Same bronze, yes. And two extra lengths for the porch.")),
    line(
        Day(18, 11, 45),
        1,
        3,
        Words("La bajante de atrás no cabe junto al medidor de gas. La movemos dos pies."),
    ),
    line(Day(18, 11, 52), 0, 2, Words("Está bien, yo aviso al dueño.")),
    line(
        Day(5, 10, 20),
        0,
        0,
        Words("Can you fit a copper saddle in next week? The chimney is open until then."),
    ),
    line(Day(5, 10, 41), 1, 0, Words("Thursday works. Darnell brings the soldering kit.")),
    line(Day(5, 10, 43), 0, 0, Words("You are the best. It is on the calendar.")),
];

pub(super) const OF_CONTRACTORS: [ChatLine; 8] = [
    line(
        Day(58, 9, 14),
        0,
        1,
        Words(
            "Pete, we have a low-slope church roof off Dickerson, not our kind of work. Want it?",
        ),
    ),
    line(
        Day(58, 9, 50),
        1,
        1,
        Words("Gladly. I owe you a steep one in Franklin, 14/12 with three dormers."),
    ),
    line(Day(58, 9, 55), 0, 1, Words("Send it over. Ignacio dreams of dormers.")),
    line(
        Day(33, 16, 2),
        1,
        0,
        Words("Do you still have Pewter in stock? The supplier says two weeks."),
    ),
    line(
        Day(33, 16, 15),
        0,
        0,
        Words("Nine bundles in the yard, you can have them. Greg is there until five."),
    ),
    line(Day(33, 16, 16), 1, 5, Words("On my way, thanks!")),
    line(
        Day(7, 14, 0),
        0,
        0,
        Words("Is Cumbre free the week after next, or did you book all of them?"),
    ),
    line(
        Ago(230),
        1,
        0,
        To(0, 0, "One of their crews is free from Wednesday, Whitney. Ask Ana, she is quick."),
    ),
];

pub(super) const HARPETH_WITH_CUMBRE: [ChatLine; 9] = [
    line(
        Day(55, 8, 40),
        0,
        0,
        Words(
            "Ana, the first two Donelson houses are in your list. Insurance work, we handle the paper.",
        ),
    ),
    line(Day(55, 9, 1), 1, 0, Words("Gracias Whitney. Empezamos el jueves con la casa azul.")),
    line(
        Day(51, 15, 30),
        1,
        2,
        Words("Casa azul terminada. Pasamos el imán dos veces, el dueño tiene perro."),
    ),
    line(Day(51, 15, 44), 0, 4, Words("Gracias, Wilmer. Yo hago la última visita mañana.")),
    line(
        Day(26, 10, 12),
        0,
        2,
        Words("Necesito cuatro personas más para el soffit del lunes, ¿tienen?"),
    ),
    line(Day(26, 10, 20), 1, 0, Words("Tres, y Óscar hasta mediodía.")),
    line(Day(26, 10, 21), 0, 2, Words("Con eso alcanza. Nos vemos a las 7.")),
    line(
        Day(4, 12, 10),
        0,
        1,
        Words("Your last invoice is paid. Tell Denise I found the missing delivery slip, too."),
    ),
    line(
        Ago(140),
        1,
        3,
        To(0, 0, "Thank you! One question: is the Monday start still good with the forecast?"),
    ),
];

pub(super) const HARPETH_WITH_STONES_RIVER: [ChatLine; 6] = [
    line(
        Day(40, 13, 15),
        1,
        0,
        Words(
            "Cole, the copper on the bay window came out beautifully. The owner wants the porch to match.",
        ),
    ),
    line(Day(40, 13, 37), 0, 0, Words("Happy to. I will measure on Friday and send you a number.")),
    line(
        Day(37, 17, 20),
        0,
        0,
        Words("Porch: 42 ft of half-round and two downspouts. Three weeks for the copper."),
    ),
    line(Day(36, 8, 8), 1, 0, Words("Approved, go ahead and order.")),
    line(Day(14, 9, 25), 0, 1, Words("Copper arrived early. Tuesday morning?")),
    line(Day(14, 9, 40), 1, 2, Words("El martes está bien, yo abro la puerta.")),
];
