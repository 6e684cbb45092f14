//! Sends requests to the debugger, in order.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::message::Writer;
use crate::queue::Queue;

/// A debugger that takes longer for one request has hung up.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often somebody looks for notes when there are none.
const INTERVAL: Duration = Duration::from_millis(20);

/// Why no search can be shown at an address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UrlError(String);

impl std::fmt::Display for UrlError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` is no address such as http://localhost:8479", self.0)
    }
}

impl std::error::Error for UrlError {}

/// Sends notes until there are no more. Gives the first complaint, if there is one.
pub struct Sender {
    /// Without a slash at the end.
    url: String,
    agent: ureq::Agent,
    writer: Writer,
    queue: Arc<Queue>,
}

impl Sender {
    /// A sender to an address. It leaves the queue when nobody listens there.
    pub fn new(url: &str, writer: Writer, queue: Arc<Queue>) -> Result<Self, UrlError> {
        let error = || UrlError(url.to_owned());
        let uri: ureq::http::Uri = url.parse().map_err(|_| error())?;
        if uri.scheme_str() != Some("http") || uri.host().is_none_or(str::is_empty) {
            return Err(error());
        }
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            // Nobody may send us on to another address.
            .max_redirects(0)
            // The debugger is on this machine.
            .proxy(None)
            .build()
            .new_agent();
        Ok(Sender { url: url.trim_end_matches('/').to_owned(), agent, writer, queue })
    }

    /// Sends what comes, to the end.
    pub fn run(mut self) -> Option<String> {
        let mut complaint = None;
        while let Some(notes) = self.queue.take() {
            if notes.is_empty() {
                thread::park_timeout(INTERVAL);
            }
            for note in notes {
                for (route, body) in self.writer.requests(&note) {
                    match self.send(route, &body.to_string()) {
                        Ok(true) => {}
                        Ok(false) => {
                            complaint.get_or_insert_with(|| format!("the search debugger refused {route}"));
                        }
                        Err(error) => {
                            self.queue.leave();
                            return Some(format!("no search debugger at {}: {error}", self.url));
                        }
                    }
                }
                self.queue.sent();
            }
        }
        complaint
    }

    /// Whether a request was taken.
    fn send(&self, route: &str, body: &str) -> Result<bool, ureq::Error> {
        let request =
            self.agent.post(format!("{}{route}", self.url)).header("content-type", "application/json");
        let mut response = request.send(body)?;
        // Only a connection whose answers have been read to their end is used again.
        response.body_mut().with_config().limit(1 << 20).read_to_vec()?;
        Ok(response.status().is_success())
    }
}
