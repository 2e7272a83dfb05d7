//! Texts about roofs: inspection notes as an estimator types them on the ladder, and tags.

use super::work::Work;

impl Work {
    /// Notes that fit this work.
    pub(super) const fn notes(self) -> &'static [&'static str] {
        match self {
            Self::Reroof => &[
                "Two layers of 3-tab on the south slope, decking soft along the west eave (allow 6 sheets). Replace all \
                 pipe boots. Dog in the back yard: keep the gate shut.",
                "One layer, architectural, 19 years old. Granules in the gutters. Valleys open metal, go back with ice & \
                 water and closed cut. Park the trailer on the street, driveway was sealed last week.",
                "Steep on the front gable, 10/12. Roof jacks and two anchors. Satellite dish comes down and stays down.",
                "Decking is plank with gaps, owner agreed to re-deck with 7/16 OSB on the back. Power drop is low over \
                 the carport.",
                "Dos capas, la de abajo es de teja orgánica. Cambiar todas las botas y el tapajuntas de la chimenea. \
                 Cuidado con el jardín del lado norte.",
                "Ridge sags about an inch over the kitchen, rafters are sound. Add box vents, no room for ridge vent.",
            ],
            Self::Building(_) => &[
                "Eight units, work from the north stair to the south. No tear-off before 8 a.m., board wants the lot \
                 clear by 5. Dumpster on the two visitor spots only.",
                "Step flashing at the party walls is painted shut, plan to replace all of it. Count 22 pipe boots and 8 \
                 furnace caps. Notices on doors 48 hours ahead.",
                "Decking from 1986, H-clips missing. Allow 20 sheets. Gutters stay, take pictures before and after.",
            ],
            Self::HailRepair => &[
                "Hits on the west slope, 8 to 10 in a test square. Soft metals dented, gutters too. Adjuster meets us \
                 Tuesday, bring chalk.",
                "Bruising on both back slopes, front is fine. Matching shingle is discontinued, insurer has approved the \
                 whole back.",
                "Granizo en la pendiente oeste, 9 golpes por cuadro. Cambiar también las rejillas y dos tragaluces.",
                "Ridge caps split, vents dented. Detached garage counts as its own claim.",
            ],
            Self::WindRepair => &[
                "Lost about two squares at the rake in Sunday's storm, felt is torn. Tarp holds. Starter was put on \
                 upside down, so check the other rake.",
                "Limb went through over the bath. Replace two rafter tails and three sheets, then shingle in.",
            ],
            Self::Gutters => &[
                "6 inch K-style, 3x4 downspouts, brown. Fascia rotten 8 ft at the back left corner, replace before \
                 hanging. Tie the two rear spouts into the drain.",
                "No drip edge at all, shingles curl into the gutter. Drip edge first, then 5 inch white. Oak overhead, \
                 owner wants guards.",
                "Quitar las canaletas viejas y guardarlas, el dueño las quiere. Bajantes en las cuatro esquinas.",
            ],
            Self::Skylight => &[
                "Two curb-mounted, 2x4. Flashing kit is there, saddle is missing on the uphill side. Glass is good.",
                "Stain on the drywall is below the lower corner. Ice & water up the curb, new step flashing.",
            ],
            Self::Chimney => &[
                "Counter flashing is only caulked. Grind a reglet, new lead-coated copper. Cricket needed, chimney is 38 \
                 inches wide.",
                "Brick is soft on the weather side, mason comes first. Call him before you schedule.",
            ],
            Self::Leak => &[
                "Drip at the kitchen vent only in wind from the west. Boot is split. Check the nails around it.",
                "Third call on this one. Water test from the valley up, 20 minutes a step, someone in the attic.",
                "Stain over the stairs. Nail pops and one slipped shingle in the valley. 2 hours.",
            ],
            Self::LeakSurvey => &[
                "14 reported spots, all near the units. Bring the infrared camera at dusk, roof must be dry two days.",
                "Membrane is from 2004, seams lift by hand on the north side. Three core cuts, patch the same day.",
            ],
            Self::StandingSeam => &[
                "24 gauge, 16 inch, mechanical lock, charcoal. Panels up to 31 ft, run them on site, needs 40 ft of \
                 clear yard.",
                "Old tin stays, purlins on top, vented. Snow guards over both doors. Keep scrap, owner sells it.",
                "Snap lock over the porch only, match the gray of the shop. Hidden clips every 18 inches.",
            ],
            Self::Tpo => &[
                "60 mil white over 2 layers of polyiso, fully adhered. Four drains, two are blocked. Crane spot is the \
                 alley, permit for the lane closure is in.",
                "Wet insulation under the units, about 6 squares, cut out and replace. Tenant below is a dentist: no \
                 noise before 4 p.m. on Wednesday.",
                "Parapet cap loose on the street side. Walk pads to both units. Key is with the barber downstairs.",
            ],
            Self::ModifiedBitumen => &[
                "Torch is not allowed by the insurer, cold-applied SBS. Edge metal new all around.",
                "Low spot at the back scupper, taper it. Access by the inside ladder, 24 inch hatch.",
            ],
            Self::Coating => &[
                "Roof is dry and sound. Wash, prime the rust at the units, fabric on all seams, two coats of silicone.",
                "Needs two dry days above 50 degrees. Move the grill and the chairs of the third floor first.",
            ],
            Self::RidgeVent => &[
                "Attic at 131 degrees at noon. Cut the slot 3/4 each side, stop 12 inches from the hips. Baffles in every \
                 bay, soffit is blocked with cellulose.",
                "Decking is black along the ridge. Replace 5 sheets on the back, then vent.",
            ],
            Self::Soffit => &[
                "Squirrels in the north corner. Aluminum coil over new 1x6, vented panels, white.",
                "Fascia is two boards deep, both soft. Prime cuts before they go up.",
            ],
            Self::Slate => &[
                "11 slipped, 4 broken, all Buckingham. Owner has a pile behind the shed. Copper bibs, no tar.",
                "Copper valley has pinholes for 9 ft. Hook ladders only, nobody walks on it.",
            ],
            Self::Tarp => &[
                "Tree is off. Battens over the tarp, do not nail through the good slope. Take pictures for the insurer.",
            ],
        }
    }

    /// Tags that fit this work.
    pub(super) const fn tags(self) -> &'static [&'static str] {
        match self {
            Self::Reroof => &[
                "permit in hand",
                "steep 8/12",
                "insurance",
                "laminated, Charcoal",
                "two layers",
                "re-deck",
            ],
            Self::Building(_) => &["HOA", "permit in hand", "notices out", "24-unit property"],
            Self::HailRepair => &["hail", "insurance", "adjuster Tuesday", "supplement sent"],
            Self::WindRepair => &["wind", "insurance", "tarped"],
            Self::Gutters => &["6 inch, brown", "guards", "drip edge", "fascia rot"],
            Self::Skylight | Self::Chimney => &["flashing", "half day", "copper", "interior stain"],
            Self::Leak => &["call first", "warranty", "interior stain"],
            Self::LeakSurvey => &["infrared", "report due"],
            Self::StandingSeam => &["metal, 24 ga", "color approved", "panels ordered"],
            Self::Tpo => &["commercial", "crane booked", "permit in hand", "20-year warranty"],
            Self::ModifiedBitumen | Self::Coating => &["commercial", "low slope", "night work"],
            Self::RidgeVent => &["attic heat", "re-deck", "warranty"],
            Self::Soffit => &["fascia rot", "paint by owner"],
            Self::Slate => &["slate", "historic zoning", "copper"],
            Self::Tarp => &["emergency", "insurance", "wind"],
        }
    }
}
