//! The main plots of the page as pictures in files, for papers and notes.

#[cfg(feature = "pictures")]
mod convert;
mod curves;
mod document;
mod heat_map;
mod scatter;

#[cfg(feature = "pictures")]
pub use convert::{ConversionError, Converter, PictureFormat};
use extremal_lab::Column;

use crate::experiment::Experiment;
use curves::Axis;

/// A picture: the name of its file, what it shows, and its text.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The name of the file.
    pub name: String,
    /// What it shows.
    pub subject: Subject,
    /// The SVG document.
    pub svg: String,
}

/// What a picture shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Subject {
    /// Solved tasks of a column over evaluations.
    Coverage(Column),
    /// Solved tasks by the value of a parameter.
    Ablation {
        /// The name that the searches have in common.
        family: String,
        /// The parameter.
        parameter: String,
        /// Values of other parameters that tell it from another ablation of the same one; may be empty.
        others: String,
    },
    /// Something else about a column: times, tasks, domains.
    Other(Column),
}

/// The pictures of an experiment: for each column what is solved over evaluations and time, the reference
/// against the best search task by task, and the domains.
pub fn pictures(experiment: &Experiment, reference: &str) -> Vec<Picture> {
    experiment.columns().iter().flat_map(|column| of_column(experiment, column, reference)).collect()
}

fn of_column(experiment: &Experiment, column: &Column, reference: &str) -> Vec<Picture> {
    let mut pictures = Vec::new();
    let mut add = |kind: &str, subject: Subject, svg: Option<String>| {
        pictures.extend(svg.map(|svg| Picture { name: format!("{kind}-{column}.svg"), subject, svg }));
    };
    let other = || Subject::Other(column.clone());
    let curves_of = |axis| curves::curves(experiment, column, axis);
    add("coverage-evaluations", Subject::Coverage(column.clone()), curves_of(Axis::Evaluations));
    add("coverage-time", other(), curves_of(Axis::Time));
    add("scatter", other(), scatter::scatter(experiment, column, reference));
    add("domains", other(), Some(heat_map::heat_map(experiment, column)));
    pictures
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::{row, solved, unsolved};

    #[test]
    fn each_column_has_its_pictures_and_all_marks_are_drawn() {
        let rows = [
            solved(row("a<b", "p1", "gbfs:ff", 1), 100),
            solved(row("a<b", "p2", "gbfs:ff", 1), 30),
            solved(row("a<b", "p1", "guct:ff", 1), 50),
            unsolved(row("a<b", "p2", "guct:ff", 1)),
        ];
        let pictures = pictures(&Experiment::from_rows("", &rows)[0], "gbfs");
        let names: Vec<&str> = pictures.iter().map(|picture| picture.name.as_str()).collect();
        assert_eq!(
            names,
            ["coverage-evaluations-ff.svg", "coverage-time-ff.svg", "scatter-ff.svg", "domains-ff.svg"]
        );
        for Picture { name, svg, .. } in &pictures {
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{name}");
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{name}: {svg}");
            assert!(!svg.contains("a<b"), "{name}");
        }
        assert_eq!(pictures[2].svg.matches("class=\"point").count(), 2);
        assert_eq!(pictures[3].svg.matches("class=\"cell").count(), 2);
    }

    #[test]
    fn with_shared_values_there_is_no_curve_over_time() {
        let mut shared = solved(row("a", "p1", "gbfs:ff", 1), 100);
        shared.shared_values = true;
        let pictures = pictures(&Experiment::from_rows("", &[shared])[0], "gbfs");
        let names: Vec<&str> = pictures.iter().map(|picture| picture.name.as_str()).collect();
        assert_eq!(names, ["coverage-evaluations-ff.svg", "domains-ff.svg"]);
    }

    #[test]
    fn nothing_solved_is_no_reason_to_fail() {
        let rows = [unsolved(row("a", "p1", "gbfs:ff", 1))];
        let pictures = pictures(&Experiment::from_rows("", &rows)[0], "gbfs");
        assert_eq!(pictures.len(), 1);
    }
}
