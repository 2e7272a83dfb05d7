//! What users send to each other and to us: connection requests, chat messages, leads and feedback.

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::form,
        rules::{self, Verdict},
    },
    i18n::rules::Text,
    types::{field::WireEnum, limits::LIMITS, money::FormNumber},
};

form! {
    /// A request to connect; the message is optional.
    ConnectionRequest {
        #[validate(custom(function = rules::at_most::<{ LIMITS.connection_message }>))]
        message: String = "message",
    }
}

form! {
    /// A chat message before it is sent, with the number of its images.
    #[validate(schema(function = "NewMessage::check_contents", skip_on_field_errors = false))]
    NewMessage {
        #[validate(custom(function = rules::at_most::<{ LIMITS.chat_message }>))]
        contents: String = "contents",
        #[ts(type = "number | null")]
        #[validate(custom(function = rules::whole::<0, { i32::MAX as i64 }>))]
        attachments: Option<FormNumber> = "attachments",
    }
}

impl NewMessage {
    fn check_contents(&self) -> Verdict {
        let attached = self.attachments.is_some_and(|count| count > FormNumber::whole(0));
        if self.contents.trim().is_empty() && !attached {
            let refusal = ValidationError::new("contents", Code::Required, Text::MessageEmpty);
            return Err(refusal.into());
        }
        Ok(())
    }
}

/// The kind of company of a lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadKind {
    /// A contractor.
    Contractor,
    /// A subcontractor.
    Subcontractor,
    /// A vendor.
    Vendor,
}

impl WireEnum for LeadKind {
    const WIRE_WORDS: &'static [(&'static str, Self)] = &[
        ("contractor", Self::Contractor),
        ("subcontractor", Self::Subcontractor),
        ("vendor", Self::Vendor),
    ];
}

form! {
    /// The form of the landing page.
    NewLead {
        #[validate(custom(function = rules::required_line))]
        name: String = "name",
        #[validate(custom(function = rules::required_email))]
        email: String = "email",
        #[ts(type = "\"contractor\" | \"subcontractor\" | \"vendor\" | \"\"")]
        #[validate(custom(function = rules::choice::<LeadKind>))]
        company_type: String = "companyType",
        #[validate(custom(function = rules::lines))]
        details: String = "details",
        /// Hidden from users: only a robot fills it in.
        #[ts(optional, as = "Option<String>")]
        website: String = "website",
    }
}

impl NewLead {
    /// Whether a robot wrote this.
    #[must_use]
    pub const fn is_spam(&self) -> bool {
        !self.website.is_empty()
    }
}

/// What feedback is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedbackKind {
    /// A request for a feature.
    FeatureRequest,
    /// A complaint.
    Complaint,
    /// A bug.
    Bug,
    /// Something else.
    Other,
}

impl WireEnum for FeedbackKind {
    const WIRE_WORDS: &'static [(&'static str, Self)] = &[
        ("feature request", Self::FeatureRequest),
        ("complaint", Self::Complaint),
        ("found a bug", Self::Bug),
        ("other", Self::Other),
    ];
}

form! {
    /// The feedback form.
    #[validate(schema(function = "Feedback::check_kind", skip_on_field_errors = false))]
    Feedback {
        #[validate(custom(function = rules::required_line))]
        subject: String = "subject",
        #[ts(type = "\"feature request\" | \"complaint\" | \"found a bug\" | \"other\" | \"\"")]
        kind: String = "type",
        #[validate(custom(function = rules::required_lines))]
        details: String = "details",
    }
}

impl Feedback {
    /// The wire name of this field is a keyword in Rust.
    fn check_kind(&self) -> Verdict {
        rules::of_field("type", rules::choice::<FeedbackKind>(&self.kind))
    }
}
