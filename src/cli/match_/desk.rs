//! Where the results of a run come in: they are kept, counted, shown, and end it.

use std::{collections::BTreeSet, time::Duration};

use chuhe::tournament::{
    config::Config,
    contender::Contender,
    openings::Book,
    outcome::Ending,
    pgn::{self, GameFile, Labels},
    play::PlayedGame,
    record::Record,
    report,
    runner::{Control, Event, Run},
    schedule::{Fixture, Schedule},
    sprt::Decision,
    standings::Standings,
    state::Journal,
};

use super::{
    super::{aside::tell, live::Live, output::try_outputs},
    Fault, print_report,
};

/// Where results come in: keeps, shows and judges them.
pub(super) struct Desk {
    config: Config,
    standings: Standings,
    limits: Vec<String>,
    total: Option<u64>,
    journal: Option<Journal>,
    games: Option<GameFile>,
    live: Live,
    decision: Decision,
    running: BTreeSet<u64>,
    /// What went wrong here and ended the run.
    pub(super) fault: Option<Fault>,
}

impl Desk {
    /// All that a run needs, with the results that are there already.
    pub(super) fn prepare(config: Config) -> Result<(Self, Run), Fault> {
        let outputs: Vec<_> = config.resume.iter().chain(&config.pgn).cloned().collect();
        try_outputs(&outputs, config.openings.file().as_slice())?;
        let contenders = Contender::all(&config)?;
        let names: Vec<String> = contenders.iter().map(|c| c.name.clone()).collect();
        let book = Book::load(&config.openings, config.order, config.seed, config.plies)?;
        let schedule = Schedule::new(names.len(), config.format, config.games(), config.shard);
        let mut standings = Standings::new(names.clone());
        let mut done = BTreeSet::new();
        let (mut journal, mut pgn_end) = (None, None);
        if let Some(path) = &config.resume {
            let (opened, saved) =
                Journal::open(path, &names, &config.fingerprint(), book.checksum())?;
            journal = Some(opened);
            if let Some(saved) = saved {
                pgn_end = saved.pgn_end;
                for record in &saved.records {
                    standings.add(record);
                    done.insert(record.number);
                }
            }
        }
        let games = match &config.pgn {
            Some(path) => Some(
                GameFile::open(path, pgn_end)
                    .map_err(|e| format!("cannot write {}: {e}", path.display()))?,
            ),
            None => None,
        };
        let run = Run {
            schedule: schedule.clone(),
            book,
            conditions: config.conditions(),
            concurrency: config.concurrency,
            wait: Duration::from_millis(config.wait),
            recover: config.recover,
            done,
            contenders,
        };
        let desk = Self {
            limits: run
                .contenders
                .iter()
                .map(|c| c.limits.to_string())
                .collect(),
            total: schedule.shard_len(),
            standings,
            journal,
            games,
            live: Live::new(),
            decision: Decision::Continue,
            running: BTreeSet::new(),
            fault: None,
            config,
        };
        Ok((desk, run))
    }

    /// Says what is going to be played.
    pub(super) fn announce(&self, run: &Run) {
        let games = self
            .total
            .map_or("games until the test decides".to_owned(), |n| {
                format!("{n} games")
            });
        let openings = run
            .book
            .len()
            .map_or("random".to_owned(), |n| n.to_string());
        tell!(
            "{games}, {} at a time, {openings} openings, seed {}",
            run.concurrency,
            self.config.seed
        );
        for (name, limits) in self.standings.names.iter().zip(&self.limits) {
            tell!("  {name}: {limits}");
        }
        if !run.done.is_empty() {
            tell!("{} games were played before", run.done.len());
        }
    }

    /// Takes in what happens.
    pub(super) fn take(&mut self, event: Event) -> Control {
        match event {
            Event::Started(fixture) => {
                log::info!(
                    "game {} begins: {} - {}",
                    fixture.number,
                    self.standings.names[fixture.red],
                    self.standings.names[fixture.black]
                );
                self.running.insert(fixture.number);
                Control::GoOn
            }
            Event::Finished(fixture, game) => {
                self.running.remove(&fixture.number);
                self.count(&fixture, &game)
            }
        }
    }

    fn count(&mut self, fixture: &Fixture, game: &PlayedGame) -> Control {
        let record = Record::new(fixture, game);
        let names = [fixture.red, fixture.black].map(|e| self.standings.names[e].as_str());
        let line = format!(
            "game {}: {} - {}: {} ({} plies)",
            fixture.number, names[0], names[1], record.conclusion, record.plies
        );
        log::info!("{line}");
        if record.conclusion.ending.is_fault() {
            self.live.note(&line);
        }
        if let Err(fault) = self.keep(fixture, game, &record) {
            self.fault = Some(fault);
            return Control::Stop;
        }
        self.standings.add(&record);
        let sprt = self.config.sprt;
        self.live.show(&report::live_line(
            &self.standings,
            self.total,
            sprt.as_ref(),
        ));
        if let Some(sprt) = sprt {
            self.decision = sprt.decide(&self.standings.meeting(0, 1).results());
            if self.decision != Decision::Continue {
                return Control::Stop;
            }
        }
        Control::GoOn
    }

    /// Writes a game to the files: first the game, then that it is there.
    fn keep(&mut self, fixture: &Fixture, game: &PlayedGame, record: &Record) -> Result<(), Fault> {
        let labels = Labels {
            event: &self.config.event,
            names: [fixture.red, fixture.black].map(|e| self.standings.names[e].as_str()),
            limits: [fixture.red, fixture.black].map(|e| self.limits[e].as_str()),
            notation: self.config.notation,
        };
        let mut pgn_end = None;
        if let (Some(file), Some(path)) = (&mut self.games, &self.config.pgn) {
            let end = file.add(&pgn::text(fixture, game, &labels));
            let end = end.map_err(|e| format!("cannot write {}: {e}", path.display()))?;
            pgn_end = Some(end);
        }
        if let Some(journal) = &mut self.journal {
            journal.add(record, pgn_end)?;
        }
        Ok(())
    }

    /// Prints the final report.
    pub(super) fn finish(&mut self, json: bool, stopped: bool) -> Result<(), Fault> {
        self.live.end();
        if stopped && !self.running.is_empty() {
            let count = self.running.len();
            tell!("{count} games in progress were broken off and do not count");
        }
        let faults = self.standings.endings();
        let broken: u64 = Ending::ALL
            .iter()
            .filter(|ending| ending.is_fault())
            .filter_map(|ending| faults.get(ending))
            .sum();
        if broken > 0 {
            tell!("{broken} games ended by a fault of an engine");
        }
        print_report(&self.standings, self.config.sprt.as_ref(), json)
    }
}
