//! What people write to each other and to us: connection requests, chat, leads and feedback.

use crate::{
    forms::{
        error::{Code, ValidationError},
        form::{Form, form},
        validator::Validator,
    },
    i18n::rules::Text,
    types::{field::WireEnum, limits::LIMITS, money::FormNumber},
};

form! {
    /// A request to connect; the message is optional.
    ConnectionRequest {
        message: String = "message",
    }
}

impl Form for ConnectionRequest {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("message", &self.message).max(LIMITS.connection_message);
        checks.finish()
    }
}

form! {
    /// A chat message before it is sent, with the number of its images.
    NewMessage {
        contents: String = "contents",
        #[ts(type = "number | null")]
        attachments: Option<FormNumber> = "attachments",
    }
}

impl Form for NewMessage {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        let attached = self.attachments.is_some_and(|count| count > FormNumber::whole(0));
        if self.contents.trim().is_empty() && !attached {
            checks.add_error(ValidationError::new("contents", Code::Required, Text::MessageEmpty));
        }
        checks.text("contents", &self.contents).max(LIMITS.chat_message);
        checks.number("attachments", self.attachments).whole(0, i64::from(i32::MAX));
        checks.finish()
    }
}

/// Who asks to find out more.
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
        name: String = "name",
        email: String = "email",
        #[ts(type = "\"contractor\" | \"subcontractor\" | \"vendor\" | \"\"")]
        company_type: String = "companyType",
        details: String = "details",
        /// Shown to nobody: only a robot fills it in.
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

impl Form for NewLead {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("name", &self.name).required().line();
        checks.text("email", &self.email).required().line().email();
        checks.choice::<LeadKind>("companyType", &self.company_type);
        checks.text("details", &self.details).lines();
        checks.finish()
    }
}

/// What feedback is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FeedbackKind {
    /// Something wished for.
    FeatureRequest,
    /// Something disliked.
    Complaint,
    /// Something broken.
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
    Feedback {
        subject: String = "subject",
        #[ts(type = "\"feature request\" | \"complaint\" | \"found a bug\" | \"other\" | \"\"")]
        kind: String = "type",
        details: String = "details",
    }
}

impl Form for Feedback {
    fn check(&self) -> Result<(), Vec<ValidationError>> {
        let mut checks = Validator::new();
        checks.text("subject", &self.subject).required().line();
        checks.choice::<FeedbackKind>("type", &self.kind);
        checks.text("details", &self.details).required().lines();
        checks.finish()
    }
}
