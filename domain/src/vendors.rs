//! The vendors of a contractor, and their contacts.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use validator::Validate as _;

use crate::{
    forms::{
        form::{OptionalId, form},
        rules,
    },
    types::ids::{CompanyId, VendorContactId, VendorId},
};

/// A vendor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct Vendor {
    pub id: VendorId,
    pub name: String,
    /// The contractor's account number at the vendor.
    pub account_number: Option<String>,
    pub company_id: CompanyId,
}

/// A contact at a vendor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[ts(export, export_to = "index.ts")]
#[expect(missing_docs, reason = "the fields are the words of the trade")]
pub struct VendorContact {
    pub id: VendorContactId,
    pub vendor_id: VendorId,
    pub name: String,
    pub email: String,
}

form! {
    /// A vendor.
    VendorForm {
        #[validate(custom(function = rules::required_line))]
        name: String = "name",
        #[validate(custom(function = rules::line))]
        account_number: String = "accountNumber",
    }
}

form! {
    /// A contact at a vendor.
    VendorContactForm {
        #[validate(custom(function = rules::required_line))]
        name: String = "name",
        #[validate(custom(function = rules::required_email))]
        email: String = "email",
    }
}

form! {
    /// Changes a vendor.
    EditVendor {
        #[ts(as = "VendorId")]
        #[validate(required)]
        vendor_id: OptionalId<VendorId> = "vendorId",
        #[validate(nested)]
        #[ts(flatten)]
        vendor: VendorForm,
    }
}

form! {
    /// Adds a contact to a vendor.
    CreateVendorContact {
        #[ts(as = "VendorId")]
        #[validate(required)]
        vendor_id: OptionalId<VendorId> = "vendorId",
        #[validate(nested)]
        #[ts(flatten)]
        contact: VendorContactForm,
    }
}

form! {
    /// Changes a contact of a vendor.
    EditVendorContact {
        #[ts(as = "VendorContactId")]
        #[validate(required)]
        vendor_contact_id: OptionalId<VendorContactId> = "vendorContactId",
        #[validate(nested)]
        #[ts(flatten)]
        contact: VendorContactForm,
    }
}
