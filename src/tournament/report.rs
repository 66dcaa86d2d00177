//! Results for people and for programs: the live line, the final tables, JSON.

use std::fmt::Write as _;

use serde::Serialize;

use super::{
    elo::{Estimate, Pentanomial, Results, Wdl},
    outcome::Ending,
    sprt::{Decision, Sprt},
    standings::{Meeting, Standings},
};

/// `+12.3 +- 4.5`.
fn estimate(estimate: Option<Estimate>) -> String {
    match estimate {
        None => "?".to_owned(),
        Some(e) if e.value.is_infinite() => if e.value > 0.0 { "+inf" } else { "-inf" }.to_owned(),
        Some(e) if e.error.is_finite() => format!("{:+.1} +- {:.1}", e.value, e.error),
        Some(e) => format!("{:+.1}", e.value),
    }
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "?".to_owned(), |share| format!("{:.1} %", share * 100.0))
}

fn draw_ratio(games: Wdl) -> Option<f64> {
    (games.games() > 0).then(|| games.draws as f64 / games.games() as f64)
}

fn penta_text(pairs: Pentanomial) -> String {
    let counts: Vec<_> = pairs.0.iter().map(u64::to_string).collect();
    format!("[{}]", counts.join(", "))
}

/// The line that is shown while games go on.
#[must_use]
pub fn live_line(standings: &Standings, total: Option<u64>, sprt: Option<&Sprt>) -> String {
    let of = total.map_or_else(String::new, |total| format!("/{total}"));
    let games = standings.games();
    if standings.names.len() > 2 {
        let leader = standings.ranking().first().map(|&best| {
            let wdl = standings.tallies[best].total();
            let name = &standings.names[best];
            format!(", leader {name} {}/{}", wdl.points(), wdl.games())
        });
        return format!("{games}{of} games{}", leader.unwrap_or_default());
    }
    let meeting = standings.meeting(0, 1);
    let results = meeting.results();
    let Wdl {
        wins,
        draws,
        losses,
    } = meeting.games;
    let mut line = format!(
        "{games}{of} games, +{wins} ={draws} -{losses}, Elo {}, LOS {}, draws {}, pairs {}",
        estimate(results.elo()),
        percent(results.los()),
        percent(draw_ratio(meeting.games)),
        penta_text(meeting.pairs),
    );
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        let llr = sprt.llr(&results);
        let _ = write!(line, ", LLR {llr:.2} ({lower:.2}, {upper:.2})");
    }
    line
}

/// Rows of cells, columns aligned: the first left, the others right.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<_> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (i, (cell, &width)) in row.iter().zip(&widths).enumerate() {
            let pad = " ".repeat(width - cell.chars().count());
            if i == 0 {
                line += &format!("{cell}{pad}");
            } else {
                line += &format!("  {pad}{cell}");
            }
        }
        out += line.trim_end();
        out.push('\n');
    }
    out
}

fn cells<const N: usize>(texts: [&str; N]) -> Vec<String> {
    texts.map(str::to_owned).to_vec()
}

/// The final report for people.
#[must_use]
pub fn final_report(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let mut out = ranking_table(standings);
    if standings.names.len() == 2 {
        out += &head_to_head(standings, sprt);
    } else {
        out.push('\n');
        out += &crosstable(standings);
    }
    out.push('\n');
    out += &endings_table(standings);
    out.push('\n');
    out += &effort_table(standings);
    let open = standings.half_pairs();
    if open > 0 {
        let _ = writeln!(
            out,
            "\n{open} game(s) without the other game of their pair count as games, not as pairs."
        );
    }
    out
}

fn ranking_table(standings: &Standings) -> String {
    let mut rows = vec![cells([
        "engine", "games", "+", "=", "-", "points", "score", "Elo", "LOS",
    ])];
    for engine in standings.ranking() {
        let wdl = standings.tallies[engine].total();
        let results = standings.against_all(engine).results();
        let share = (wdl.games() > 0).then(|| wdl.points() / wdl.games() as f64);
        rows.push(vec![
            standings.names[engine].clone(),
            wdl.games().to_string(),
            wdl.wins.to_string(),
            wdl.draws.to_string(),
            wdl.losses.to_string(),
            wdl.points().to_string(),
            percent(share),
            estimate(results.elo()),
            percent(results.los()),
        ]);
    }
    table(&rows)
}

fn head_to_head(standings: &Standings, sprt: Option<&Sprt>) -> String {
    let meeting = standings.meeting(0, 1);
    let red = standings.by_color();
    format!(
        "\n{} against {}\n{}draws  {}\npairs  {}  (0, 1/2, 1, 3/2, 2 points)\nred    +{} ={} -{}\n",
        standings.names[0],
        standings.names[1],
        statistics(&meeting.results(), sprt),
        percent(draw_ratio(meeting.games)),
        penta_text(meeting.pairs),
        red.wins,
        red.draws,
        red.losses,
    )
}

/// What results say about two players: Elo, LOS, SPRT, and from what.
#[must_use]
pub fn statistics(results: &Results, sprt: Option<&Sprt>) -> String {
    let basis = match results {
        Results::Pairs(pairs) => format!("{} pairs (pentanomial)", pairs.pairs()),
        Results::Games(wdl) => format!("{} single games (trinomial)", wdl.games()),
    };
    let mut out = format!(
        "from   {basis}\nElo    {}\nnElo   {}\nLOS    {}\n",
        estimate(results.elo()),
        estimate(results.normalized_elo()),
        percent(results.los()),
    );
    if let Some(sprt) = sprt {
        out += &sprt_line(sprt, results);
    }
    out
}

/// `SPRT   LLR 2.95 (-2.94, 2.94) [0, 5] normalized: H1 accepted`.
fn sprt_line(sprt: &Sprt, results: &Results) -> String {
    let (lower, upper) = sprt.bounds();
    let decision = match sprt.decide(results) {
        Decision::Continue => "undecided",
        Decision::H0 => "H0 accepted",
        Decision::H1 => "H1 accepted",
    };
    format!(
        "SPRT   LLR {:.2} ({lower:.2}, {upper:.2}) [{}, {}] {} model: {decision}\n",
        sprt.llr(results),
        sprt.elo0,
        sprt.elo1,
        sprt.model,
    )
}

fn crosstable(standings: &Standings) -> String {
    let order = standings.ranking();
    let mut header = vec![String::new()];
    header.extend((1..=order.len()).map(|place| place.to_string()));
    let mut rows = vec![header];
    for (place, &engine) in order.iter().enumerate() {
        let mut row = vec![format!("{} {}", place + 1, standings.names[engine])];
        for &other in &order {
            let games = standings.meeting(engine, other).games;
            row.push(if engine == other {
                "x".to_owned()
            } else if games.games() == 0 {
                "-".to_owned()
            } else {
                format!("{}/{}", games.points(), games.games())
            });
        }
        rows.push(row);
    }
    table(&rows)
}

fn endings_table(standings: &Standings) -> String {
    let seen = standings.endings();
    let mut header = cells(["games ended by"]);
    header.extend(standings.names.iter().map(|name| format!("{name} +/=/-")));
    header.push("all".to_owned());
    let mut rows = vec![header];
    for ending in Ending::ALL
        .iter()
        .filter(|ending| seen.contains_key(ending))
    {
        let mut row = vec![ending.to_string()];
        for tally in &standings.tallies {
            let wdl = tally.endings.get(ending).copied().unwrap_or_default();
            row.push(format!("{}/{}/{}", wdl.wins, wdl.draws, wdl.losses));
        }
        row.push(seen[ending].to_string());
        rows.push(row);
    }
    table(&rows)
}

fn effort_table(standings: &Standings) -> String {
    let mut rows = vec![cells([
        "engine",
        "moves",
        "depth",
        "nps",
        "ms/move",
        "longest",
        "ponder hits",
    ])];
    let shown = |value: Option<f64>, digits: usize| {
        value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"))
    };
    for (name, tally) in standings.names.iter().zip(&standings.tallies) {
        let effort = &tally.effort;
        let hits = (effort.pondered > 0).then(|| effort.hits as f64 / effort.pondered as f64);
        rows.push(vec![
            name.clone(),
            effort.moves.to_string(),
            shown(effort.average_depth(), 1),
            shown(effort.average_nps(), 0),
            shown(effort.average_ms(), 1),
            shown((effort.moves > 0).then_some(effort.longest), 0),
            hits.map_or_else(|| "-".to_owned(), |hits| percent(Some(hits))),
        ]);
    }
    table(&rows)
}

/// The final report for programs.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Games that count.
    pub games: u64,
    /// Games whose pair is not complete.
    pub half_pairs: usize,
    /// Wins of Red, draws, wins of Black.
    pub red: Wdl,
    /// All engines, best first.
    pub engines: Vec<EngineReport>,
    /// All pairings.
    pub pairings: Vec<PairingReport>,
    /// The sequential test.
    pub sprt: Option<SprtReport>,
}

/// One engine.
#[derive(Clone, Debug, Serialize)]
pub struct EngineReport {
    /// Its name.
    pub name: String,
    /// Its games.
    pub games: Wdl,
    /// Its games with Red.
    pub with_red: Wdl,
    /// Its points.
    pub points: f64,
    /// Elo against all opponents together.
    pub elo: Option<Estimate>,
    /// How its games ended.
    pub endings: std::collections::BTreeMap<Ending, Wdl>,
    /// Moves it made.
    pub moves: u64,
    /// Average depth.
    pub depth: Option<f64>,
    /// Average nodes per second.
    pub nps: Option<f64>,
    /// Average milliseconds for a move.
    pub ms: Option<f64>,
    /// Its longest move in milliseconds.
    pub longest_ms: f64,
    /// Moves after thinking in the opponent's time, and how many had foreseen the move.
    pub pondered: [u64; 2],
}

/// Two engines.
#[derive(Clone, Debug, Serialize)]
pub struct PairingReport {
    /// The one the numbers are of.
    pub engine: String,
    /// Its opponent.
    pub opponent: String,
    /// Its games.
    pub games: Wdl,
    /// Finished pairs by its points.
    pub pentanomial: Pentanomial,
    /// Elo difference.
    pub elo: Option<Estimate>,
    /// Normalized Elo difference.
    pub nelo: Option<Estimate>,
    /// Likelihood that it is the stronger.
    pub los: Option<f64>,
}

/// The sequential test.
#[derive(Clone, Debug, Serialize)]
pub struct SprtReport {
    /// The hypotheses.
    #[serde(flatten)]
    pub test: Sprt,
    /// Log-likelihood ratio.
    pub llr: f64,
    /// Where it ends.
    pub bounds: (f64, f64),
    /// What it says.
    pub decision: Decision,
}

impl Report {
    /// The report of a state.
    #[must_use]
    pub fn new(standings: &Standings, sprt: Option<&Sprt>) -> Self {
        let engines = standings.ranking();
        let pairing = |(a, b): (usize, usize)| {
            let meeting = standings.meeting(a, b);
            (meeting.games.games() > 0).then(|| PairingReport::new(standings, (a, b), &meeting))
        };
        let count = standings.names.len();
        let pairings = (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b)));
        Self {
            games: standings.games(),
            half_pairs: standings.half_pairs(),
            red: standings.by_color(),
            engines: engines
                .iter()
                .map(|&e| EngineReport::new(standings, e))
                .collect(),
            pairings: pairings.filter_map(pairing).collect(),
            sprt: sprt.map(|&test| SprtReport::new(test, &standings.meeting(0, 1).results())),
        }
    }
}

impl SprtReport {
    /// What a test says of results.
    #[must_use]
    pub fn new(test: Sprt, results: &Results) -> Self {
        Self {
            test,
            llr: test.llr(results),
            bounds: test.bounds(),
            decision: test.decide(results),
        }
    }
}

impl EngineReport {
    fn new(standings: &Standings, engine: usize) -> Self {
        let tally = &standings.tallies[engine];
        let effort = &tally.effort;
        Self {
            name: standings.names[engine].clone(),
            games: tally.total(),
            with_red: tally.by_color[0],
            points: tally.total().points(),
            elo: standings.against_all(engine).results().elo(),
            endings: tally.endings.clone(),
            moves: effort.moves,
            depth: effort.average_depth(),
            nps: effort.average_nps(),
            ms: effort.average_ms(),
            longest_ms: effort.longest,
            pondered: [effort.pondered, effort.hits],
        }
    }
}

impl PairingReport {
    fn new(standings: &Standings, (a, b): (usize, usize), meeting: &Meeting) -> Self {
        let results = meeting.results();
        Self {
            engine: standings.names[a].clone(),
            opponent: standings.names[b].clone(),
            games: meeting.games,
            pentanomial: meeting.pairs,
            elo: results.elo(),
            nelo: results.normalized_elo(),
            los: results.los(),
        }
    }
}
