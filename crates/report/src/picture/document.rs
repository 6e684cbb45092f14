//! The frame of a picture: size, style for light and dark surroundings, texts.

use crate::render::escaped;

/// Colours of marks, for a light and for a dark background. People with any colour vision tell them apart.
pub const COLOURS: [(&str, &str); 7] = [
    ("#35393f", "#d5dae0"),
    ("#d55e00", "#f58b3c"),
    ("#0072b2", "#5fa9e6"),
    ("#009e73", "#2fc494"),
    ("#b0509a", "#dd8cc8"),
    ("#c99700", "#e3bd43"),
    ("#4aa8dc", "#8fd3f7"),
];

const STYLE: &str = "\
text{font-family:system-ui,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;font-size:12px;fill:#1d2126;\
font-variant-numeric:tabular-nums}\
.paper{fill:#fff}.title{font-size:16px;font-weight:600}.soft{fill:#5b6570}.grid{stroke:#e6eaee}\
.line{stroke:#8a939c;fill:none}.point{fill-opacity:.72}.heat{fill:#5aa0d8}.best{font-weight:650}";

const DARK: &str = "\
text{fill:#e4e8ec}.paper{fill:#121518}.soft{fill:#a0a9b3}.grid{stroke:#262c33}.line{stroke:#77818b}\
.heat{fill:#2f7fbd}";

/// A document of this size with a title, a line below it, and a drawing.
pub fn document(width: f64, height: f64, title: &str, subtitle: &str, drawing: &str) -> String {
    let colours = |dark: bool| {
        let rule = |(i, (light, on_dark)): (usize, &(&str, &str))| {
            format!(".c{i}{{fill:{}}}", if dark { on_dark } else { light })
        };
        COLOURS.iter().enumerate().map(rule).collect::<String>()
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" \
         height=\"{height:.0}\" role=\"img\">\n<title>{title}</title>\n<desc>{subtitle}</desc>\n\
         <style>{STYLE}{light}\n@media (prefers-color-scheme:dark){{{DARK}{dark}}}</style>\n\
         <rect class=\"paper\" width=\"{width:.0}\" height=\"{height:.0}\"/>\n\
         <text class=\"title\" x=\"20\" y=\"30\">{title}</text>\n\
         <text class=\"soft\" x=\"20\" y=\"50\">{subtitle}</text>\n{drawing}</svg>\n",
        title = escaped(title),
        subtitle = escaped(subtitle),
        light = colours(false),
        dark = colours(true),
    )
}

/// A text with its class, place and anchor.
pub fn text(class: &str, x: f64, y: f64, anchor: &str, content: &str) -> String {
    format!(
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{}</text>\n",
        escaped(content)
    )
}
