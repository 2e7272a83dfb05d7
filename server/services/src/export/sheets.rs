//! The sheets of an export: the complete list of a company's data.

/// A sheet of an export: rows of a table.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// Its name.
    pub name: &'static str,
    /// The table of its rows.
    pub table: &'static str,
    /// The condition of its rows: `$1` is the company.
    pub rows: &'static str,
    /// Columns that are never exported: secrets, and internal data of the server.
    pub excluded: &'static [&'static str],
    /// The only exported columns, if the company may not see all of them.
    pub only: &'static [&'static str],
}

const fn sheet(name: &'static str, table: &'static str, rows: &'static str) -> Sheet {
    Sheet { name, table, rows, excluded: &[], only: &[] }
}

impl Sheet {
    const fn without(self, leaves_out: &'static [&'static str]) -> Self {
        Self { excluded: leaves_out, ..self }
    }

    const fn only(self, only: &'static [&'static str]) -> Self {
        Self { only, ..self }
    }

    /// Whether a column is exported.
    #[must_use]
    pub fn takes(&self, column: &str) -> bool {
        !self.excluded.contains(&column) && (self.only.is_empty() || self.only.contains(&column))
    }
}

const OWN: &str = "company_id = $1";

/// Rows of the jobs that the company sees: its own, and those it does for others.
macro_rules! of_jobs {
    () => {
        "job_id IN (SELECT id FROM job WHERE company_id = $1 OR assigned_company_id = $1)"
    };
}

/// The rooms that its admins are in: a subcontractor's of a job as long as the job is theirs.
macro_rules! rooms {
    () => {
        "first_company_id = $1 OR second_company_id = $1 OR company_id = $1
         OR (assigned_company_id = $1
             AND job_id IN (SELECT id FROM job WHERE assigned_company_id = $1))"
    };
}

macro_rules! of_rooms {
    () => {
        concat!("room_id IN (SELECT id FROM chat_room WHERE ", rooms!(), ")")
    };
}

macro_rules! of_work_orders {
    () => {
        concat!("work_order_id IN (SELECT id FROM work_order WHERE ", of_jobs!(), ")")
    };
}

macro_rules! of_purchase_orders {
    () => {
        "purchase_order_id IN (SELECT purchase_order.id FROM purchase_order
                               JOIN job ON job.id = purchase_order.job_id
                               WHERE job.company_id = $1)"
    };
}

/// All data of a company. A table that is neither here nor in [`EXCLUDED_TABLES`] fails a test.
pub const SHEETS: &[Sheet] = &[
    sheet("company", "company", "id = $1").without(&[
        "revision",
        "name_key",
        "location_key",
        "deleted_at",
    ]),
    sheet("people", "person", OWN).without(&["email_key", "account_creation_complete"]),
    // The authors, signers and tagged users, with their current data.
    sheet(
        "authors",
        "person",
        concat!(
            "id IN (SELECT author_id FROM job_note WHERE ",
            of_jobs!(),
            ")",
            " OR id IN (SELECT posted_by FROM job_image WHERE ",
            of_jobs!(),
            ")",
            " OR id IN (SELECT posted_by FROM delivery_photo WHERE ",
            of_purchase_orders!(),
            ")",
            " OR id IN (SELECT person_id FROM work_order_sign_off WHERE ",
            of_work_orders!(),
            ")",
            " OR id IN (SELECT assigned_to_id FROM appointment WHERE company_id = $1)",
            " OR id IN (SELECT person_id FROM chat_message WHERE ",
            of_rooms!(),
            ")"
        ),
    )
    .only(&["id", "first_name", "last_name", "company_id"]),
    sheet("qualifications", "qualification", OWN),
    sheet("workingDays", "company_workdays", OWN),
    sheet("companyFiles", "company_file", OWN),
    sheet("invitations", "invitation", OWN).without(&[
        "seed",
        "link_hash",
        "secret_hash",
        "email_key",
    ]),
    sheet("connections", "connection", "sender_id = $1 OR recipient_id = $1"),
    // The companies that it is or was connected with, by name.
    sheet(
        "connectedCompanies",
        "company",
        "id IN (SELECT sender_id FROM connection WHERE recipient_id = $1)
         OR id IN (SELECT recipient_id FROM connection WHERE sender_id = $1)
         OR id IN (SELECT first_company_id FROM chat_room WHERE second_company_id = $1)
         OR id IN (SELECT second_company_id FROM chat_room WHERE first_company_id = $1)
         OR id IN (SELECT assigned_company_id FROM chat_room WHERE company_id = $1)
         OR id IN (SELECT company_id FROM job WHERE assigned_company_id = $1)
         OR id IN (SELECT assigned_company_id FROM job WHERE company_id = $1)",
    )
    .only(&["id", "name", "company_type", "location"]),
    sheet("customers", "customer", OWN),
    sheet("crews", "crew", OWN),
    sheet("crewMembers", "crew_member", "crew_id IN (SELECT id FROM crew WHERE company_id = $1)"),
    sheet("jobs", "job", OWN).without(&["answers", "handovers", "geocoder_due"]),
    // What a subcontractor may not see of a job is left out.
    sheet("jobsForOthers", "job", "assigned_company_id = $1").without(&[
        "contract_amount",
        "customer_id",
        "crew_id",
        "crew_member_id",
        "answers",
        "handovers",
        "geocoder_due",
    ]),
    sheet("jobFollows", "job_follow", OWN),
    sheet("jobSeries", "job_series", OWN),
    sheet("jobTags", "job_tag", of_jobs!()),
    sheet("jobMeasurements", "job_report", of_jobs!()),
    sheet("jobNotes", "job_note", of_jobs!()),
    sheet("jobImages", "job_image", of_jobs!()).without(&["thumbnail"]),
    sheet(
        "jobImagePairs",
        "image_pair",
        concat!("after_id IN (SELECT id FROM job_image WHERE ", of_jobs!(), ")"),
    ),
    sheet("guestLinks", "guest_link", OWN).without(&["handovers"]),
    sheet("jobOffers", "job_offer", OWN),
    sheet(
        "jobOffersTo",
        "asked_company",
        "offer_id IN (SELECT id FROM job_offer WHERE company_id = $1)",
    ),
    // Whose offers they were, and what became of them, is the contractors'.
    sheet("jobOffersFromOthers", "asked_company", OWN).only(&["offer_id", "company_id", "answer"]),
    // Views that are not shared are their owners' own.
    sheet("savedViews", "saved_view", "company_id = $1 AND is_shared"),
    sheet("jobTemplates", "job_template", OWN),
    sheet("capacity", "capacity", OWN),
    sheet("daysOff", "day_off", OWN),
    sheet("calendars", "calendar", OWN),
    sheet(
        "jobCalendars",
        "job_calendar",
        "calendar_id IN (SELECT id FROM calendar WHERE company_id = $1)",
    ),
    sheet("appointments", "appointment", OWN),
    sheet("appointmentSeries", "appointment_series", OWN),
    sheet(
        "appointmentCalendars",
        "appointment_calendar",
        "calendar_id IN (SELECT id FROM calendar WHERE company_id = $1)",
    ),
    sheet("productCategories", "product_category", OWN),
    sheet(
        "products",
        "product",
        "category_id IN (SELECT id FROM product_category WHERE company_id = $1)",
    ),
    sheet("vendors", "vendor", OWN),
    sheet(
        "vendorContacts",
        "vendor_contact",
        "vendor_id IN (SELECT id FROM vendor WHERE company_id = $1)",
    )
    .without(&["email_key"]),
    sheet("workOrders", "work_order", of_jobs!()),
    sheet("workOrderItems", "work_order_item", of_work_orders!()),
    sheet("workOrderSignOffs", "work_order_sign_off", of_work_orders!()),
    sheet(
        "purchaseOrders",
        "purchase_order",
        "job_id IN (SELECT id FROM job WHERE company_id = $1)",
    ),
    sheet("purchaseOrderItems", "purchase_order_item", of_purchase_orders!()),
    sheet("deliveryPhotos", "delivery_photo", of_purchase_orders!()).without(&["thumbnail"]),
    sheet(
        "ordersSent",
        "order_send",
        "purchase_order_id IN (SELECT purchase_order.id FROM purchase_order
                               JOIN job ON job.id = purchase_order.job_id
                               WHERE job.company_id = $1)
         OR work_order_id IN (SELECT work_order.id FROM work_order
                              JOIN job ON job.id = work_order.job_id
                              WHERE job.company_id = $1)",
    ),
    sheet(
        "ordersSentTo",
        "order_recipient",
        "delivery_id IN (SELECT mail_delivery.id FROM mail_delivery
                         JOIN mail ON mail.id = mail_delivery.mail_id
                         WHERE mail.company_id = $1)",
    ),
    // The contents are emptied after sending, because a link may give access.
    sheet("mails", "mail", OWN).without(&["text", "html", "unsubscribe", "typed_addresses"]),
    sheet(
        "mailAttachments",
        "mail_attachment",
        "mail_id IN (SELECT id FROM mail WHERE company_id = $1)",
    ),
    sheet("mailsSentTo", "mail_delivery", "mail_id IN (SELECT id FROM mail WHERE company_id = $1)")
        .without(&["claim", "next_try", "turn", "turn_of", "urgency"]),
    sheet("chats", "chat_room", rooms!()),
    sheet("chatMessages", "chat_message", of_rooms!()).without(&["thumbnail", "temp_id"]),
    sheet(
        "chatTags",
        "chat_tag",
        concat!("message_id IN (SELECT id FROM chat_message WHERE ", of_rooms!(), ")"),
    ),
    sheet("feedback", "feedback", OWN),
    // `words` is the search index.
    sheet("activity", "activity", OWN).without(&["on_job", "words"]),
];

/// Tables without data for a company's export, and why.
pub const EXCLUDED_TABLES: &[(&str, &str)] = &[
    ("api_key", "keys of other software to this installation, with hashes of their secrets"),
    ("attempt", "counts what was tried, for a day"),
    ("attempt_lock", "locks under which attempts are counted, for a day; hashes"),
    ("company_change", "which rows changed last, for caches; ids"),
    (
        "change_event",
        "the events of the changes feed, which repeat data of the other sheets, for 30 days",
    ),
    ("chat_read", "up to where a person has read; of no use elsewhere"),
    ("doomed_file", "the queue of files to delete"),
    ("event_outbox", "events on their way to all servers, for milliseconds; ids"),
    ("exchange_code", "a key, for a minute"),
    ("feed", "a person's secret address; a new one is made with one click"),
    ("geocoder_answer", "where addresses are, for everyone; hashes, for half a year"),
    ("geocoder_pace", "when the operator's geocoder may be asked next"),
    ("geocoding_question", "asks the geocoder where a job is; ids"),
    (
        "guest_call",
        "answers to calls of holders of links, encrypted with the caller's key, for a day",
    ),
    ("guest_secret", "what opens a link; hashes"),
    ("handed_in", "recognizes requests that a phone sends twice; hashes, for a month"),
    (
        "idempotent_call",
        "answers to calls that may be sent twice, encrypted with the caller's key, for a day",
    ),
    ("identity", "the personal identity of a user at an identity provider"),
    ("import_end", "whether an import was stopped, for a day"),
    ("imported_row", "for an undo, for a day"),
    ("lead", "what visitors wrote to the operator"),
    ("limit_use", "counts what servers take of limits together, for an hour; hashes"),
    ("mail_allowance", "counts what was mailed; the mails are in the other sheets"),
    ("mailed_link", "keys to accounts"),
    ("notification", "the notifications of each person; they are about data of the other sheets"),
    ("notification_choice", "the personal notification preferences of a user"),
    ("password", "a key to an account"),
    ("push_delivery", "on its way to a device"),
    ("push_device", "a person's browser, with its keys"),
    ("recovery_code", "a key to an account"),
    ("reset_request", "asks for a key to an account"),
    ("second_factor", "a key to an account"),
    ("secret", "keys of this installation"),
    ("session", "a key to an account"),
    ("sign_in_failure", "counts what was tried"),
    ("sign_in_step", "a key to an account"),
    ("stored_import", "for an undo, for a month"),
    ("staged_category", "an import that has not ended"),
    ("staged_customer", "an import that has not ended"),
    ("staged_import", "an import that has not ended"),
    ("staged_job", "an import that has not ended"),
    ("staged_product", "an import that has not ended"),
    ("staged_vendor", "an import that has not ended"),
    ("translation", "made by a machine from what is in the other sheets"),
    ("bulk_change", "for an undo, for minutes"),
    ("schedule_shift", "for an undo, for minutes"),
    ("upload", "a file that is being uploaded, for a day"),
    ("upload_part", "a part of a file that is being uploaded, for a day"),
    ("used_sign_in", "hashes of sign-ins, for minutes"),
    ("webhook", "addresses of other software; made anew in a minute"),
    ("webhook_delivery", "on its way to other software"),
];

/// Columns of cents, which are exported in dollars.
pub const MONEY: &[&str] = &["confirmed_cost", "contract_amount", "unit_cost"];
/// Columns of thousandths.
pub const QUANTITIES: &[&str] = &["amount", "quantity", "received"];
/// Columns of counts, which are exported unchanged.
pub const COUNTS: &[&str] = &[
    "area_radius",
    "attempts",
    "gap_workdays",
    "crews",
    "height",
    "interval_units",
    "items_version",
    "last_seq",
    "place",
    "seq",
    "version",
    "width",
];
