//! The browser's interface to `domain`. No rules live here: each export is one call and one conversion.
//!
//! A refusal is a return value, never an exception; only an argument of the wrong type throws.

#[cfg(feature = "rules")]
mod calendars;
#[cfg(feature = "rules")]
mod chat;
#[cfg(feature = "rules")]
mod crew_schedule;
#[cfg(feature = "rules")]
mod customer_index;
#[cfg(feature = "rules")]
mod documents;
#[cfg(feature = "rules")]
mod forms;
#[cfg(feature = "import")]
mod import_sheet;
#[cfg(feature = "rules")]
mod job_index;
#[cfg(feature = "rules")]
mod lines;
#[cfg(feature = "rules")]
mod planning;
#[cfg(feature = "rules")]
mod product_index;
#[cfg(feature = "rules")]
mod purchase_orders;
#[cfg(feature = "rules")]
mod quantity;
#[cfg(feature = "rules")]
mod rules;
#[cfg(feature = "rules")]
mod text_index;
mod value;

use domain::types::{
    field::{FromField, WireEnum as _},
    language::Language,
};
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

#[cfg(feature = "rules")]
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type {
  Action, AppointmentDetails, AppointmentTimes, AssignCrew, AssignEmployee, AssignSubcontractor, Assignment, AvailableDay, CalendarForm, CapacityForm, CategoryForm, ChangeColor, Color, CompanySearch, CompanySettings,
  CompleteAppointment, CompleteJob, ConnectionRequest, CreateAppointment, CreateGuestLink, Credentials, DocumentStatus, EditFile, SetPublicPage, CrewDisplay, CrewForm, CrewMemberForm, CustomerForm, EditJob,
  Feedback, FieldError, GridSpan, InspectionNote, InvitationCompletion, Job, JobRef, JobSchedule, JobStatus,
  Lane, LaneJob, Language, Limits, ListedJob, NewAccount, NewAppointment, NewDayOff, NewInvitation, NewJob, NewLead, NewMeasurement, NewMessage,
  Action, AddressParts, AppointmentDetails, AppointmentTimes, AssignCrew, AssignEmployee, AssignSubcontractor, Assignment, CalendarForm, CategoryForm, ChangeColor, Color, CompanySearch, CompanySettings,
  CompleteAppointment, CompleteJob, ConnectionRequest, CreateAppointment, CreateGuestLink, CreateJob, Credentials, DocumentStatus, EditFile, SetPublicPage, CrewDisplay, CrewForm, CrewMemberForm, CustomerForm, EditJob,
  Feedback, FieldError, GridSpan, InspectionNote, InvitationCompletion, Job, JobRef, JobSchedule, JobStatus,
  Lane, LaneJob, Language, Limits, ListedJob, NewAccount, NewAppointment, NewInvitation, NewLead, NewMeasurement, NewMessage,
  NewNote, NewQualification, NewTag, Notice, OrderTitle, Overlap, ProductForm, ProductQuantity, PurchaseOrderEmail, PurchaseOrderStatus,
  Role, SetContractAmount, SetJobNumber, SetSchedule, Span, Text, Upload, UserSettings, UserType, CompanyType, VendorContactForm, VendorForm,
  WorkOrderItemForm, WorkdaysForm,
} from "../../bindings";
"#;

/// Reads any value from the browser.
#[expect(clippy::needless_pass_by_value, reason = "exports own their arguments")]
pub(crate) fn value(value: JsValue) -> Result<Value, JsError> {
    value::read(&value)
}

/// Reads an argument of a known type. Everything is read through [`Value`]: one reader for each type, not
/// two.
pub(crate) fn read<E: FromField>(given: JsValue) -> Result<E, JsError> {
    E::read(&value(given)?).ok_or_else(|| JsError::new("a value of the wrong type"))
}

/// Converts a value for the browser, in the shape of its JSON.
pub(crate) fn to_js(value: &impl Serialize) -> Result<JsValue, JsError> {
    Ok(value.serialize(&serde_wasm_bindgen::Serializer::json_compatible())?)
}

/// The language of a wire word, or the default.
pub(crate) fn language(word: &str) -> Language {
    Language::from_word(word).unwrap_or_default()
}
