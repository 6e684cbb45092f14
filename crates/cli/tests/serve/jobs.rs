//! Our own interface.

use serde_json::{Value, json};

use crate::common::{DOMAIN, PROBLEM, UNSOLVABLE, endless, server};

#[test]
fn a_task_is_solved_and_a_plan_comes() {
    let (_folder, server) = server(&[]);
    let id = server.submit(DOMAIN, PROBLEM, json!({ "search": "gbfs" }));
    let job = server.until(&id, "ended");
    assert_eq!(job["outcome"], "solved");
    assert_eq!(job["plans"][0]["steps"], json!(["(switch b)", "(switch a)"]));
    assert_eq!(job["plans"][0]["cost"], 2);
    assert!(job["progress"]["evaluations"].as_u64() > Some(0), "{job}");
}

#[test]
fn reasons_and_places_come_with_the_answer() {
    let (_folder, server) = server(&[]);
    let none = server.submit(DOMAIN, UNSOLVABLE, json!({}));
    let wrong = server.submit(DOMAIN, &PROBLEM.replace("(on b)", "(off b)"), json!({}));
    let search = server.submit(DOMAIN, PROBLEM, json!({ "search": "gbsf" }));
    let none = server.until(&none, "ended");
    assert_eq!((&none["outcome"], &none["unreachable_goals"]), (&json!("unsolvable"), &json!(["(on b)"])));
    let wrong = server.until(&wrong, "ended");
    assert_eq!(wrong["outcome"], "invalid_input");
    assert_eq!(wrong["diagnostics"][0]["code"], "undeclared-predicate", "{wrong}");
    let search = server.until(&search, "ended");
    assert_eq!(search["outcome"], "wrong_search");
    assert!(search["message"].as_str().unwrap().contains("gbfs"), "{search}");
}

#[test]
fn a_job_ends_at_its_limits_or_when_it_is_cancelled() {
    let (_folder, server) = server(&["--workers", "3"]);
    let (domain, problem) = endless();
    let late = server.submit(
        &domain,
        &problem,
        json!({ "search": "gbfs", "heuristic": "blind", "time_limit": 0.5 }),
    );
    let large = server.submit(
        &domain,
        &problem,
        json!({ "search": "gbfs", "heuristic": "blind", "memory_limit": 20 }),
    );
    let cancelled = server.submit(&domain, &problem, json!({ "search": "gbfs", "heuristic": "blind" }));
    server.until(&cancelled, "running");
    assert_eq!(server.ask("DELETE", &format!("/v1/jobs/{cancelled}"), "", b"").0, 200);
    assert_eq!(server.until(&cancelled, "ended")["outcome"], "cancelled");
    let late = server.until(&late, "ended");
    assert_eq!(late["outcome"], "out_of_time");
    assert!(late["progress"]["seconds"].as_f64() < Some(1.5), "{late}");
    assert_eq!(server.until(&large, "ended")["outcome"], "out_of_memory");
}

#[test]
fn events_tell_of_the_search_and_of_its_end() {
    let (_folder, server) = server(&[]);
    let id = server.submit(DOMAIN, PROBLEM, json!({ "search": "gbfs", "trace": 5, "anytime": true }));
    let (status, events) = server.ask_text("GET", &format!("/v1/jobs/{id}/events"), "", b"");
    assert_eq!(status, 200);
    for event in ["event: evaluated", "event: generated", "event: best_h", "event: plan", "event: ended"] {
        assert!(events.contains(event), "{event} is missing in {events}");
    }
    let (_, rest) = server.ask_text("GET", &format!("/v1/jobs/{id}/events"), "last-event-id: 2\r\n", b"");
    assert!(!rest.contains("\nid: 2\n") && rest.contains("\nid: 3\n"), "{rest}");
}

#[test]
fn events_tell_where_each_search_of_an_agenda_begins() {
    let (_folder, server) = server(&[]);
    let problem = "(define (problem three) (:domain lamps) (:objects a b c) (:init)
      (:goal (and (on a) (on b) (on c))))";
    let id = server.submit(DOMAIN, problem, json!({ "search": "goal-agenda", "trace": 1000 }));
    let (_, events) = server.ask_text("GET", &format!("/v1/jobs/{id}/events"), "", b"");
    let lines: Vec<&str> = events.lines().collect();
    let stages = lines.windows(2).filter(|lines| lines.contains(&"event: stage"));
    let data = stages.flatten().filter_map(|line| line.strip_prefix("data: "));
    let paths: Vec<Value> =
        data.map(|data| serde_json::from_str::<Value>(data).unwrap()["path"].clone()).collect();
    let lengths: Vec<Option<usize>> = paths.iter().map(|path| path.as_array().map(Vec::len)).collect();
    assert_eq!(lengths, [Some(0), Some(1), Some(2)], "each is told once: {events}");
    assert!(paths[1][0].as_str().is_some_and(|action| action.starts_with("(switch ")), "{events}");
}

#[test]
fn many_events_come_in_order_and_none_is_missing() {
    let (_folder, server) = server(&[]);
    let (domain, problem) = endless();
    let settings = json!({ "search": "gbfs", "heuristic": "blind", "trace": 950, "max_expansions": 200 });
    let id = server.submit(&domain, &problem, settings);
    server.until(&id, "ended");
    let (_, events) = server.ask_text("GET", &format!("/v1/jobs/{id}/events"), "", b"");
    let ids: Vec<usize> = events.lines().filter_map(|line| line.strip_prefix("id: ")?.parse().ok()).collect();
    assert!(ids.len() > 900, "{}", ids.len());
    assert_eq!(ids, (0..ids.len()).collect::<Vec<_>>());
    assert_eq!(events.matches("event: ended").count(), 1);
}

#[test]
fn what_is_not_allowed_is_refused() {
    let (_folder, server) = server(&["--token", "secret", "--time-limit", "5.0"]);
    assert_eq!(server.get("/package").0, 401);
    assert_eq!(server.get("/health").0, 200);
    let with = |token: &str, body: &str| {
        let headers = format!("authorization: Bearer {token}\r\n");
        server.ask("POST", "/v1/jobs", &headers, body.as_bytes()).0
    };
    let good = json!({ "domain": DOMAIN, "problem": PROBLEM });
    assert_eq!(with("secret", &good.to_string()), 202);
    assert_eq!(with("secreT", &good.to_string()), 401);
    assert_eq!([with("secre", ""), with("secrets", ""), with("", "")], [401; 3]);
    let ask = |header: &str| server.ask("GET", "/package", &format!("{header}\r\n"), b"").0;
    assert_eq!([ask("authorization: bEARER secret"), ask("Authorization: bearer secret")], [200; 2]);
    assert_eq!(
        [ask("authorization: Basic secret"), ask("authorization: secret"), ask("authorization: ")],
        [401; 3]
    );
    assert_eq!(with("secret", &json!({ "domain": "", "problem": "", "time_limit": 6 }).to_string()), 400);
    assert_eq!(with("secret", &json!({ "domain": "", "problem": "", "tme_limit": 1 }).to_string()), 400);
}

#[test]
fn a_queue_that_is_full_says_so_and_clients_take_turns() {
    let settings = ["--workers", "1", "--queue", "4", "--queue-per-client", "3", "--behind-proxy"];
    let (_folder, server) = server(&settings);
    let (domain, problem) = endless();
    let body = json!({ "domain": domain, "problem": problem, "search": "gbfs", "heuristic": "blind" });
    let body = body.to_string();
    let submit = |client: &str| {
        let headers = format!("x-forwarded-for: 1.2.3.4, {client}\r\n");
        let (status, answer) = server.ask("POST", "/v1/jobs", &headers, body.as_bytes());
        (status, answer["id"].as_str().unwrap_or_default().to_owned())
    };
    let (_, blocker) = submit("10.0.0.9");
    server.until(&blocker, "running");
    let greedy: Vec<_> = (0..4).map(|_| submit("10.0.0.1")).collect();
    assert_eq!(greedy.iter().map(|(status, _)| *status).collect::<Vec<_>>(), [202, 202, 202, 429]);
    let (status, modest) = submit("10.0.0.2");
    assert_eq!((status, submit("10.0.0.3").0), (202, 429));
    // The modest client is second, not fourth. No job ends unless it is cancelled: the order shows at every end.
    let order = [&blocker, &greedy[0].1, &modest, &greedy[1].1, &greedy[2].1];
    for (place, id) in order.iter().enumerate() {
        server.until(id, "running");
        for later in &order[place + 1..] {
            assert_eq!(server.get(&format!("/v1/jobs/{later}")).1["status"], "queued");
        }
        assert_eq!(server.ask("DELETE", &format!("/v1/jobs/{id}"), "", b"").0, 200);
    }
}

#[test]
fn the_playground_is_served_to_everybody() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("playground.html");
    std::fs::write(&page, "<!doctype html><title>Playground</title>").unwrap();
    let settings = ["--token", "secret", "--playground", page.to_str().unwrap()];
    let (_folder, with) = server(&settings);
    assert_eq!(with.get("/").1["playground"], "/playground");
    let (status, text) = with.ask_text("GET", "/playground", "", b"");
    assert_eq!((status, text.contains("<title>Playground</title>")), (200, true));
    let (_, about) = with.ask_text("GET", "/", "accept: text/html,*/*\r\n", b"");
    assert!(about.contains("href=\"playground\""), "{about}");

    let (_folder, without) = server(&[]);
    assert_eq!(without.get("/").1["playground"], Value::Null);
    assert_eq!(without.get("/playground").0, 404);
    let (_, about) = without.ask_text("GET", "/", "accept: text/html,*/*\r\n", b"");
    assert!(about.contains("openapi.json") && !about.contains("playground"), "{about}");
}
