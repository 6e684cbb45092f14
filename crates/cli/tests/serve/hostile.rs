//! Whatever is sent, the answer is a clear error, and the service goes on.

use std::io::Write;
use std::net::TcpStream;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::json;

use crate::common::{DOMAIN, PROBLEM, server};

const ROUTES: [&str; 9] = [
    "/v1/jobs",
    "/v1/check",
    "/v1/validate",
    "/package/extremal/solve",
    "/solver",
    "/check/0",
    "/solve",
    "/request",
    "/parse",
];

#[test]
fn huge_deep_and_broken_bodies_are_refused() {
    let (_folder, server) = server(&["--max-body", "1M"]);
    let deep = "[".repeat(50_000);
    let huge = format!("{{\"domain\":\"{}\"}}", "x".repeat(2_000_000));
    for route in ROUTES {
        assert_eq!(server.ask("POST", route, "", huge.as_bytes()).0, 413, "{route}");
        assert_eq!(server.ask("POST", route, "", deep.as_bytes()).0, 400, "{route}");
        let (status, answer) = server.ask("POST", route, "", b"{\"domain\":\"\xff\xfe\",\"problem\":\"\"}");
        assert_eq!(status, 400, "{route}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("UTF-8"), "{answer}");
    }
    // Without a length, the end is found when it is too much.
    let chunk = format!("{:x}\r\n{}\r\n", 600_000, " ".repeat(600_000)).repeat(2);
    let request = format!(
        "POST /solve HTTP/1.1\r\nhost: x\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n{chunk}0\r\n\r\n"
    );
    assert_eq!(server.send(request.as_bytes()).0, 413);
}

#[test]
fn deep_and_long_pddl_is_refused_by_the_worker() {
    let (_folder, server) = server(&["--time-limit", "5.0"]);
    let deep = format!("(define (domain d) {}", "(and ".repeat(100_000));
    let many = "(:action ".repeat(50_000);
    for domain in [deep.as_str(), many.as_str(), "\u{0}", "((((", ")"] {
        let id = server.submit(domain, PROBLEM, json!({}));
        assert_eq!(server.until(&id, "ended")["outcome"], "invalid_input");
        assert_eq!(server.post("/parse", &json!({ "domain": domain, "problems": [domain] })).0, 200);
    }
    let path = "/etc/passwd";
    let id = server.submit(path, path, json!({ "search": path, "heuristic": "file:///etc/passwd" }));
    assert!(!server.until(&id, "ended").to_string().contains("root:"));
}

#[test]
fn half_sent_requests_do_not_hold_others_up() {
    let (_folder, server) = server(&["--workers", "1"]);
    // As long as a body may be: all of these together are more than the service takes.
    let half = "POST /solve HTTP/1.1\r\nhost: x\r\ncontent-length: 16000000\r\n\r\n{\"domain\":";
    let open: Vec<TcpStream> = (0..200)
        .map(|number| {
            let mut stream = TcpStream::connect(server.address).unwrap();
            let part = if number % 2 == 0 { half } else { "GET /heal" };
            stream.write_all(part.as_bytes()).unwrap();
            stream
        })
        .collect();
    let (status, answer) = server.post("/solve", &json!({ "domain": DOMAIN, "problem": PROBLEM }));
    assert_eq!((status, &answer["status"]), (200, &json!("ok")));
    drop(open);
    assert_eq!(server.get("/health").0, 200);
}

#[test]
fn a_client_that_leaves_takes_its_job_along() {
    let (_folder, server) = server(&["--workers", "1"]);
    let (domain, problem) = crate::common::endless();
    let body =
        json!({ "domain": domain, "problem": problem, "search": "gbfs", "heuristic": "blind" }).to_string();
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = format!("POST /solve HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n", body.len());
    stream.write_all((head + &body).as_bytes()).unwrap();
    while server.get("/health").1["running"] != 1 {}
    drop(stream);
    let start = std::time::Instant::now();
    while server.get("/health").1["running"] != 0 {
        assert!(start.elapsed().as_secs() < 10, "the job goes on for nobody");
    }
}

#[test]
fn no_body_leads_to_an_internal_error() {
    let (_folder, server) =
        server(&["--time-limit", "2.0", "--queue-per-client", "100000", "--queue", "100000"]);
    let scrap = prop_oneof![
        Just(json!({ "domain": DOMAIN, "problem": PROBLEM }).to_string().into_bytes()),
        Just(
            json!({ "domain": { "content": DOMAIN }, "problem": { "content": PROBLEM } })
                .to_string()
                .into_bytes()
        ),
        Just(
            json!({ "domain": DOMAIN, "problem": PROBLEM, "plan": "(switch a)", "problems": [PROBLEM] })
                .to_string()
                .into_bytes()
        ),
        proptest::collection::vec(any::<u8>(), 0..200),
        "[\\[\\]{}\":,a-z0-9 \\\\]{0,100}".prop_map(String::into_bytes),
    ];
    let change = (any::<prop::sample::Index>(), any::<u8>(), any::<bool>());
    let bodies = (scrap, proptest::collection::vec(change, 0..4), 0..ROUTES.len());
    let mut runner =
        TestRunner::new(Config { cases: cases(), failure_persistence: None, ..Config::default() });
    runner
        .run(&bodies, |(mut body, changes, route)| {
            for (place, byte, is_removed) in changes {
                if !body.is_empty() {
                    let place = place.index(body.len());
                    if is_removed {
                        body.truncate(place);
                    } else {
                        body[place] = byte;
                    }
                }
            }
            let (status, answer) = server.ask("POST", ROUTES[route], "", &body);
            prop_assert!((200..500).contains(&status), "{status} {answer}");
            Ok(())
        })
        .unwrap();
    assert_eq!(server.get("/health").0, 200);
}

/// More of them with `EXTREMAL_HTTP_CASES`.
fn cases() -> u32 {
    std::env::var("EXTREMAL_HTTP_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(150)
}
