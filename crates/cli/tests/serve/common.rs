//! A service of the tests' own, and tasks for it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub const DOMAIN: &str =
    "(define (domain lamps) (:requirements :strips :negative-preconditions) (:predicates (on ?l) (broken ?l))
  (:action switch :parameters (?l) :precondition (and (not (on ?l)) (not (broken ?l))) :effect (on ?l)))";
pub const PROBLEM: &str =
    "(define (problem two) (:domain lamps) (:objects a b) (:init) (:goal (and (on a) (on b))))";
pub const UNSOLVABLE: &str =
    "(define (problem none) (:domain lamps) (:objects a b) (:init (broken b)) (:goal (and (on a) (on b))))";

/// To turn a row round by swaps of neighbours: a search that does not look at the goal is not done with it in a day.
pub fn endless() -> (String, String) {
    let domain = "(define (domain permute) (:requirements :strips) (:predicates (at ?x ?p) (next ?p ?q))
      (:action swap :parameters (?x ?y ?p ?q) :precondition (and (next ?p ?q) (at ?x ?p) (at ?y ?q))
        :effect (and (not (at ?x ?p)) (not (at ?y ?q)) (at ?x ?q) (at ?y ?p))))";
    let each = |text: fn(i32) -> String| (0..14).map(text).collect::<String>();
    let problem = format!(
        "(define (problem p) (:domain permute) (:objects {}) (:init {}{}) (:goal (and {})))",
        each(|i| format!("x{i} p{i} ")),
        each(|i| format!("(at x{i} p{i}) ")),
        (0..13).map(|i| format!("(next p{i} p{}) ", i + 1)).collect::<String>(),
        each(|i| format!("(at x{i} p{}) ", 13 - i)),
    );
    (domain.to_owned(), problem)
}

/// A service that ends with the test.
pub struct Server {
    child: Child,
    pub address: SocketAddr,
}

impl Server {
    /// Starts a service on a free port.
    pub fn start(state: &Path, settings: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_extremal"))
            .args(["serve", "--port", "0", "--state"])
            .arg(state)
            .args(settings)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address =
            line.trim().strip_prefix("Listening on http://").and_then(|address| address.parse().ok());
        Server { child, address: address.unwrap_or_else(|| panic!("no address: {line:?}")) }
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Waits until it ends by itself.
    pub fn wait(&mut self) -> Option<i32> {
        self.child.wait().unwrap().code()
    }

    pub fn get(&self, path: &str) -> (u16, Value) {
        self.ask("GET", path, "", b"")
    }

    pub fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.ask("POST", path, "content-type: application/json\r\n", body.to_string().as_bytes())
    }

    /// Sends a request and reads a JSON answer.
    pub fn ask(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, Value) {
        let (status, text) = self.ask_text(method, path, headers, body);
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    pub fn ask_text(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, String) {
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{headers}content-length: {}\r\n\r\n",
            body.len()
        )
        .into_bytes();
        request.extend_from_slice(body);
        self.send(&request)
    }

    /// Sends bytes, and reads until the service closes the connection.
    pub fn send(&self, request: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        // The service may answer before it has read everything.
        let _ = stream.write_all(request);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        let is_chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        (status, if is_chunked { unchunked(body) } else { body.to_owned() })
    }

    /// The routes that take a body, as the description of the service has them, with a word for each part that can be
    /// chosen; and the statuses that may come.
    pub fn routes(&self) -> Vec<(String, Vec<u16>)> {
        let (_, description) = self.get("/openapi.json");
        let paths = description["paths"].as_object().unwrap();
        let route = |(path, item): (&String, &Value)| {
            let answers = item.get("post")?["responses"].as_object()?;
            let path = path.replace("{name}", "extremal").replace("{service}", "solve").replace("{id}", "0");
            Some((path, answers.keys().map(|status| status.parse().unwrap()).collect()))
        };
        let routes: Vec<_> = paths.iter().filter_map(route).collect();
        assert!(routes.len() >= 11, "{routes:?}");
        routes
    }

    /// Submits a job and gives its id.
    pub fn submit(&self, domain: &str, problem: &str, more: Value) -> String {
        let mut body = json!({ "domain": domain, "problem": problem });
        body.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
        let (status, answer) = self.post("/v1/jobs", &body);
        assert_eq!(status, 202, "{answer}");
        answer["id"].as_str().unwrap().to_owned()
    }

    /// Waits until a job has got so far.
    pub fn until(&self, id: &str, status: &str) -> Value {
        let start = Instant::now();
        loop {
            let (_, job) = self.get(&format!("/v1/jobs/{id}"));
            if job["status"] == status {
                return job;
            }
            assert!(start.elapsed() < Duration::from_secs(60), "{job}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn unchunked(mut body: &str) -> String {
    let mut whole = String::new();
    while let Some((size, rest)) = body.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        whole.push_str(rest.get(..size).unwrap_or(rest));
        body = rest.get(size + 2..).unwrap_or("");
    }
    whole
}

/// A folder for the journal and a service with these settings.
pub fn server(settings: &[&str]) -> (tempfile::TempDir, Server) {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), settings);
    (folder, server)
}
