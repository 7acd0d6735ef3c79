//! Interrupts (Ctrl-C): the first one ends the work in good order, the second one the program.

use indicatif::ProgressBar;
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The exit code of whatever was interrupted.
pub const INTERRUPTED: u8 = 130;

/// Sets `stop` at the first interrupt and says, above the bar if there is one, what becomes of the work.
///
/// # Errors
/// The system does not tell of interrupts.
pub fn stop_on_interrupt(
    stop: &Arc<AtomicBool>,
    bar: Option<ProgressBar>,
    what: &'static str,
) -> Result<(), ctrlc::Error> {
    let stop = Arc::clone(stop);
    ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        above(bar.as_ref(), || {
            eprintln!("compongo: {what}. Interrupt again to end at once");
        });
    })
}

/// Does something that prints, also while a bar is drawn.
pub fn above(bar: Option<&ProgressBar>, print: impl FnOnce()) {
    match bar {
        Some(bar) => bar.suspend(print),
        None => print(),
    }
}
