//! What VS Code relies on.

use serde_json::{Value, json};

use crate::common::{DOMAIN, PROBLEM, UNSOLVABLE, server};

#[test]
fn the_parser_service_marks_places() {
    let (_folder, server) = server(&[]);
    let wrong = PROBLEM.replace("(on b)", "(onn b)");
    let (status, marks) = server.post("/parse", &json!({ "domain": DOMAIN, "problems": [PROBLEM, wrong] }));
    assert_eq!(status, 200);
    let errors: Vec<&Value> =
        marks.as_array().unwrap().iter().filter(|mark| mark["severity"] == "error").collect();
    assert_eq!(errors.len(), 1, "{marks}");
    assert_eq!((&errors[0]["location"], &errors[0]["position"]["line"]), (&json!("PROBLEM_1"), &json!(1)));
    let (_, alone) =
        server.post("/parse", &json!({ "domain": "(define (domain d) (:predicates (p)", "problems": [] }));
    assert_eq!(alone[0]["location"], "DOMAIN", "{alone}");
}

#[test]
fn the_validator_service_marks_the_step() {
    let (_folder, server) = server(&[]);
    let plan = |plan: &str| {
        let (status, answer) =
            server.post("/validate", &json!({ "domain": DOMAIN, "problem": PROBLEM, "plan": plan }));
        assert_eq!(status, 200);
        answer["validation"].clone()
    };
    assert_eq!(plan("(switch a)\n(switch b)\n"), json!({ "problems": [] }));
    let twice = plan("(switch a)\n(switch a)\n(switch b)\n");
    assert_eq!(twice["problems"][0]["position"]["line"], 2, "{twice}");
    assert_eq!(plan("(switch a)\n")["problems"].as_array().unwrap().len(), 1);
    assert_eq!(plan("switch a)(\n")["problems"][0]["position"]["line"], 1);
    let (_, answer) = server.post("/v1/validate", &json!({ "domain": "(", "problem": PROBLEM, "plan": "" }));
    assert!(answer["error"].is_string(), "{answer}");
}

#[test]
fn the_asynchronous_service_gives_plans_as_json_in_a_string() {
    let (_folder, server) = server(&[]);
    let file = |text: &str| json!({ "name": "x", "format": "PDDL", "content": text });
    let configuration = json!({ "planFormat": "JSON", "timeout": 10 });
    let body = json!({ "domain": file(DOMAIN), "problem": file(PROBLEM), "configuration": configuration });
    let (status, answer) = server.post("/request?async=false", &body);
    assert_eq!((status, &answer["status"]["status"]), (200, &json!("STOPPED")), "{answer}");
    let steps: Value = serde_json::from_str(answer["plans"][0]["content"].as_str().unwrap()).unwrap();
    assert_eq!(steps, json!([{ "name": "switch b" }, { "name": "switch a" }]));
    let mut wrong = body.clone();
    wrong["domain"]["content"] = "(define".into();
    let (status, answer) = server.post("/request?async=false", &wrong);
    assert_eq!((status, &answer["status"]["status"]), (200, &json!("FAILED")));
    assert!(answer["status"]["error"]["message"].is_string());
    let mut none = body.clone();
    none["problem"]["content"] = UNSOLVABLE.into();
    let (_, none) = server.post("/request", &none);
    assert_eq!((&none["plans"], &none["status"]["status"]), (&json!([]), &json!("FAILED")));
    assert!(none["status"]["error"]["message"].as_str().unwrap().contains("(on b)"), "{none}");
    let mut elsewhere = body;
    elsewhere["callbacks"] = json!([{ "type": "STATES", "url": "http://10.0.0.1:80" }]);
    assert_eq!(server.post("/request", &elsewhere).0, 400);
    // Web pages and proxies cannot make the service call anything either.
    elsewhere["callbacks"] = json!([{ "type": "STATES", "url": "http://localhost:9" }]);
    assert_eq!(server.post("/request", &elsewhere).0, 200);
    for header in
        ["origin: http://example.org", "x-forwarded-for: 10.0.0.1", "forwarded: for=10.0.0.1", "via: 1.1 x"]
    {
        let body = elsewhere.to_string();
        assert_eq!(
            server.ask("POST", "/request", &format!("{header}\r\n"), body.as_bytes()).0,
            400,
            "{header}"
        );
    }
    // Nor does a page whose name leads to this machine.
    let text = elsewhere.to_string();
    let ask = |host: &str| {
        let length = text.len();
        let head = format!(
            "POST /request HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n"
        );
        server.send((head + &text).as_bytes()).0
    };
    assert_eq!([ask("localhost:5001"), ask("127.0.0.1"), ask("[::1]:1")], [200; 3]);
    assert_eq!([ask("example.org:5001"), ask("localhost.example.org"), ask("")], [400; 3]);
}

#[test]
fn a_text_that_was_cut_off_is_told_where_editors_read_it() {
    let (_folder, server) = server(&[]);
    let send = |route: &str, body: &Value| {
        let body = body.to_string();
        let (status, answer) = server.ask("POST", route, "", &body.as_bytes()[..body.len() - 2]);
        assert_eq!(status, 200, "{route}: {answer}");
        answer
    };
    let old = json!({ "domain": DOMAIN, "problem": PROBLEM });
    let new = json!({ "domain": { "content": DOMAIN }, "problem": { "content": PROBLEM } });
    let plan = json!({ "domain": DOMAIN, "problem": PROBLEM, "plan": "(switch a)" });
    let told = [
        send("/package/extremal/solve", &old)["Error"].clone(),
        send("/solve", &old)["result"]["error"].clone(),
        send("/request", &new)["status"]["error"]["message"].clone(),
        send("/parse", &json!({ "domain": DOMAIN, "problems": [] }))[0]["message"].clone(),
        send("/validate", &plan)["validation"]["error"].clone(),
    ];
    for message in told {
        assert!(message.as_str().unwrap_or_default().contains("ends too early"), "{message}");
    }
}

#[test]
fn a_text_may_be_cut_off_in_the_middle_of_a_letter() {
    let (_folder, server) = server(&[]);
    let problem = format!("{PROBLEM} ; größe äöüß€€€");
    let old = json!({ "domain": DOMAIN, "problem": problem }).to_string();
    let check = json!({ "domain": DOMAIN, "problems": [problem] }).to_string();
    let letters = "größe äöüß€€€";
    // The editor says how many units of UTF-16 there are: one for each of these letters.
    let surplus = letters.len() - letters.chars().count();
    for cut in 1..=surplus {
        for (route, text) in [("/package/extremal/solve", &old), ("/solve", &old), ("/parse", &check)] {
            let (status, answer) = server.ask("POST", route, "", &text.as_bytes()[..text.len() - cut]);
            assert_eq!(status, 200, "{route} {cut}: {answer}");
            assert!(answer.to_string().contains("ends too early"), "{route} {cut}: {answer}");
        }
    }
}

#[test]
fn all_problems_of_a_domain_can_be_checked_at_once() {
    let (_folder, server) = server(&[]);
    let mut problems = vec![PROBLEM.to_owned(); 299];
    problems.push(PROBLEM.replace("(on b)", "(onn b)"));
    let (status, marks) = server.post("/parse", &json!({ "domain": DOMAIN, "problems": problems }));
    assert_eq!(status, 200, "{marks}");
    let errors: Vec<&Value> =
        marks.as_array().unwrap().iter().filter(|mark| mark["severity"] == "error").collect();
    assert!(errors.len() == 1 && errors[0]["location"] == "PROBLEM_299", "{marks}");
}
