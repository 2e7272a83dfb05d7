//! Metrics that belong to no other module.

use prometheus_client::{
    encoding::EncodeLabelSet,
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::Registry,
};

/// Seconds: from a cached list to a request that timed out.
const SECONDS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Counts since the start of this server. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Metrics {
    /// How long calls took, by route and status.
    pub call_seconds: Family<Call, Histogram, fn() -> Histogram>,
    /// Calls in flight.
    pub calls_under_way: Gauge,
    /// The results of mail deliveries.
    pub mails: Outcomes,
    /// The results of push deliveries.
    pub pushes: Outcomes,
}

/// The labels of a call. Each value is from a fixed list, so clients cannot add more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub struct Call {
    /// The HTTP method.
    pub method: &'static str,
    /// The pattern of the route.
    pub route: &'static str,
    /// The class of the status: `2xx`.
    pub status: &'static str,
}

/// The results of attempts, by name.
#[derive(Clone, Debug)]
pub struct Outcomes(Family<Outcome, Counter>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Outcome {
    outcome: &'static str,
}

impl Outcomes {
    /// All of them from the start: zero instead of missing.
    fn of(words: &[&'static str]) -> Self {
        let family = Family::default();
        for outcome in words {
            let _ = family.get_or_create(&Outcome { outcome });
        }
        Self(family)
    }

    /// Counts one.
    pub fn note(&self, outcome: &'static str) {
        self.0.get_or_create(&Outcome { outcome }).inc();
    }
}

fn seconds() -> Histogram {
    Histogram::new(SECONDS)
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            call_seconds: Family::new_with_constructor(seconds as fn() -> Histogram),
            calls_under_way: Gauge::default(),
            mails: Outcomes::of(&["taken", "again", "failed", "dropped"]),
            pushes: Outcomes::of(&["done", "again", "gone"]),
        }
    }
}

impl Metrics {
    /// Registers all of them for `/metrics`.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Seconds from the arrival of a call to the start of its response";
        registry.register("http_request_duration_seconds", help, self.call_seconds.clone());
        let help = "Calls in flight";
        registry.register("http_requests_in_flight", help, self.calls_under_way.clone());
        let help = "Attempts to send a mail: accepted by the mail server, to be retried, failed permanently, or \
                    dropped because the server stops";
        registry.register("mail_attempts", help, self.mails.0.clone());
        let help = "Attempts to send a push: done, to be retried, or gone because its subscription has ended";
        registry.register("push_attempts", help, self.pushes.0.clone());
    }
}
