//! An outcome as a chart.

use extremal_plot::{Chart, Mark, Scale, Series};

use super::ExperimentOutcome;

impl ExperimentOutcome {
    /// The regret over time as an SVG document, with 95 % confidence bands.
    ///
    /// On a logarithmic axis of pulls, regret that grows like a logarithm is a straight line; on two
    /// logarithmic axes, regret that grows in proportion to the pulls is a straight line of slope 1.
    pub fn to_svg(&self, x_scale: Scale, y_scale: Scale) -> String {
        self.chart(x_scale, y_scale).to_svg()
    }

    fn chart(&self, x_scale: Scale, y_scale: Scale) -> Chart {
        let series = self.curves.iter().map(|curve| Series {
            label: curve.policy.clone(),
            points: curve
                .points
                .iter()
                .map(|p| Mark { x: f64::from(p.pulls), y: p.regret, low: p.low, high: p.high })
                .collect(),
        });
        Chart {
            title: "Cumulative regret".to_string(),
            subtitle: format!("{} runs, seed {}, 95 % bands; {}", self.runs, self.seed, self.arms.join(" ")),
            x_label: "pulls".to_string(),
            y_label: "regret".to_string(),
            x_scale,
            y_scale,
            series: series.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Experiment, ExperimentOptions, run};
    use super::*;

    #[test]
    fn a_figure_names_its_arms_and_policies() {
        let options = ExperimentOptions {
            arms: vec!["uniform:0,1".into(), "uniform:0.5,1.5".into()],
            policies: vec!["ucb1,greedy".into()],
            pulls: 100,
            runs: 8,
            ..ExperimentOptions::default()
        };
        let outcome = run(&Experiment::new(&options).unwrap());
        for y_scale in [Scale::Linear, Scale::Logarithmic] {
            let svg = outcome.to_svg(Scale::Logarithmic, y_scale);
            for text in ["8 runs", "uniform:0,1 uniform:0.5,1.5", ">ucb1</text>", ">greedy</text>"] {
                assert!(svg.contains(text), "{text}");
            }
            assert!(!svg.contains("NaN"));
        }
    }
}
