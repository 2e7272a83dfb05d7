//! The check of every form: the refused fields, with messages in the user's language; none when the form is
//! valid.

use domain::{
    accounts::sign_in,
    api_keys,
    calendar::{appointment_forms, appointments, calendars},
    companies::{companies, files as company_files, invitations, onboarding, people, public_pages},
    crews, customers, evaluate, feedback,
    files::files,
    forms::error::{self, ValidationError},
    guest_links,
    jobs::{assignment_forms, create_job, field_forms, forms, records},
    orders::orders,
    products, vendors, webhooks,
};
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::{language, to_js, value};

macro_rules! checks {
    ($($name:ident $js_name:ident $form:ty as $type:tt;)+) => {$(
        #[doc = concat!("The refused fields of a `", $type, "`; none when it is valid.")]
        #[wasm_bindgen(js_name = $js_name, unchecked_return_type = "FieldError[]")]
        pub fn $name(
            #[wasm_bindgen(unchecked_param_type = $type)] values: JsValue,
            #[wasm_bindgen(unchecked_param_type = "Language")] spoken: &str,
        ) -> Result<JsValue, JsError> {
            refusals(evaluate::check::<$form>, values, spoken)
        }
    )+};
}

/// One shared function, not one for each form: fifty of them would take up a tenth of the module.
#[inline(never)]
pub(crate) fn refusals(
    check: fn(&Value) -> Result<(), Vec<ValidationError>>,
    values: JsValue,
    spoken: &str,
) -> Result<JsValue, JsError> {
    let refusals = check(&value(values)?).err().unwrap_or_default();
    to_js(&error::in_language(&refusals, language(spoken)))
}

checks! {
    check_assign_crew checkAssignCrew assignment_forms::AssignCrew as "AssignCrew";
    check_assign_subcontractor checkAssignSubcontractor assignment_forms::AssignSubcontractor as "AssignSubcontractor";
    check_contract_amount checkContractAmount field_forms::SetContractAmount as "SetContractAmount";
    check_job_number checkJobNumber field_forms::SetJobNumber as "SetJobNumber";
    check_appointment checkAppointment appointments::NewAppointment as "NewAppointment";
    check_appointment_details checkAppointmentDetails appointment_forms::AppointmentDetails as "AppointmentDetails";
    check_appointment_times checkAppointmentTimes appointment_forms::AppointmentTimes as "AppointmentTimes";
    check_complete_appointment checkCompleteAppointment appointment_forms::CompleteAppointment as "CompleteAppointment";
    check_create_appointment checkCreateAppointment appointment_forms::CreateAppointment as "CreateAppointment";
    check_calendar checkCalendar calendars::CalendarForm as "CalendarForm";
    check_category checkCategory products::CategoryForm as "CategoryForm";
    check_company_search checkCompanySearch companies::CompanySearch as "CompanySearch";
    check_company_settings checkCompanySettings companies::CompanySettings as "CompanySettings";
    check_edit_file checkEditFile company_files::EditFile as "EditFile";
    check_public_page checkPublicPage public_pages::SetPublicPage as "SetPublicPage";
    check_complete_job checkCompleteJob forms::CompleteJob as "CompleteJob";
    check_connection_request checkConnectionRequest feedback::ConnectionRequest as "ConnectionRequest";
    check_create_guest_link checkCreateGuestLink guest_links::forms::CreateGuestLink as "CreateGuestLink";
    check_credentials checkCredentials sign_in::Credentials as "Credentials";
    check_crew checkCrew crews::CrewForm as "CrewForm";
    check_crew_member checkCrewMember crews::CrewMemberForm as "CrewMemberForm";
    check_customer checkCustomer customers::CustomerForm as "CustomerForm";
    check_edit_job checkEditJob forms::EditJob as "EditJob";
    check_feedback checkFeedback feedback::Feedback as "Feedback";
    check_inspection_note checkInspectionNote records::InspectionNote as "InspectionNote";
    check_invitation checkInvitation invitations::NewInvitation as "NewInvitation";
    check_invitation_completion checkInvitationCompletion invitations::InvitationCompletion as "InvitationCompletion";
    check_job_schedule checkJobSchedule forms::JobSchedule as "JobSchedule";
    check_lead checkLead feedback::NewLead as "NewLead";
    check_measurement checkMeasurement records::NewMeasurement as "NewMeasurement";
    check_message checkMessage feedback::NewMessage as "NewMessage";
    check_new_account checkNewAccount onboarding::NewAccount as "NewAccount";
    check_new_api_key checkNewApiKey api_keys::NewApiKey as "NewApiKey";
    check_new_job checkNewJob create_job::CreateJob as "CreateJob";
    check_new_qualification checkNewQualification companies::NewQualification as "NewQualification";
    check_new_webhook checkNewWebhook webhooks::NewWebhook as "NewWebhook";
    check_note checkNote records::NewNote as "NewNote";
    check_order_title checkOrderTitle orders::OrderTitle as "OrderTitle";
    check_product checkProduct products::ProductForm as "ProductForm";
    check_product_quantity checkProductQuantity orders::ProductQuantity as "ProductQuantity";
    check_purchase_order_email checkPurchaseOrderEmail orders::PurchaseOrderEmail as "PurchaseOrderEmail";
    check_set_image_caption checkSetImageCaption records::SetImageCaption as "SetImageCaption";
    check_set_schedule checkSetSchedule forms::SetSchedule as "SetSchedule";
    check_tag checkTag records::NewTag as "NewTag";
    check_upload checkUpload files::Upload as "Upload";
    check_user_settings checkUserSettings people::UserSettings as "UserSettings";
    check_vendor checkVendor vendors::VendorForm as "VendorForm";
    check_vendor_contact checkVendorContact vendors::VendorContactForm as "VendorContactForm";
    check_work_order_item checkWorkOrderItem orders::WorkOrderItemForm as "WorkOrderItemForm";
}
