//! A LaTeX: the one of this machine, or Debian's, taken apart into the target folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::run::printed;
use crate::workspace;

/// How to get what is missing.
const HOW_TO_ENABLE: &str =
    "needs pdflatex with booktabs (texlive-latex-recommended), or Debian's apt-get and dpkg to fetch them";

/// What a document with tables and figures needs, some 45 MB.
const PACKAGES: [&str; 11] = [
    "texlive-binaries",
    "texlive-base",
    "texlive-latex-base",
    "texlive-latex-recommended",
    "libkpathsea6",
    "libptexenc1",
    "libsynctex2",
    "libteckit0",
    "libtexlua53-5",
    "libzzip-0-13",
    "libpaper1",
];

/// How LaTeX is started.
#[derive(Clone, Debug)]
pub enum Tex {
    /// It is installed.
    Installed,
    /// It lies in this folder.
    TakenApart(PathBuf),
}

/// Finds a LaTeX or fetches one.
pub fn set_up() -> Result<Tex> {
    let finds_booktabs = Command::new("kpsewhich").arg("booktabs.sty").output();
    if finds_booktabs.is_ok_and(|output| output.status.success()) {
        return Ok(Tex::Installed);
    }
    ensure!(cfg!(target_os = "linux"), HOW_TO_ENABLE);
    let folder = workspace::target_directory().join("tex");
    if !folder.join("pdflatex.fmt").exists() {
        fetch(&folder).context(HOW_TO_ENABLE)?;
    }
    Ok(Tex::TakenApart(folder))
}

fn fetch(folder: &Path) -> Result<()> {
    let packages = folder.join("packages");
    fs::create_dir_all(&packages)?;
    println!("Fetching {} into {}", PACKAGES.join(", "), folder.display());
    printed(Command::new("apt-get").arg("download").args(PACKAGES).current_dir(&packages))?;
    for entry in fs::read_dir(&packages)? {
        printed(Command::new("dpkg").arg("-x").arg(entry?.path()).arg(folder.join("root")))?;
    }
    fs::remove_dir_all(&packages)?;
    // One language is enough.
    fs::write(folder.join("language.dat"), "english hyphen.tex\n=usenglish\n")?;
    let mut command = in_folder(folder, "pdftex");
    command.args([
        "-ini",
        "-interaction=nonstopmode",
        "-progname=pdflatex",
        "-jobname=pdflatex",
        "*pdflatex.ini",
    ]);
    printed(command.current_dir(folder)).map(drop)
}

/// A program of the folder, which finds its files there and nowhere else.
fn in_folder(folder: &Path, program: &str) -> Command {
    let root = folder.join("root/usr");
    let distribution = root.join("share/texlive/texmf-dist");
    let mut command = Command::new(root.join("bin").join(program));
    command.env("LD_LIBRARY_PATH", root.join("lib/x86_64-linux-gnu"));
    command.env("TEXMFROOT", root.join("share/texlive"));
    command.env("TEXMFCNF", distribution.join("web2c"));
    for variable in ["TEXMFVAR", "TEXMFSYSVAR", "TEXMFCONFIG", "TEXMFSYSCONFIG", "TEXMFLOCAL", "TEXMFHOME"] {
        command.env(variable, folder.join("var"));
    }
    for variable in ["TEXMF", "TEXMFDIST", "TEXMFDBS"] {
        command.env(variable, &distribution);
    }
    command.env("TEXINPUTS", format!(".:{}//:", distribution.join("tex").display()));
    command.env("TEXFORMATS", format!(".:{}", folder.display()));
    command
}

impl Tex {
    /// Makes a PDF file of a document, twice so that references are right, and gives what LaTeX says.
    pub fn typeset(&self, document: &Path) -> Result<String> {
        let (folder, name) =
            (document.parent().context("no folder")?, document.file_stem().context("no name")?);
        let mut log = String::new();
        for _ in 0..2 {
            let mut command = match self {
                Tex::Installed => Command::new("pdflatex"),
                Tex::TakenApart(folder) => in_folder(folder, "pdftex"),
            };
            command.current_dir(folder).args(["-interaction=nonstopmode", "-halt-on-error"]);
            if let Tex::TakenApart(_) = self {
                // There is no list of all fonts, but one of those that are used.
                command.args(["-progname=pdflatex", "-fmt=pdflatex", "-jobname"]).arg(name);
                command.arg(format!("\\pdfmapfile{{cm.map}}\\input{{{}}}", name.to_string_lossy()));
            } else {
                command.arg(name);
            }
            log = printed(&mut command)?;
        }
        Ok(log)
    }
}
