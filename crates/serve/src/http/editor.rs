//! Checks and validations, for VS Code and for anybody.

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::Request;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{Failure, ok};
use super::{App, Client, body};
use crate::protocol::{Answer, Checked, Limits, Mark, Order, Validation};

/// People wait for these.
const MOST_SECONDS: f64 = 5.0;
/// An editor sends all problems of a domain in its workspace.
const MOST_PROBLEMS: usize = 10_000;

#[derive(Deserialize)]
struct ToCheck {
    domain: String,
    #[serde(default, deserialize_with = "body::list::<MOST_PROBLEMS, _, _>")]
    problems: Vec<String>,
}

#[derive(Deserialize)]
struct ToValidate {
    domain: String,
    problem: String,
    plan: String,
}

fn limits(app: &App) -> Limits {
    let Limits { seconds, mebibytes } = app.service.options.limits;
    Limits { seconds: seconds.min(MOST_SECONDS), mebibytes }
}

async fn checked(
    app: &App,
    client: Client,
    request: Request<Body>,
) -> Result<Result<Checked, String>, Failure> {
    let ToCheck { domain, problems } = body::parse(&body::read(app, request).await?)?;
    let answer =
        app.service.quickly(client.0, Order::Check { domain, problems, limits: limits(app) }).await?;
    Ok(match answer {
        Ok(Answer::Checked(checked)) => Ok(checked),
        Ok(_) => Err("the worker did something else".to_owned()),
        Err(error) => Err(error),
    })
}

async fn validated(
    app: &App,
    client: Client,
    request: Request<Body>,
) -> Result<Result<Validation, String>, Failure> {
    let ToValidate { domain, problem, plan } = body::parse(&body::read(app, request).await?)?;
    let answer =
        app.service.quickly(client.0, Order::Validate { domain, problem, plan, limits: limits(app) }).await?;
    Ok(match answer {
        Ok(Answer::Validated(validation)) => Ok(*validation),
        Ok(_) => Err("the worker did something else".to_owned()),
        Err(error) => Err(error),
    })
}

/// What is said in an answer that is well: editors show nothing of others. They cut texts off, and their users must know.
fn readable<T>(result: Result<Result<T, String>, Failure>) -> Result<Result<T, String>, Failure> {
    match result {
        Err(failure) if failure.code == body::CUT_OFF => Ok(Err(failure.message)),
        result => result,
    }
}

fn not_checked(error: String) -> Checked {
    Checked { marks: Vec::new(), error: Some(error) }
}

fn failed(error: String) -> Validation {
    Validation { error: Some(error), ..Validation::default() }
}

/// Checks a domain, and problems with it.
pub async fn check(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    request: Request<Body>,
) -> Result<Response, Failure> {
    let Checked { marks, error } = checked(&app, client, request).await?.unwrap_or_else(not_checked);
    Ok(ok(&json!({ "diagnostics": marks, "error": error })))
}

/// Validates a plan.
pub async fn validate(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    request: Request<Body>,
) -> Result<Response, Failure> {
    let validation = validated(&app, client, request).await?.unwrap_or_else(failed);
    let Validation { valid, text, cost, error, faults } = validation;
    let fault = |(line, column, message): &(usize, usize, String)| json!({ "line": line, "column": column, "message": message });
    let faults: Vec<Value> = faults.iter().map(fault).collect();
    Ok(ok(&json!({ "valid": valid, "text": text, "cost": cost, "error": error, "faults": faults })))
}

/// The same as the parser service of VS Code.
pub async fn parse(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    request: Request<Body>,
) -> Result<Response, Failure> {
    let result = readable(checked(&app, client, request).await)?;
    // What could not be checked at all is a mistake; that some problems were left out is worth knowing.
    let severity = if result.is_ok() { "info" } else { "error" };
    let Checked { marks, error } = result.unwrap_or_else(not_checked);
    let record = |mark: &Mark| {
        let location = mark.problem.map_or("DOMAIN".to_owned(), |index| format!("PROBLEM_{index}"));
        let severity = if mark.severity == "warning" { "warning" } else { "error" };
        editor_mark(&location, &mark.message, mark.line, mark.column, severity)
    };
    let mut records: Vec<Value> = marks.iter().map(record).collect();
    records.extend(error.map(|error| editor_mark("DOMAIN", &error, 1, 1, severity)));
    Ok(ok(&records))
}

/// The same as the plan validator service of VS Code.
pub async fn validate_for_editor(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    request: Request<Body>,
) -> Result<Response, Failure> {
    let validation = readable(validated(&app, client, request).await)?.unwrap_or_else(failed);
    let fault = |(line, column, message): &(usize, usize, String)| {
        editor_mark("PLAN", message.trim_end(), *line, *column, "error")
    };
    let problems: Vec<Value> = validation.faults.iter().map(fault).collect();
    let mut answer = json!({ "problems": problems });
    if let Some(error) = validation.error {
        answer["error"] = error.into();
    }
    Ok(ok(&json!({ "validation": answer })))
}

fn editor_mark(location: &str, message: &str, line: usize, character: usize, severity: &str) -> Value {
    json!({
        "location": location,
        "message": message,
        "position": { "line": line, "character": character },
        "severity": severity,
    })
}
