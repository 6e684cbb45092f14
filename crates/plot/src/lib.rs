//! Line charts as SVG, written directly: axes, lines with bands, a legend; for light and dark surroundings.

mod scale;
mod svg;

pub use scale::{Scale, grouped};

/// A line chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// A smaller line below the title.
    pub subtitle: String,
    /// What the horizontal axis shows.
    pub x_label: String,
    /// What the vertical axis shows.
    pub y_label: String,
    /// How the horizontal axis is divided.
    pub x_scale: Scale,
    /// How the vertical axis is divided.
    pub y_scale: Scale,
    /// The lines.
    pub series: Vec<Series>,
}

/// A line with a band around it.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    /// Its name in the legend.
    pub label: String,
    /// Its points, by increasing `x`.
    pub points: Vec<Mark>,
}

/// A point of a line, with the ends of the band at its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// Horizontal place.
    pub x: f64,
    /// Height of the line.
    pub y: f64,
    /// Lower end of the band.
    pub low: f64,
    /// Upper end of the band.
    pub high: f64,
}

impl Chart {
    /// The chart as an SVG document.
    pub fn to_svg(&self) -> String {
        svg::document(self)
    }
}
