//! Interrupts (Ctrl-C): the first one ends the work in good order, the second one the program.

use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of whatever was interrupted.
pub const INTERRUPTED: u8 = 130;

/// Sets `stop` at the first interrupt and says, `aside` of a progress bar, what becomes of the work.
///
/// # Errors
/// The system does not tell of interrupts.
pub fn stop_on_interrupt(
    stop: &Arc<AtomicBool>,
    aside: impl Fn(&dyn Fn()) + Send + 'static,
    what: &'static str,
) -> Result<(), ctrlc::Error> {
    let stop = Arc::clone(stop);
    ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        aside(&|| eprintln!("compongo: {what}. Interrupt again to end at once"));
    })
}
