//! The chats of the demo.

use domain::chat::kinds::RoomKind::{self, Company, Connection, Job};

use super::{
    inside::{INSIDE_SUMMIT, ON_A_JOB},
    lines::{
        ChatLine, HARPETH_WITH_CUMBRE, HARPETH_WITH_STONES_RIVER, OF_CONTRACTORS, WITH_CUMBRE,
        WITH_RIOS, WITH_STONES_RIVER,
    },
};
use crate::companies::{CUMBRE, HARPETH, RIOS, STONES_RIVER, SUMMIT};

/// A chat.
pub(super) struct DemoChat {
    /// Its room.
    pub(super) kind: RoomKind,
    /// Indexes into the demo's companies; `ChatLine::side` is an index into these two. The room of one company names it
    /// twice; a job's is of the first one's job.
    pub(super) companies: [usize; 2],
    /// The messages, oldest first.
    pub(super) lines: &'static [ChatLine],
    /// How many of the last messages only their author has read.
    pub(super) unread: usize,
}

const fn talk(
    kind: RoomKind,
    companies: [usize; 2],
    lines: &'static [ChatLine],
    unread: usize,
) -> DemoChat {
    DemoChat { kind, companies, lines, unread }
}

pub(super) const TALKS: [DemoChat; 8] = [
    talk(Connection, [SUMMIT, RIOS], &WITH_RIOS, 2),
    talk(Connection, [SUMMIT, CUMBRE], &WITH_CUMBRE, 2),
    talk(Connection, [SUMMIT, STONES_RIVER], &WITH_STONES_RIVER, 0),
    talk(Connection, [HARPETH, SUMMIT], &OF_CONTRACTORS, 1),
    talk(Connection, [HARPETH, CUMBRE], &HARPETH_WITH_CUMBRE, 1),
    talk(Connection, [STONES_RIVER, HARPETH], &HARPETH_WITH_STONES_RIVER, 0),
    talk(Company, [SUMMIT, SUMMIT], &INSIDE_SUMMIT, 0),
    talk(Job, [SUMMIT, RIOS], &ON_A_JOB, 0),
];
