//! The server, tested from outside, in one test binary: one link step, one support module.
#![expect(clippy::disallowed_methods, reason = "tests make scopes and databases by hand")]

#[macro_use]
mod support;

mod architecture;
mod bounds;
mod backup {
    mod backup;
    mod move_to_postgres;
    mod restore;
}
mod demo;
mod files;
mod http {
    mod account_passwords;
    mod activity;
    mod activity_coverage;
    mod activity_log;
    mod api_keys;
    mod appointment_series;
    mod appointments;
    mod assignment;
    mod availability;
    mod basemap;
    mod bulk_jobs;
    mod calendars;
    mod capacity;
    mod changes;
    mod chat;
    mod chat_kinds;
    mod chat_pictures;
    mod chat_reads;
    mod chat_rooms;
    mod companies;
    mod company_files;
    mod company_search;
    mod confirmed_prices;
    mod connections;
    mod create_job;
    mod crews;
    mod customer_import;
    mod customers;
    mod database_outages;
    mod delivery_photos;
    mod feed_cache;
    mod feedback;
    mod feeds;
    mod file_links;
    mod geocoding;
    mod guest_holder;
    mod guest_limits;
    mod guest_link_scope;
    mod guest_links;
    mod guest_uploads;
    mod idempotency;
    mod idempotent_calls;
    mod idempotent_uploads;
    mod import_events;
    mod import_presets;
    mod import_undo;
    mod imports;
    mod invitation_proof;
    mod invitation_submit;
    mod invitations;
    mod job_fields;
    mod job_follows;
    mod job_images;
    mod job_import;
    mod job_offer_log;
    mod job_offers;
    mod job_rooms;
    mod job_series;
    mod job_series_changes;
    mod job_templates;
    mod jobs;
    mod libre_translate;
    mod list_cache;
    mod list_deltas;
    mod mail_allowance;
    mod notes;
    mod notification_preferences;
    mod notifications;
    mod oidc_failures;
    mod oidc_sign_in;
    mod openapi;
    mod order_link_mails;
    mod order_links;
    mod permission_matrix;
    mod photo_import;
    mod polyglot_files;
    mod product_import;
    mod products;
    mod profile;
    mod public_pages;
    mod purchase_order_amendments;
    mod purchase_order_progress;
    mod purchase_order_sending;
    mod purchase_orders;
    mod push_subscriptions;
    mod qualifications;
    mod random_changes;
    mod rate_limits;
    mod reports;
    mod requests;
    mod resumable_uploads;
    mod roles;
    mod saved_views;
    mod schedule_shift;
    mod search;
    mod second_factor;
    mod security_headers;
    mod sessions;
    mod sign_in;
    mod sign_in_log;
    mod sign_in_methods;
    mod sign_in_takeover;
    mod statement_counts;
    mod tags_and_measurements;
    mod tenant_isolation;
    mod time_zones;
    mod today;
    mod transaction_retry;
    mod translations;
    mod typescript_client;
    mod vendor_import;
    mod vendor_reminders;
    mod vendors;
    mod verification;
    mod weather;
    mod web_app_files;
    mod webhook_order;
    mod webhooks;
    mod work_order_sending;
    mod work_order_sign_offs;
    mod work_orders;
    mod workdays;
}
mod images;
mod import_graph;
mod layers;
mod live {
    mod batching;
    mod change_types;
    mod disconnects;
    pub mod event_coverage;
    mod events;
    mod identify;
    mod jobs;
    mod multiple_servers;
    mod slow_clients;
    mod socket_limits;
}
mod mail {
    mod fair_queues;
    pub mod mail_queue;
    mod smtp;
}
mod parsers;
mod privacy {
    mod deletion;
    mod erasure;
    mod export;
    mod room_deletion;
}
mod process {
    mod alerts;
    mod broken_lines;
    mod connections;
    mod hostile_files;
    mod import_memory;
    mod import_writers;
    mod integrations;
    mod listener;
    mod logs;
    mod memory;
    mod metrics;
    mod refused_requests;
    mod request_bodies;
    mod settings_page;
    mod shutdown;
    mod simultaneous_attacks;
    mod startup;
    mod traces;
}
mod store {
    mod activity;
    mod distribution;
    mod expiry;
    mod group_commit;
    mod interrupted_calls;
    mod pgbouncer;
    mod portable_sql;
    mod query_plans;
    mod room_migration;
    mod tenancy;
}
