//! The business constants of the trade, in one place.
//!
//! The browser gets the same numbers from here, so that a counter on screen shows the limit that the server
//! enforces.

use serde::{Serialize, Serializer};
use ts_rs::TS;

macro_rules! limits {
    ($(#[doc = $doc:literal] $name:ident: $kind:ty = $value:expr;)+) => {
        /// Every limit and default of the product.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, TS)]
        #[ts(export, export_to = "index.ts", rename_all = "camelCase")]
        pub struct Limits {
            $(#[doc = $doc] #[ts(type = "number")] pub $name: $kind,)+
        }

        /// The limits.
        pub const LIMITS: Limits = Limits { $($name: $value,)+ };

        /// The same as a table: a derived serializer would contain code for each of them, and take up three
        /// times as much space in the browser.
        #[expect(clippy::cast_possible_wrap, reason = "no limit exceeds the integers of a browser")]
        static TABLE: &[(&str, i64)] = &[$((stringify!($name), LIMITS.$name as i64)),+];
    };
}

impl Serialize for Limits {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(TABLE.iter().map(|(name, value)| (camel_case(name), value)))
    }
}

/// The wire name for a Rust name.
fn camel_case(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |text, word| {
        let (head, tail) = word.split_at(1);
        text + &head.to_ascii_uppercase() + tail
    })
}

const MEGABYTE: u64 = 1_048_576;

limits! {
    /// Characters of a single-line text without a limit of its own.
    line: u32 = 1_000;
    /// Characters of a multi-line text without a limit of its own.
    lines: u32 = 10_000;
    /// Characters of a qualification.
    qualification: u32 = 40;
    /// Characters of a company description.
    description: u32 = 500;
    /// Characters of a company description shown before "show more".
    description_shown: u32 = 100;
    /// Characters of a purchase order's message.
    purchase_order_message: u32 = 500;
    /// Characters of a connection's message.
    connection_message: u32 = 500;
    /// Characters of a chat message.
    chat_message: u32 = 500;
    /// The chat counter shows once fewer than this are left.
    chat_counter_under: u32 = 100;
    /// Characters of a custom crew's name.
    crew_name: u32 = 255;
    /// Characters of an inspection note.
    inspection_note: u32 = 300;
    /// Characters of a picture's caption.
    image_caption: u32 = 200;
    /// Characters of a tag.
    tag: u32 = 30;
    /// Jobs that one call may change.
    bulk_jobs: u32 = 500;
    /// Minutes in which a change of several jobs may be undone.
    bulk_undo_minutes: i64 = 15;
    /// Orders that wait, as the overview of the day lists them.
    today_orders: usize = 500;
    /// Days before the last day of a paper from which the overview of the day lists it.
    today_paper_days: i64 = 30;
    /// Characters of the name of a view of the list of jobs.
    view_name: u32 = 100;
    /// Characters of the filter of such a view.
    view_search: u32 = 2_000;
    /// Views that one user saves, and that a company shares.
    saved_views: i64 = 50;
    /// Characters of the name of a template of jobs.
    template_name: u32 = 100;
    /// Templates of a company.
    job_templates: i64 = 100;
    /// Tags, measurements, orders and rows of orders of a template.
    template_rows: usize = 300;
    /// Characters of a job number.
    job_number: u32 = 50;
    /// Characters of an appointment's note.
    appointment_note: u32 = 500;
    /// Minutes of an appointment when the form opens.
    appointment_minutes: i64 = 30;
    /// Fewest minutes of an appointment.
    appointment_minutes_min: i64 = 5;
    /// Most minutes of an appointment, a year.
    appointment_minutes_max: i64 = 525_600;
    /// Characters of a search text across all records of a company.
    search_letters: u32 = 100;
    /// Companies on one page of the company search.
    search_page: u32 = 25;
    /// Characters of the temporary id that a chat message is sent with.
    temp_id: u32 = 100;
    /// Messages on one page of a chat.
    chat_page: u32 = 50;
    /// Days after a job's completion in which its room takes messages.
    job_room_days: u64 = 30;
    /// Records whose texts are translated in one call.
    translations: u32 = 50;
    /// Notifications that are listed.
    notifications: u32 = 100;
    /// Minutes that an immediate mail waits for more events about the same subject.
    notification_mail_minutes: i64 = 2;
    /// The hour of the company's day at which the daily mail is sent.
    digest_hour: u32 = 6;
    /// Days that seen notifications and sent mails are stored.
    told_days: i64 = 90;
    /// Browsers that one user's notifications are pushed to.
    push_devices: u32 = 10;
    /// Fewest characters of a password.
    password_min: u32 = 8;
    /// Most characters of a password.
    password_max: u32 = 128;
    /// Failed sign-ins of one account before it has to wait.
    sign_in_failures: u32 = 10;
    /// Minutes in which failed sign-ins are counted.
    sign_in_window_minutes: i64 = 15;
    /// Days a session is valid after its last use.
    session_days: i64 = 30;
    /// Days an invitation is valid.
    invitation_days: i64 = 14;
    /// Leads of the landing page from one address within an hour; the next one is refused.
    leads_per_hour: u32 = 20;
    /// Milliseconds between a call and its first identical repeat; grows with each repeat.
    repeat_spacing_ms: i64 = 500;
    /// Identical calls in the window; the next one is refused.
    repeat_limit: u32 = 10;
    /// Milliseconds after which an identical call no longer counts.
    repeat_window_ms: i64 = 60_000;
    /// Percent of the onboarding bar at the start.
    progress_start: u32 = 20;
    /// Percent of the onboarding bar for one step.
    progress_step: u32 = 25;
    /// Hours after the end day's midnight during which a job still runs.
    end_day_hours: i64 = 23;
    /// Largest amount of money, in cents: 9,999,999,999.99 dollars.
    money_cents: i64 = 999_999_999_999;
    /// Largest quantity, in thousandths: 9,999,999.999.
    quantity_thousandths: i64 = 9_999_999_999;
    /// The largest percentage added for waste; one decimal at most.
    waste_percent: u32 = 100;
    /// Bytes of a company logo.
    logo_bytes: u64 = 5 * MEGABYTE;
    /// Bytes of a job image.
    job_image_bytes: u64 = 15 * MEGABYTE;
    /// Bytes of a chat image.
    chat_image_bytes: u64 = 15 * MEGABYTE;
    /// Millions of pixels of an image.
    image_megapixels: u32 = 50;
    /// Pixels of the longest side of a thumbnail.
    thumbnail_side: u32 = 480;
    /// Bytes of a company file.
    company_file_bytes: u64 = 50 * MEGABYTE;
    /// Bytes of a file that is uploaded in parts.
    upload_bytes: u64 = 50 * MEGABYTE;
    /// Bytes from which on the web app uploads a file in parts, so that a broken upload continues where it broke.
    resumable_bytes: u64 = MEGABYTE;
    /// Hours after the last part until an upload in parts is deleted.
    upload_hours: i64 = 24;
    /// Uploads in parts that one user may have begun and not used.
    unused_uploads: i64 = 200;
    /// Bytes of all of them.
    unused_upload_bytes: i64 = 2_000 * 1_048_576;
    /// Characters of a company file's name.
    file_name: u32 = 255;
    /// Days of warning before an insurance or a license expires.
    document_warning_days: i64 = 30;
    /// Fewest characters of a public page's address.
    slug_min: u32 = 3;
    /// Most characters of a public page's address.
    slug_max: u32 = 60;
    /// Bytes of the PDF that is sent to vendors.
    purchase_order_bytes: u64 = 15 * MEGABYTE;
    /// Photos of the deliveries of one purchase order.
    delivery_photos: u32 = 100;
    /// Bytes of a JSON body.
    body_bytes: u64 = MEGABYTE;
    /// Bytes of a file to be imported.
    import_bytes: u64 = 20 * MEGABYTE;
    /// Characters of an API key's name.
    api_key_name: u32 = 100;
    /// API keys of a company.
    api_keys: i64 = 1_000;
    /// Rows of a file to be imported, the headings not counted.
    import_rows: u32 = 25_000;
    /// Columns of a file to be imported.
    import_columns: u32 = 200;
    /// Holidays of a company.
    holidays: u32 = 500;
    /// Characters of a holiday's name.
    holiday_name: u32 = 100;
    /// Working days that are counted at once, in either direction.
    workday_steps: i32 = 2_600;
    /// Working days that jobs move at once, in either direction.
    shift_workdays: i32 = 260;
    /// Jobs that one job follows.
    follows: u32 = 20;
    /// Working days between a job and one that follows it.
    gap_workdays: i32 = 260;
    /// Units between two times of what repeats.
    repeat_interval: i32 = 365;
    /// Times that something repeats, the first included.
    repeat_times: u32 = 60;
    /// Months in which it repeats.
    repeat_months: u32 = 60;
    /// Crews of a company.
    capacity_crews: i32 = 1_000;
    /// Days of one entry of days off.
    day_off_days: u32 = 366;
    /// Entries of days off of a company.
    days_off: u32 = 1_000;
    /// Characters of the reason of a day off, and of a move of many jobs.
    planning_reason: u32 = 500;
    /// Companies in one answer about who is free.
    availability_companies: u32 = 20;
    /// Companies that are asked with one offer.
    offer_companies: u32 = 20;
    /// Days that one offer offers.
    offer_days: u32 = 10;
    /// Offers in one answer, the newest first.
    listed_offers: i64 = 100;
    /// Rain of a day from which on a roof stays closed, in mm.
    wet_rain_mm: u32 = 1;
    /// How likely such rain must be, in percent.
    wet_rain_percent: u32 = 50;
    /// Wind from which on shingles and sheets are not handled, in km/h.
    windy_kmh: u32 = 40;
}
