//! Time of a selection in the tree, from a bench of the crate of trees.

use anyhow::{Context, Result, ensure};

use super::curve::{Curve, Figure, Theory};
use crate::workspace;

/// Curves of the bench by their names there: those by depth, then the one by children.
const CURVES: [(&str, &str, Theory); 6] = [
    ("plateau kept path", "on a plateau, samples=all", Theory::Logarithmic),
    ("changes kept path", "one smallest leaf, samples=all", Theory::Logarithmic),
    ("plateau of leaves kept path", "on a plateau", Theory::Logarithmic),
    ("changes of leaves kept path", "one smallest leaf", Theory::Linear),
    ("plateau walk", "on a plateau, samples=all, walking", Theory::Linear),
    ("children", "guct-uniform", Theory::Linear),
];

/// Runs the bench and reads its curves.
pub fn figures(quick: bool) -> Result<Vec<Figure>> {
    let mut command = workspace::cargo();
    command.args(["bench", "--quiet", "-p", "extremal-tree", "--bench", "selection", "--"]);
    if quick {
        command.arg("--quick");
    }
    let output = command.stderr(std::process::Stdio::inherit()).output().context("cannot start cargo")?;
    ensure!(output.status.success(), "the bench of selections failed ({})", output.status);
    parse(&output.stdout)
}

fn parse(printed: &[u8]) -> Result<Vec<Figure>> {
    let mut curves: Vec<Curve> = CURVES
        .iter()
        .map(|(_, label, theory)| Curve { label: (*label).to_owned(), theory: *theory, points: Vec::new() })
        .collect();
    for record in csv::Reader::from_reader(printed).deserialize() {
        let (name, x, seconds): (String, f64, f64) = record.context("the bench prints something else")?;
        let place = CURVES.iter().position(|(curve, _, _)| *curve == name);
        curves[place.with_context(|| format!("unknown curve {name}"))?].points.push((x, seconds));
    }
    let children = curves.split_off(CURVES.len() - 1);
    Ok(vec![
        Figure {
            name: "depth",
            title: "Selection and backup of guct-uniform by depth",
            x_label: "depth of the tree",
            y_label: "seconds",
            curves,
        },
        Figure {
            name: "children",
            title: "One choice by the number of children",
            x_label: "children",
            y_label: "seconds",
            curves: children,
        },
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_of_the_bench_go_to_their_figures() {
        let text = "curve,x,seconds\nplateau kept path,10,1e-7\nplateau walk,10,2e-7\nchildren,2,5e-9\nchildren,4,1e-8\n";
        let figures = parse(text.as_bytes()).unwrap();
        assert_eq!(figures[0].curves.len(), 5);
        assert_eq!(figures[0].curves[4].points, [(10.0, 2e-7)]);
        assert_eq!(figures[1].curves[0].points, [(2.0, 5e-9), (4.0, 1e-8)]);
        assert!(parse(b"curve,x,seconds\nwidth,1,1\n").is_err());
    }
}
