//! Loss curves as an SVG picture.

use std::fmt::Write;

use super::run::EpochReport;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 60.0;

/// Draws training and validation error by epoch.
#[must_use]
pub fn loss_curves(title: &str, epochs: &[EpochReport]) -> String {
    let errors = || epochs.iter().flat_map(|e| [e.training, e.validation]);
    let low = errors().fold(f64::INFINITY, f64::min);
    let high = errors().fold(f64::NEG_INFINITY, f64::max);
    let span = if high > low { high - low } else { 1.0 };
    let last = epochs.len().saturating_sub(1).max(1) as f64;
    let x = |epoch: usize| MARGIN + (WIDTH - 1.5 * MARGIN) * epoch as f64 / last;
    let y = |error: f64| MARGIN + (HEIGHT - 2.0 * MARGIN) * (high - error) / span;
    let line = |value: fn(&EpochReport) -> f64| {
        let point = |(i, e): (usize, &EpochReport)| format!("{:.1},{:.1}", x(i), y(value(e)));
        let points: Vec<String> = epochs.iter().enumerate().map(point).collect();
        points.join(" ")
    };
    let escaped = title.replace('&', "&amp;").replace('<', "&lt;");
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"28\" font-size=\"16\">{escaped}</text>\n"
    );
    for step in 0..=4 {
        let error = low + span * f64::from(step) / 4.0;
        let at = y(error);
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<line x1=\"{MARGIN}\" x2=\"{:.0}\" y1=\"{at:.1}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>\
             <text x=\"6\" y=\"{:.1}\">{error:.5}</text>",
            WIDTH - MARGIN / 2.0,
            at + 4.0
        );
    }
    let curves = [
        ("training", "#888", line(|e| e.training)),
        ("validation", "#b22", line(|e| e.validation)),
    ];
    for (row, (name, color, points)) in curves.iter().enumerate() {
        let top = MARGIN + 18.0 * row as f64;
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{points}\"/>\n\
             <text x=\"{:.0}\" y=\"{top:.0}\" fill=\"{color}\">{name}</text>",
            WIDTH - 2.5 * MARGIN
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.0}\" y=\"{:.0}\">epoch 1 to {}</text>\n</svg>",
        WIDTH / 2.0 - 30.0,
        HEIGHT - 20.0,
        epochs.len()
    );
    svg
}
