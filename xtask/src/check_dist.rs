//! `cargo xtask check-dist`: installs and runs what `cargo xtask dist` makes, in a folder without the repository.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use clap::Args;

use crate::Verdict;
use crate::dist;
use crate::run::printed;
use crate::workspace;

/// Arguments of `check-dist`.
#[derive(Args, Clone, Debug, Default)]
pub struct Arguments {
    /// Check a real release build instead of one that is compiled quickly.
    #[arg(long)]
    pub release: bool,
}

/// Makes the packages and tries each of them.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let options = dist::Arguments { quick: !arguments.release, no_wheel: true, url: None };
    let artifacts = dist::make(&options)?;
    let alone = tempfile::tempdir()?;
    let task = alone.path().join("task");
    fs::create_dir_all(&task)?;
    for file in ["domain.pddl", "problem.pddl"] {
        fs::copy(workspace::root().join("docs/tutorial").join(file), task.join(file))?;
    }
    check_tarball(&artifacts, alone.path())?;
    if let Some(package) = &artifacts.debian {
        check_debian(package, alone.path())?;
    }
    match &artifacts.image {
        Ok(image) => check_image(image, alone.path())?,
        Err(why) => println!("the image is not checked: {why}"),
    }
    Ok(Verdict::Passed)
}

fn check_tarball(artifacts: &dist::Artifacts, alone: &Path) -> Result<()> {
    printed(Command::new("tar").arg("-xf").arg(&artifacts.tarball).arg("-C").arg(alone))?;
    let folder = alone.join(artifacts.stage.file_name().context("the stage has no name")?);
    let binary = folder.join("extremal");
    let bytes = fs::read(&binary)?;
    let is_static =
        ![b"ld-linux", b"/ld-musl"].iter().any(|name| bytes.windows(8).any(|window| window == *name));
    ensure!(is_static, "the binary needs a dynamic linker");
    for file in
        ["man/extremal.1", "man/extremal-solve.1", "completions/extremal.bash", "completions/_extremal"]
    {
        ensure!(fs::metadata(folder.join(file)).is_ok_and(|file| file.len() > 100), "{file} is missing");
    }
    println!("tarball: {} bytes, binary: {} bytes", fs::metadata(&artifacts.tarball)?.len(), bytes.len());
    check_binary(&binary, alone)
}

/// A version, a valid plan, and an error with its place.
fn check_binary(binary: &Path, alone: &Path) -> Result<()> {
    let program = || {
        let mut command = Command::new(binary);
        command.current_dir(alone).env_clear();
        command
    };
    let version = printed(program().arg("--version"))?;
    ensure!(version == format!("extremal {}", dist::version()), "{version}");
    let plan = printed(program().args(["solve", "task/domain.pddl", "task/problem.pddl", "plan"]))?;
    ensure!(plan.contains("Plan cost: 16"), "{plan}");
    let verdict = printed(program().args(["validate", "task/domain.pddl", "task/problem.pddl", "plan"]))?;
    ensure!(verdict.contains("Plan valid"), "{verdict}");
    let failed = program().args(["check", "plan"]).output()?;
    ensure!(failed.status.code() == Some(31), "a file that is not PDDL: {}", failed.status);
    Ok(())
}

/// Unpacks the package as dpkg would, and runs what is in it.
fn check_debian(package: &Path, alone: &Path) -> Result<()> {
    let contents = printed(Command::new("dpkg-deb").arg("--info").arg(package))?;
    ensure!(contents.contains("Package: extremal"), "{contents}");
    let root = alone.join("root");
    printed(Command::new("dpkg-deb").arg("--extract").arg(package).arg(&root))?;
    for file in ["usr/share/man/man1/extremal-solve.1.gz", "usr/share/bash-completion/completions/extremal"] {
        ensure!(root.join(file).exists(), "{file} is missing");
    }
    println!("Debian package: {} bytes", fs::metadata(package)?.len());
    check_binary(&root.join("usr/bin/extremal"), alone)
}

/// Runs the binary that is in the image, and the image itself where podman can run containers.
fn check_image(image: &Path, alone: &Path) -> Result<()> {
    let (archive, root) = (alone.join("image"), alone.join("image-root"));
    fs::create_dir_all(&archive)?;
    fs::create_dir_all(&root)?;
    printed(Command::new("tar").arg("-xf").arg(image).arg("-C").arg(&archive))?;
    for layer in fs::read_dir(&archive)?.flatten().map(|entry| entry.path()) {
        if layer.extension().is_some_and(|extension| extension == "tar") {
            printed(Command::new("tar").arg("-xf").arg(layer).arg("-C").arg(&root))?;
        }
    }
    check_binary(&root.join("usr/bin/extremal"), alone)?;
    println!("image: {} bytes", fs::metadata(image)?.len());
    let mount = format!("{}:/data", alone.join("task").display());
    let name = format!("localhost/extremal:{}", dist::version());
    let mut command = Command::new("podman");
    command.args(["run", "--rm", "--network=none", "--volume", &mount, "--workdir=/data", &name]);
    command.args(["solve", "domain.pddl", "problem.pddl", "--plan-file", "-"]);
    match printed(&mut command) {
        Ok(plan) => ensure!(plan.contains("Plan cost: 16"), "{plan}"),
        // Running containers needs rights that not every machine gives.
        Err(error) if error.to_string().contains("crun") || error.to_string().contains("runc") => {
            println!("the image is not run: podman cannot run containers here: {error:#}");
        }
        Err(error) => return Err(error),
    }
    Ok(())
}
