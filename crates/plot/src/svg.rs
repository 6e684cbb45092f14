//! Drawing a chart.

use std::fmt::Write;

use crate::scale::{Axis, tick_label};
use crate::{Chart, Series};

const HEIGHT: f64 = 440.0;
const PLOT_WIDTH: f64 = 560.0;
const LEFT: f64 = 76.0;
const TOP: f64 = 66.0;
const BOTTOM: f64 = 56.0;
/// Mean width of a character of the legend.
const CHARACTER: f64 = 7.2;

/// Colours of the lines, for a light and for a dark background.
const COLOURS: [(&str, &str); 8] = [
    ("#1f5fc4", "#78adff"),
    ("#d2600a", "#ff9f57"),
    ("#17835a", "#53cf98"),
    ("#8a3fd1", "#c79bff"),
    ("#c2264b", "#ff8299"),
    ("#0b7f94", "#55d3e6"),
    ("#85640c", "#dcb94f"),
    ("#56606c", "#aab4bf"),
];

const STYLE: &str = "\
text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:13px;fill:#1f2328}\
.paper{fill:#ffffff}.title{font-size:16px;font-weight:600}.soft{font-size:12px;fill:#59636e}\
.grid{stroke:#d8dee4;stroke-width:1}.axis{stroke:#59636e;stroke-width:1}\
.line{fill:none;stroke-width:2;stroke-linejoin:round}.band{fill-opacity:.18;stroke:none}";

const DARK_STYLE: &str = "\
text{fill:#e6edf3}.paper{fill:#0d1117}.soft{fill:#9aa4af}.grid{stroke:#2a313a}.axis{stroke:#8b949e}\
.band{fill-opacity:.24}";

/// The place of the chart's parts and its axes.
struct Canvas<'a> {
    chart: &'a Chart,
    x: Axis,
    y: Axis,
    width: f64,
    text: String,
}

pub(crate) fn document(chart: &Chart) -> String {
    let marks = || chart.series.iter().flat_map(|series| &series.points);
    let longest = chart.series.iter().map(|series| series.label.chars().count()).max().unwrap_or(0);
    let mut canvas = Canvas {
        chart,
        x: Axis::new(chart.x_scale, marks().map(|mark| mark.x), false),
        y: Axis::new(chart.y_scale, marks().map(|mark| mark.y.max(mark.high)), true),
        width: LEFT + PLOT_WIDTH + 60.0 + CHARACTER * longest.clamp(10, 40) as f64,
        text: String::new(),
    };
    // Writing to a string does not fail, so results are dropped from here on.
    canvas.draw();
    canvas.text
}

impl Canvas<'_> {
    fn draw(&mut self) {
        let (width, chart) = (self.width.round(), self.chart);
        let _ = write!(
            self.text,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {HEIGHT}\" width=\"{width}\" \
             height=\"{HEIGHT}\" role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n",
            escaped(&chart.title),
            escaped(&chart.subtitle)
        );
        self.draw_style();
        let _ = writeln!(self.text, "<rect class=\"paper\" width=\"{width}\" height=\"{HEIGHT}\" rx=\"6\"/>");
        self.draw_text("title", LEFT, 28.0, "start", &chart.title);
        let room = ((self.width - LEFT - 16.0) / 6.0) as usize;
        self.draw_text("soft", LEFT, 48.0, "start", &shortened(&chart.subtitle, room));
        self.draw_axes();
        let _ = writeln!(
            self.text,
            "<clipPath id=\"area\"><rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{PLOT_WIDTH}\" height=\"{}\"/></clipPath>\n\
             <g clip-path=\"url(#area)\">",
            HEIGHT - TOP - BOTTOM
        );
        for (i, series) in chart.series.iter().enumerate() {
            self.draw_band(i, series);
        }
        for (i, series) in chart.series.iter().enumerate() {
            self.draw_line(i, series);
        }
        self.text.push_str("</g>\n");
        self.draw_legend();
        self.text.push_str("</svg>\n");
    }

    fn draw_style(&mut self) {
        let rules = |dark: bool| {
            let used = COLOURS.iter().take(self.chart.series.len()).enumerate();
            used.map(|(i, colours)| {
                let colour = if dark { colours.1 } else { colours.0 };
                format!(".l{i}{{stroke:{colour}}}.b{i}{{fill:{colour}}}")
            })
            .collect::<String>()
        };
        let (light, dark) = (rules(false), rules(true));
        let _ = writeln!(
            self.text,
            "<style>{STYLE}{light}\n@media (prefers-color-scheme:dark){{{DARK_STYLE}{dark}}}</style>"
        );
    }

    fn draw_axes(&mut self) {
        let (bottom, right) = (HEIGHT - BOTTOM, LEFT + PLOT_WIDTH);
        for tick in self.y.ticks() {
            let y = self.down(tick);
            let _ = writeln!(
                self.text,
                "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
            );
            self.draw_text("soft", LEFT - 8.0, y + 4.0, "end", &tick_label(tick));
        }
        for tick in self.x.ticks() {
            let x = self.across(tick);
            let _ = writeln!(
                self.text,
                "<line class=\"grid\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"{TOP}\" y2=\"{bottom}\"/>"
            );
            self.draw_text("soft", x, bottom + 18.0, "middle", &tick_label(tick));
        }
        let _ =
            writeln!(self.text, "<path class=\"axis\" fill=\"none\" d=\"M{LEFT} {TOP}V{bottom}H{right}\"/>");
        let chart = self.chart;
        self.draw_text("", LEFT + PLOT_WIDTH / 2.0, HEIGHT - 14.0, "middle", &chart.x_label);
        let middle = (TOP + bottom) / 2.0;
        let _ = writeln!(
            self.text,
            "<text text-anchor=\"middle\" transform=\"translate(18 {middle}) rotate(-90)\">{}</text>",
            escaped(&chart.y_label)
        );
    }

    fn draw_band(&mut self, i: usize, series: &Series) {
        if series.points.iter().all(|mark| mark.low == mark.high) {
            return;
        }
        let upper = series.points.iter().map(|mark| (mark.x, mark.high));
        let lower = series.points.iter().rev().map(|mark| (mark.x, mark.low));
        let path = self.path(upper.chain(lower));
        let _ = writeln!(self.text, "<path class=\"band b{}\" d=\"{path}Z\"/>", i % COLOURS.len());
    }

    fn draw_line(&mut self, i: usize, series: &Series) {
        let path = self.path(series.points.iter().map(|mark| (mark.x, mark.y)));
        let _ =
            writeln!(self.text, "<path class=\"line l{}\"{} d=\"{path}\"/>", i % COLOURS.len(), dashes(i));
    }

    /// Names in the order in which the lines end, so that the eye finds them beside the lines.
    fn draw_legend(&mut self) {
        let chart = self.chart;
        let last = |i: usize| chart.series[i].points.last().map_or(0.0, |mark| mark.y);
        let mut order: Vec<_> = (0..chart.series.len()).collect();
        order.sort_by(|&a, &b| last(b).total_cmp(&last(a)));
        let x = LEFT + PLOT_WIDTH + 20.0;
        for (row, &i) in order.iter().enumerate() {
            let y = TOP + 12.0 + 22.0 * row as f64;
            let _ = writeln!(
                self.text,
                "<path class=\"line l{}\"{} d=\"M{x} {y}h22\"/>",
                i % COLOURS.len(),
                dashes(i)
            );
            self.draw_text("", x + 30.0, y + 4.5, "start", &shortened(&chart.series[i].label, 40));
        }
    }

    fn draw_text(&mut self, class: &str, x: f64, y: f64, anchor: &str, text: &str) {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let text = escaped(text);
        let _ = writeln!(
            self.text,
            "<text{class} x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
        );
    }

    fn path(&self, points: impl Iterator<Item = (f64, f64)>) -> String {
        let mut path = String::new();
        for (i, (x, y)) in points.enumerate() {
            let letter = if i == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{letter}{:.1} {:.1}", self.across(x), self.down(y));
        }
        path
    }

    fn across(&self, x: f64) -> f64 {
        LEFT + PLOT_WIDTH * self.x.place(x)
    }

    fn down(&self, y: f64) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * self.y.place(y)
    }
}

/// Lines beyond the number of colours are told apart by dashes.
fn dashes(i: usize) -> &'static str {
    match i / COLOURS.len() {
        0 => "",
        1 => " stroke-dasharray=\"7 4\"",
        _ => " stroke-dasharray=\"2 3\"",
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn shortened(text: &str, room: usize) -> String {
    if text.chars().count() <= room {
        return text.to_string();
    }
    text.chars().take(room.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Mark, Scale};
    use super::*;

    fn chart(series: usize) -> Chart {
        let point = |x: f64| Mark { x, y: x, low: x - 0.5, high: x + 0.5 };
        Chart {
            title: "a < b & c".into(),
            subtitle: "x".repeat(500),
            x_label: "pulls".into(),
            y_label: "regret".into(),
            x_scale: Scale::Logarithmic,
            y_scale: Scale::Linear,
            series: (0..series)
                .map(|i| Series { label: format!("\"{i}\""), points: [1.0, 10.0, 100.0].map(point).into() })
                .collect(),
        }
    }

    #[test]
    fn texts_are_escaped_and_long_ones_cut() {
        let svg = chart(1).to_svg();
        assert!(svg.contains(">a &lt; b &amp; c</text>"));
        assert!(svg.contains(">&quot;0&quot;</text>"));
        assert!(svg.contains("x…</text>"));
    }

    #[test]
    fn each_series_has_a_line_a_band_and_a_name() {
        let svg = chart(20).to_svg();
        assert_eq!(svg.matches("class=\"band").count(), 20);
        assert_eq!(svg.matches("class=\"line").count(), 40);
        assert_eq!(svg.matches("stroke-dasharray").count(), 24);
        assert_eq!(svg.matches("<text").count(), svg.matches("</text>").count());
    }

    #[test]
    fn points_land_where_the_axes_say() {
        // The axis of y reaches from 0 to 120; 100 is at five sixths of its height.
        let svg = chart(1).to_svg();
        assert!(svg.contains("L636.0 119.0"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
    }

    #[test]
    fn an_empty_chart_is_still_a_document() {
        let svg = chart(0).to_svg();
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }
}
