//! `cargo xtask browser`: the page of `extremal lab report` in a real browser.
//!
//! Chromium opens a copy of the page into which a script was put that uses the filters, looks at every view
//! and leaves its verdict in the document. Its figures must be those of the tables that the command line
//! prints, which are computed by other code.

mod rows;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde_json::{Value, json};

use crate::Verdict;
use crate::workspace;

/// How to get what is missing.
pub const HOW_TO_ENABLE: &str =
    "needs Chromium: `apt-get install chromium` on Debian, or name it in the variable CHROMIUM";

/// Puts the verdict into the document.
const SELF_TEST: &str = include_str!("browser/self_test.js");

/// Hears errors from the beginning on.
const ERRORS: &str = "<script>window.pageErrors = [];\
    addEventListener('error', (event) => window.pageErrors.push(String(event.message)));\
    addEventListener('unhandledrejection', (event) => window.pageErrors.push(String(event.reason)));</script>";

const WIDTHS: [u32; 2] = [1280, 400];

/// Arguments of `browser`.
#[derive(Args, Clone, Debug, Default)]
pub struct Arguments {
    /// Results to make the page from, instead of generated ones.
    #[arg(value_name = "RESULTS")]
    pub results: Vec<PathBuf>,
    /// Leave pictures of the page in this folder: both widths, light and dark.
    #[arg(long, value_name = "DIR")]
    pub screenshots: Option<PathBuf>,
}

/// The browser, if there is one.
pub fn chromium() -> Option<PathBuf> {
    if let Some(named) = env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let answers = |name: &&str| {
        Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
    };
    names.iter().find(|name| answers(name)).map(PathBuf::from)
}

/// Makes the page and tests it at all widths.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let Some(chromium) = chromium() else { bail!("{HOW_TO_ENABLE}") };
    let extremal = workspace::build_extremal()?;
    let scratch = workspace::scratch_directory()?;
    let folder = scratch.path();
    let page = Page::make(&extremal, folder, &arguments.results)?;
    let mut verdict = Verdict::Passed;
    for width in WIDTHS {
        let failures = page.test(&chromium, folder, width)?;
        println!("{width} pixels wide: {}", if failures.is_empty() { "passed" } else { "FAILED" });
        for failure in &failures {
            println!("  {failure}");
            verdict = Verdict::Failed;
        }
    }
    if let Some(pictures) = &arguments.screenshots {
        fs::create_dir_all(pictures)?;
        for width in WIDTHS {
            for dark in [false, true] {
                page.photograph(&chromium, folder, pictures, width, dark)?;
            }
        }
    }
    Ok(verdict)
}

/// A report, and what its page must show.
struct Page {
    html: String,
    expected: Value,
}

impl Page {
    fn make(extremal: &Path, folder: &Path, results: &[PathBuf]) -> Result<Page> {
        let report = |arguments: &[&str], results: &[PathBuf]| -> Result<String> {
            let output = Command::new(extremal)
                .args(["lab", "report"])
                .args(results)
                .args(arguments)
                .output()
                .context("cannot start extremal")?;
            let log = String::from_utf8_lossy(&output.stderr);
            ensure!(output.status.success(), "`extremal lab report` fails: {log}");
            Ok(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let out = folder.join("report");
        let out_text = out.to_string_lossy();
        let markdown = if results.is_empty() {
            let stores = rows::write_stores(folder)?;
            report(&["--labels", "before,after", "--out", &out_text], &stores)?;
            report(&["--format", "markdown"], &stores[1..])?
        } else {
            // Of the same moment as the page, since an experiment may go on meanwhile.
            report(&["--out", &out_text], results)?;
            fs::read_to_string(out.join("report.md"))?
        };
        let html = fs::read_to_string(out.join("report.html"))?;
        for entry in fs::read_dir(&out)? {
            let path = entry?.path();
            // Nobody varied a parameter in most of the results.
            let may_be_empty = path.ends_with("ablations.tex") && !results.is_empty();
            ensure!(may_be_empty || fs::metadata(&path)?.len() > 200, "{} is nearly empty", path.display());
        }
        let titles = [
            ("significance", "Compared with"),
            ("statistics", "Statistics of the runs"),
            ("domains", "ff, solved tasks by domain"),
        ];
        let mut expected = json!({ "generated": results.is_empty() });
        for (name, title) in titles {
            let cells = table(&markdown, title);
            ensure!(!cells.is_empty(), "the report has no table '{title}' to compare the page with");
            expected[name] = json!(cells);
        }
        Ok(Page { html, expected })
    }

    /// What is wrong with the page at this width.
    fn test(&self, chromium: &Path, folder: &Path, width: u32) -> Result<Vec<String>> {
        let mut expected = self.expected.clone();
        expected["width"] = width.into();
        let script = SELF_TEST.replace("EXPECTED", &expected.to_string());
        let html = self.html.replacen("<style>", &format!("{ERRORS}<style>"), 1).replacen(
            "</body>",
            &format!("<script>{script}</script></body>"),
            1,
        );
        let name = format!("page-{width}.html");
        fs::write(folder.join(&name), html)?;
        let path = folder.join(format!("test-{width}.html"));
        fs::write(&path, frame(&name, width))?;
        let output = browser(chromium, folder, width.max(600), 3000)
            .args(["--enable-logging=stderr", "--dump-dom", &address(&path)])
            .output()
            .context("cannot start Chromium")?;
        let document = String::from_utf8_lossy(&output.stdout);
        let log = String::from_utf8_lossy(&output.stderr);
        let mut failures: Vec<String> =
            log.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect();
        let verdict =
            document.split_once("<pre id=\"verdict\">").and_then(|(_, rest)| rest.split_once("</pre>"));
        match verdict {
            Some((verdict, _)) => failures.extend(verdict.lines().map(str::to_owned)),
            None => failures.push(format!("the script left no verdict; Chromium says:\n{log}")),
        }
        Ok(failures)
    }

    fn photograph(&self, chromium: &Path, folder: &Path, to: &Path, width: u32, dark: bool) -> Result<()> {
        let path = folder.join("picture.html");
        fs::write(&path, &self.html)?;
        let name = format!("report-{width}-{}.png", if dark { "dark" } else { "light" });
        let picture = to.canonicalize()?.join(&name);
        let mut command = browser(chromium, folder, width, if width < 600 { 5200 } else { 4600 });
        command.arg(format!("--screenshot={}", picture.display()));
        if dark {
            command.args(["--force-dark-mode", "--blink-settings=preferredColorScheme=0"]);
        }
        let status = command.arg(address(&path)).stderr(Stdio::null()).status()?;
        ensure!(status.success(), "Chromium took no picture");
        println!("wrote {}", picture.display());
        Ok(())
    }
}

/// A page that shows another one in this width, which can be less than that of any window, and its verdict.
fn frame(name: &str, width: u32) -> String {
    format!(
        "<!doctype html><body><iframe src=\"{name}\" style=\"width:{width}px;height:2800px;border:0\"></iframe>\
         <script>addEventListener('message', (event) => document.body.append(Object.assign(\
         document.createElement('pre'), {{ id: 'verdict', textContent: event.data }})));</script></body>"
    )
}

/// Chromium without a window. Time is virtual: it ends when the page has nothing left to do.
fn browser(chromium: &Path, folder: &Path, width: u32, height: u32) -> Command {
    let mut command = Command::new(chromium);
    command.args([
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--virtual-time-budget=20000",
    ]);
    command.arg(format!("--user-data-dir={}", folder.join("profile").display()));
    command.arg(format!("--window-size={width},{height}"));
    command
}

fn address(path: &Path) -> String {
    format!("file://{}", path.display())
}

/// The cells of the first Markdown table whose title begins so; empty if there is none.
fn table(markdown: &str, title: &str) -> Vec<Vec<String>> {
    let heading = format!("### {title}");
    let lines = markdown.lines().skip_while(|line| !line.starts_with(&heading));
    lines
        .skip_while(|line| !line.starts_with("| -"))
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let line = line.trim_matches(['|', ' ']).replace("**", "").replace('\\', "");
            line.split(" | ").map(str::to_owned).collect()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_found_by_their_title() {
        let markdown = "### A\n\n| x |\n| --- |\n| 0 |\n\n### B, more\n\n| x | y |\n| --- | ---: |\n| **1** | \\<2 |\n| 3 | 4 |\n\nnote\n";
        assert_eq!(table(markdown, "B"), [["1", "<2"], ["3", "4"]]);
        assert!(table(markdown, "C").is_empty());
    }
}
