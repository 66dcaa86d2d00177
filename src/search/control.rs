//! Stopping a search from another thread.

use std::{
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    time::Instant,
};

/// The handle through which a running search is stopped or told of a ponder hit.
///
/// Whoever starts a search calls [`Control::reset`] *before* the search's thread begins, so
/// that a stop arriving in the same instant is never lost.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    pondering: AtomicBool,
    hit: Mutex<Option<Instant>>,
    changed: Condvar,
}

impl Control {
    /// A control that is not stopped and not pondering.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Prepares for a new search.
    pub fn reset(&self, ponder: bool) {
        let mut hit = self.lock();
        *hit = None;
        self.stopped.store(false, Relaxed);
        self.pondering.store(ponder, Relaxed);
    }

    /// Ends the search as soon as it has a move.
    pub fn stop(&self) {
        let _hit = self.lock();
        self.stopped.store(true, Relaxed);
        self.changed.notify_all();
    }

    /// The expected move was played: the search's clock starts now.
    pub fn ponderhit(&self) {
        let mut hit = self.lock();
        if self.pondering.swap(false, Relaxed) {
            *hit = Some(Instant::now());
        }
        self.changed.notify_all();
    }

    /// Whether [`Control::stop`] was called.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Whether a ponder hit is still awaited.
    #[inline]
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Relaxed)
    }

    /// When the ponder hit came.
    #[must_use]
    pub fn hit_at(&self) -> Option<Instant> {
        *self.lock()
    }

    /// Sleeps until stopped, or, if not `until_stopped`, until the ponder hit.
    pub fn wait(&self, until_stopped: bool) {
        let mut guard = self.lock();
        while !self.is_stopped() && (until_stopped || self.is_pondering()) {
            guard = self
                .changed
                .wait(guard)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Instant>> {
        // The guarded value is a plain copy: a panic elsewhere cannot leave it half-written.
        self.hit.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
