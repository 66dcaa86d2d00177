//! An engine in its role as a participant: its name, how it is run, what it may use.

use std::{
    path::Path,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use super::{
    client::{Client, Known, StartError, StartSettings},
    config::Config,
    engine_spec::EngineSpec,
    limits::Limits,
    process::{Launch, SpawnError, Stop},
};

/// A participant.
#[derive(Debug)]
pub struct Contender {
    /// Its name in tables and records.
    pub name: String,
    /// What bounds its thinking.
    pub limits: Limits,
    /// How far it may overstep its time.
    pub margin: Duration,
    /// Whether it thinks in its opponent's time.
    pub ponder: bool,
    spec: EngineSpec,
    launch: Launch,
    patience: Duration,
    known: Mutex<Known>,
}

impl Contender {
    /// The participants of a run, with different names.
    ///
    /// # Errors
    /// If a program does not exist.
    pub fn all(config: &Config) -> Result<Vec<Self>, SpawnError> {
        let mut all = Vec::<Self>::new();
        for spec in &config.engines {
            let mut contender = Self::new(spec, config)?;
            let base = contender.name.clone();
            let mut number = 2;
            while all.iter().any(|other| other.name == contender.name) {
                contender.name = format!("{base} ({number})");
                number += 1;
            }
            all.push(contender);
        }
        Ok(all)
    }

    fn new(spec: &EngineSpec, config: &Config) -> Result<Self, SpawnError> {
        let args: Vec<String> = spec.args.split_whitespace().map(str::to_owned).collect();
        let launch = Launch::new(&spec.cmd, &args, spec.dir.as_deref())?;
        Ok(Self {
            name: spec.name.clone().unwrap_or_else(|| usual_name(&launch)),
            limits: spec.limits().or(config.limits()),
            margin: Duration::from_millis(spec.margin.unwrap_or(config.margin)),
            ponder: spec.ponder.unwrap_or(config.ponder),
            spec: spec.clone(),
            launch,
            patience: Duration::from_secs_f64(config.start_timeout),
            known: Mutex::default(),
        })
    }

    /// How long it may take to be ready.
    #[must_use]
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Starts its program; `label` names it in the log.
    ///
    /// # Errors
    /// If it does not get ready.
    pub fn start(&self, label: &str, stop: &Stop) -> Result<Client, StartError> {
        let settings = StartSettings {
            patience: self.patience,
            ponder: self.ponder,
            stop: stop.clone(),
        };
        let lock = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut known = *lock();
        let client = Client::start(&self.spec, &self.launch, label, &mut known, &settings);
        *lock() = known;
        client
    }
}

/// The name of a program: that of its file, or of the script an interpreter runs.
fn usual_name(launch: &Launch) -> String {
    let stem = |path: &Path| {
        let stem = path.file_stem().unwrap_or(path.as_os_str());
        stem.to_string_lossy().into_owned()
    };
    let program = stem(&launch.program);
    let interpreters = [
        "python", "sh", "bash", "node", "perl", "ruby", "java", "wine",
    ];
    let is_script = interpreters.iter().any(|name| program.starts_with(name));
    let script = launch.args.iter().find(|arg| !arg.starts_with('-'));
    match script {
        Some(script) if is_script => stem(Path::new(script)),
        _ => program,
    }
}
