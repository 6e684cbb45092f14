//! Pictures as PDF, for papers, and as PNG, for slides.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{self, fontdb::Database};

/// What a picture can be besides SVG.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    /// A page of the size of the picture, with text that can be searched.
    Pdf,
    /// Points, two for each unit of the picture.
    Png,
}

/// Why a picture cannot be converted.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConversionError {
    /// There are no fonts to write labels with.
    #[error(
        "there are no fonts on this machine to write labels with; on Debian: apt-get install fonts-dejavu"
    )]
    NoFonts,
    /// One of the libraries cannot do it.
    #[error("the picture cannot be converted: {0}")]
    Picture(String),
}

/// Converts SVG pictures of ours with the fonts of this machine.
pub struct Converter {
    options: usvg::Options<'static>,
}

/// Families that look well in charts, the best first.
const FAMILIES: [&str; 5] = ["Helvetica", "Arial", "Liberation Sans", "DejaVu Sans", "Noto Sans"];
/// Points for each unit of a picture.
const SCALE: f32 = 2.0;

impl Converter {
    /// Looks for fonts.
    pub fn new() -> Result<Self, ConversionError> {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        let names: Vec<String> =
            fonts.faces().flat_map(|face| face.families.iter().map(|(name, _)| name.clone())).collect();
        let preferred = FAMILIES.iter().find(|family| names.iter().any(|name| name == *family));
        let family = preferred.map(|family| (*family).to_owned()).or_else(|| names.first().cloned());
        let family = family.ok_or(ConversionError::NoFonts)?;
        fonts.set_sans_serif_family(&family);
        let options =
            usvg::Options { font_family: family, fontdb: Arc::new(fonts), ..usvg::Options::default() };
        Ok(Converter { options })
    }

    /// The picture in another format.
    pub fn convert(&self, svg: &str, format: PictureFormat) -> Result<Vec<u8>, ConversionError> {
        let failed = |error: String| ConversionError::Picture(error);
        let tree = usvg::Tree::from_str(&for_paper(svg), &self.options).map_err(|e| failed(e.to_string()))?;
        match format {
            PictureFormat::Pdf => {
                let (conversion, page) =
                    (svg2pdf::ConversionOptions::default(), svg2pdf::PageOptions::default());
                svg2pdf::to_pdf(&tree, conversion, page).map_err(|error| failed(error.to_string()))
            }
            PictureFormat::Png => {
                let size = tree.size().to_int_size().scale_by(SCALE);
                let size = size.ok_or_else(|| failed("it has no size".to_owned()))?;
                let pixmap = Pixmap::new(size.width(), size.height());
                let mut pixmap = pixmap.ok_or_else(|| failed("it is too large".to_owned()))?;
                resvg::render(&tree, Transform::from_scale(SCALE, SCALE), &mut pixmap.as_mut());
                pixmap.encode_png().map_err(|error| failed(error.to_string()))
            }
        }
    }
}

/// The picture without its colours for dark screens: paper is white.
fn for_paper(svg: &str) -> String {
    let dark = svg.find("@media (prefers-color-scheme:dark)");
    let end = dark.and_then(|start| svg[start..].find("</style>").map(|length| start + length));
    match (dark, end) {
        (Some(start), Some(end)) => format!("{}{}", &svg[..start], &svg[end..]),
        _ => svg.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;
    use crate::picture::pictures;
    use crate::samples::{row, solved};

    #[test]
    fn pictures_become_pdf_and_png_with_labels() {
        let Ok(converter) = Converter::new() else {
            println!("skipped: this machine has no fonts");
            return;
        };
        let rows = [solved(row("a", "p1", "gbfs:ff", 1), 10), solved(row("a", "p1", "guct:ff", 1), 20)];
        for picture in pictures(&Experiment::from_rows("", &rows)[0], "gbfs") {
            let pdf = converter.convert(&picture.svg, PictureFormat::Pdf).unwrap();
            assert!(
                pdf.starts_with(b"%PDF-") && pdf.windows(5).any(|bytes| bytes == b"/Font"),
                "{}",
                picture.name
            );
            let png = converter.convert(&picture.svg, PictureFormat::Png).unwrap();
            assert!(png.starts_with(b"\x89PNG") && png.len() > 2000, "{}", picture.name);
        }
    }

    #[test]
    fn colours_for_dark_screens_are_cut_out() {
        let svg = "<svg><style>a{}\n@media (prefers-color-scheme:dark){b{}}</style><rect/></svg>";
        assert_eq!(for_paper(svg), "<svg><style>a{}\n</style><rect/></svg>");
    }
}
