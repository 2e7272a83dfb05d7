//! Every text, in every language.

pub mod mails;
pub mod pages;
pub mod rules;
pub mod screens;
