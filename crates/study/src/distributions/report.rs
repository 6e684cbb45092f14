//! Findings as tables, charts and rows.

use extremal_plot::{Chart, Mark, Scale, Series};
use extremal_report::{Cell, Table};

use crate::distributions::{FAMILIES, Finding, Group, Shares};
use crate::family::Family;
use crate::rows::with_commas;

/// The tables of a study: over all, by heuristic, by depth and by domain.
pub fn tables(findings: &[Finding]) -> Vec<Table> {
    let mut tables = vec![overview(findings), criteria(findings)];
    let by_depth = Group::by(findings, |finding| (finding.heuristic.clone(), finding.depth));
    let lines =
        by_depth.into_iter().map(|((heuristic, depth), group)| ([heuristic, depth.to_string()], group));
    tables.push(winners("By depth of the subtree's root", ["heuristic", "depth"], lines));
    let by_domain = Group::by(findings, |finding| (finding.heuristic.clone(), finding.domain.clone()));
    let lines = by_domain.into_iter().map(|((heuristic, domain), group)| ([heuristic, domain], group));
    tables.push(winners("By domain", ["heuristic", "domain"], lines));
    tables
}

fn percent(share: f64) -> Cell {
    Cell::number((!share.is_nan()).then_some(100.0 * share), 1)
}

fn overview(findings: &[Finding]) -> Table {
    let header = [
        "heuristic",
        "tasks",
        "subtrees",
        "one value %",
        "two %",
        "compared",
        "h > h(I) %",
        "shape 10 %",
        "median",
        "90 %",
        "below -1 %",
        "below 0 %",
        "not -1 %",
    ];
    let mut table =
        Table::new("Subtrees, and shapes of the generalised Pareto", 1, header.map(str::to_owned).to_vec());
    for (heuristic, group) in Group::by(findings, |finding| finding.heuristic.clone()) {
        let mut cells: Vec<Cell> = vec![
            heuristic.as_str().into(),
            group.tasks.to_string().into(),
            group.subtrees.to_string().into(),
            percent(group.flat),
            percent(group.narrow),
            group.compared.to_string().into(),
            percent(group.above_initial),
        ];
        let shares = group.shares.as_ref();
        for place in 0..3 {
            cells.push(Cell::number(shares.map(|shares| shares.shapes[place]), 2));
        }
        for share in [
            shares.map(|shares| shares.below_uniform),
            shares.map(|shares| shares.ends),
            shares.map(|shares| shares.not_uniform),
        ] {
            cells.push(percent(share.unwrap_or(f64::NAN)));
        }
        table.push(cells);
    }
    table.notes.push(
        "Shares are means over tasks. one value, two: subtrees with one or two different values, which are not \
         compared. not -1: the likelihood ratio rejects the shape of the uniform distribution at 5 %."
            .to_owned(),
    );
    table
}

/// By each criterion, how often each family is best.
fn criteria(findings: &[Finding]) -> Table {
    let mut header = vec!["heuristic".to_owned(), "criterion".to_owned()];
    header.extend(Family::ALL.map(|family| family.to_string()));
    header.push("the shares themselves".to_owned());
    let mut table = Table::new("Share of subtrees in which a family is best, %", 2, header);
    type Figures = fn(&Shares) -> [f64; FAMILIES];
    let criteria: [(&str, Figures, f64, bool); 6] = [
        ("AIC", |shares| shares.aic, 100.0, true),
        ("BIC", |shares| shares.bic, 100.0, true),
        ("held-out log score", |shares| shares.log_score, 100.0, true),
        ("held-out ranked score", |shares| shares.ranked_score, 100.0, true),
        ("rejected on held-out", |shares| shares.rejected, 100.0, false),
        ("gain in log score", |shares| shares.gain, 1.0, true),
    ];
    for (heuristic, group) in Group::by(findings, |finding| finding.heuristic.clone()) {
        let Some(shares) = &group.shares else { continue };
        for (name, figures, factor, larger) in criteria {
            let figures = figures(shares);
            let best = if larger {
                figures.iter().copied().fold(f64::NEG_INFINITY, f64::max)
            } else {
                figures.iter().copied().fold(f64::INFINITY, f64::min)
            };
            let decimals = if factor > 1.0 { 1 } else { 3 };
            let mut cells: Vec<Cell> = vec![heuristic.as_str().into(), name.into()];
            cells.extend(figures.map(|figure| {
                let text = Cell::number((!figure.is_nan()).then_some(factor * figure), decimals).text;
                Cell::strong_if(text, figure == best)
            }));
            cells.push(match name {
                "rejected on held-out" => percent(shares.halves_differ),
                "gain in log score" => Cell::number(Some(shares.shares_gain), 3),
                _ => Cell::default(),
            });
            table.push(cells);
        }
        table.push_rule();
    }
    table.notes.push(
        "rejected: share of subtrees in which chi-square on held-out values rejects the fit at 5 %. gain: mean \
         difference to the uniform distribution of the logarithm of a held-out value's probability. the shares themselves: what no family could beat by \
         much, the shares of the values that were fitted to; and how often the two halves differ at 5 %."
            .to_owned(),
    );
    table
}

fn winners(title: &str, keys: [&str; 2], lines: impl Iterator<Item = ([String; 2], Group)>) -> Table {
    let mut header = keys.map(str::to_owned).to_vec();
    header.extend(["tasks", "compared"].map(str::to_owned));
    header.extend(Family::ALL.map(|family| format!("{family} %")));
    header.extend(["gain", "shape"].map(str::to_owned));
    let title = format!("{title}: best by held-out log score");
    let mut table = Table::new(title, 2, header);
    for (keys, group) in lines {
        let Some(shares) = &group.shares else { continue };
        let mut cells: Vec<Cell> = keys.map(Cell::from).to_vec();
        cells.push(group.tasks.to_string().into());
        cells.push(group.compared.to_string().into());
        let best = shares.log_score.iter().copied().fold(0.0, f64::max);
        cells.extend(shares.log_score.map(|share| Cell { strong: share == best, ..percent(share) }));
        cells.push(Cell::number(Some(shares.gain[FAMILIES - 1]), 3));
        cells.push(Cell::number(Some(shares.shapes[1]), 2));
        table.push(cells);
    }
    table.notes.push("gain: of the generalised Pareto over the uniform; shape: median.".to_owned());
    table
}

/// Charts with names for their files: who wins at which depth, and the shapes.
pub fn charts(findings: &[Finding]) -> Vec<(String, Chart)> {
    let mut charts = Vec::new();
    for heuristic in Group::by(findings, |finding| finding.heuristic.clone()).into_keys() {
        let of_heuristic: Vec<Finding> =
            findings.iter().filter(|finding| finding.heuristic == heuristic).cloned().collect();
        let by_depth = Group::by(&of_heuristic, |finding| finding.depth);
        let series = Family::ALL.iter().enumerate().map(|(place, family)| {
            let points = by_depth.iter().filter_map(|(depth, group)| {
                let y = 100.0 * group.shares.as_ref()?.log_score[place];
                Some(Mark { x: f64::from(depth + 1), y, low: y, high: y })
            });
            Series { label: family.to_string(), points: points.collect() }
        });
        charts.push((
            format!("families-{heuristic}"),
            Chart {
                title: format!("Best family by depth, {heuristic}"),
                subtitle: "share of subtrees in which a family is best on held-out values (log score)"
                    .to_owned(),
                x_label: "depth of the subtree's root, plus 1".to_owned(),
                y_label: "subtrees, %".to_owned(),
                x_scale: Scale::Logarithmic,
                y_scale: Scale::Linear,
                series: series.collect(),
            },
        ));
    }
    charts.push(("shapes".to_owned(), shapes(findings)));
    charts
}

/// The distribution of the shapes, each subtree counting the same.
fn shapes(findings: &[Finding]) -> Chart {
    const PLACES: [f64; 27] = [
        -6.0, -5.0, -4.0, -3.5, -3.0, -2.5, -2.25, -2.0, -1.75, -1.5, -1.25, -1.1, -1.0, -0.9, -0.8, -0.7,
        -0.6, -0.5, -0.4, -0.3, -0.2, -0.1, 0.0, 0.1, 0.25, 0.5, 1.0,
    ];
    let heuristics = Group::by(findings, |finding| finding.heuristic.clone()).into_keys();
    let series = heuristics.map(|heuristic| {
        let shapes: Vec<f64> = findings
            .iter()
            .filter(|finding| finding.heuristic == heuristic)
            .filter_map(|finding| Some(finding.compared.as_ref()?.shape))
            .collect();
        let points = PLACES.iter().map(|&x| {
            let y = 100.0 * shapes.iter().filter(|&&shape| shape <= x).count() as f64
                / shapes.len().max(1) as f64;
            Mark { x, y, low: y, high: y }
        });
        Series { label: heuristic, points: points.collect() }
    });
    Chart {
        title: "Shapes of the generalised Pareto distribution".to_owned(),
        subtitle: "share of subtrees with at most this shape; the uniform distribution has -1".to_owned(),
        x_label: "shape".to_owned(),
        y_label: "subtrees, %".to_owned(),
        x_scale: Scale::Linear,
        y_scale: Scale::Linear,
        series: series.collect(),
    }
}

/// The groups by domain, heuristic and depth as rows with commas.
pub fn csv(findings: &[Finding]) -> String {
    let mut header = vec!["domain", "heuristic", "depth", "tasks", "subtrees", "flat", "narrow", "compared"];
    header.push("above_initial_h");
    let mut header: Vec<String> = header.into_iter().map(str::to_owned).collect();
    for figure in ["aic", "bic", "log_score", "ranked_score", "gain", "rejected"] {
        header.extend(Family::ALL.map(|family| format!("{figure}_{family}")));
    }
    header.extend(["gain_shares", "halves_differ", "shape_10", "shape_50", "shape_90"].map(str::to_owned));
    header.extend(["below_uniform", "ends", "not_uniform"].map(str::to_owned));
    let mut lines = vec![header];
    let key = |finding: &Finding| (finding.domain.clone(), finding.heuristic.clone(), finding.depth);
    for ((domain, heuristic, depth), group) in Group::by(findings, key) {
        let number = |value: f64| if value.is_nan() { String::new() } else { format!("{value:.4}") };
        let mut cells =
            vec![domain, heuristic, depth.to_string(), group.tasks.to_string(), group.subtrees.to_string()];
        cells.extend([
            number(group.flat),
            number(group.narrow),
            group.compared.to_string(),
            number(group.above_initial),
        ]);
        match &group.shares {
            Some(shares) => {
                let blocks = [
                    shares.aic,
                    shares.bic,
                    shares.log_score,
                    shares.ranked_score,
                    shares.gain,
                    shares.rejected,
                ];
                cells.extend(blocks.into_iter().flatten().map(number));
                cells.extend([shares.shares_gain, shares.halves_differ].map(number));
                cells.extend(shares.shapes.map(number));
                cells.extend([shares.below_uniform, shares.ends, shares.not_uniform].map(number));
            }
            None => cells.resize(lines[0].len(), String::new()),
        }
        lines.push(cells);
    }
    with_commas(&lines)
}
