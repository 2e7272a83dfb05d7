//! Links for people without an account.

use domain::{
    guest_links::access,
    permissions::permission::{self, Action, Role},
    types::ids::{CompanyId, GuestLinkId},
};
use store::{
    db::{error::DbResult, event::Room},
    guest_links::links::{self, LinkRow, LinkTarget},
    jobs::changes,
};

use crate::api::live::publisher::{Publisher, is_hidden_from};

/// Links to an order are managed by those who may send it.
fn may_manage(role: Role, link: &LinkRow) -> bool {
    match link.target {
        LinkTarget::Job(_) => access::check_role(role).is_ok(),
        LinkTarget::Order(_) => permission::check(role, Action::PurchaseOrdersSend).is_ok(),
    }
}

impl Publisher<'_> {
    /// The link for those of its company who manage it.
    pub(crate) async fn guest_link(
        &mut self,
        link: GuestLinkId,
        company: CompanyId,
    ) -> DbResult<()> {
        if !self.hub().has_listeners(Room::Company(company)) {
            return Ok(());
        }
        let now = self.app.clock.now();
        // It is deleted with its job, which has an event of its own.
        let Some(link) = links::find_any(self.tx().await?, link).await? else { return Ok(()) };
        let employee = match link.job() {
            Some(job) => changes::find_any(self.tx().await?, job).await?,
            None => None,
        };
        let employee = employee.and_then(|job| job.assigned_user_id);
        self.send_to_company("guest_link", company, &link.shown(now), |session| {
            let role = session.membership.map(|membership| membership.role);
            role.is_some_and(|role| may_manage(role, &link)) && !is_hidden_from(session, employee)
        })
    }
}
