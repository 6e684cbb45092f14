//! Around every request: tokens, other origins, counters and logs.

use std::time::Instant;

use axum::body::Body;
use axum::extract::{MatchedPath, State};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use super::answer::Failure;
use super::{App, Peer};
use crate::log::log;

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
        next.run(request).await
    };
    // Editors in the browser call from anywhere.
    for (name, value) in [
        (header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
        (header::ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, DELETE, OPTIONS"),
        (header::ACCESS_CONTROL_ALLOW_HEADERS, "content-type, authorization, persistent, last-event-id"),
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

fn is_allowed(app: &App, headers: &HeaderMap) -> bool {
    let Some(token) = &app.service.options.token else { return true };
    let given = headers.get(header::AUTHORIZATION).map(HeaderValue::as_bytes).unwrap_or_default();
    let given = given.strip_prefix(b"Bearer ").or_else(|| given.strip_prefix(b"bearer ")).unwrap_or_default();
    // Takes the same time wherever the first difference is.
    let differences = given.iter().zip(token.as_bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == token.len() && differences == 0
}
