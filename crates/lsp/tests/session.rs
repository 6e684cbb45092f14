//! A whole session over a connection in memory.

use std::thread;
use std::time::Duration;

use lsp_server::{Connection, Message, Notification, Request, RequestId};
use serde_json::{Value, json};

const DOMAIN: &str = "(define (domain d)\n  (:predicates (lit))\n  (:action on :effect (lti))) ; 😀 ö\n";
const PROBLEM: &str = "(define (problem p) (:domain d)\n  (:init) (:goal (lit)))\n";

struct Client {
    connection: Connection,
    server: thread::JoinHandle<u8>,
    next_id: i32,
}

impl Client {
    fn start() -> Self {
        Client::with_capabilities(json!({}))
    }

    fn with_capabilities(capabilities: Value) -> Self {
        let (connection, other) = Connection::memory();
        let server = thread::spawn(move || extremal_lsp::serve(&other));
        let mut client = Client { connection, server, next_id: 0 };
        let answer = client.ask("initialize", json!({ "capabilities": capabilities })).unwrap();
        assert_eq!(answer["capabilities"]["positionEncoding"], "utf-16");
        client.tell("initialized", json!({}));
        client
    }

    fn receive(&self) -> Message {
        self.connection.receiver.recv_timeout(Duration::from_secs(60)).expect("an answer")
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value, String> {
        self.next_id += 1;
        let id = RequestId::from(self.next_id);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.connection.sender.send(Message::Request(request)).unwrap();
        loop {
            if let Message::Response(response) = self.receive() {
                assert_eq!(response.id, id);
                let response = serde_json::to_value(&response).unwrap();
                return match response.get("error") {
                    Some(error) if !error.is_null() => Err(error["message"].as_str().unwrap().to_owned()),
                    _ => Ok(response["result"].clone()),
                };
            }
        }
    }

    fn tell(&self, method: &str, params: Value) {
        let notification = Notification { method: method.to_owned(), params };
        self.connection.sender.send(Message::Notification(notification)).unwrap();
    }

    fn open(&self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "pddl", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Waits for diagnostics of a document that are as wanted.
    fn diagnostics(&self, uri: &str, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
        loop {
            if let Message::Notification(Notification { method, params }) = self.receive()
                && method == "textDocument/publishDiagnostics"
                && params["uri"] == uri
            {
                let found = params["diagnostics"].as_array().cloned().unwrap_or_default();
                if wanted(&found) {
                    return found;
                }
            }
        }
    }

    fn end(mut self) -> u8 {
        assert_eq!(self.ask("shutdown", Value::Null), Ok(Value::Null));
        assert!(self.ask("textDocument/hover", json!({})).is_err(), "nothing is answered after a shutdown");
        self.tell("exit", Value::Null);
        self.server.join().unwrap()
    }
}

fn at(uri: &str, line: u32, character: u32) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}

#[test]
fn a_mistake_is_shown_and_mended_and_a_name_is_changed() {
    let mut client = Client::start();
    let (domain, problem) = ("untitled:domain", "untitled:problem");
    client.open(domain, DOMAIN);
    let found = client.diagnostics(domain, |found| !found.is_empty());
    assert_eq!(found[0]["code"], "undeclared-predicate");
    assert_eq!(
        found[0]["range"],
        json!({"start": {"line": 2, "character": 23}, "end": {"line": 2, "character": 26}})
    );
    let mut params = json!({ "textDocument": { "uri": domain }, "context": { "diagnostics": [] } });
    params["range"] = found[0]["range"].clone();
    let actions = client.ask("textDocument/codeAction", params).unwrap();
    assert_eq!(actions[0]["title"], "Replace `lti` with `lit`");
    let edit = &actions[0]["edit"]["changes"][domain][0];
    let change = json!({ "range": edit["range"], "text": edit["newText"] });
    let version = json!({ "uri": domain, "version": 2 });
    client.tell("textDocument/didChange", json!({ "textDocument": version, "contentChanges": [change] }));
    client.diagnostics(domain, <[Value]>::is_empty);
    client.open(problem, PROBLEM);
    let mut params = at(problem, 1, 18);
    params["newName"] = json!("bright");
    let edit = client.ask("textDocument/rename", params.clone()).unwrap();
    let count = |uri: &str| edit["changes"][uri].as_array().map(Vec::len);
    assert_eq!((count(domain), count(problem)), (Some(2), Some(1)));
    params["newName"] = json!("not");
    assert_eq!(client.ask("textDocument/rename", params), Err("`not` is a word of PDDL".to_owned()));
    assert_eq!(client.end(), 0);
}

#[test]
fn a_domain_that_is_changed_elsewhere_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let uri = |name: &str| format!("file://{}", folder.path().join(name).display());
    std::fs::write(folder.path().join("d.pddl"), DOMAIN.replace("lit", "dark").replace("lti", "dark"))
        .unwrap();
    let watching = json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let client = Client::with_capabilities(watching);
    let Message::Request(asked) = client.receive() else { panic!("it does not ask to be told") };
    assert_eq!(asked.params["registrations"][0]["method"], "workspace/didChangeWatchedFiles");
    let answer = lsp_server::Response::new_ok(asked.id, Value::Null);
    client.connection.sender.send(Message::Response(answer)).unwrap();
    client.open(&uri("p.pddl"), PROBLEM);
    client.diagnostics(&uri("p.pddl"), |found| found.iter().any(|one| one["code"] == "undeclared-predicate"));
    std::fs::write(folder.path().join("d.pddl"), DOMAIN.replace("lti", "lit")).unwrap();
    let changes = json!([{ "uri": uri("d.pddl"), "type": 2 }]);
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": changes }));
    client.diagnostics(&uri("p.pddl"), <[Value]>::is_empty);
    assert_eq!(client.end(), 0);
}

#[test]
fn a_domain_is_explained_with_the_problem_beside_it() {
    let mut client = Client::start();
    let fixed = DOMAIN.replace("lti", "lit");
    let [here, elsewhere] = ["file:///nowhere/b/d.pddl", "file:///nowhere/a/d.pddl"];
    client.open(elsewhere, &fixed);
    client.open(here, &fixed);
    client.open("file:///nowhere/b/p.pddl", PROBLEM);
    let mut said =
        |uri: &str| client.ask("textDocument/hover", at(uri, 1, 16)).unwrap()["contents"].to_string();
    let (with_problem, alone) = (said(here), said(elsewhere));
    assert!(with_problem.contains("Tested by the goal") && with_problem.contains("True initially: 0"));
    assert!(alone.contains("Nothing tests it"), "{alone}");
    assert_eq!(client.end(), 0);
}

#[test]
fn nothing_that_a_client_says_ends_the_server() {
    let mut client = Client::start();
    let uri = "file:///nowhere/at/all/p.pddl";
    client.open(uri, "(define (problem p) (:domain d) (:goal (");
    client.diagnostics(uri, |found| !found.is_empty());
    for method in [
        "definition",
        "references",
        "documentHighlight",
        "hover",
        "completion",
        "prepareRename",
        "rename",
        "documentSymbol",
        "formatting",
        "codeAction",
    ] {
        let method = format!("textDocument/{method}");
        for params in
            [Value::Null, json!([]), json!({ "textDocument": 3 }), at(uri, 99, 99), at("untitled:x", 0, 0)]
        {
            // An answer or an error, but something.
            let _ = client.ask(&method, params);
        }
    }
    assert!(client.ask("no/such/method", Value::Null).is_err());
    client.tell("textDocument/didChange", json!({ "contentChanges": 1 }));
    let range = json!({ "start": { "line": 9, "character": 9 }, "end": { "line": 0, "character": 0 } });
    let change = json!({ "range": range, "text": "x" });
    let version = json!({ "uri": uri, "version": 2 });
    client.tell("textDocument/didChange", json!({ "textDocument": version, "contentChanges": [change] }));
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    client.diagnostics(uri, <[Value]>::is_empty);
    assert_eq!(client.end(), 0);
}

#[test]
fn without_a_shutdown_the_exit_is_a_failure() {
    let client = Client::start();
    client.tell("exit", Value::Null);
    assert_eq!(client.server.join().unwrap(), 1);
    let Client { connection, server, .. } = Client::start();
    drop(connection);
    assert_eq!(server.join().unwrap(), 1);
}
