//! Whatever is sent, the answer is a clear error, and the service goes on.

use std::io::Write;
use std::net::TcpStream;
use std::time::Instant;

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::json;

use crate::common::{DOMAIN, PROBLEM, server};

#[test]
fn huge_deep_and_broken_bodies_are_refused() {
    let (_folder, server) = server(&["--max-body", "1M"]);
    let deep = "[".repeat(50_000);
    let huge = format!("{{\"domain\":\"{}\"}}", "x".repeat(2_000_000));
    for (route, _) in &server.routes() {
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
fn one_client_cannot_take_the_room_of_others() {
    let (_folder, server) = server(&["--workers", "1", "--behind-proxy"]);
    // Large bodies that never end: together more than the service takes.
    let head =
        "POST /solve HTTP/1.1\r\nhost: x\r\nx-forwarded-for: 10.0.0.1\r\ncontent-length: 16000000\r\n\r\n";
    let part = [head.as_bytes(), &vec![b' '; 15_900_000]].concat();
    let open: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut stream = TcpStream::connect(server.address).unwrap();
            // Those for which there is no room are answered before they have sent everything.
            let _ = stream.write_all(&part);
            stream
        })
        .collect();
    let body =
        json!({ "domain": format!("{DOMAIN} ;{}", " ".repeat(4 << 20)), "problem": PROBLEM }).to_string();
    let ask = |client: &str, body: &str| {
        let header = format!("x-forwarded-for: {client}\r\n");
        server.ask("POST", "/solve", &header, body.as_bytes()).0
    };
    assert_eq!((ask("10.0.0.1", &body), ask("10.0.0.2", &body)), (503, 200));
    let small = json!({ "domain": DOMAIN, "problem": PROBLEM }).to_string();
    assert_eq!(ask("10.0.0.1", &small), 200, "there is always room for this");
    drop(open);
}

#[test]
fn texts_that_do_not_fit_into_the_memory_of_a_job_are_not_read() {
    let (_folder, server) = server(&["--workers", "1"]);
    let domain = format!("{DOMAIN} ;{}", " ".repeat(4 << 20));
    let id = server.submit(&domain, PROBLEM, json!({ "memory_limit": 16 }));
    let job = server.until(&id, "ended");
    assert_eq!(job["outcome"], "out_of_memory", "{job}");
    assert!(job["message"].as_str().unwrap().contains("too long for the memory limit"), "{job}");
    let id = server.submit(&domain, PROBLEM, json!({ "memory_limit": 256 }));
    assert_eq!(server.until(&id, "ended")["outcome"], "solved");
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

/// MiB of memory of a process.
#[cfg(target_os = "linux")]
fn memory(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

#[cfg(target_os = "linux")]
#[test]
fn what_is_not_asked_for_takes_no_memory() {
    let (_folder, server) = server(&["--workers", "1"]);
    let (domain, problem) = crate::common::endless();
    let old =
        json!({ "domain": domain, "problem": problem, "search": "gbfs", "heuristic": "blind" }).to_string();
    let file = |text: &str| json!({ "content": text });
    let new =
        json!({ "domain": file(&domain), "problem": file(&problem), "configuration": { "timeout": 20 } });
    let junk = [format!(",\"junk\":[{}0]}}", "0,".repeat(5_000_000)), {
        let keys: String = (0..800_000).map(|number| format!(",\"{number:x}\":1")).collect();
        keys + "}"
    }];
    let before = memory(server.id());
    let open: Vec<TcpStream> = [("/solve", old), ("/request", new.to_string())]
        .iter()
        .flat_map(|(route, body)| {
            junk.iter().map(move |junk| (route, format!("{}{junk}", &body[..body.len() - 1])))
        })
        .map(|(route, body)| {
            let mut stream = TcpStream::connect(server.address).unwrap();
            let head = format!("POST {route} HTTP/1.1\r\nhost: x\r\ncontent-length: {}\r\n\r\n", body.len());
            stream.write_all((head + &body).as_bytes()).unwrap();
            stream
        })
        .collect();
    let accepted = || {
        let (_, health) = server.get("/health");
        health["running"].as_u64().unwrap() + health["waiting"].as_u64().unwrap()
    };
    while accepted() < open.len() as u64 {}
    // One of the lists would take 160 MB, one of the objects more than 100 MB.
    let more = memory(server.id()) - before;
    assert!(more < 100, "{more} MiB more");
    let callbacks = new.to_string();
    let callbacks =
        format!("{},\"callbacks\":[{}{{}}]}}", &callbacks[..callbacks.len() - 1], "{},".repeat(1000));
    assert_eq!(server.ask("POST", "/request", "", callbacks.as_bytes()).0, 400);
    let problems = format!("{{\"domain\":\"\",\"problems\":[{}\"\"]}}", "\"\",".repeat(10_000));
    assert_eq!(server.ask("POST", "/parse", "", problems.as_bytes()).0, 400);
}

#[test]
fn a_plan_whose_text_is_too_long_is_not_kept() {
    let (_folder, server) = server(&[]);
    let (name, steps) = ("x".repeat(200_000), 100);
    let objects: String = (0..=steps).map(|i| format!("i{i} ")).collect();
    let next: String = (0..steps).map(|i| format!("(next i{i} i{}) ", i + 1)).collect();
    let domain = "(define (domain d) (:predicates (at ?x ?i) (next ?i ?j)) (:action go :parameters (?x ?i ?j)
        :precondition (and (at ?x ?i) (next ?i ?j)) :effect (and (at ?x ?j) (not (at ?x ?i)))))";
    let problem = format!(
        "(define (problem p) (:domain d) (:objects {name} {objects}) (:init (at {name} i0) {next}) (:goal (at {name} i{steps})))"
    );
    let id = server.submit(domain, &problem, json!({ "search": "gbfs" }));
    let job = server.until(&id, "ended");
    assert_eq!(job["outcome"], "out_of_memory", "{}", job["message"]);
    assert_eq!(job["message"], "A plan of 100 steps was found, but its text has more than 16 MiB.");
    assert_eq!(job["plans"], json!([]));
    // What is wrong with a name is told without all of it.
    let id = server.submit(
        domain,
        &problem.replacen(&format!("(at {name} i0)"), &format!("(at {name})"), 1),
        json!({}),
    );
    let job = server.until(&id, "ended");
    assert!(job["outcome"] == "invalid_input" && job.to_string().len() < 2_000_000);
}

#[test]
fn a_request_cannot_be_smuggled_behind_another() {
    let (_folder, server) = server(&[]);
    for head in [
        "content-length: 5\r\ncontent-length: 6",
        "content-length: +5",
        "content-length: 5, 5",
        "transfer-encoding: chunked, identity",
        "transfer-encoding: xchunked",
        "transfer-encoding : chunked",
    ] {
        let request = format!(
            "POST /solve HTTP/1.1\r\nhost: x\r\n{head}\r\n\r\n12345GET /metrics HTTP/1.1\r\nhost: x\r\n\r\n"
        );
        let (status, answer) = server.send(request.as_bytes());
        assert!(status == 400 && !answer.contains("extremal_jobs"), "{head}: {status} {answer}");
    }
    // A line break cannot be hidden in an answer either.
    let request = "GET /package/a%0d%0aset-cookie:%20x HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n";
    let (status, answer) = server.send(request.as_bytes());
    assert!(status == 200 && !answer.contains("\nset-cookie"), "{answer}");
}

/// Bodies of requests: made of words that mean something somewhere, and then damaged.
fn bodies() -> impl Strategy<Value = Vec<u8>> {
    // What is wrong inside the texts is found by workers.
    let texts = [DOMAIN, PROBLEM, "(switch a)\n(switch b)\n"].map(damaged);
    let scrap = prop_oneof![
        3 => [DOMAIN, PROBLEM].map(damaged).prop_map(|[domain, problem]| {
            json!({ "domain": domain, "problem": problem }).to_string().into_bytes()
        }),
        3 => texts.prop_map(|[domain, problem, plan]| {
            json!({ "domain": domain, "problem": problem, "plan": plan, "problems": [problem, PROBLEM] })
                .to_string()
                .into_bytes()
        }),
        2 => [DOMAIN, PROBLEM].map(damaged).prop_map(|[domain, problem]| {
            json!({ "domain": { "content": domain }, "problem": { "content": problem } })
                .to_string()
                .into_bytes()
        }),
        1 => proptest::collection::vec(any::<u8>(), 0..200),
        1 => "[\\[\\]{}\":,a-z0-9 \\\\]{0,100}".prop_map(String::into_bytes),
    ];
    let change = (any::<prop::sample::Index>(), any::<u8>(), any::<bool>());
    let changes = prop_oneof![Just(Vec::new()), proptest::collection::vec(change, 0..4)];
    (scrap, changes).prop_map(|(mut body, changes)| {
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
        body
    })
}

/// A text in which words are missing, changed or in another place.
fn damaged(text: &'static str) -> impl Strategy<Value = String> {
    let word = prop_oneof![Just(""), Just("("), Just(")"), Just("?l"), Just("(not (on ?l))"), Just("- ö")];
    let change = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), word);
    proptest::collection::vec(change, 0..4).prop_map(|changes| {
        let mut words: Vec<&str> = text.split_inclusive([' ', '(', ')']).collect();
        for (from, to, word) in changes {
            let (from, to) = (from.index(words.len()), to.index(words.len()));
            words.swap(from, to);
            if from != to {
                words[to] = word;
            }
        }
        words.concat()
    })
}

#[test]
fn no_body_leads_to_an_internal_error() {
    let (_folder, server) =
        server(&["--time-limit", "2.0", "--queue-per-client", "100000", "--queue", "100000"]);
    // Something that can be counted in the end.
    server.submit(DOMAIN, PROBLEM, json!({}));
    let routes = server.routes();
    let requests = (bodies(), 0..routes.len());
    let (cases, seconds) = (setting("EXTREMAL_HTTP_CASES"), setting("EXTREMAL_HTTP_SECONDS"));
    let start = Instant::now();
    let mut done = 0;
    while done == 0 || done < cases.unwrap_or(150) || start.elapsed().as_secs() < seconds.unwrap_or(0) {
        let most = if seconds.is_some() { 1000 } else { cases.unwrap_or(150) };
        let mut runner = TestRunner::new(Config {
            cases: u32::try_from(most).unwrap_or(u32::MAX),
            failure_persistence: None,
            ..Config::default()
        });
        let result = runner.run(&requests, |(body, route)| {
            let (path, statuses) = &routes[route];
            let (status, answer) = server.ask_text("POST", path, "", &body);
            prop_assert!((200..500).contains(&status), "{path}: {status} {answer}");
            prop_assert!(statuses.contains(&status), "{path} is not said to answer {status}: {answer}");
            // Checks and validations have nobody else who tells of it.
            prop_assert!(!answer.contains("process died"), "{path}: {answer}");
            Ok(())
        });
        result.unwrap();
        done += most;
    }
    // Jobs end later than they are answered.
    let is_busy = || {
        let (_, health) = server.get("/health");
        health["waiting"] != 0 || health["running"] != 0
    };
    let end = Instant::now();
    while is_busy() {
        assert!(end.elapsed().as_secs() < 300, "{}", server.get("/health").1);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let (_, metrics) = server.ask_text("GET", "/metrics", "", b"");
    assert!(metrics.contains("extremal_jobs_total{outcome=\"solved\"}"), "{metrics}");
    assert!(!metrics.contains("outcome=\"crashed\""), "{metrics}");
    assert_eq!(server.get("/health").0, 200);
}

/// More of them with `EXTREMAL_HTTP_CASES`, and for longer with `EXTREMAL_HTTP_SECONDS`.
fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|value| value.parse().ok())
}
