//! The tests of the rules, in one program: separate ones are linked, and checked by Clippy, one by one.

mod activity;
mod assignment;
mod boundaries;
mod catalog;
mod coverage;
mod crew_schedule;
mod customer_import;
mod customers;
mod glossary;
mod import_presets;
mod inputs;
mod job_import;
mod notifications;
mod orders;
mod planning;
mod planning_forms;
mod product_import;
mod products;
mod properties;
mod repeats;
mod reports;
mod rule_suites;
mod sentences;
mod series_days;
mod stale_changes;
mod time_zones;
