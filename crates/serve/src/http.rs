//! HTTP: routes, and what all of them have in common.

mod answer;
mod body;
mod editor;
mod fields;
mod jobs;
mod middleware;
mod old_solve;
mod packages;
mod request;
mod stream;

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use crate::job::Job;
use crate::room::Room;
use crate::service::Service;
use answer::{Failure, ok};
use axum::Router;
use axum::body::Bytes;
use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use serde::de::DeserializeOwned;
use serde_json::json;

/// What the handlers share.
pub type App = Arc<Shared>;

/// What the handlers share.
pub struct Shared {
    /// The service.
    pub service: Arc<Service>,
    /// The playground, if it is served.
    pub playground: Option<Bytes>,
    /// Bytes of bodies that may be in memory before they have become jobs.
    pub bodies: Arc<Room>,
    /// Bytes of answers that may wait until their clients have taken them.
    pub answers: Arc<Room>,
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// Who a request comes from, as far as fairness is concerned.
#[derive(Clone, Copy, Debug)]
pub struct Client(pub IpAddr);

/// Bytes of bodies at the same time. A client may have a quarter of them.
const BODIES: usize = 256 << 20;
/// Bytes of answers at the same time. A client may have a quarter of them.
const ANSWERS: usize = 512 << 20;
/// Shorter bodies and answers are not counted, so that there is always room for them.
const SHORT: usize = 64 << 10;

const OPENAPI: &str = include_str!("../openapi.json");
const ABOUT: &str = include_str!("../about.html");

/// All routes of the service.
pub fn router(service: Arc<Service>) -> Router {
    let page = service.options.playground.clone().map(Bytes::from);
    let (bodies, answers) = (Room::new(BODIES, BODIES / 4), Room::new(ANSWERS, ANSWERS / 4));
    let app: App = Arc::new(Shared { service, playground: page, bodies, answers });
    Router::new()
        .route("/", get(about))
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .route("/openapi.json", get(openapi))
        .route("/playground", get(playground))
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

/// What this is, for programs, and for people who open the address in a browser.
async fn about(axum::extract::State(app): axum::extract::State<App>, headers: HeaderMap) -> Response {
    let has_playground = app.playground.is_some();
    let accepted =
        headers.get(header::ACCEPT).and_then(|accepted| accepted.to_str().ok()).unwrap_or_default();
    if accepted.contains("text/html") {
        let link = if has_playground { "<li><a href=\"playground\">The playground</a></li>" } else { "" };
        return Html(ABOUT.replace("{{version}}", env!("CARGO_PKG_VERSION")).replace("{{playground}}", link))
            .into_response();
    }
    let mut about = json!({
        "name": "extremal",
        "version": env!("CARGO_PKG_VERSION"),
        "description": "A classical planner as a service",
        "openapi": "/openapi.json",
    });
    if has_playground {
        about["playground"] = json!("/playground");
    }
    ok(&about)
}

async fn playground(axum::extract::State(app): axum::extract::State<App>) -> Response {
    match &app.playground {
        Some(page) => Html(page.clone()).into_response(),
        None => {
            let message = "this service has no playground; start it with --playground FILE";
            Failure::new(StatusCode::NOT_FOUND, "no-playground", message).into_response()
        }
    }
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
    /// Who a request comes from.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> Client {
        let forwarded = || {
            // The last address is the one that the own proxy has seen.
            let value = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
            value.rsplit(',').next()?.trim().parse().ok()
        };
        let client = if self.service.options.behind_proxy { forwarded() } else { None };
        Client(client_of(client.unwrap_or(peer)))
    }

    /// Whether a client can take the result of a job now. Results can be long, and to write one that nobody can take would
    /// keep others waiting for nothing.
    fn has_place(&self, Client(client): Client, job: &Job) -> Result<(), Failure> {
        let bytes = job.state().bytes();
        if bytes <= SHORT || self.answers.has_place(client, bytes) {
            Ok(())
        } else {
            Err(Failure::too_much())
        }
    }
}

/// Parts of a path. What is wrong with them is told as all other mistakes are.
#[derive(Clone, Copy, Debug)]
pub struct Named<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Named<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let path = Path::from_request_parts(parts, state).await;
        path.map(|Path(named)| Named(named)).map_err(|error| Failure::bad_request(error.body_text()))
    }
}

/// Which client an address belongs to.
pub fn client_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        // Whoever has one address of IPv6 has a whole network of them.
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address => address,
    }
}
