//! Curves as a table, as CSV and as pictures.

use extremal_plot::{Chart, Mark, Scale, Series};

use super::curve::{Curve, Figure, Theory};
use crate::table::Sheet;

/// The exponents.
pub fn exponents(figures: &[Figure]) -> Sheet {
    let mut sheet = Sheet::new(&["what", "from", "to", "at the end", "theory", "measured exponent"]);
    for (figure, curve) in lines(figures) {
        sheet.add(cells(figure, curve));
    }
    sheet
}

/// The same table for a document, with the pictures after it.
pub fn markdown(figures: &[Figure]) -> String {
    let picture = |figure: &Figure| format!("\n![{}](performance/{}.svg)\n", figure.title, figure.name);
    exponents(figures).markdown() + &figures.iter().map(picture).collect::<String>()
}

/// All points.
pub fn points(figures: &[Figure]) -> Sheet {
    let mut sheet = Sheet::new(&["figure", "curve", "x_label", "x", "y_label", "y"]);
    for (figure, curve) in lines(figures) {
        for (x, y) in &curve.points {
            let (x, y) = (x.to_string(), format!("{y:e}"));
            sheet.add([figure.name, &curve.label, figure.x_label, &x, figure.y_label, &y]);
        }
    }
    sheet
}

/// The curves, and for each theory a line through the last point of the first curve that should follow it.
pub fn picture(figure: &Figure) -> Chart {
    let mark = |(x, y): (f64, f64)| Mark { x, y, low: y, high: y };
    let mut series: Vec<Series> = figure
        .curves
        .iter()
        .map(|curve| Series {
            label: curve.label.clone(),
            points: curve.points.iter().copied().map(mark).collect(),
        })
        .collect();
    for (theory, label) in [(Theory::Linear, "theory: linear"), (Theory::Logarithmic, "theory: logarithmic")]
    {
        let Some(curve) = figure.curves.iter().find(|curve| curve.theory == theory) else { continue };
        let Some(&last) = curve.points.last() else { continue };
        let points = curve.points.iter().map(|&(x, _)| mark((x, theory.at(x, last)))).collect();
        series.push(Series { label: label.to_owned(), points });
    }
    Chart {
        title: figure.title.to_owned(),
        subtitle: "measured, and as it should grow".to_owned(),
        x_label: figure.x_label.to_owned(),
        y_label: figure.y_label.to_owned(),
        x_scale: Scale::Logarithmic,
        y_scale: Scale::Logarithmic,
        series,
    }
}

fn lines(figures: &[Figure]) -> impl Iterator<Item = (&Figure, &Curve)> {
    figures.iter().flat_map(|figure| figure.curves.iter().map(move |curve| (figure, curve)))
}

fn cells(figure: &Figure, curve: &Curve) -> [String; 6] {
    let ends = curve.points.first().zip(curve.points.last());
    let (from, to, end) = ends.map_or_else(Default::default, |(first, last)| {
        (format!("{:.0}", first.0), format!("{:.0} {}", last.0, figure.x_label), quantity(figure, last.1))
    });
    let exponent = curve.exponent().map_or_else(|| "–".to_owned(), |exponent| format!("{exponent:.2}"));
    [format!("{}: {}", figure.title, curve.label), from, to, end, curve.theory.words().to_owned(), exponent]
}

fn quantity(figure: &Figure, number: f64) -> String {
    match number {
        bytes if figure.y_label == "bytes" => format!("{:.1} MB", bytes / 1e6),
        seconds if seconds < 1e-6 => format!("{:.0} ns", 1e9 * seconds),
        seconds if seconds < 1e-3 => format!("{:.1} µs", 1e6 * seconds),
        seconds if seconds < 1.0 => format!("{:.1} ms", 1e3 * seconds),
        seconds => format!("{seconds:.1} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure() -> Figure {
        let points = [10.0, 100.0, 1000.0, 10_000.0].map(|x| (x, 2e-9 * x)).to_vec();
        Figure {
            name: "children",
            title: "Choice",
            x_label: "children",
            y_label: "seconds",
            curves: vec![Curve { label: "uniform".to_owned(), theory: Theory::Linear, points }],
        }
    }

    #[test]
    fn the_table_says_theory_and_exponent() {
        let text = markdown(&[figure()]);
        let line = "| Choice: uniform | 10 | 10000 children | 20.0 µs | linear: exponent 1 | 1.00 |";
        assert!(text.contains(line), "{text}");
        assert!(text.ends_with("![Choice](performance/children.svg)\n"));
    }

    #[test]
    fn the_picture_has_the_theory_as_a_line_of_its_own() {
        let chart = picture(&figure());
        assert_eq!(chart.series.len(), 2);
        assert_eq!(chart.series[1].label, "theory: linear");
        assert_eq!(chart.series[1].points[3], chart.series[0].points[3]);
        assert!((chart.series[1].points[0].y - 2e-8).abs() < 1e-15);
    }
}
