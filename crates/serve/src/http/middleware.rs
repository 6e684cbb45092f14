//! Around every request: tokens, other origins, counters and logs.

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{MatchedPath, State};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use extremal::limits::Instant;
use futures_util::StreamExt;
use http_body_util::BodyExt;
use serde_json::json;

use super::answer::Failure;
use super::{App, Client, Peer, SHORT};
use crate::log::log;
use crate::room::{Place, Room};

/// How a token is announced.
const BEARER: &[u8] = b"Bearer ";

/// These are for everybody.
const OPEN: [&str; 4] = ["/", "/health", "/openapi.json", "/playground"];

/// Does what is to be done around every request.
pub async fn around(State(app): State<App>, mut request: Request<Body>, next: Next) -> Response {
    let start = Instant::now();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str).to_owned();
    let peer = request.extensions().get::<Peer>().map(|peer| peer.0);
    let address = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
    let client = app.client(address, request.headers());
    request.extensions_mut().insert(client);
    let mut response = if method == Method::OPTIONS {
        // A browser asks whether it may.
        StatusCode::NO_CONTENT.into_response()
    } else if !OPEN.contains(&route.as_str()) && !is_allowed(&app, request.headers()) {
        let message = "this service wants a token, in a header `Authorization: Bearer TOKEN`";
        let mut response = Failure::new(StatusCode::UNAUTHORIZED, "no-token", message).into_response();
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        response
    } else {
        bounded(&app.answers, client, next.run(request).await).await
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

/// An answer that counts for as long as it is in memory, or the word that there is no room for it: results can be large,
/// and clients slow.
async fn bounded(answers: &Arc<Room>, Client(client): Client, response: Response) -> Response {
    let length = response.body().size_hint().exact().and_then(|length| usize::try_from(length).ok());
    let Some(length) = length else { return bounded_stream(answers, client, response) };
    if length <= SHORT {
        return response;
    }
    let Some(place) = answers.take(client, length) else { return Failure::too_much().into_response() };
    let (head, body) = response.into_parts();
    match body.collect().await {
        Ok(whole) => Response::from_parts(head, Body::from(counted(whole.to_bytes(), place))),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

/// A stream has no length: its parts count. If there is no room for one the connection is closed, and its client can go on
/// from there with another.
fn bounded_stream(answers: &Arc<Room>, client: IpAddr, response: Response) -> Response {
    let (head, body) = response.into_parts();
    let answers = Arc::clone(answers);
    let parts = body.into_data_stream().map(move |part| {
        let bytes = part.map_err(io::Error::other)?;
        if bytes.len() <= SHORT {
            return Ok(bytes);
        }
        let place = answers.take(client, bytes.len());
        let place = place.ok_or_else(|| io::Error::other(Failure::too_much().message))?;
        Ok::<_, io::Error>(counted(bytes, place))
    });
    Response::from_parts(head, Body::from_stream(parts))
}

fn counted(bytes: Bytes, place: Place) -> Bytes {
    Bytes::from_owner(Counted { bytes, _place: place })
}

/// Bytes, and the room that they take.
struct Counted {
    bytes: Bytes,
    _place: Place,
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

    const ONE: Client = Client(IpAddr::V4(Ipv4Addr::new(10, 0, 0, 1)));
    const OTHER: Client = Client(IpAddr::V4(Ipv4Addr::new(10, 0, 0, 2)));

    fn block_on(future: impl Future<Output = ()>) {
        tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future);
    }

    #[test]
    fn large_answers_wait_in_a_bounded_room() {
        block_on(async {
            let answers = Room::new(1000 << 10, 200 << 10);
            let answer = async |client: Client, kib: usize| {
                bounded(&answers, client, vec![b' '; kib << 10].into_response()).await
            };
            let first = answer(ONE, 128).await;
            assert_eq!(first.status(), StatusCode::OK);
            assert_eq!(answer(ONE, 128).await.status(), StatusCode::SERVICE_UNAVAILABLE);
            assert_eq!(answer(ONE, 64).await.status(), StatusCode::OK, "short ones do not count");
            assert_eq!(answer(OTHER, 128).await.status(), StatusCode::OK);
            // What has been read but not been sent still counts.
            let bytes = first.into_body().collect().await.unwrap().to_bytes();
            assert_eq!((bytes.len(), answers.has_place(ONE.0, 128 << 10)), (128 << 10, false));
            drop(bytes);
            assert_eq!(answer(ONE, 128).await.status(), StatusCode::OK);
        });
    }

    #[test]
    fn large_parts_of_streams_count() {
        block_on(async {
            let answers = Room::new(1000 << 10, 200 << 10);
            let stream = |client: Client| {
                let parts = [10, 128, 128].map(|kib| Ok::<_, io::Error>(Bytes::from(vec![b' '; kib << 10])));
                let body = Body::from_stream(futures_util::stream::iter(parts));
                bounded_stream(&answers, client.0, Response::new(body)).into_body()
            };
            let mut first = stream(ONE);
            let mut kept = Vec::new();
            for _ in 0..2 {
                kept.push(first.frame().await.unwrap().unwrap().into_data().unwrap());
            }
            assert!(!answers.has_place(ONE.0, 128 << 10) && answers.has_place(OTHER.0, 128 << 10));
            assert!(first.frame().await.unwrap().is_err(), "there is no room for one more");
            assert!(stream(OTHER).frame().await.unwrap().is_ok());
            drop(kept);
            assert!(stream(ONE).collect().await.is_err());
            assert!(answers.has_place(ONE.0, 200 << 10));
        });
    }
}
