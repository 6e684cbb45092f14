//! What clients of planning-as-a-service and of the old solver rely on.

use serde_json::{Value, json};

use crate::common::{DOMAIN, PROBLEM, Server, UNSOLVABLE, server};

fn finished(server: &Server, result: &Value, adaptor: Option<&str>) -> Value {
    // planutils joins with a slash of its own.
    let path = format!("/{}", result["result"].as_str().unwrap());
    loop {
        let answer = match adaptor {
            Some(adaptor) => server.post(&path, &json!({ "adaptor": adaptor })).1,
            None => server.ask("POST", &path, "", b"").1,
        };
        if answer["status"] != "PENDING" {
            return answer;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[test]
fn packages_solve_and_are_asked_for_in_every_way() {
    let (_folder, server) = server(&["--alias", "dual-bfws-ffparser=bfws-f5"]);
    let (status, packages) = server.get("/package");
    assert_eq!(status, 200);
    for name in ["extremal", "extremal-configured", "lama-first", "dual-bfws-ffparser"] {
        assert_eq!(packages[name]["package_name"], name, "{name}");
    }
    assert_eq!(packages["extremal"]["endpoint"]["services"]["solve"]["args"].as_array().unwrap().len(), 2);
    let body = json!({ "domain": DOMAIN, "problem": PROBLEM });
    let (status, accepted) = server.post("/package/dual-bfws-ffparser/solve", &body);
    assert_eq!(status, 200);
    let answer = finished(&server, &accepted, None);
    assert_eq!(answer["status"], "ok", "{answer}");
    let plan = answer["result"]["output"]["sas_plan"].as_str().unwrap();
    assert!(plan.ends_with("; Plan cost: 2\n(switch b)\n(switch a)\n; cost = 2 (unit cost)\n"), "{plan}");
    assert_eq!(answer["result"]["stderr"], "");
    let output = answer["result"]["stdout"].as_str().unwrap();
    assert!(output.find("States evaluated: ") < output.find("(switch b)"), "{output}");
    let edited = finished(&server, &accepted, Some("planning_editor_adaptor"));
    let plan = &edited["plans"][0]["result"];
    assert_eq!((&plan["length"], &plan["plan"][0]["name"]), (&json!(2), &json!("(switch b)")), "{edited}");
    assert!(plan["output"].as_str().unwrap().starts_with(" --- OK.\nStates evaluated: "), "{edited}");
    assert!(plan["plan"][0]["action"].as_str().unwrap().contains("(not (on b))"), "{edited}");
    let path = accepted["result"].as_str().unwrap();
    assert_eq!(server.post(path, &json!({ "adaptor": "other" })).0, 400);
}

#[test]
fn mistakes_are_told_where_clients_read_them() {
    let (_folder, server) = server(&[]);
    let body = json!({ "domain": DOMAIN, "problem": PROBLEM });
    for path in ["/package/nothing/solve", "/package/extremal/cook"] {
        let (status, answer) = server.post(path, &body);
        assert!(status == 200 && answer["Error"].is_string(), "{path} {answer}");
    }
    let (status, answer) = server.post("/package/extremal/solve", &json!({ "domain": DOMAIN }));
    assert!(status == 200 && answer["Error"].as_str().unwrap().contains("problem"), "{answer}");
    let (_, accepted) =
        server.post("/package/extremal/solve", &json!({ "domain": "(define", "problem": PROBLEM }));
    let answer = finished(&server, &accepted, None);
    assert_eq!((&answer["status"], &answer["result"]["output"]), (&json!("error"), &json!({})));
    assert!(answer["result"]["error"].as_str().unwrap().contains("domain"), "{answer}");
    let (status, answer) = server.get("/check/0123");
    assert!(status == 200 && answer["result"]["error"].as_str().unwrap().contains("no such job"));
    let (_, accepted) = server.post("/solver/", &json!({ "domain": DOMAIN, "problem": UNSOLVABLE }));
    let answer = finished(&server, &accepted, None);
    assert_eq!((&answer["status"], &answer["result"]["output"]), (&json!("ok"), &json!({})));
    assert!(answer["result"]["stdout"].as_str().unwrap().contains("(on b)"), "{answer}");
}

#[test]
fn the_probes_of_an_editor_find_the_service_alive() {
    let (_folder, server) = server(&[]);
    let empty = br#"{"domain":"","problem":""}"#;
    assert_eq!(server.ask("POST", "/package", "", empty).0, 405);
    assert_eq!(server.ask("POST", "/solve", "", empty).0, 400);
    let empty = br#"{"domain":{"name":"","format":"PDDL","content":""},"problem":{"name":"","format":"PDDL","content":""},"configuration":{}}"#;
    assert_eq!(server.ask("POST", "/request", "", empty).0, 400);
    assert_eq!(server.ask_text("OPTIONS", "/package/extremal/solve", "origin: x\r\n", b"").0, 204);
}

#[test]
fn the_old_solver_takes_json_forms_and_queries() {
    let (_folder, server) = server(&[]);
    let encoded: String = form_urlencoded::Serializer::new(String::new())
        .extend_pairs([("domain", DOMAIN), ("problem", PROBLEM)])
        .finish();
    let kind = "content-type: application/x-www-form-urlencoded\r\n";
    let answers = [
        server.post("/solve", &json!({ "domain": DOMAIN, "problem": PROBLEM })),
        server.ask("POST", "/solve", kind, encoded.as_bytes()),
        server.get(&format!("/solve?{encoded}")),
    ];
    for (status, answer) in answers {
        assert_eq!((status, &answer["status"]), (200, &json!("ok")), "{answer}");
        assert_eq!(answer["result"]["plan"][1]["name"], "(switch a)");
    }
    let (status, answer) = server.post("/solve", &json!({ "domain": DOMAIN, "problem": UNSOLVABLE }));
    assert_eq!((status, &answer["status"]), (200, &json!("error")), "{answer}");
}

#[test]
fn a_text_that_was_cut_off_is_recognised() {
    let (_folder, server) = server(&[]);
    let body = json!({ "domain": format!("; ä\n{DOMAIN}"), "problem": PROBLEM }).to_string();
    let (status, answer) =
        server.ask("POST", "/package/extremal/solve", "", &body.as_bytes()[..body.len() - 1]);
    assert_eq!(status, 200);
    assert!(answer["Error"].as_str().unwrap().contains("ends too early"), "{answer}");
}
