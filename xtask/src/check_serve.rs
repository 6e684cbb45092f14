//! `cargo xtask check-serve`: the service and what editors read, judged by programs of others. planutils solves through the
//! service, schemathesis tests all routes, the library of VS Code's PDDL extension reads our output, a recorder plays the
//! search debugger, and many clients work at once while processes are killed.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::Verdict;
use crate::check_python;
use crate::run::printed;
use crate::skipped;
use crate::workspace;

const PYTHON: [&str; 2] = ["planutils==0.10.25", "schemathesis==4.32.5"];
/// What VS Code's extension is made of: the library that reads plans, and the one that runs a parser.
const NODE: [(&str, &str); 2] = [("pddl-workspace", "11.3.0"), ("ai-planning-val", "2.10.0")];

/// What an answer must be like. Whether wrong requests are refused is for the routes of others not ours to decide.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,\
                      response_headers_conformance";

/// Arguments of `check-serve`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Clients at the same time.
    #[arg(long, default_value_t = 40, value_name = "N")]
    pub clients: usize,
    /// Their jobs.
    #[arg(long, default_value_t = 300, value_name = "N")]
    pub jobs: usize,
    /// Requests that schemathesis makes up for each route.
    #[arg(long, default_value_t = 25, value_name = "N")]
    pub examples: usize,
    /// Also send so many bodies that were made up by chance, in our own tests.
    #[arg(long, value_name = "N")]
    pub bodies: Option<u64>,
    /// Also send such bodies for so long.
    #[arg(long, value_name = "SECONDS")]
    pub bodies_for: Option<u64>,
    /// Fail if the search debugger slows a search by more than 10 %, which needs a quiet machine.
    #[arg(long)]
    pub speed: bool,
}

impl Default for Arguments {
    fn default() -> Self {
        Arguments { clients: 40, jobs: 300, examples: 25, bodies: None, bodies_for: None, speed: false }
    }
}

/// Sets up the programs of others.
pub fn set_up() -> Result<PathBuf> {
    check_python::set_up_with("serve", &PYTHON)
}

/// A service that ends with the check.
struct Service(Child, String);

impl Service {
    fn start(binary: &Path, folder: &Path, options: &[&str]) -> Result<Self> {
        let log = fs::File::create(folder.join("log.jsonl"))?;
        let mut child = Command::new(binary)
            .args(["serve", "--port", "0", "--state"])
            .arg(folder.join("state"))
            .args(options)
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .context("cannot start the service")?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().context("no output")?).read_line(&mut line)?;
        let url =
            line.trim().strip_prefix("Listening on ").context("the service does not listen")?.to_owned();
        Ok(Service(child, url))
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs all parts; what cannot be installed is skipped by name.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let python = set_up()?;
    let binary = workspace::build_extremal()?;
    let folder = workspace::scratch_directory()?;
    let service = Service::start(&binary, folder.path(), &["--time-limit", "2s"])?;
    let url = &service.1;
    let mut verdicts = vec![planutils(&python, url, folder.path())?];
    match node_folder() {
        Ok(node) => verdicts.push(vscode_library(&node, &binary, url)?),
        Err(error) => skipped::skip("the libraries of VS Code's extension", &error),
    }
    match nginx() {
        Ok(nginx) => verdicts.push(two_behind_nginx(&python, &binary, &nginx)?),
        Err(error) => skipped::skip("two services behind nginx", &error),
    }
    verdicts.push(recorder(&python, &binary, arguments.speed)?);
    verdicts.push(load(&python, &binary, arguments)?);
    verdicts.push(schemathesis(&python, url, folder.path(), arguments.examples)?);
    if arguments.bodies.is_some() || arguments.bodies_for.is_some() {
        verdicts.push(random_bodies(arguments)?);
    }
    Ok(Verdict::passed_if(verdicts.into_iter().all(|passed| passed)))
}

/// planutils asks for the packages and solves a task with one of them.
fn planutils(python: &Path, url: &str, folder: &Path) -> Result<bool> {
    let home = folder.join("home");
    fs::create_dir_all(home.join(".planutils"))?;
    let settings = serde_json::json!({ "PAAS_SERVER": url, "PAAS_SERVER_LIMIT": 100, "installed": [] });
    fs::write(home.join(".planutils/settings.json"), settings.to_string())?;
    let planutils = python.with_file_name("planutils");
    // It is a script that starts whatever python3 comes first.
    let bin = python.parent().unwrap_or(python).to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(std::iter::once(bin).chain(std::env::split_paths(&path)))?;
    let run = |words: &[&str]| {
        let mut command = Command::new(&planutils);
        command.args(words).current_dir(&home).env("HOME", &home).env("PATH", &path);
        printed(&mut command)
    };
    let listed = run(&["remote-list"])?;
    ensure!(listed.contains("extremal-configured"), "planutils does not list our packages:\n{listed}");
    let examples = workspace::root().join("examples/alpine");
    let (domain, problem) = (examples.join("domain.pddl"), examples.join("p01.pddl"));
    let (domain, problem) = (domain.to_string_lossy(), problem.to_string_lossy());
    let output = run(&["remote", "extremal", &domain, &problem])?;
    let plan = fs::read_to_string(home.join("sas_plan")).context("planutils has written no plan")?;
    let is_solved = output.contains("Plan cost: 4") && plan.contains("\n; cost = 4 (");
    println!("planutils remote: {}", if is_solved { "a plan of cost 4" } else { "NO plan of cost 4" });
    Ok(is_solved)
}

/// The libraries of VS Code's extension in a folder of their own.
fn node_folder() -> Result<PathBuf> {
    let folder = workspace::target_directory().join("serve-node");
    if NODE.iter().any(|(name, _)| !folder.join("node_modules").join(name).exists()) {
        fs::create_dir_all(&folder)?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--silent", "--no-audit", "--no-fund", "--prefix"]).arg(&folder);
        npm.args(NODE.map(|(name, version)| format!("{name}@{version}")));
        printed(&mut npm).context("needs node and npm, and access to the npm registry")?;
    }
    Ok(folder)
}

fn script(name: &str) -> PathBuf {
    workspace::root().join("xtask/serve").join(name)
}

fn examples() -> PathBuf {
    workspace::root().join("examples")
}

fn vscode_library(node: &Path, binary: &Path, url: &str) -> Result<bool> {
    let mut command = Command::new("node");
    let guide = workspace::root().join("docs/editors.md");
    command.arg(script("workspace.mjs")).arg(binary).arg(examples()).arg(node).arg(url).arg(guide);
    Ok(command.status().context("cannot start node")?.success())
}

/// nginx of this system, or of Debian's package, which is unpacked in a folder of its own.
fn nginx() -> Result<PathBuf> {
    for path in ["/usr/sbin/nginx", "/usr/bin/nginx"] {
        if Path::new(path).exists() {
            return Ok(path.into());
        }
    }
    let folder = workspace::target_directory().join("serve-nginx");
    let program = folder.join("root/usr/sbin/nginx");
    if !program.exists() {
        fs::create_dir_all(&folder)?;
        let how = "needs nginx, or Debian's apt-get and dpkg to fetch it";
        printed(Command::new("apt-get").args(["download", "nginx"]).current_dir(&folder)).context(how)?;
        let package = fs::read_dir(&folder)?.flatten().map(|entry| entry.path());
        let package = package.into_iter().find(|path| path.extension().is_some_and(|end| end == "deb"));
        let package = package.context(how)?;
        printed(Command::new("dpkg").arg("-x").arg(package).arg(folder.join("root"))).context(how)?;
    }
    printed(Command::new(&program).arg("-v")).context("nginx does not run here")?;
    Ok(program)
}

fn two_behind_nginx(python: &Path, binary: &Path, nginx: &Path) -> Result<bool> {
    let guide = workspace::root().join("docs/service.md");
    let status = Command::new(python).arg(script("nginx.py")).arg(binary).arg(nginx).arg(guide).status();
    Ok(status.context("cannot start the test of nginx")?.success())
}

fn recorder(python: &Path, binary: &Path, has_bounds: bool) -> Result<bool> {
    let mut command = Command::new(python);
    command.arg(script("recorder.py")).arg(binary).arg(examples()).args(has_bounds.then_some("--speed"));
    let status = command.status();
    Ok(status.context("cannot start the recorder")?.success())
}

fn load(python: &Path, binary: &Path, arguments: &Arguments) -> Result<bool> {
    let mut command = Command::new(python);
    command.arg(script("load.py")).arg(binary);
    command.arg("--clients").arg(arguments.clients.to_string());
    command.arg("--jobs").arg(arguments.jobs.to_string());
    Ok(command.status().context("cannot start the clients")?.success())
}

fn schemathesis(python: &Path, url: &str, folder: &Path, examples: usize) -> Result<bool> {
    let mut command = Command::new(python.with_file_name("schemathesis"));
    command.current_dir(folder).arg("run").arg(format!("{url}/openapi.json"));
    command.args(["--checks", CHECKS, "--seed", "1", "--max-examples"]).arg(examples.to_string());
    let output = command.output().context("cannot start schemathesis")?;
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.success() {
        let last = text.lines().rev().find(|line| line.contains("generated")).unwrap_or_default();
        println!("schemathesis: {}", last.trim());
    } else {
        println!("{text}");
    }
    Ok(output.status.success())
}

fn random_bodies(arguments: &Arguments) -> Result<bool> {
    let mut command = workspace::cargo();
    command.args(["test", "--workspace", "--test", "serve", "no_body_leads"]);
    if let Some(bodies) = arguments.bodies {
        command.env("EXTREMAL_HTTP_CASES", bodies.to_string());
    }
    if let Some(seconds) = arguments.bodies_for {
        command.env("EXTREMAL_HTTP_SECONDS", seconds.to_string());
    }
    Ok(command.status().context("cannot start cargo")?.success())
}
