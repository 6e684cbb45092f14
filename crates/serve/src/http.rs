//! HTTP: routes, and what all of them have in common.

mod answer;
mod body;
mod editor;
mod jobs;
mod middleware;
mod old_solve;
mod packages;
mod request;
mod stream;

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::json;
use tokio::sync::Semaphore;

use crate::service::Service;
use answer::{Failure, ok};

/// What the handlers share.
pub type App = Arc<Shared>;

/// What the handlers share.
pub struct Shared {
    /// The service.
    pub service: Arc<Service>,
    /// KiB of bodies that may be in memory before they have become jobs.
    pub bodies: Arc<Semaphore>,
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// KiB of bodies at the same time.
const BODIES_KIB: usize = 256 * 1024;

const OPENAPI: &str = include_str!("../openapi.json");

/// All routes of the service.
pub fn router(service: Arc<Service>) -> Router {
    let app: App = Arc::new(Shared { service, bodies: Arc::new(Semaphore::new(BODIES_KIB)) });
    Router::new()
        .route("/", get(about))
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .route("/openapi.json", get(openapi))
        .route("/v1/jobs", post(jobs::submit))
        .route("/v1/jobs/{id}", get(jobs::status).delete(jobs::cancel))
        .route("/v1/jobs/{id}/events", get(stream::events))
        .route("/v1/check", post(editor::check))
        .route("/v1/validate", post(editor::validate))
        .route("/package", get(packages::list))
        .route("/package/{name}", get(packages::manifest))
        .route("/package/{name}/{service}", get(packages::service_manifest).post(packages::submit))
        .route("/solver", post(packages::submit_default))
        .route("/solver/", post(packages::submit_default))
        .route("/check/{id}", get(packages::result).post(packages::adapted_result))
        .route("/solve", get(old_solve::solve).post(old_solve::solve))
        .route("/solve-and-validate", get(old_solve::solve).post(old_solve::solve))
        .route("/request", post(request::solve))
        .route("/parse", post(editor::parse))
        .route("/validate", post(editor::validate_for_editor))
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), middleware::around))
        .with_state(app)
}

async fn about() -> Response {
    ok(&json!({
        "name": "extremal",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "A classical planner as a service",
        "openapi": "/openapi.json",
    }))
}

async fn health(axum::extract::State(app): axum::extract::State<App>) -> Response {
    let service = &app.service;
    let (status, word) = match service.is_draining() {
        true => (StatusCode::SERVICE_UNAVAILABLE, "draining"),
        false => (StatusCode::OK, "ok"),
    };
    answer::json_with(
        status,
        &json!({
            "status": word,
            "waiting": service.metrics.waiting.get(),
            "running": service.metrics.running.get(),
            "workers": service.options.workers,
        }),
    )
}

async fn metrics(axum::extract::State(app): axum::extract::State<App>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([("content-type", kind)], app.service.metrics.text()).into_response()
}

async fn openapi() -> Response {
    ([("content-type", "application/json")], OPENAPI).into_response()
}

async fn unknown(uri: Uri) -> Response {
    Failure::new(StatusCode::NOT_FOUND, "no-such-route", format!("there is nothing at {}", uri.path()))
        .into_response()
}

async fn wrong_method(method: Method, uri: Uri) -> Response {
    let message = format!("{} does not take {method}", uri.path());
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, "wrong-method", message).into_response()
}

impl Shared {
    /// Who a request comes from, as far as fairness is concerned.
    fn client(&self, peer: Peer, headers: &HeaderMap) -> IpAddr {
        let forwarded = || {
            // The last address is the one that the own proxy has seen.
            let value = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            value.rsplit(',').next()?.trim().parse().ok()
        };
        let client = if self.service.options.behind_proxy { forwarded() } else { None };
        client.unwrap_or(peer.0.ip())
    }
}
