//! What other software is told when a call changes something (contract-2, section 4), by route: one change makes
//! exactly one event for each company that sees it.

/// The types for the company of the walk, and for others.
const TYPES: &[(&str, &[&str])] = &[
    ("delete /api/appointments/delete/{id}", &["appointment.deleted"]),
    ("delete /api/calendar/delete/{id}", &[]),
    ("delete /api/guest_links/{id}", &[]),
    ("delete /api/jobs/deleteJobImg/{id}", &["job.updated"]),
    ("delete /api/jobs/deleteMeasurementReport/{id}", &["job.updated"]),
    (
        "delete /api/work_orders/delete/{orderId}",
        &["work_order.deleted", "others: work_order.deleted"],
    ),
    (
        "delete /api/work_orders/item/delete/{itemId}",
        &["work_order.updated", "others: work_order.updated"],
    ),
    (
        "delete /api/work_orders/sign/{orderId}",
        &["work_order.updated", "others: work_order.updated"],
    ),
    ("post /api/appointments/assignToCalendar", &["appointment.updated"]),
    ("post /api/appointments/create", &["appointment.created"]),
    ("post /api/calendar/assign", &["job.updated"]),
    ("post /api/calendar/new", &[]),
    ("post /api/chat/read/{roomId}", &[]),
    ("post /api/chat/rooms/job", &[]),
    ("post /api/chat/sendAttachment/{roomId}", &["chat.message", "others: chat.message"]),
    ("post /api/chat/sendMessage", &["chat.message", "others: chat.message"]),
    ("post /api/connections/accept", &["connection.accepted", "others: connection.accepted"]),
    ("post /api/connections/connect", &["connection.requested", "others: connection.requested"]),
    ("post /api/connections/decline", &["connection.removed", "others: connection.removed"]),
    ("post /api/guest/{secret}/answer", &[]),
    ("post /api/guest/{secret}/complete", &["job.updated"]),
    ("post /api/guest/{secret}/image", &["job.updated"]),
    ("post /api/guest/{secret}/note", &["job.updated"]),
    ("post /api/guest/{secret}/seen", &[]),
    ("post /api/guest/{secret}/sign", &["work_order.signed"]),
    ("post /api/guest_links/create", &[]),
    ("post /api/guest_links/renew", &[]),
    ("post /api/guest_links/send", &[]),
    ("post /api/jobs/addMeasurementReport", &["job.updated"]),
    ("post /api/jobs/addNote", &["job.updated"]),
    ("post /api/jobs/addTag", &["job.updated"]),
    // Reopened, and undone.
    ("post /api/jobs/bulk", &["job.updated"]),
    ("post /api/jobs/bulk/undo", &["job.completed"]),
    ("post /api/jobs/complete", &["job.completed"]),
    ("post /api/jobs/contractAmount/update", &["job.updated"]),
    ("post /api/jobs/create", &["job.created"]),
    ("post /api/jobs/delete", &["job.deleted"]),
    ("post /api/jobs/deleteTag", &["job.updated"]),
    ("post /api/jobs/import", &["job.created"; 30]),
    ("post /api/jobs/jobNumber/update", &["job.updated"]),
    ("post /api/jobs/notes/delete", &["job.updated"]),
    ("post /api/jobs/unschedule", &["job.scheduled"]),
    ("post /api/jobs/update/acceptDecline", &["job.accepted", "others: job.accepted"]),
    ("post /api/jobs/update/assign/custom", &["job.assigned"]),
    // Taken back: the subcontractor no longer sees it.
    ("post /api/jobs/update/assign/nobody", &["job.assigned", "others: job.deleted"]),
    (
        "post /api/jobs/update/assign/subcontractorAccount",
        &["job.assigned", "others: job.assigned"],
    ),
    ("post /api/jobs/update/assign/user", &["job.assigned"]),
    ("post /api/jobs/update/changeColor", &["job.updated"]),
    ("post /api/jobs/update/customer", &["job.updated"]),
    ("post /api/jobs/update/inspectionNote", &["job.updated"]),
    ("post /api/jobs/update/nameAddress", &["job.updated"]),
    ("post /api/jobs/update/schedule", &["job.scheduled"]),
    ("post /api/jobs/uploadJobImage/{jobId}", &["job.updated"]),
    ("post /api/notifications/seen", &[]),
    ("post /api/purchase_orders/create", &["purchase_order.created"]),
    ("post /api/purchase_orders/delete", &["purchase_order.deleted"]),
    ("post /api/purchase_orders/sendToVendors", &["purchase_order.sent"]),
    ("post /api/purchase_orders/updateOrderItems/{orderId}", &["purchase_order.updated"]),
    ("post /api/work_orders/addItem", &["work_order.updated", "others: work_order.updated"]),
    ("post /api/work_orders/create", &["work_order.created", "others: work_order.created"]),
    ("post /api/work_orders/send", &["work_order.updated", "others: work_order.updated"]),
    ("post /api/work_orders/sign", &["work_order.signed", "others: work_order.signed"]),
    ("post /api/work_orders/updateItem", &["work_order.updated", "others: work_order.updated"]),
    ("put /api/appointments/color/{id}", &["appointment.updated"]),
    ("put /api/appointments/complete/{id}", &["appointment.completed"]),
    ("put /api/appointments/details/{id}", &["appointment.updated"]),
    ("put /api/appointments/schedule/{id}", &["appointment.scheduled"]),
    ("put /api/purchase_orders/update/vendor/{orderId}", &["purchase_order.updated"]),
];

/// What a call of this route tells.
pub fn of(route: &str) -> &'static [&'static str] {
    let known = TYPES.iter().find(|(of, _)| *of == route);
    known.unwrap_or_else(|| panic!("which event does {route} make? Name it in this table")).1
}
