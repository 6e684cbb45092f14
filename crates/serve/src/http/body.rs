//! Reading what clients send: bounded in size and time, and with a clear word about what is wrong with it.

use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode, header};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::Shared;
use super::answer::Failure;

/// How long a client may take to send a body.
const PATIENCE: Duration = Duration::from_secs(30);

/// The code of a failure: the JSON text ends too early.
pub const CUT_OFF: &str = "cut-off";

/// Reads a whole body.
pub async fn read(shared: &Shared, request: Request<Body>) -> Result<Vec<u8>, Failure> {
    let most = shared.service.options.max_body;
    let too_large = || {
        let message = format!("the body is larger than {most} bytes");
        Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    };
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > most) {
        return Err(too_large());
    }
    let busy = || {
        let message = "too many large requests at the same time; try again later";
        Failure::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message)
    };
    let mut body = request.into_body();
    let read = async {
        let mut whole = Vec::new();
        // All bodies together are bounded, too. Only what has come counts: announcing much costs a client nothing.
        let mut room = shared.bodies.try_acquire_many(0).map_err(|_| busy())?;
        while let Some(frame) = body.frame().await {
            let frame =
                frame.map_err(|error| Failure::bad_request(format!("the body cannot be read: {error}")))?;
            let Ok(data) = frame.into_data() else { continue };
            if data.len() > most - whole.len() {
                return Err(too_large());
            }
            let kib = (whole.len() + data.len()).div_ceil(1024).saturating_sub(room.num_permits());
            let kib = u32::try_from(kib).unwrap_or(u32::MAX);
            room.merge(shared.bodies.try_acquire_many(kib).map_err(|_| busy())?);
            whole.extend_from_slice(&data);
        }
        Ok(whole)
    };
    tokio::time::timeout(PATIENCE, read).await.unwrap_or_else(|_| {
        let message = format!("the body did not come within {} seconds", PATIENCE.as_secs());
        Err(Failure::new(StatusCode::REQUEST_TIMEOUT, "too-slow", message))
    })
}

/// Reads JSON.
pub fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(body).map_err(|error| {
        if let Err(error) = std::str::from_utf8(body) {
            return Failure::bad_request(format!("the body is not UTF-8 from byte {} on", error.valid_up_to()));
        }
        if body.is_empty() {
            return Failure::bad_request("the body is empty; JSON is expected");
        }
        if error.is_eof() {
            let message = "the JSON text ends too early. Some clients count characters instead of bytes, and cut off the \
                           end of texts with letters such as ä: leave these out";
            return Failure::new(StatusCode::BAD_REQUEST, CUT_OFF, message);
        }
        Failure::bad_request(format!("the body is not the JSON that is expected: {error}"))
    })
}

/// Reads an object from JSON, from a form, or from a query: all of these are seen in the wild.
pub async fn fields(shared: &Shared, request: Request<Body>) -> Result<Map<String, Value>, Failure> {
    let mut fields = form(request.uri().query().unwrap_or_default().as_bytes());
    let is_form = is_form(request.headers());
    let body = read(shared, request).await?;
    let is_blank = body.iter().all(u8::is_ascii_whitespace);
    if is_form {
        fields.extend(form(&body));
    } else if !is_blank {
        fields.extend(parse::<Map<String, Value>>(&body)?);
    }
    Ok(fields)
}

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded"))
}

fn form(text: &[u8]) -> Map<String, Value> {
    form_urlencoded::parse(text)
        .map(|(key, value)| (key.into_owned(), Value::String(value.into_owned())))
        .collect()
}

/// The text of a field. Clients of the old services send anything.
pub fn text(fields: &Map<String, Value>, name: &str) -> Result<Option<String>, Failure> {
    match fields.get(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(_) => Err(Failure::bad_request(format!("`{name}` must be a string"))),
    }
}

/// The number of a field, which may be written as a string.
pub fn number<T: std::str::FromStr>(fields: &Map<String, Value>, name: &str) -> Result<Option<T>, Failure> {
    let text = match fields.get(name) {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::String(text)) if text.trim().is_empty() => return Ok(None),
        Some(Value::String(text)) => text.trim().to_owned(),
        Some(value) => value.to_string(),
    };
    text.parse().map(Some).map_err(|_| Failure::bad_request(format!("`{name}` must be a number")))
}
