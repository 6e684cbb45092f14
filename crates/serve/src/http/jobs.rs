//! Our own interface: jobs.

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{Failure, json_with, ok};
use super::{App, Client, Named, body};
use crate::job::{Job, State as JobState};
use crate::protocol::{Limits, SolveRequest};

/// Most events about single states that a job may ask for.
const MOST_TRACE: u32 = 10_000;

/// What a client sends.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NewJob {
    domain: String,
    problem: String,
    search: Option<String>,
    heuristic: Option<String>,
    seed: Option<u64>,
    #[serde(default)]
    preferred: bool,
    #[serde(default)]
    deferred: bool,
    #[serde(default)]
    anytime: bool,
    max_evaluations: Option<u64>,
    max_expansions: Option<u64>,
    time_limit: Option<f64>,
    memory_limit: Option<u64>,
    #[serde(default)]
    trace: u32,
}

/// Accepts a job.
pub async fn submit(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    request: Request<Body>,
) -> Result<Response, Failure> {
    let new: NewJob = body::parse(&body::read(&app, request).await?)?;
    let limits = limits(&new, app.service.options.limits)?;
    if new.trace > MOST_TRACE {
        return Err(Failure::bad_request(format!("`trace` is at most {MOST_TRACE}")));
    }
    let request = SolveRequest {
        domain: new.domain,
        problem: new.problem,
        search: new.search,
        heuristic: new.heuristic,
        seed: new.seed,
        preferred: new.preferred,
        deferred: new.deferred,
        anytime: new.anytime,
        max_evaluations: new.max_evaluations,
        max_expansions: new.max_expansions,
        trace: new.trace,
        debugger: None,
    };
    let job = app.service.submit(client.0, request, limits, "v1".to_owned()).await?;
    let location = format!("/v1/jobs/{}", job.ticket.id);
    let mut response = json_with(StatusCode::ACCEPTED, &record(&job, &job.state()));
    if let Ok(location) = location.parse() {
        response.headers_mut().insert("location", location);
    }
    Ok(response)
}

/// The limits of a job, which may be stricter than those of the service.
fn limits(new: &NewJob, most: Limits) -> Result<Limits, Failure> {
    let seconds = new.time_limit.unwrap_or(most.seconds);
    let mebibytes = new.memory_limit.unwrap_or(most.mebibytes);
    if !(seconds > 0.0 && seconds <= most.seconds) {
        return Err(Failure::bad_request(format!(
            "`time_limit` must be above 0 and at most {} seconds",
            most.seconds
        )));
    }
    if !(LEAST_MEBIBYTES..=most.mebibytes).contains(&mebibytes) {
        let message = format!("`memory_limit` must be from {LEAST_MEBIBYTES} to {} MiB", most.mebibytes);
        return Err(Failure::bad_request(message));
    }
    Ok(Limits { seconds, mebibytes })
}

/// With less than this not even the program itself has room.
const LEAST_MEBIBYTES: u64 = 16;

/// Tells how a job stands.
pub async fn status(
    State(app): State<App>,
    Named(id): Named<String>,
    Extension(client): Extension<Client>,
) -> Result<Response, Failure> {
    let job = app.service.job(&id).ok_or_else(Failure::no_such_job)?;
    app.has_place(client, &job)?;
    Ok(ok(&record(&job, &job.state())))
}

/// Ends a job.
pub async fn cancel(
    State(app): State<App>,
    Named(id): Named<String>,
    Extension(client): Extension<Client>,
) -> Result<Response, Failure> {
    let job = app.service.job(&id).ok_or_else(Failure::no_such_job)?;
    app.service.cancel(&job).await;
    app.has_place(client, &job)?;
    Ok(ok(&record(&job, &job.state())))
}

/// All that is known of a job.
pub fn record(job: &Job, state: &JobState) -> Value {
    let id = &job.ticket.id;
    let ending = state.ending.as_ref();
    let progress = ending.map(|ending| &ending.progress).or(state.progress.as_ref());
    json!({
        "id": id,
        "status": state.status(),
        "outcome": ending.map(|ending| ending.outcome),
        "message": ending.map(|ending| &ending.message),
        "progress": progress,
        "plans": state.plans,
        "unreachable_goals": ending.map(|ending| ending.goals.as_slice()).unwrap_or_default(),
        "reasons": ending.map(|ending| ending.reasons.as_slice()).unwrap_or_default(),
        "diagnostics": ending.map(|ending| ending.diagnostics.as_slice()).unwrap_or_default(),
        "limits": { "time_limit": job.ticket.limits.seconds, "memory_limit": job.ticket.limits.mebibytes },
        "links": { "self": format!("/v1/jobs/{id}"), "events": format!("/v1/jobs/{id}/events") },
    })
}
