//! One newtype per kind of id, so a customer can never be passed where a job belongs.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use uuid::Uuid;

macro_rules! typed_id {
    ($($name:ident: $what:literal),+ $(,)?) => {$(
        #[doc = concat!("Identifies ", $what, ".")]
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS,
        )]
        #[serde(transparent)]
        #[ts(export, export_to = "index.ts", type = "string")]
        pub struct $name(pub Uuid);

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "format": "uuid" })
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }

        impl From<$name> for Uuid {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

typed_id! {
    ApiKeyId: "an API key",
    AppointmentId: "an appointment",
    BulkChangeId: "a change of several jobs at once",
    CalendarId: "a calendar",
    CategoryId: "a product category",
    ChatMessageId: "a message of a chat",
    ChatRoomId: "a chat between two companies",
    CompanyId: "a company",
    ConnectionId: "a connection between two companies",
    CrewId: "a custom crew",
    CrewMemberId: "a member of a custom crew",
    CustomerId: "a customer",
    DeliveryPhotoId: "a photo of a delivery",
    DayOffId: "days on which a company does not work",
    FeedbackId: "feedback about the product",
    FileId: "a company file",
    GuestLinkId: "a link for a person without an account",
    ImageId: "an image of a job",
    ImportId: "an import, by an id that the client generates",
    InvitationId: "an invitation",
    JobCrewId: "a job's assignment row",
    JobId: "a job",
    JobOfferId: "an offer of a job to several companies",
    JobTemplateId: "a template of jobs",
    LeadId: "a lead from the landing page",
    MailDeliveryId: "a mail to one address",
    MailId: "a mail",
    NoteId: "a note of a job",
    OrderSendId: "an order that was sent by mail",
    NotificationId: "a notification",
    ProductId: "a product",
    PurchaseOrderId: "a purchase order",
    PurchaseOrderItemId: "a row of a purchase order",
    PushDeviceId: "a browser that notifications are pushed to",
    QualificationId: "a qualification",
    ReportId: "a measurement report",
    SavedViewId: "a named view of the list of jobs",
    SeriesId: "jobs or appointments that repeat",
    ShiftId: "a move of many jobs",
    SignOffId: "a signature on a work order",
    TagId: "a tag of a job",
    UploadId: "an upload in parts",
    UserId: "a user",
    VendorContactId: "a person at a vendor",
    VendorId: "a vendor",
    WebhookDeliveryId: "a change on its way to a webhook",
    WebhookId: "a webhook",
    WorkOrderId: "a work order",
    WorkOrderItemId: "an item of a work order",
}
