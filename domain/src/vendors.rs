//! From whom a contractor buys, and the people there.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{
    forms::{
        error::ValidationError,
        form::{Form, OptionalId, form},
        validator::Validator,
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
    /// The contractor's number there.
    pub account_number: Option<String>,
    pub company_id: CompanyId,
}

/// A person at a vendor.
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
        name: String = "name",
        account_number: String = "accountNumber",
    }
}

impl Form for VendorForm {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("name", &self.name).required().line();
        checks.text("accountNumber", &self.account_number).line();
        checks.finish()
    }
}

form! {
    /// A person at a vendor.
    VendorContactForm {
        name: String = "name",
        email: String = "email",
    }
}

impl Form for VendorContactForm {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("name", &self.name).required().line();
        checks.text("email", &self.email).required().line().email();
        checks.finish()
    }
}

form! {
    /// Changes a vendor.
    EditVendor {
        #[ts(as = "VendorId")]
        vendor_id: OptionalId<VendorId> = "vendorId",
        name: String = "name",
        account_number: String = "accountNumber",
    }
}

impl EditVendor {
    /// Name and account number alone.
    #[must_use]
    pub fn fields(&self) -> VendorForm {
        VendorForm { name: self.name.clone(), account_number: self.account_number.clone() }
    }
}

impl Form for EditVendor {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.required_value("vendorId", self.vendor_id.0.as_ref());
        checks.add_errors(self.fields().check());
        checks.finish()
    }
}

form! {
    /// Adds somebody to a vendor.
    CreateVendorContact {
        #[ts(as = "VendorId")]
        vendor_id: OptionalId<VendorId> = "vendorId",
        name: String = "name",
        email: String = "email",
    }
}

form! {
    /// Changes somebody at a vendor.
    EditVendorContact {
        #[ts(as = "VendorContactId")]
        vendor_contact_id: OptionalId<VendorContactId> = "vendorContactId",
        name: String = "name",
        email: String = "email",
    }
}

macro_rules! vendor_contact_accessor {
    ($($form:ty: $id:ident $wire:literal;)+) => {$(
        impl $form {
            /// Name and e-mail alone.
            #[must_use]
            pub fn fields(&self) -> VendorContactForm {
                VendorContactForm { name: self.name.clone(), email: self.email.clone() }
            }
        }

        impl Form for $form {
            fn check(&self) -> Result<(), Vec<ValidationError>> {
                let mut checks = Validator::new();
                checks.required_value($wire, self.$id.0.as_ref());
                checks.add_errors(self.fields().check());
                checks.finish()
            }
        }
    )+};
}

vendor_contact_accessor! {
    CreateVendorContact: vendor_id "vendorId";
    EditVendorContact: vendor_contact_id "vendorContactId";
}
