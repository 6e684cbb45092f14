//! What Prometheus reads.

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::protocol::Outcome;

/// Which requests are counted together.
#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct RequestLabels {
    method: String,
    route: String,
    status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct OutcomeLabels {
    outcome: &'static str,
}

/// What is counted.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    jobs: Family<OutcomeLabels, Counter>,
    /// Jobs that were refused because too many wait.
    pub refused: Counter,
    /// Connections that were closed unheard because their client had too many.
    pub refused_connections: Counter,
    /// Jobs that wait.
    pub waiting: Gauge,
    /// Jobs at work.
    pub running: Gauge,
    /// How long jobs waited.
    pub wait_seconds: Histogram,
    /// How long jobs worked.
    pub work_seconds: Histogram,
}

impl Metrics {
    /// All zero.
    pub fn new() -> Self {
        let times = || Histogram::new([0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0]);
        let mut metrics = Metrics {
            registry: Registry::with_prefix("extremal"),
            requests: Family::default(),
            jobs: Family::default(),
            refused: Counter::default(),
            refused_connections: Counter::default(),
            waiting: Gauge::default(),
            running: Gauge::default(),
            wait_seconds: times(),
            work_seconds: times(),
        };
        let registry = &mut metrics.registry;
        registry.register("http_requests", "Requests that were answered", metrics.requests.clone());
        registry.register("jobs", "Jobs that ended", metrics.jobs.clone());
        registry.register("jobs_refused", "Jobs refused because too many wait", metrics.refused.clone());
        let refused_connections = metrics.refused_connections.clone();
        let text = "Connections closed because their client had too many";
        registry.register("connections_refused", text, refused_connections);
        registry.register("jobs_waiting", "Jobs that wait", metrics.waiting.clone());
        registry.register("jobs_running", "Jobs at work", metrics.running.clone());
        registry.register("job_wait_seconds", "How long jobs waited", metrics.wait_seconds.clone());
        registry.register("job_work_seconds", "How long jobs worked", metrics.work_seconds.clone());
        metrics
    }

    /// Counts a request. The route is that of the table of routes, so that nobody can invent new ones.
    pub fn request(&self, method: &str, route: &str, status: u16) {
        let labels = RequestLabels { method: method.to_owned(), route: route.to_owned(), status };
        self.requests.get_or_create(&labels).inc();
    }

    /// Counts a job that ended.
    pub fn ended(&self, outcome: Outcome) {
        self.jobs.get_or_create(&OutcomeLabels { outcome: outcome.name() }).inc();
    }

    /// The text for Prometheus.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
