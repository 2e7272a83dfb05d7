//! Appointments, connections and notifications.

use domain::types::{
    ids::{AppointmentId, CompanyId, ConnectionId, NotificationId, UserId},
    language::Language,
};
use serde_json::json;
use store::db::error::DbResult;
use store::{
    accounts::sessions::Session, calendar::appointments, connections, notifications::notifications,
};

use crate::api::live::publisher::{Publisher, if_found, is_hidden_from, of_company};

impl Publisher<'_> {
    /// The appointment for users who see it; its deletion for those who no longer do.
    pub(crate) async fn appointment(
        &mut self,
        id: AppointmentId,
        company: CompanyId,
        had: Option<UserId>,
    ) -> DbResult<()> {
        let Some(audience) = self.hub().audience(company) else { return Ok(()) };
        let viewer = of_company(company, audience.company_type, Language::English);
        let found = if_found(appointments::find(self.tx().await?, &viewer, id).await)?;
        let has = found.as_ref().map(|appointment| appointment.assigned_to_id);
        let sees = |session: &Session| has.is_some() && !is_hidden_from(session, has);
        if let Some(appointment) = &found {
            self.send_to_company("appointment", company, appointment, sees)?;
        }
        let lost = |session: &Session| !is_hidden_from(session, had) && !sees(session);
        self.send_to_company("appointment_deleted", company, &json!({ "id": id }), lost)
    }

    /// A connection as this company sees it.
    pub(crate) async fn connection(
        &mut self,
        id: ConnectionId,
        side: CompanyId,
        other: CompanyId,
    ) -> DbResult<()> {
        let Some(audience) = self.hub().audience(side) else { return Ok(()) };
        let scope = of_company(side, audience.company_type, Language::English).scope;
        let found = if_found(connections::find(self.tx().await?, scope, id).await)?;
        if let Some(connection) = found {
            return self.send_to_company("connection", side, &connection, |_| true);
        }
        self.send_to_company(
            "connection_removed",
            side,
            &json!({ "id": id, "companyId": other }),
            |_| true,
        )
    }

    /// A notification in its reader's language.
    pub(crate) async fn notification(
        &mut self,
        id: NotificationId,
        reader: UserId,
        company: CompanyId,
    ) -> DbResult<()> {
        let Some(session) = self.hub().listener_session(company, reader) else { return Ok(()) };
        let Some(membership) = session.membership else { return Ok(()) };
        let scope = of_company(company, membership.role.company_type, session.language).scope;
        let tx = self.tx().await?;
        let notification = notifications::find(tx, scope, reader, session.language, id).await?;
        let is_theirs = |session: &Session| session.user == reader;
        match notification {
            Some(notification) => {
                self.send_to_company("notification", company, &notification, is_theirs)
            }
            None => self.send_to_company(
                "notification_deleted",
                company,
                &json!({ "id": id }),
                is_theirs,
            ),
        }
    }
}
