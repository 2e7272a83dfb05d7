//! How each domain type is stored in a column. One line per type, for both directions.

use chrono::{DateTime, NaiveDate, Utc};
use domain::{
    activity::labels::{ActivityAction, ActivityKind},
    chat::kinds::RoomKind,
    companies::{files::DocumentKind, time_zone::TimeZone},
    jobs::job::JobStatus,
    notifications::{
        mails::{MailFailure, MailState},
        preferences::{NotificationChannel, NotificationKind},
    },
    orders::purchase_order_status::PurchaseOrderStatus,
    permissions::permission::{CompanyType, UserType},
    planning::{
        capacity::Sharing,
        offers::{OfferAnswer, OfferState},
        repeats::RepeatUnit,
    },
    types::{
        ids::{
            ApiKeyId, AppointmentId, BulkChangeId, CalendarId, CategoryId, ChatMessageId,
            ChatRoomId, CompanyId, ConnectionId, CrewId, CrewMemberId, CustomerId, DayOffId,
            DeliveryPhotoId, FeedbackId, FileId, GuestLinkId, ImageId, ImportId, JobCrewId, JobId,
            JobOfferId, JobTemplateId, LeadId, MailDeliveryId, MailId, NoteId, NotificationId,
            OrderSendId, ProductId, PurchaseOrderId, PurchaseOrderItemId, PushDeviceId,
            QualificationId, ReportId, SavedViewId, SeriesId, ShiftId, SignOffId, TagId, UploadId,
            UserId, VendorContactId, VendorId, WebhookDeliveryId, WebhookId, WorkOrderId,
            WorkOrderItemId,
        },
        language::Language,
        money::{Money, Quantity},
        place::AreaKind,
    },
    webhooks::DeliveryStatus,
};
use serde::de::DeserializeOwned;
use sqlx::{Decode, Type, types::Json};
use uuid::Uuid;

use super::{
    bind::{Arg, ToArg},
    sqlite::value::SqliteValue,
};

/// A type that both engines can decode.
pub trait ColumnType:
    SqliteValue
    + for<'r> Decode<'r, sqlx::Sqlite>
    + Type<sqlx::Sqlite>
    + for<'r> Decode<'r, sqlx::Postgres>
    + Type<sqlx::Postgres>
{
}

impl<T> ColumnType for T where
    T: SqliteValue
        + for<'r> Decode<'r, sqlx::Sqlite>
        + Type<sqlx::Sqlite>
        + for<'r> Decode<'r, sqlx::Postgres>
        + Type<sqlx::Postgres>
{
}

/// A type that a column can be read into.
pub trait Column: Sized + Send {
    /// The type that the engines store.
    type Raw: ColumnType;
    /// Converts the stored value.
    ///
    /// # Errors
    /// Why the value is invalid.
    fn from_raw(raw: Self::Raw) -> Result<Self, String>;
}

macro_rules! plain {
    ($($ty:ty),+ $(,)?) => {$(
        impl Column for $ty {
            type Raw = Self;
            fn from_raw(raw: Self) -> Result<Self, String> {
                Ok(raw)
            }
        }
    )+};
}

/// A newtype over an id.
macro_rules! ids {
    ($($ty:ident),+ $(,)?) => {$(
        impl Column for $ty {
            type Raw = Uuid;
            fn from_raw(raw: Uuid) -> Result<Self, String> {
                Ok(Self(raw))
            }
        }
        impl ToArg for $ty {
            const NULL: Arg = Arg::Uuid(None);
            fn to_arg(self) -> Arg {
                Arg::Uuid(Some(self.0))
            }
        }
    )+};
}

/// An enum stored as its word on the wire.
macro_rules! words {
    ($($ty:ty),+ $(,)?) => {$(
        impl Column for $ty {
            type Raw = String;
            fn from_raw(raw: String) -> Result<Self, String> {
                serde_json::from_value(serde_json::Value::String(raw)).map_err(|e| e.to_string())
            }
        }
        impl ToArg for $ty {
            const NULL: Arg = Arg::Text(None);
            fn to_arg(self) -> Arg {
                match serde_json::to_value(self) {
                    Ok(serde_json::Value::String(word)) => Arg::Text(Some(word)),
                    other => unreachable!("{other:?} is not a word"),
                }
            }
        }
    )+};
}

plain!(bool, i64, f64, String, Vec<u8>, NaiveDate, DateTime<Utc>, Uuid);
ids!(
    ApiKeyId,
    AppointmentId,
    BulkChangeId,
    CalendarId,
    CategoryId,
    ChatMessageId,
    ChatRoomId,
    CompanyId,
    ConnectionId,
    CrewId,
    CrewMemberId,
    CustomerId,
    DayOffId,
    DeliveryPhotoId,
    FeedbackId,
    FileId,
    GuestLinkId,
    ImageId,
    ImportId,
    JobCrewId,
    JobId,
    JobOfferId,
    JobTemplateId,
    LeadId,
    MailDeliveryId,
    MailId,
    NoteId,
    NotificationId,
    OrderSendId,
    ProductId,
    PurchaseOrderId,
    PurchaseOrderItemId,
    PushDeviceId,
    QualificationId,
    ReportId,
    SavedViewId,
    SeriesId,
    ShiftId,
    SignOffId,
    TagId,
    UploadId,
    UserId,
    VendorContactId,
    VendorId,
    WebhookDeliveryId,
    WebhookId,
    WorkOrderId,
    WorkOrderItemId,
);
words!(
    ActivityAction,
    ActivityKind,
    AreaKind,
    CompanyType,
    DeliveryStatus,
    DocumentKind,
    JobStatus,
    Language,
    MailState,
    MailFailure,
    NotificationKind,
    NotificationChannel,
    OfferAnswer,
    OfferState,
    PurchaseOrderStatus,
    RepeatUnit,
    RoomKind,
    Sharing,
    TimeZone,
    UserType,
);

impl Column for Money {
    type Raw = i64;
    fn from_raw(cents: i64) -> Result<Self, String> {
        Ok(Self::from_cents(cents))
    }
}

impl ToArg for Money {
    const NULL: Arg = Arg::Int(None);
    fn to_arg(self) -> Arg {
        Arg::Int(Some(self.cents()))
    }
}

impl Column for Quantity {
    type Raw = i64;
    fn from_raw(thousandths: i64) -> Result<Self, String> {
        Ok(Self::from_thousandths(thousandths))
    }
}

impl ToArg for Quantity {
    const NULL: Arg = Arg::Int(None);
    fn to_arg(self) -> Arg {
        Arg::Int(Some(self.thousandths()))
    }
}

impl<T: Column> Column for Option<T> {
    type Raw = Option<T::Raw>;
    fn from_raw(raw: Self::Raw) -> Result<Self, String> {
        raw.map(T::from_raw).transpose()
    }
}

/// A list or small record stored as a whole, which SQL never looks into.
impl<T: DeserializeOwned + Send + 'static> Column for Json<T> {
    type Raw = Json<T>;
    fn from_raw(raw: Self) -> Result<Self, String> {
        Ok(raw)
    }
}
