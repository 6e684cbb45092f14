//! `/request`, the service that VS Code calls asynchronous, although it waits for the answer.

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Request, Uri, header};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{Failure, ok};
use super::old_solve::at_most;
use super::{App, Client, Peer, body};
use crate::job::State as JobState;
use crate::protocol::{Outcome, PlanRecord, SolveRequest};
use crate::text::output;

/// More callbacks than this are refused.
const MOST_CALLBACKS: usize = 100;

/// What a client sends.
#[derive(Deserialize)]
struct Wanted {
    domain: File,
    problem: File,
    #[serde(default)]
    configuration: Configuration,
    #[serde(default, deserialize_with = "body::list::<MOST_CALLBACKS, _, _>")]
    callbacks: Vec<Callback>,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    content: String,
}

#[derive(Deserialize, Default)]
#[serde(default, rename_all = "camelCase")]
struct Configuration {
    plan_format: Option<String>,
    timeout: Option<f64>,
    search: Option<String>,
    heuristic: Option<String>,
    seed: Option<u64>,
    anytime: bool,
}

#[derive(Deserialize)]
struct Callback {
    #[serde(rename = "type", default)]
    kind: String,
    #[serde(default)]
    url: String,
}

/// Solves a task while the client waits, and shows the search to the client's debugger.
pub async fn solve(
    State(app): State<App>,
    Extension(peer): Extension<Peer>,
    Extension(client): Extension<Client>,
    uri: Uri,
    request: Request<Body>,
) -> Result<Response, Failure> {
    let query = uri.query().unwrap_or_default();
    if form_urlencoded::parse(query.as_bytes()).any(|(key, value)| key == "async" && value == "true") {
        return Err(Failure::bad_request("only async=false is offered; see /v1/jobs"));
    }
    let headers = request.headers().clone();
    let wanted: Wanted = match body::parse(&body::read(&app, request).await?) {
        // Editors show nothing of an answer that is not well.
        Err(failure) if failure.code == body::CUT_OFF => {
            let status = failed(&failure.message);
            return Ok(ok(&json!({ "status": status, "plans": [], "output": "" })));
        }
        wanted => wanted?,
    };
    let Wanted { domain, problem, configuration, callbacks } = wanted;
    if domain.content.trim().is_empty() || problem.content.trim().is_empty() {
        return Err(Failure::bad_request("the content of the domain or of the problem is empty"));
    }
    if let Some(format) = configuration.plan_format.filter(|format| !format.eq_ignore_ascii_case("json")) {
        return Err(Failure::bad_request(format!("the plan format {format} is not offered; JSON is")));
    }
    let debugger = match callbacks.iter().find(|callback| callback.kind == "STATES") {
        Some(callback) => Some(debugger(&callback.url, peer, &headers, &app)?),
        None => None,
    };
    let wanted = SolveRequest {
        domain: domain.content,
        problem: problem.content,
        search: configuration.search,
        heuristic: configuration.heuristic,
        seed: configuration.seed,
        anytime: configuration.anytime,
        debugger,
        ..SolveRequest::default()
    };
    let limits = at_most(app.service.options.limits, configuration.timeout);
    let job = app.service.submit_and_wait(client.0, wanted, limits, "request".to_owned()).await?;
    Ok(ok(&answer(&job.ended().await.state())))
}

/// Requests with these come from a web page or through a proxy: their sender need not be on this machine.
const FROM_ELSEWHERE: [&str; 7] =
    ["origin", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "forwarded", "via"];

/// A client on this machine may have its search shown on this machine. From elsewhere nobody may make the service call
/// anything.
fn debugger(url: &str, peer: Peer, headers: &HeaderMap, app: &App) -> Result<String, Failure> {
    let is_local = peer.0.ip().is_loopback()
        && !app.service.options.behind_proxy
        && !FROM_ELSEWHERE.iter().any(|&name| headers.contains_key(name))
        && names_this_machine(headers);
    if is_local && is_debugger(url) {
        Ok(url.to_owned())
    } else {
        Err(Failure::bad_request(
            "callbacks are only made to addresses such as http://localhost:8479, without a path, for clients on the \
             same machine that are no web pages",
        ))
    }
}

/// Whether the client knows this service as one on its own machine. A web page whose name leads here does not.
fn names_this_machine(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()?.parse::<Authority>().ok());
    host.is_some_and(|host| is_this_machine(host.host()))
}

fn is_this_machine(host: &str) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].contains(&host)
}

/// Whether this is the address of a service on this machine, and nothing more than that.
fn is_debugger(url: &str) -> bool {
    let Ok(uri) = url.parse::<Uri>() else { return false };
    let is_bare =
        uri.path().trim_matches('/').is_empty() && uri.query().is_none() && !url.contains(['@', '#']);
    let host = uri.host().unwrap_or_default();
    is_bare && uri.scheme_str() == Some("http") && is_this_machine(host)
}

fn answer(state: &JobState) -> Value {
    let Some(ending) = &state.ending else { return Value::Null };
    let status = match ending.outcome {
        // What is said of a failure would hide the plans.
        _ if !state.plans.is_empty() => json!({ "status": "STOPPED", "reason": ending.message }),
        Outcome::OutOfTime => json!({ "status": "SEARCHING_INITIAL_PLAN", "reason": "TIMEOUT" }),
        // The editor shows why there is no plan only if it is told as a failure.
        _ => failed(&ending.message),
    };
    json!({ "status": status, "plans": state.plans.iter().rev().map(plan).collect::<Vec<_>>(), "output": output(state) })
}

fn failed(message: &str) -> Value {
    json!({ "status": "FAILED", "reason": message, "error": { "message": message } })
}

fn plan(plan: &PlanRecord) -> Value {
    let step = |name: &String| json!({ "name": name.trim_matches(['(', ')']) });
    let content = Value::from_iter(plan.steps.iter().map(step)).to_string();
    json!({
        "format": "JSON",
        "content": content,
        "metricValue": plan.cost,
        "makespan": plan.steps.len(),
        "searchPerformanceInfo": {
            "statesEvaluated": plan.evaluations,
            "timeElapsed": format!("{:.0}", plan.seconds * 1000.0),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bare_addresses_on_this_machine_are_called() {
        for url in ["http://localhost:8479", "http://127.0.0.1:1/", "http://[::1]:8479"] {
            assert!(is_debugger(url), "{url}");
        }
        for url in [
            "https://localhost:8479",
            "http://10.0.0.1:8479",
            "http://localhost:8479/state",
            "http://localhost:8479/?a=b",
            "http://localhost:8479?a=b",
            "http://me@localhost:8479",
            "localhost:8479",
            "",
        ] {
            assert!(!is_debugger(url), "{url}");
        }
    }
}
