//! A room's state, as far as messages need it.

use domain::{
    chat::rooms::RoomPerson,
    companies::time_zone::TimeZone,
    types::ids::{ChatRoomId, CompanyId},
};

use crate::columns;

/// The state of a room.
#[derive(Clone, Copy, Debug)]
pub struct RoomState {
    /// Its id.
    pub id: ChatRoomId,
    /// One company.
    pub first_company_id: CompanyId,
    /// The other company.
    pub second_company_id: CompanyId,
    /// The time zone of the first company.
    pub first_time_zone: TimeZone,
    /// The time zone of the other company.
    pub second_time_zone: TimeZone,
    /// Whether it accepts messages.
    pub is_open: bool,
    /// The number of its newest message, 0 if there is none.
    pub last_seq: i64,
}

columns! {
    RoomState {
        id, first_company_id, second_company_id, first_time_zone, second_time_zone, is_open, last_seq
    }
    RoomPerson { id, first_name, last_name, company_id, user_type, position }
}
