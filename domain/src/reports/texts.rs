//! The column headings of a report's file. Separate from [`text`](crate::i18n::rules), because no browser
//! needs them.

use crate::{
    i18n::rules::{fill, sentences},
    types::language::Language,
};

sentences! {
    /// A heading, or a label in a cell.
    Heading {
        From: "From", "Desde";
        To: "To", "Hasta";
        Created: "Created", "Creados";
        Worked: "On the calendar", "En el calendario";
        Completed: "Completed", "Completados";
        Active: "Active at the end", "Activos al final";
        Jobs: "Jobs", "Trabajos";
        Count: "Number of jobs", "Número de trabajos";
        Value: "Contract amount", "Monto del contrato";
        WithoutAmount: "Without an amount", "Sin monto";
        Scheduled: "Scheduled", "Programados";
        Before: "Started before", "Empezados antes";
        After: "Starts after", "Empiezan después";
        Unscheduled: "Not scheduled", "Sin programar";
        Who: "Who", "Quién";
        Kind: "Kind", "Tipo";
        JobDays: "Job days", "Días de trabajo";
        Subcontractor: "Subcontractor", "Subcontratista";
        Crew: "Crew", "Cuadrilla";
        Employee: "Employee", "Empleado";
        Nobody: "Nobody yet", "Nadie todavía";
        Vendor: "Vendor", "Proveedor";
        Orders: "Purchase orders", "Órdenes de compra";
        Sent: "Sent by email", "Enviadas por correo";
        Total: "Total", "Total";
        Late: "Late", "Con retraso";
        NoVendor: "No vendor yet", "Sin proveedor todavía";
    }
}

impl Heading {
    /// A row of headings.
    pub(super) fn row(headings: &[Self], language: Language) -> Vec<String> {
        headings.iter().map(|heading| heading.template(language).to_owned()).collect()
    }
}
