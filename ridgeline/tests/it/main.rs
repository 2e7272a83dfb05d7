//! The server from outside, in one test binary: one link, one support module.
#![expect(clippy::disallowed_methods, reason = "tests make scopes and databases by hand")]

#[macro_use]
mod support;

mod architecture;
mod demo;
mod files;
mod http {
    mod account_passwords;
    mod activity;
    mod activity_log;
    mod activity_walk;
    mod appointments;
    mod assignment;
    mod calendars;
    mod chat;
    mod chat_pictures;
    mod chat_reads;
    mod chat_rooms;
    mod companies;
    mod company_files;
    mod company_search;
    mod connections;
    mod crews;
    mod customer_sheets;
    mod customers;
    mod disguises;
    mod feeds;
    mod file_links;
    mod handing_in;
    mod imports;
    mod invitation_submit;
    mod invitations;
    mod job_facts;
    mod job_images;
    mod job_import;
    mod jobs;
    mod letters;
    mod list_cache;
    mod matrix;
    mod notes;
    mod notification_choices;
    mod notifications;
    mod openapi;
    mod price_import;
    mod products;
    mod profile;
    mod provider_sign_in;
    mod provider_trouble;
    mod public_pages;
    mod purchase_order_sending;
    mod purchase_orders;
    mod push_devices;
    mod qualifications;
    mod quotas;
    mod reports;
    mod requests;
    mod roles;
    mod safety;
    mod search;
    mod second_factor;
    mod sign_in;
    mod sign_in_log;
    mod signed_in_places;
    mod strangers;
    mod tags_and_measurements;
    mod time_zones;
    mod translation_service;
    mod translations;
    mod vendors;
    mod verification;
    mod work_order_sending;
    mod work_order_sign_offs;
    mod work_orders;
}
mod imports;
mod keeping {
    mod backup;
    mod deletion;
    mod export;
    mod forgetting;
    mod moving;
}
mod live {
    mod ends;
    mod identify;
    mod jobs;
    mod others;
    mod pooling;
    mod servers;
    mod slow;
    pub mod walk;
}
mod mail {
    mod outbox;
    mod smtp;
}
mod pictures;
mod running {
    mod draining;
    mod logs;
    mod metrics;
    mod settings_page;
    mod traces;
}
mod serving;
mod start;
mod store {
    mod activity;
    mod group_commit;
    mod plans;
    mod portable_tongue;
}
