//! The words of the activity log: the kind of record, the action, and the changed field. Each has its wire
//! word, which is stored, and its label in both languages.
//!
//! A word that a newer server wrote is read as `other`, so that servers of two versions can run side by side.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::types::language::Language;

/// How a value is stored, and so how it is displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueFormat {
    /// As it is.
    Text,
    /// Dollars with two decimals, `8100.00`.
    Money,
    /// A day, `2026-03-01`.
    Day,
    /// Two days, `2026-03-01/2026-03-03`.
    Days,
    /// Two instants, `2026-03-01T15:30:00Z/2026-03-01T16:00:00Z`.
    Times,
    /// `true` or `false`.
    YesNo,
    /// Digits of weekdays, `12345`; 1 is Monday.
    Weekdays,
    /// How often something repeats, `6/month`.
    Every,
    /// A wire word of one of our enums.
    Word,
}

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($key:ident: $english:literal, $spanish:literal;)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "camelCase")]
        #[ts(export, export_to = "index.ts")]
        pub enum $name {
            $(
                #[doc = concat!("\"", $english, "\"")]
                $key,
            )+
            /// Written by a newer server.
            #[serde(other)]
            Other,
        }

        impl $name {
            /// Every word that this version writes.
            pub const ALL: &[Self] = &[$(Self::$key),+];

            /// The label that users read.
            #[must_use]
            pub const fn label(self, language: Language) -> &'static str {
                match (self, language) {
                    $(
                        (Self::$key, Language::English) => $english,
                        (Self::$key, Language::Spanish) => $spanish,
                    )+
                    (Self::Other, Language::English) => "Other",
                    (Self::Other, Language::Spanish) => "Otro",
                }
            }

            /// The value of this wire word; `None` for one that is not offered.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                let word = serde_json::Value::String(word.to_owned());
                serde_json::from_value(word).ok().filter(|read| Self::ALL.contains(read))
            }
        }
    };
}

words! {
    /// The kind of record that was changed.
    ActivityKind {
        Job: "Job", "Trabajo";
        WorkOrder: "Work order", "Orden de trabajo";
        PurchaseOrder: "Purchase order", "Orden de compra";
        Appointment: "Appointment", "Cita";
        Calendar: "Calendar", "Calendario";
        Customer: "Customer", "Cliente";
        Vendor: "Vendor", "Proveedor";
        Product: "Product", "Producto";
        Category: "Product category", "Categoría de productos";
        Crew: "Crew", "Cuadrilla";
        Company: "Company", "Empresa";
        CompanyFile: "Company file", "Archivo de la empresa";
        Qualification: "Qualification", "Certificación";
        Member: "Member", "Miembro";
        Invitation: "Invitation", "Invitación";
        Connection: "Connection", "Conexión";
        ApiKey: "API key", "Clave de API";
        GuestLink: "Link", "Enlace";
        JobOffer: "Job offer", "Oferta de trabajo";
        Webhook: "Webhook", "Webhook";
        Photo: "Photo", "Foto";
    }
}

words! {
    /// The action.
    ActivityAction {
        Created: "Created", "Creado";
        Changed: "Changed", "Cambiado";
        Deleted: "Deleted", "Eliminado";
        Moved: "Moved", "Movido";
        Scheduled: "Scheduled", "Programado";
        Unscheduled: "Unscheduled", "Sin fechas";
        Completed: "Completed", "Completado";
        Reopened: "Reopened", "Reabierto";
        Assigned: "Assigned", "Asignado";
        Unassigned: "Taken back", "Retirado";
        Accepted: "Accepted", "Aceptado";
        Declined: "Declined", "Rechazado";
        Added: "Added", "Agregado";
        Removed: "Removed", "Quitado";
        Signed: "Signed", "Firmado";
        Unsigned: "Signature withdrawn", "Firma retirada";
        Sent: "Sent", "Enviado";
        Imported: "Imported", "Importado";
        Invited: "Invited", "Invitado";
        Joined: "Joined", "Incorporado";
        Requested: "Connection requested", "Conexión solicitada";
        Connected: "Connected", "Conectado";
        Disconnected: "Disconnected", "Desconectado";
        Withdrawn: "Request withdrawn", "Solicitud retirada";
        Renewed: "Renewed", "Renovado";
        Reported: "Reported as complete", "Informado como terminado";
        Received: "Delivery received", "Entrega recibida";
        Reminded: "Reminder sent", "Recordatorio enviado";
    }
}

words! {
    /// The changed field.
    ActivityField {
        Acceptance: "Accepted", "Aceptado";
        AccountNumber: "Account number", "Número de cuenta";
        Address: "Address", "Dirección";
        Calendar: "Calendar", "Calendario";
        Caption: "Caption", "Pie de foto";
        Category: "Category", "Categoría";
        City: "City", "Ciudad";
        Color: "Color", "Color";
        Company: "Company", "Empresa";
        Contact: "Contact", "Contacto";
        ContractAmount: "Contract amount", "Monto del contrato";
        Count: "Number", "Cantidad";
        Crew: "Crew", "Cuadrilla";
        CrewLead: "Crew lead", "Encargado";
        CrewMember: "Crew member", "Integrante";
        Crews: "Number of crews", "Número de cuadrillas";
        Customer: "Customer", "Cliente";
        Dates: "Dates", "Fechas";
        DaysOff: "Days off", "Días libres";
        Description: "Description", "Descripción";
        Email: "Email", "Correo electrónico";
        Employee: "Employee", "Empleado";
        Events: "Events", "Eventos";
        ExpectedOn: "Expected delivery", "Entrega prevista";
        ExpiresOn: "Expiration date", "Fecha de vencimiento";
        FileKind: "Document type", "Tipo de documento";
        FirstName: "First name", "Nombre";
        Follows: "Preceding jobs", "Trabajos previos";
        FollowUpNote: "Follow-up note", "Nota de seguimiento";
        Holiday: "Holiday", "Día festivo";
        InspectionNote: "Inspection note", "Nota de inspección";
        IsActive: "Active", "Activo";
        IsPublic: "Visibility to connections", "Visibilidad para las conexiones";
        Item: "Item", "Partida";
        JobNumber: "Job number", "Número de trabajo";
        JobTemplate: "Job template", "Plantilla de trabajo";
        Jobs: "Jobs", "Trabajos";
        Language: "Language", "Idioma";
        LastName: "Last name", "Apellido";
        Location: "Location", "Ciudad";
        Logo: "Logo", "Logotipo";
        Measurement: "Measurement", "Medida";
        Message: "Message", "Mensaje";
        Name: "Name", "Nombre";
        Note: "Note", "Nota";
        Phone: "Phone", "Teléfono";
        Picture: "Photo", "Foto";
        PicturePair: "Photos before and after", "Fotos de antes y después";
        Position: "Position", "Puesto";
        PublicAddress: "Web page address", "Dirección de la página web";
        PublicPage: "Web page", "Página web";
        Reason: "Reason", "Motivo";
        Received: "Received", "Recibido";
        Remark: "Vendor's remark", "Observación del proveedor";
        Repeats: "Repetition", "Repetición";
        SentTo: "Sent to", "Enviado a";
        Sharing: "Free days that others see", "Días libres que otros ven";
        State: "State", "Estado";
        Status: "Status", "Situación";
        Subcontractor: "Subcontractor", "Subcontratista";
        Tag: "Tag", "Etiqueta";
        Time: "Time", "Hora";
        TimeZone: "Time zone", "Zona horaria";
        Title: "Title", "Título";
        UnitCost: "Unit cost", "Costo unitario";
        UserType: "Role", "Función";
        Vendor: "Vendor", "Proveedor";
        VendorReminders: "Reminders to vendors", "Recordatorios a los proveedores";
        Weekdays: "Working days", "Días laborables";
        WorkHours: "Working hours", "Horario de trabajo";
        Zip: "ZIP", "Código postal";
    }
}

impl ActivityField {
    /// What a missing value means: a job that no subcontractor accepted is not accepted. `None` where it
    /// means that there is no value.
    #[must_use]
    pub const fn meaning_when_absent(self) -> Option<&'static str> {
        match self {
            Self::Acceptance => Some("false"),
            _ => None,
        }
    }

    /// How its values are stored.
    #[must_use]
    pub const fn shape(self) -> ValueFormat {
        match self {
            Self::ContractAmount | Self::UnitCost => ValueFormat::Money,
            Self::ExpectedOn | Self::ExpiresOn => ValueFormat::Day,
            Self::Dates | Self::DaysOff => ValueFormat::Days,
            Self::Time => ValueFormat::Times,
            Self::Acceptance
            | Self::IsActive
            | Self::IsPublic
            | Self::Logo
            | Self::Picture
            | Self::PicturePair
            | Self::PublicPage
            | Self::VendorReminders => ValueFormat::YesNo,
            Self::Weekdays => ValueFormat::Weekdays,
            Self::Repeats => ValueFormat::Every,
            Self::Status | Self::UserType | Self::Language | Self::FileKind | Self::Sharing => {
                ValueFormat::Word
            }
            _ => ValueFormat::Text,
        }
    }

    /// Whether it is personal data of a member, which is deleted with their account.
    #[must_use]
    pub const fn is_personal(self) -> bool {
        matches!(
            self,
            Self::FirstName
                | Self::LastName
                | Self::Position
                | Self::Email
                | Self::Phone
                | Self::Location
        )
    }

    /// Whether a record has any number of them, which are added and removed one at a time.
    #[must_use]
    pub const fn is_part(self) -> bool {
        matches!(
            self,
            Self::Calendar
                | Self::Contact
                | Self::CrewMember
                | Self::Holiday
                | Self::DaysOff
                | Self::Item
                | Self::JobTemplate
                | Self::Measurement
                | Self::Note
                | Self::Picture
                | Self::PicturePair
                | Self::Tag
        )
    }
}
