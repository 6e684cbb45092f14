//! Reading what clients send: bounded in size and time, and with a clear word about what is wrong with it.

use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use http_body_util::BodyExt;
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error, SeqAccess, Visitor};

use super::answer::Failure;
use super::{Client, SHORT, Shared};

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
    let client = request.extensions().get::<Client>().copied();
    let mut body = request.into_body();
    let read = async {
        let mut whole = Vec::new();
        // All bodies together are bounded, too. Only what has come counts: announcing much costs a client nothing.
        let mut place = client.map(|Client(client)| shared.bodies.place(client));
        while let Some(frame) = body.frame().await {
            let frame =
                frame.map_err(|error| Failure::bad_request(format!("the body cannot be read: {error}")))?;
            let Ok(data) = frame.into_data() else { continue };
            if data.len() > most - whole.len() {
                return Err(too_large());
            }
            whole.extend_from_slice(&data);
            let length = whole.len();
            if length > SHORT && !place.as_mut().is_none_or(|place| place.grow_to(length)) {
                return Err(busy());
            }
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
        // A character that is only begun at the end is no mistake: the text is cut off there.
        if let Err(error) = std::str::from_utf8(body)
            && error.error_len().is_some()
        {
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

/// Reads a list that is not too long: each entry takes memory, however short its text is.
pub fn list<'de, const MOST: usize, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    struct List<const MOST: usize, T>(PhantomData<T>);
    impl<'de, const MOST: usize, T: Deserialize<'de>> Visitor<'de> for List<MOST, T> {
        type Value = Vec<T>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {MOST} entries")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut entries = Vec::new();
            while let Some(entry) = list.next_element()? {
                if entries.len() == MOST {
                    return Err(Error::invalid_length(MOST + 1, &self));
                }
                entries.push(entry);
            }
            Ok(entries)
        }
    }
    deserializer.deserialize_seq(List::<MOST, T>(PhantomData))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn a_text_may_be_cut_off_anywhere() {
        let body = "{\"domain\": \"; größe äöüß€€€ 𝄞\", \"problem\": [\"ä\", 1]}".as_bytes();
        assert!(parse::<Value>(body).is_ok());
        for end in 1..body.len() {
            assert_eq!(parse::<Value>(&body[..end]).unwrap_err().code, CUT_OFF, "{end}");
        }
        for wrong in [&b"{\"\xff\": 1}"[..], b"{\"\xff", b"", b"{]", b"{]\xc3"] {
            assert_eq!(parse::<Value>(wrong).unwrap_err().code, "bad-request", "{wrong:?}");
        }
    }
}
