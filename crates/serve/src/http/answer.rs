//! What handlers answer with.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde_json::json;

use crate::accept::Refused;

/// A JSON answer.
pub fn json_with(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_string(value) {
        Ok(text) => (status, [(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// A JSON answer when all is well.
pub fn ok(value: &impl Serialize) -> Response {
    json_with(StatusCode::OK, value)
}

/// Why a request is not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The status of the answer.
    pub status: StatusCode,
    /// A short name of the reason, for programs.
    pub code: &'static str,
    /// The reason, for people.
    pub message: String,
}

impl Failure {
    /// A failure.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Failure { status, code, message: message.into() }
    }

    /// The request is wrong.
    pub fn bad_request(message: impl Into<String>) -> Self {
        Failure::new(StatusCode::BAD_REQUEST, "bad-request", message)
    }

    /// There is no room for one more large answer.
    pub fn too_much() -> Self {
        let message = "too many large answers at the same time; try again later";
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    }

    /// There is no such job.
    pub fn no_such_job() -> Self {
        Failure::new(StatusCode::NOT_FOUND, "no-such-job", NO_SUCH_JOB)
    }
}

/// What is said about a job that is not there.
pub const NO_SUCH_JOB: &str =
    "no such job: its id is wrong, its result has expired, or it was lost when the service stopped";

impl From<Refused> for Failure {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Busy(why) => Failure::new(StatusCode::TOO_MANY_REQUESTS, "busy", why),
            Refused::Unavailable(why) => Failure::new(StatusCode::SERVICE_UNAVAILABLE, "unavailable", why),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let value = json!({ "error": { "code": self.code, "message": self.message } });
        let mut response = json_with(self.status, &value);
        if matches!(self.status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}
