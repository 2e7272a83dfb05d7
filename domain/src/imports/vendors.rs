//! Vendors as a CSV file: a row becomes a vendor, and its contact where it names one.

use crate::{
    forms::{error::ValidationError, form::Form as _},
    imports::csv::{Importable, mapping::sheet_fields, row::Row},
    types::{email, normalize::fold_name},
    vendors::{VendorContactForm, VendorForm},
};

sheet_fields! {
    /// A field of a vendor that a column can map to.
    VendorField
    Name "name" "The vendor's name." needed ImportNoVendor [
        "vendor" "vendorname" "supplier" "suppliername" "name" "company" "companyname" "displayname"
        "proveedor" "nombredelproveedor" "nombre" "empresa"
    ]
    AccountNumber "accountNumber" "The contractor's account number at the vendor." [
        "accountnumber" "accountno" "acctnumber" "acctno" "account" "customernumber" "numerodecuenta"
        "cuenta" "numerodecliente"
    ]
    ContactName "contactName" "The name of the contact." [
        "contact" "contactname" "primarycontact" "contactperson" "salesrep" "rep" "contacto"
        "nombredelcontacto" "vendedor"
    ]
    Email "email" "The contact's e-mail address." [
        "email" "emailaddress" "contactemail" "mainemail" "primaryemail" "correo" "correoelectronico"
    ]
}

/// A vendor read from a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedVendor {
    /// The vendor.
    pub vendor: VendorForm,
    /// Its contact, if the row has an e-mail address. Without a name it is called as the vendor.
    pub contact: Option<VendorContactForm>,
    /// The key that it shares with its duplicates: the vendor and the address.
    pub key: String,
}

impl Importable for ImportedVendor {
    const IS_EXPORTED: bool = false;
    type Field = VendorField;

    fn read(mut row: Row<'_>) -> Result<Self, Vec<ValidationError>> {
        let vendor = VendorForm {
            name: row.exported_text(VendorField::Name),
            account_number: row.exported_text(VendorField::AccountNumber),
        };
        let mut contact = VendorContactForm {
            name: row.exported_text(VendorField::ContactName),
            email: row.exported_text(VendorField::Email),
        };
        if contact.name.is_empty() {
            contact.name.clone_from(&vendor.name);
        }
        let contact = (!contact.email.is_empty()).then_some(contact);
        row.errors.add_all(vendor.check());
        let refused = contact.as_ref().and_then(|contact| contact.check().err());
        for mut refusal in refused.unwrap_or_default() {
            // The form of a contact has the field `name`, the list `contactName`.
            if refusal.field == VendorField::Name.as_str() {
                VendorField::ContactName.as_str().clone_into(&mut refusal.field);
            }
            row.errors.add(refusal);
        }
        row.errors.finish()?;
        let address = contact.as_ref().map(|contact| email::normalized(&contact.email));
        let key = format!("{}\n{}", fold_name(&vendor.name), address.unwrap_or_default());
        Ok(Self { vendor, contact, key })
    }

    fn key(&self) -> &str {
        &self.key
    }
}
