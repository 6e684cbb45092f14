//! Nothing is lost without a word.

use std::process::Command;
use std::time::Duration;

use serde_json::json;

use crate::common::{DOMAIN, PROBLEM, Server, endless, server};

/// The processes that another one has started.
fn children(id: u32) -> Vec<u32> {
    let listed = Command::new("ps").args(["-o", "pid=", "--ppid", &id.to_string()]).output().unwrap();
    String::from_utf8_lossy(&listed.stdout).split_whitespace().filter_map(|id| id.parse().ok()).collect()
}

/// Hundredths of a second for which a process has used the processor.
fn ticks(id: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
}

fn signal(id: u32, name: &str) {
    assert!(Command::new("kill").args([name, &id.to_string()]).status().unwrap().success());
}

#[test]
fn a_worker_that_is_killed_harms_its_own_job_only() {
    let (_folder, server) = server(&["--workers", "2"]);
    let (domain, problem) = endless();
    let slow = json!({ "search": "gbfs", "heuristic": "blind" });
    let jobs = [server.submit(&domain, &problem, slow.clone()), server.submit(&domain, &problem, slow)];
    jobs.iter().for_each(|job| _ = server.until(job, "running"));
    // A worker that has used the processor for some time has a job.
    let start = std::time::Instant::now();
    let victim = loop {
        if let Some(busy) = children(server.id()).into_iter().find(|id| ticks(*id) >= 10) {
            break busy;
        }
        assert!(start.elapsed() < Duration::from_secs(120), "no worker works");
        std::thread::sleep(Duration::from_millis(10));
    };
    signal(victim, "-KILL");
    let (dead, alive) = loop {
        let state = |job: &str| server.get(&format!("/v1/jobs/{job}")).1;
        match [state(&jobs[0]), state(&jobs[1])] {
            [dead, alive] if dead["status"] == "ended" => break (dead, alive),
            [alive, dead] if dead["status"] == "ended" => break (dead, alive),
            _ => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    assert_eq!((&dead["outcome"], &alive["status"]), (&json!("crashed"), &json!("running")));
    assert!(dead["message"].as_str().unwrap().contains("signal: 9"), "{dead}");
    let again = server.submit(DOMAIN, PROBLEM, json!({}));
    assert_eq!(server.until(&again, "ended")["outcome"], "solved");
}

#[test]
fn a_plan_is_given_though_its_worker_died_later() {
    let (_folder, server) = server(&["--workers", "1", "--time-limit", "600"]);
    let (domain, problem) = endless();
    let id = server.submit(&domain, &problem, json!({ "search": "gbfs", "anytime": true }));
    let start = std::time::Instant::now();
    let has_plan =
        || server.get(&format!("/v1/jobs/{id}")).1["plans"].as_array().is_some_and(|plans| !plans.is_empty());
    let busy = || children(server.id()).into_iter().find(|id| ticks(*id) >= 10);
    let worker = loop {
        if let Some(busy) = busy().filter(|_| has_plan()) {
            break busy;
        }
        assert!(start.elapsed() < Duration::from_secs(120), "no plan");
        std::thread::sleep(Duration::from_millis(10));
    };
    signal(worker, "-KILL");
    let job = server.until(&id, "ended");
    assert_eq!(job["outcome"], "crashed");
    let (_, plain) = server.get(&format!("/check/{id}"));
    assert_eq!(plain["status"], "ok", "{plain}");
    assert!(plain["result"]["output"]["sas_plan"].as_str().unwrap().contains("(swap "), "{plain}");
    assert!(plain["result"]["stdout"].as_str().unwrap().contains("\n; the worker process died"), "{plain}");
}

#[test]
fn a_service_that_is_killed_answers_after_its_restart() {
    let (folder, server) = server(&["--workers", "1"]);
    let (domain, problem) = endless();
    let done = server.submit(DOMAIN, PROBLEM, json!({}));
    server.until(&done, "ended");
    let slow = json!({ "search": "gbfs", "heuristic": "blind", "time_limit": 1 });
    let running = server.submit(&domain, &problem, slow);
    server.until(&running, "running");
    let waiting = server.submit(DOMAIN, PROBLEM, json!({}));
    let workers = children(server.id());
    server.kill();
    // Workers see that nobody gives them orders any more. Who is dead but not buried has the state Z.
    let is_alive = |id: &u32| {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
    };
    let start = std::time::Instant::now();
    while workers.iter().any(is_alive) {
        assert!(start.elapsed() < Duration::from_secs(10), "workers outlive their service");
    }
    let server = Server::start(folder.path(), &["--workers", "1"]);
    assert_eq!(server.until(&done, "ended")["plans"][0]["cost"], 2);
    assert_eq!(server.until(&running, "ended")["outcome"], "out_of_time");
    assert_eq!(server.until(&waiting, "ended")["outcome"], "solved");
}

#[test]
fn a_job_that_is_under_way_at_every_end_is_reported_as_lost() {
    let (folder, mut last) = server(&["--workers", "1"]);
    let (domain, problem) = endless();
    let job = last.submit(&domain, &problem, json!({ "search": "gbfs", "heuristic": "blind" }));
    for _ in 0..2 {
        last.until(&job, "running");
        last.kill();
        last = Server::start(folder.path(), &["--workers", "1"]);
    }
    let ended = last.until(&job, "ended");
    assert_eq!(ended["outcome"], "lost");
    assert!(ended["message"].as_str().unwrap().contains("2 times"), "{ended}");
}

#[test]
fn a_second_request_to_terminate_does_not_wait() {
    let (folder, mut server) = server(&["--workers", "1", "--time-limit", "600", "--drain", "600"]);
    let (domain, problem) = endless();
    let job = server.submit(&domain, &problem, json!({ "search": "gbfs", "heuristic": "blind" }));
    server.until(&job, "running");
    signal(server.id(), "-INT");
    while server.get("/health").0 != 503 {}
    let start = std::time::Instant::now();
    // The service listens for the second one as soon as it has heard the first one, and then says so.
    signal(server.id(), "-INT");
    assert_eq!(server.wait(), Some(0));
    assert!(start.elapsed() < Duration::from_secs(60));
    let server = Server::start(folder.path(), &["--workers", "1"]);
    server.until(&job, "running");
}

#[test]
fn a_request_to_terminate_lets_jobs_end() {
    let (folder, mut server) = server(&["--workers", "1"]);
    let (domain, problem) = endless();
    let slow = json!({ "search": "gbfs", "heuristic": "blind", "time_limit": 1 });
    let running = server.submit(&domain, &problem, slow);
    let waiting = server.submit(DOMAIN, PROBLEM, json!({}));
    server.until(&running, "running");
    signal(server.id(), "-TERM");
    std::thread::sleep(Duration::from_millis(100));
    assert_eq!(server.get("/health").0, 503);
    assert_eq!(server.post("/v1/jobs", &json!({ "domain": DOMAIN, "problem": PROBLEM })).0, 503);
    assert_eq!(server.wait(), Some(0));
    let server = Server::start(folder.path(), &[]);
    let status = |job: &str| server.get(&format!("/v1/jobs/{job}")).1;
    assert_eq!(status(&running)["outcome"], "out_of_time");
    assert_eq!(status(&waiting)["outcome"], "solved");
}
