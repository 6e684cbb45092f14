//! Around every request: tokens, other origins, counters and logs.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, State};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use extremal::limits::Instant;
use http_body_util::BodyExt;
use serde_json::json;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::answer::Failure;
use super::{App, Peer};
use crate::log::log;

/// How a token is announced.
const BEARER: &[u8] = b"Bearer ";

/// These are for everybody.
const OPEN: [&str; 4] = ["/", "/health", "/openapi.json", "/playground"];

/// Does what is to be done around every request.
pub async fn around(State(app): State<App>, request: Request<Body>, next: Next) -> Response {
    let start = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
    let mut response = if method == Method::OPTIONS {
        // A browser asks whether it may.
        StatusCode::NO_CONTENT.into_response()
    } else if !OPEN.contains(&route.as_str()) && !is_allowed(&app, request.headers()) {
        let message = "this service wants a token, in a header `Authorization: Bearer TOKEN`";
        let mut response = Failure::new(StatusCode::UNAUTHORIZED, "no-token", message).into_response();
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        response
    } else {
        bounded(&app.answers, next.run(request).await).await
    };
    // Editors in the browser call from anywhere.
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, DELETE, OPTIONS"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type, authorization, persistent, last-event-id"),
        // What clients have sent comes back in answers, and is never a page.
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let status = response.status().as_u16();
    let known = if KNOWN_METHODS.contains(&method.as_str()) { method.as_str() } else { "OTHER" };
    app.service.metrics.request(known, &route, status);
    if status >= 500 || route != "/check/{id}" {
        let seconds = start.elapsed().as_secs_f64();
        log(
            "request",
            json!({ "method": known, "route": route, "status": status, "seconds": seconds, "peer": peer }),
        );
    }
    response
}

/// Others are counted together, so that nobody can invent new counters.
const KNOWN_METHODS: [&str; 7] = ["GET", "POST", "DELETE", "OPTIONS", "HEAD", "PUT", "PATCH"];

/// Shorter answers are not counted.
const SHORT: usize = 64 << 10;

/// An answer that counts for as long as it is in memory, or the word that there is no room for it: results can be large,
/// and clients slow.
async fn bounded(answers: &Arc<Semaphore>, response: Response) -> Response {
    // Streams have no length: they are written as they are read.
    let length = response.body().size_hint().exact().and_then(|length| usize::try_from(length).ok());
    let Some(length) = length.filter(|&length| length > SHORT) else { return response };
    let kib = u32::try_from(length.div_ceil(1024)).unwrap_or(u32::MAX);
    let Ok(room) = Arc::clone(answers).try_acquire_many_owned(kib) else {
        let message = "too many large answers at the same time; try again later";
        return Failure::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message).into_response();
    };
    let (head, body) = response.into_parts();
    match body.collect().await {
        Ok(whole) => {
            let counted = Counted { bytes: whole.to_bytes(), _room: room };
            Response::from_parts(head, Body::from(Bytes::from_owner(counted)))
        }
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// Bytes, and the room that they take.
struct Counted {
    bytes: Bytes,
    _room: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

fn is_allowed(app: &App, headers: &HeaderMap) -> bool {
    let Some(token) = &app.service.options.token else { return true };
    let given = headers.get(header::AUTHORIZATION).map(HeaderValue::as_bytes).unwrap_or_default();
    let (scheme, given) = given.split_at_checked(BEARER.len()).unwrap_or_default();
    if !scheme.eq_ignore_ascii_case(BEARER) {
        return false;
    }
    // Takes the same time wherever the first difference is.
    let differences = given.iter().zip(token.as_bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == token.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_answers_wait_in_a_bounded_room() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let answers = Arc::new(Semaphore::new(200));
            let answer = async |kib: usize| bounded(&answers, vec![b' '; kib << 10].into_response()).await;
            let first = answer(128).await;
            assert_eq!((first.status(), answers.available_permits()), (StatusCode::OK, 72));
            assert_eq!(answer(128).await.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(answer(64).await.status(), StatusCode::OK);
            // What has been read but not been sent still counts.
            let bytes = first.into_body().collect().await.unwrap().to_bytes();
            assert_eq!((bytes.len(), answers.available_permits()), (128 << 10, 72));
            drop(bytes);
            assert_eq!(answer(128).await.status(), StatusCode::OK);
        });
    }
}
