//! `extremal lab report`: results as tables, pictures and a page.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use extremal::grammar::split;
use extremal_lab::Row;
use extremal_report::{Extent, Filter, Format, Picture, Report as Results, at_budget, latex_files, render};

use crate::console::{Console, MessageOptions};
use crate::exit::{Failure, Outcome};
use crate::lab::export::{command, merge, read_all};
use crate::output::Output;
use crate::run::Run;

/// Options of `extremal lab report`.
#[derive(Args, Debug)]
pub struct Report {
    /// Folders of `lab run`, or exported .jsonl, .csv or .csv.gz files. Their results are combined.
    #[arg(value_name = "RESULTS", required = true)]
    results: Vec<PathBuf>,
    /// Compare the results instead of combining them, under these names, separated by commas: before,after.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    labels: Vec<String>,
    /// The format of the report [default: terminal; with --out, all].
    #[arg(long, value_enum, value_name = "FORMAT")]
    format: Option<Kind>,
    /// Write report.html, report.md, LaTeX files and pictures to this folder instead of printing.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The search with which the others are compared.
    #[arg(long, value_name = "SEARCH", default_value = "gbfs")]
    reference: String,
    /// Report only these searches, with or without parameters, separated by commas.
    #[arg(long, value_name = "SEARCHES")]
    search: Option<String>,
    /// Report only these columns, separated by commas: ff,ff+po.
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',')]
    column: Vec<String>,
    /// Report only these domains, separated by commas.
    #[arg(long, value_name = "DOMAINS", value_delimiter = ',')]
    domain: Vec<String>,
    /// Also report how many tasks the same runs solve within fewer evaluations: 1000,3000,10000.
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    budgets: Vec<u64>,
    /// The formats of pictures with --out, separated by commas.
    #[arg(long, value_enum, value_name = "FORMATS", value_delimiter = ',', default_value = "svg")]
    pictures: Vec<PictureKind>,
    /// Link report.html to the playground at this address, such as ../playground/index.html (`cargo xtask playground`).
    #[arg(long, value_name = "ADDRESS", requires = "out", value_parser = parse_address)]
    playground: Option<String>,
    /// Leave out the paper's figures.
    #[arg(long)]
    no_paper: bool,
    #[command(flatten)]
    messages: MessageOptions,
}

/// An address to link to. Those of scripts are none.
fn parse_address(text: &str) -> Result<String, String> {
    let scheme = text.split_once(':').map(|(scheme, _)| scheme.to_ascii_lowercase());
    match scheme.as_deref() {
        None | Some("http" | "https" | "file") => Ok(text.to_owned()),
        Some(scheme) => Err(format!("expected a path or an http address, not `{scheme}:`")),
    }
}

/// What to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Kind {
    /// Tables of solved tasks, for people.
    Terminal,
    /// All tables.
    Markdown,
    /// All tables, with booktabs; with --out also the main table, ablations and figures as separate files, for paper/.
    Latex,
    /// All tables; with --out a page with plots and filters, and the plots as SVG files.
    Html,
    /// All of these, as files.
    All,
}

/// How pictures are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PictureKind {
    /// For web pages.
    Svg,
    /// For papers.
    Pdf,
    /// For slides.
    Png,
}

impl Report {
    /// Runs the command.
    pub fn run(self) -> Outcome {
        command(self.messages, |run| self.execute(run))
    }

    fn execute(&self, run: &Run) -> Result<(), Failure> {
        let stores = self.read(&run.console)?;
        let report = self.report(&stores, &run.console);
        if report.experiments.is_empty() {
            let message = match self.budgets.is_empty() {
                true => "there are no results yet",
                false => "no run went on long enough for these budgets",
            };
            return Err(Failure::new(Outcome::InvalidInput, message));
        }
        if !report.experiments.iter().any(|experiment| experiment.searches().contains(&self.reference)) {
            let reference = &self.reference;
            let hint = match &self.search {
                Some(searches) => format!("; if it was run, write --search '{reference},{searches}'"),
                None => String::new(),
            };
            let message = format!("no results of {reference}: there is nothing to take ratios to{hint}");
            run.console.warning("no-reference", &message);
        }
        match &self.out {
            None => run.console.result(&self.text(&report)?),
            Some(folder) => {
                let files = self.files(&report)?;
                write(folder, &files, run)?;
                run.console.note(&format!("{} files in {}\n", files.len(), folder.display()));
                Ok(())
            }
        }
    }

    fn read(&self, console: &Console) -> Result<Vec<Vec<Row>>, Failure> {
        if !self.labels.is_empty() && self.labels.len() != self.results.len() {
            let message = format!("{} names for {} results", self.labels.len(), self.results.len());
            return Err(Failure::new(Outcome::Usage, message));
        }
        let names: BTreeSet<&str> = self.labels.iter().map(|label| label.trim()).collect();
        if names.len() < self.labels.len() {
            return Err(Failure::new(Outcome::Usage, "the names of the results must differ"));
        }
        let stores = read_all(&self.results, console)?;
        let searches = self.search.as_deref().map(|text| split(text, ',')).unwrap_or_default();
        let filter = Filter {
            searches: searches.into_iter().map(str::to_owned).collect(),
            columns: self.column.clone(),
            domains: self.domain.clone(),
        };
        filter
            .check(stores.iter().flatten())
            .map_err(|error| Failure::new(Outcome::Usage, format!("in these results {error}")))?;
        Ok(stores.into_iter().map(|rows| self.select(rows, &filter, console)).collect())
    }

    /// The rows that are asked for.
    fn select(&self, mut rows: Vec<Row>, filter: &Filter, console: &Console) -> Vec<Row> {
        rows.retain(|row| filter.keeps(row));
        if self.budgets.is_empty() {
            return rows;
        }
        let all = rows.len() * self.budgets.len();
        let at = |&budget: &u64| rows.iter().filter_map(move |row| at_budget(row, budget));
        let selected: Vec<Row> = self.budgets.iter().flat_map(at).collect();
        if selected.len() < all {
            let message = format!("{} runs ended too early to tell what they do later", all - selected.len());
            console.warning("budgets", &message);
        }
        selected
    }

    fn report(&self, stores: &[Vec<Row>], console: &Console) -> Results {
        let report = self.whole_report(stores, console);
        if self.no_paper { report.without_paper() } else { report }
    }

    fn whole_report(&self, stores: &[Vec<Row>], console: &Console) -> Results {
        let title = self.title();
        if self.labels.is_empty() {
            return Results::new(&title, &self.reference, &self.together(stores, console));
        }
        let labelled: Vec<(&str, &[Row])> =
            self.labels.iter().zip(stores).map(|(label, rows)| (label.trim(), rows.as_slice())).collect();
        Results::compare(&title, &self.reference, &labelled)
    }

    /// The rows of all stores. With budgets, each run is there once for each of them.
    fn together(&self, stores: &[Vec<Row>], console: &Console) -> Vec<Row> {
        let mut rows = Vec::new();
        if self.budgets.is_empty() {
            return merge(stores, console);
        }
        for budget in &self.budgets {
            let at = |row: &&Row| row.max_evaluations == Some(*budget);
            let stores: Vec<Vec<Row>> =
                stores.iter().map(|store| store.iter().filter(at).cloned().collect()).collect();
            rows.extend(merge(&stores, console));
        }
        rows
    }

    /// The names of the stores.
    fn title(&self) -> String {
        let names: Vec<String> = if self.labels.is_empty() {
            let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            self.results.iter().map(name).collect()
        } else {
            self.labels.clone()
        };
        format!("Extremal: {}", names.join(", "))
    }

    fn text(&self, report: &Results) -> Result<String, Failure> {
        let (format, extent) = match self.format.unwrap_or(Kind::Terminal) {
            Kind::Terminal => (Format::Terminal, Extent::Short),
            Kind::Markdown => (Format::Markdown, Extent::Full),
            Kind::Latex => (Format::Latex, Extent::Full),
            Kind::Html => (Format::Html, Extent::Full),
            Kind::All => return Err(Failure::new(Outcome::Usage, "--format all needs a folder: give --out")),
        };
        Ok(render(&report.tables(extent), format))
    }

    /// Names and contents of the files.
    fn files(&self, report: &Results) -> Result<Vec<(String, Vec<u8>)>, Failure> {
        let kind = self.format.unwrap_or(Kind::All);
        let wanted = |this: Kind| kind == Kind::All || kind == this;
        let tables = report.tables(Extent::Full);
        let mut files = Vec::new();
        let mut add = |name: &str, text: String| files.push((name.to_owned(), text.into_bytes()));
        if kind == Kind::Terminal {
            add("report.txt", render(&tables, Format::Terminal));
        }
        if wanted(Kind::Markdown) {
            add("report.md", format!("# {}\n\n{}", report.title, render(&tables, Format::Markdown)));
        }
        if wanted(Kind::Latex) {
            latex_files(report).into_iter().for_each(|(name, text)| add(&name, text));
        }
        if wanted(Kind::Html) {
            add("report.html", report.page(self.playground.as_deref()));
        }
        if wanted(Kind::Html) || kind == Kind::Latex {
            files.extend(drawn(&report.pictures(), &self.pictures)?);
        }
        Ok(files)
    }
}

/// Pictures in the formats that are asked for: names and contents of files.
fn drawn(pictures: &[Picture], kinds: &[PictureKind]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let mut files = Vec::new();
    if kinds.contains(&PictureKind::Svg) {
        files.extend(pictures.iter().map(|picture| (picture.name.clone(), picture.svg.clone().into_bytes())));
    }
    if kinds.iter().any(|kind| *kind != PictureKind::Svg) {
        files.extend(converted(pictures, kinds)?);
    }
    Ok(files)
}

#[cfg(feature = "pictures")]
fn converted(pictures: &[Picture], kinds: &[PictureKind]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    use extremal_report::{Converter, PictureFormat};

    let failed =
        |error: extremal_report::ConversionError| Failure::new(Outcome::OutputFailed, error.to_string());
    let converter = Converter::new().map_err(failed)?;
    let mut files = Vec::new();
    for (kind, format, ending) in
        [(PictureKind::Pdf, PictureFormat::Pdf, "pdf"), (PictureKind::Png, PictureFormat::Png, "png")]
    {
        if kinds.contains(&kind) {
            for picture in pictures {
                let name = picture.name.replace(".svg", &format!(".{ending}"));
                files.push((name, converter.convert(&picture.svg, format).map_err(failed)?));
            }
        }
    }
    Ok(files)
}

#[cfg(not(feature = "pictures"))]
fn converted(_: &[Picture], _: &[PictureKind]) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let message = "this program was built without PDF and PNG (the feature `pictures`)";
    Err(Failure::new(Outcome::Usage, message))
}

/// Writes files to a folder, which is made if it does not exist.
fn write(folder: &Path, files: &[(String, Vec<u8>)], run: &Run) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(|error| {
        let message = format!("cannot make the folder: {error}");
        Failure::of_file(Outcome::OutputFailed, folder.display().to_string(), message)
    })?;
    for (name, bytes) in files {
        let output = Output::create(&folder.join(name), run)?;
        output.write(&run.budget, |out| out.write_all(bytes))?;
    }
    Ok(())
}
