//! The rows whose values the activity log compares, and the name of each kind there.

use domain::{
    activity::labels::ActivityKind,
    types::ids::{
        ApiKeyId, AppointmentId, CalendarId, CategoryId, CompanyId, CrewId, CustomerId, FileId,
        JobId, ProductId, PurchaseOrderId, QualificationId, UserId, VendorId, WebhookId,
        WorkOrderId,
    },
};
use uuid::Uuid;

/// A row whose values the log compares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words of the trade")]
pub enum Subject {
    Job(JobId),
    /// Its tags and measurements.
    JobParts(JobId),
    WorkOrder(WorkOrderId),
    PurchaseOrder(PurchaseOrderId),
    Appointment(AppointmentId),
    Calendar(CalendarId),
    Customer(CustomerId),
    Vendor(VendorId),
    Product(ProductId),
    Category(CategoryId),
    Crew(CrewId),
    Company(CompanyId),
    CompanyFile(FileId),
    Qualification(QualificationId),
    Member(UserId),
    ApiKey(ApiKeyId),
    Webhook(WebhookId),
}

impl Subject {
    pub(crate) const fn kind(self) -> ActivityKind {
        match self {
            Self::Job(_) | Self::JobParts(_) => ActivityKind::Job,
            Self::WorkOrder(_) => ActivityKind::WorkOrder,
            Self::PurchaseOrder(_) => ActivityKind::PurchaseOrder,
            Self::Appointment(_) => ActivityKind::Appointment,
            Self::Calendar(_) => ActivityKind::Calendar,
            Self::Customer(_) => ActivityKind::Customer,
            Self::Vendor(_) => ActivityKind::Vendor,
            Self::Product(_) => ActivityKind::Product,
            Self::Category(_) => ActivityKind::Category,
            Self::Crew(_) => ActivityKind::Crew,
            Self::Company(_) => ActivityKind::Company,
            Self::CompanyFile(_) => ActivityKind::CompanyFile,
            Self::Qualification(_) => ActivityKind::Qualification,
            Self::Member(_) => ActivityKind::Member,
            Self::ApiKey(_) => ActivityKind::ApiKey,
            Self::Webhook(_) => ActivityKind::Webhook,
        }
    }

    pub(crate) const fn id(self) -> Uuid {
        match self {
            Self::Job(JobId(id))
            | Self::JobParts(JobId(id))
            | Self::WorkOrder(WorkOrderId(id))
            | Self::PurchaseOrder(PurchaseOrderId(id))
            | Self::Appointment(AppointmentId(id))
            | Self::Calendar(CalendarId(id))
            | Self::Customer(CustomerId(id))
            | Self::Vendor(VendorId(id))
            | Self::Product(ProductId(id))
            | Self::Category(CategoryId(id))
            | Self::Crew(CrewId(id))
            | Self::Company(CompanyId(id))
            | Self::CompanyFile(FileId(id))
            | Self::Qualification(QualificationId(id))
            | Self::Member(UserId(id))
            | Self::ApiKey(ApiKeyId(id))
            | Self::Webhook(WebhookId(id)) => id,
        }
    }
}
