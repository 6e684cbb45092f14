//! Planning-as-a-service: packages, jobs that are asked for again and again, and the adaptor of the online editor.

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{Request, StatusCode};
use axum::response::Response;
use extremal::validate::plan_header;
use extremal::{Planner, SEARCHES};
use serde_json::{Map, Value, json};

use super::answer::{Failure, NO_SUCH_JOB, ok};
use super::fields::Fields;
use super::{App, Client, Named, body};
use crate::job::State as JobState;
use crate::options::Options;
use crate::protocol::{Limits, SolveRequest};
use crate::text::output;

/// The package with nothing to choose.
const DEFAULT: &str = "extremal";
/// The package in which everything can be chosen.
const CONFIGURED: &str = "extremal-configured";
/// The one service of every package.
const SOLVE: &str = "solve";
/// What the first solver of this kind began with when all was well. There are clients that look for it.
const FINE: &str = " --- OK.";
/// The adaptor of the online editor.
const EDITOR: &str = "planning_editor_adaptor";

/// A planner under a name.
struct Package {
    name: String,
    search: Option<String>,
    summary: String,
    is_configurable: bool,
}

fn packages(options: &Options) -> Vec<Package> {
    let package = |name: &str, search: Option<&str>, summary: &str| Package {
        name: name.to_owned(),
        search: search.map(str::to_owned),
        summary: summary.to_owned(),
        is_configurable: name == CONFIGURED,
    };
    let mut packages = vec![
        package(DEFAULT, None, "Extremal with its default search"),
        package(
            CONFIGURED,
            None,
            "Extremal with a search, a heuristic, a seed and a time limit of your choice",
        ),
    ];
    let aliases = options.aliases.iter().map(|(name, search)| {
        package(name, Some(search), &format!("Extremal's search {search} under the name of another planner"))
    });
    packages.extend(aliases);
    for search in SEARCHES {
        if packages.iter().all(|other| other.name != search.name) {
            packages.push(package(search.name, Some(search.name), search.summary));
        }
    }
    packages
}

fn find(options: &Options, name: &str) -> Option<Package> {
    packages(options).into_iter().find(|package| package.name == name)
}

impl Package {
    fn manifest(&self, limits: Limits) -> Value {
        let file = |name: &str, what: &str| json!({ "name": name, "type": "file", "description": what });
        let mut arguments = vec![file("domain", "domain file"), file("problem", "problem file")];
        let mut call = format!("{} {{domain}} {{problem}}", self.name);
        if self.is_configurable {
            arguments.extend([
                json!({ "name": "search", "type": "string", "description": "search, such as gbfs or guct-uniform(floor=1)",
                        "default": Planner::DEFAULT_SEARCH }),
                json!({ "name": "heuristic", "type": "string", "description": "heuristic, such as ff or add",
                        "default": Planner::DEFAULT_HEURISTIC }),
                json!({ "name": "seed", "type": "int", "description": "seed of all random choices",
                        "default": Planner::DEFAULT_SEED }),
                json!({ "name": "time_limit", "type": "int", "description": "seconds", "default": limits.seconds.ceil() as u64 }),
            ]);
            call.push_str(
                " --search {search} --heuristic {heuristic} --seed {seed} --time-limit {time_limit}",
            );
        }
        json!({
            "name": self.name,
            "package_name": self.name,
            "description": self.summary,
            "shortdesc": self.summary,
            "runnable": true,
            "install-size": "0K",
            "dependencies": [],
            "endpoint": { "services": { SOLVE: {
                "args": arguments,
                "call": call,
                "return": { "type": "generic", "files": "*plan*" },
            } } },
        })
    }

    /// The request of a client who wants this package to solve something.
    fn request(&self, fields: &mut Fields) -> Result<SolveRequest, Failure> {
        let mut needed = |name: &str| {
            let text = fields.take_text(name)?;
            text.ok_or_else(|| Failure::bad_request(format!("the argument `{name}` is missing")))
        };
        let mut request = SolveRequest {
            domain: needed("domain")?,
            problem: needed("problem")?,
            ..SolveRequest::default()
        };
        request.search.clone_from(&self.search);
        if self.is_configurable {
            request.search = fields.take_text("search")?.filter(|text| !text.is_empty());
            request.heuristic = fields.take_text("heuristic")?.filter(|text| !text.is_empty());
            request.seed = fields.take_number("seed")?;
        }
        Ok(request)
    }

    fn limits(&self, fields: &mut Fields, most: Limits) -> Result<Limits, Failure> {
        if !self.is_configurable {
            return Ok(most);
        }
        let seconds: f64 = fields.take_number("time_limit")?.unwrap_or(most.seconds);
        if seconds.is_nan() || seconds <= 0.0 {
            return Err(Failure::bad_request("`time_limit` must be above 0"));
        }
        Ok(Limits { seconds: seconds.min(most.seconds), ..most })
    }
}

/// All packages.
pub async fn list(State(app): State<App>) -> Response {
    let options = &app.service.options;
    let all: Map<String, Value> = packages(options)
        .into_iter()
        .map(|package| (package.name.clone(), package.manifest(options.limits)))
        .collect();
    ok(&all)
}

/// One package.
pub async fn manifest(State(app): State<App>, Named(name): Named<String>) -> Response {
    let options = &app.service.options;
    match find(options, &name) {
        Some(package) => ok(&package.manifest(options.limits)),
        None => wrong(&format!("there is no package {name}")),
    }
}

/// One package, by one of its services.
pub async fn service_manifest(
    State(app): State<App>,
    Named((name, service)): Named<(String, String)>,
) -> Response {
    if service != SOLVE {
        return wrong(&format!("the package {name} has no service {service}"));
    }
    manifest(State(app), Named(name)).await
}

/// Clients read the body only if the status says that all is well.
fn wrong(message: &str) -> Response {
    ok(&json!({ "Error": message }))
}

/// Accepts a job for a package.
pub async fn submit(
    State(app): State<App>,
    Named((name, service)): Named<(String, String)>,
    Extension(client): Extension<Client>,
    request: Request<Body>,
) -> Result<Response, Failure> {
    accept(&app, &name, &service, client, request).await
}

/// Accepts a job for the default package.
pub async fn submit_default(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    request: Request<Body>,
) -> Result<Response, Failure> {
    accept(&app, DEFAULT, SOLVE, client, request).await
}

async fn accept(
    app: &App,
    name: &str,
    service: &str,
    client: Client,
    request: Request<Body>,
) -> Result<Response, Failure> {
    let Some(package) = find(&app.service.options, name) else {
        return Ok(wrong(&format!("there is no package {name}")));
    };
    if service != SOLVE {
        return Ok(wrong(&format!("the package {name} has no service {service}")));
    }
    let mut fields = match Fields::read(app, request).await {
        // The editor that cuts texts off shows its user nothing but the errors in answers that are well.
        Err(failure) if failure.code == body::CUT_OFF => return Ok(wrong(&failure.message)),
        fields => fields?,
    };
    let wanted = package
        .request(&mut fields)
        .and_then(|wanted| Ok((wanted, package.limits(&mut fields, app.service.options.limits)?)));
    let (wanted, limits) = match wanted {
        Ok(wanted) => wanted,
        Err(failure) => return Ok(wrong(&failure.message)),
    };
    let call = format!("{name} {{domain}} {{problem}}");
    let job = app.service.submit(client.0, wanted, limits, call).await?;
    Ok(ok(&json!({ "result": format!("/check/{}?external=True", job.ticket.id) })))
}

/// What came of a job.
pub async fn result(
    State(app): State<App>,
    Named(id): Named<String>,
    Extension(client): Extension<Client>,
) -> Result<Response, Failure> {
    answer(&app, client, &id, None)
}

/// What came of a job, as the adaptor that is named in the body has it. Many clients send no body at all.
pub async fn adapted_result(
    State(app): State<App>,
    Named(id): Named<String>,
    Extension(client): Extension<Client>,
    request: Request<Body>,
) -> Result<Response, Failure> {
    let adaptor = Fields::read(&app, request).await?.take_text("adaptor")?;
    answer(&app, client, &id, adaptor.as_deref())
}

fn answer(app: &App, client: Client, id: &str, adaptor: Option<&str>) -> Result<Response, Failure> {
    let Some(job) = app.service.job(id) else {
        return Ok(ok(&json!({ "status": "error", "result": { "error": NO_SUCH_JOB, "output": {} } })));
    };
    app.has_place(client, &job)?;
    let state = job.state();
    if state.ending.is_none() {
        return Ok(ok(&json!({ "status": "PENDING" })));
    }
    match adaptor {
        None => Ok(ok(&plain(&state, &job.ticket.call))),
        Some(EDITOR) => Ok(ok(&adapted(&state))),
        Some(other) => {
            let message = format!("there is no adaptor {other}; there is {EDITOR}");
            Err(Failure::new(StatusCode::BAD_REQUEST, "no-such-adaptor", message))
        }
    }
}

fn plain(state: &JobState, call: &str) -> Value {
    let Some(ending) = &state.ending else { return json!({ "status": "PENDING" }) };
    // A plan that was found before the worker died is a plan.
    if !ending.outcome.is_answer() && state.plans.is_empty() {
        let stderr = &ending.message;
        return json!({
            "status": "error",
            "result": { "error": stderr, "stdout": "", "stderr": stderr, "call": call, "output": {},
                        "output_type": "generic" },
        });
    }
    // Editors take every value in here for a plan.
    let mut files = Map::new();
    if let Some(plan) = state.plans.last() {
        let header = plan_header(plan.evaluations, &plan.cost);
        files.insert("sas_plan".to_owned(), (header + &plan.text).into());
    }
    json!({
        "status": "ok",
        "result": { "stdout": output(state), "stderr": "", "call": call, "output": files, "output_type": "generic" },
    })
}

/// The answer as the online editor reads it.
fn adapted(state: &JobState) -> Value {
    let Some(ending) = &state.ending else { return json!({ "status": "PENDING" }) };
    match state.plans.last() {
        Some(_) => json!({ "status": "ok", "plans": [{ "status": "ok", "result": solved(state) }] }),
        None => json!({ "status": "error", "result": failed(&ending.message, &output(state)) }),
    }
}

/// A plan as the old services have it.
pub fn solved(state: &JobState) -> Value {
    let Some(plan) = state.plans.last() else { return Value::Null };
    let actions = state.ending.as_ref().map(|ending| ending.actions.as_slice()).unwrap_or_default();
    let step = |(number, name): (usize, &String)| json!({ "name": name, "action": actions.get(number).unwrap_or(name) });
    json!({
        "output": format!("{FINE}\n{}", output(state)),
        "parse_status": "ok",
        "type": "full",
        "length": plan.steps.len(),
        "cost": plan.cost,
        "plan": plan.steps.iter().enumerate().map(step).collect::<Vec<_>>(),
        "planPath": "",
        "logPath": "",
    })
}

/// Why there is no plan, as the old services have it.
pub fn failed(message: &str, output: &str) -> Value {
    json!({ "output": output, "error": message, "parse_status": "err", "type": "full", "length": 0, "plan": [],
            "planPath": "", "logPath": "" })
}
