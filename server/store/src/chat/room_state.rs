//! What a message has to know of its room.

use domain::{
    chat::rooms::RoomPerson,
    types::ids::{ChatRoomId, CompanyId},
};

use crate::columns;

/// A room as it stands.
#[derive(Clone, Copy, Debug)]
pub struct RoomState {
    /// Which.
    pub id: ChatRoomId,
    /// The one company.
    pub first_company_id: CompanyId,
    /// The other one.
    pub second_company_id: CompanyId,
    /// Whether it takes messages.
    pub is_open: bool,
    /// The number of its newest message, 0 before there is one.
    pub last_seq: i64,
}

columns! {
    RoomState { id, first_company_id, second_company_id, is_open, last_seq }
    RoomPerson { id, first_name, last_name, company_id, user_type, position }
}
