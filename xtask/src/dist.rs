//! `cargo xtask dist`: everything that a release consists of, in `target/packages`.
//!
//! A static binary for Linux is the core: the tarball, the Debian package and the image contain the same one. SQLite is
//! compiled by zig, which is installed from the Python package index, so that no system packages are needed.

mod debian;
mod image;
mod pages;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::Verdict;
use crate::check_python;
use crate::run::printed;
use crate::workspace;

/// The target of the static binary.
const TARGET: &str = "x86_64-unknown-linux-musl";
/// The tarball may have so many bytes.
const LARGEST_TARBALL: u64 = 6_000_000;
/// What is put beside the binary.
const DOCUMENTS: [&str; 4] = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];

/// Arguments of `dist`.
#[derive(Args, Clone, Debug, Default)]
pub struct Arguments {
    /// Compile quickly instead of well: for tests of the packages.
    #[arg(long)]
    pub quick: bool,
    /// Leave out the Python wheel.
    #[arg(long)]
    pub no_wheel: bool,
    /// Where releases can be downloaded; makes the Homebrew formula, too.
    #[arg(long, value_name = "URL")]
    pub url: Option<String>,
}

/// What was made.
#[derive(Debug)]
pub struct Artifacts {
    /// The folder with all of it.
    pub folder: PathBuf,
    /// The unpacked contents of the tarball.
    pub stage: PathBuf,
    /// The static binary, man pages, completions and documents.
    pub tarball: PathBuf,
    /// The Debian package, if dpkg-deb is there.
    pub debian: Option<PathBuf>,
    /// The image, if podman is there and can build one.
    pub image: Result<PathBuf, String>,
}

/// Sets up what building needs: the target of the compiler, and zig.
pub fn set_up() -> Result<()> {
    ensure!(cfg!(all(target_os = "linux", target_arch = "x86_64")), "makes packages on x86-64 Linux only");
    printed(Command::new("xz").arg("--version"))
        .context("needs xz, for example from the package `xz-utils`")?;
    let added = Command::new("rustup").args(["target", "add", TARGET]).output();
    ensure!(added.is_ok_and(|output| output.status.success()), "needs `rustup target add {TARGET}`");
    check_python::set_up_build().map(drop)
}

/// Makes everything.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let artifacts = make(arguments)?;
    if !arguments.no_wheel {
        let wheel = check_python::build_wheel(false)?;
        let name = wheel.file_name().context("the wheel has no name")?;
        fs::copy(&wheel, artifacts.folder.join(name))?;
    }
    if let Some(url) = &arguments.url {
        write_formula(&artifacts, url)?;
    }
    let mut names: Vec<_> = fs::read_dir(&artifacts.folder)?.flatten().collect();
    names.sort_by_key(fs::DirEntry::file_name);
    for entry in names.iter().filter(|entry| entry.path().is_file()) {
        println!("{:>10} bytes  {}", entry.metadata()?.len(), entry.path().display());
    }
    if let Err(why) = &artifacts.image {
        println!("no image: {why}");
    }
    let size = fs::metadata(&artifacts.tarball)?.len();
    if size > LARGEST_TARBALL && !arguments.quick {
        println!("the tarball is larger than {LARGEST_TARBALL} bytes");
    }
    Ok(Verdict::passed_if(size <= LARGEST_TARBALL || arguments.quick))
}

/// Makes everything but the wheel and the formula.
pub fn make(arguments: &Arguments) -> Result<Artifacts> {
    let folder =
        workspace::target_directory().join(if arguments.quick { "packages-quick" } else { "packages" });
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    let stage = folder.join(format!("extremal-{}-{TARGET}", version()));
    fs::create_dir_all(&stage)?;
    let binary = build(arguments.quick)?;
    fs::copy(&binary, stage.join("extremal"))?;
    pages::write(&binary, &stage)?;
    for document in DOCUMENTS {
        fs::copy(workspace::root().join(document), stage.join(document))?;
    }
    let tarball = folder.join(format!("{}.tar.xz", stage.file_name().unwrap_or_default().to_string_lossy()));
    pack(&folder, &stage, &tarball)?;
    let debian = debian::make(&folder, &stage)?;
    let image = image::make(&folder, &stage);
    Ok(Artifacts { folder, stage, tarball, debian, image })
}

/// The version of this workspace.
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Builds the static binary.
fn build(quick: bool) -> Result<PathBuf> {
    let (compiler, archiver) = zig()?;
    let profile = if quick { "quick" } else { "dist" };
    let mut command = workspace::cargo();
    command.args(["build", "--quiet", "--package", "extremal-cli", "--bin", "extremal"]);
    command.args(["--target", TARGET, "--profile", profile]);
    if quick {
        // Fonts and pictures take a third of the time.
        command.arg("--no-default-features");
    }
    command.env("CC_x86_64_unknown_linux_musl", compiler).env("AR_x86_64_unknown_linux_musl", archiver);
    let status = command.status().context("cannot start cargo")?;
    ensure!(status.success(), "the static binary does not build");
    Ok(workspace::target_directory().join(TARGET).join(profile).join("extremal"))
}

/// Scripts that call zig as a C compiler and as an archiver for the target. Cargo's name of the target means nothing to zig.
fn zig() -> Result<(PathBuf, PathBuf)> {
    let python = check_python::set_up_build()?;
    let folder = workspace::target_directory().join("tools").join("zig");
    fs::create_dir_all(&folder)?;
    let python = python.display();
    let compiler = format!(
        "#!/bin/sh\nfor argument do\n  shift\n  case $argument in --target=*) ;; *) set -- \"$@\" \"$argument\" ;; esac\ndone\n\
         exec '{python}' -m ziglang cc -target x86_64-linux-musl \"$@\"\n"
    );
    let archiver = format!("#!/bin/sh\nexec '{python}' -m ziglang ar \"$@\"\n");
    Ok((script(&folder.join("cc"), &compiler)?, script(&folder.join("ar"), &archiver)?))
}

fn script(path: &Path, text: &str) -> Result<PathBuf> {
    if !fs::read_to_string(path).is_ok_and(|there| there == text) {
        fs::write(path, text)?;
        printed(Command::new("chmod").arg("+x").arg(path))?;
    }
    Ok(path.to_owned())
}

/// Packs the stage in a way that depends on its contents only.
fn pack(folder: &Path, stage: &Path, tarball: &Path) -> Result<()> {
    let mut command = Command::new("tar");
    command.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0"]);
    command.arg("--use-compress-program=xz -9e").arg("-cf").arg(tarball).arg("-C").arg(folder);
    command.arg(stage.file_name().context("the stage has no name")?);
    printed(&mut command).map(drop)
}

/// Fills in the Homebrew formula for this release.
fn write_formula(artifacts: &Artifacts, url: &str) -> Result<()> {
    let template = fs::read_to_string(workspace::root().join("packaging/homebrew/extremal.rb.in"))?;
    let name = artifacts.tarball.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let sum = printed(Command::new("sha256sum").arg(&artifacts.tarball))?;
    let sum = sum.split_whitespace().next().unwrap_or_default().to_owned();
    let url = format!("{}/{name}", url.trim_end_matches('/'));
    let text = template.replace("@VERSION@", version()).replace("@URL@", &url).replace("@SHA256@", &sum);
    fs::write(artifacts.folder.join("extremal.rb"), text)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> String {
        fs::read_to_string(workspace::root().join(path)).unwrap()
    }

    #[test]
    fn recipes_of_the_competitions_have_all_labels() {
        for (track, word) in [("agile", "agile"), ("sat", "satisficing")] {
            let recipe = read(&format!("Apptainer.extremal_{track}"));
            let (_, labels) = recipe.split_once("%labels").unwrap();
            for label in ["Name", "Description", "Authors", "License"] {
                assert!(labels.contains(&format!("\n    {label} ")), "{track}: {label}");
            }
            assert!(labels.contains(&format!("Tracks      {word}")), "{track}");
            let supported = labels.lines().filter(|line| line.trim().starts_with("Supports"));
            assert!(
                supported.clone().all(|line| line.ends_with(" yes")) && supported.count() == 9,
                "{track}"
            );
            assert!(recipe.contains(&format!("rust:{}.0-", env!("CARGO_PKG_RUST_VERSION"))), "{track}");
            assert!(recipe.contains("%runscript") && recipe.contains("\"$1\" \"$2\""), "{track}");
        }
    }

    #[test]
    fn the_planutils_package_is_complete_and_of_this_version() {
        let manifest: serde_json::Value =
            serde_json::from_str(&read("packaging/planutils/extremal/manifest.json")).unwrap();
        assert_eq!(manifest["package_name"], "extremal");
        assert_eq!(manifest["endpoint"]["services"]["solve"]["template"], "planner");
        for script in ["install", "run", "uninstall"] {
            assert!(read(&format!("packaging/planutils/extremal/{script}")).starts_with("#!/bin/bash\n"));
        }
        assert!(read("packaging/planutils/extremal/install").contains(&format!("extremal=={}", version())));
    }

    #[test]
    fn files_that_name_the_version_name_this_one() {
        assert!(read("CITATION.cff").contains(&format!("\nversion: {}\n", version())));
        let manifest = read("Cargo.toml");
        let wrong = manifest.lines().find(|line| {
            line.starts_with("extremal") && !line.contains(&format!("version = \"{}\"", version()))
        });
        assert_eq!(wrong, None);
    }
}
