//! The old `/solve`, which answers when the job has ended.

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::Request;
use axum::response::Response;
use serde_json::json;

use super::answer::{Failure, ok};
use super::body::CUT_OFF;
use super::fields::Fields;
use super::packages::{failed, solved};
use super::{App, Client};
use crate::job::State as JobState;
use crate::protocol::{Limits, SolveRequest};
use crate::text::output;

/// Solves a task while the client waits.
pub async fn solve(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    request: Request<Body>,
) -> Result<Response, Failure> {
    let mut fields = match Fields::read(&app, request).await {
        // Editors show nothing of an answer that is not well.
        Err(failure) if failure.code == CUT_OFF => {
            return Ok(ok(&json!({ "status": "error", "result": failed(&failure.message, "") })));
        }
        fields => fields?,
    };
    let mut text =
        |name: &str| Ok::<_, Failure>(fields.take_text(name)?.filter(|text| !text.trim().is_empty()));
    let needed = |name: &str, text: Option<String>| {
        text.ok_or_else(|| Failure::bad_request(format!("`{name}` is missing or empty")))
    };
    let wanted = SolveRequest {
        domain: needed("domain", text("domain")?)?,
        problem: needed("problem", text("problem")?)?,
        search: text("search")?,
        heuristic: text("heuristic")?,
        seed: fields.take_number("seed")?,
        ..SolveRequest::default()
    };
    let limits = app.service.options.limits;
    let job = app.service.submit_and_wait(client.0, wanted, limits, "solve".to_owned()).await?;
    Ok(ok(&answer(&job.ended().await.state())))
}

fn answer(state: &JobState) -> serde_json::Value {
    if !state.plans.is_empty() {
        return json!({ "status": "ok", "result": solved(state) });
    }
    let message = state.ending.as_ref().map(|ending| ending.message.as_str()).unwrap_or_default();
    json!({ "status": "error", "result": failed(message, &output(state)) })
}

/// The limits of a client who wants so many seconds.
pub fn at_most(most: Limits, seconds: Option<f64>) -> Limits {
    let seconds = seconds.filter(|seconds| *seconds > 0.0).unwrap_or(most.seconds).min(most.seconds);
    Limits { seconds, ..most }
}
