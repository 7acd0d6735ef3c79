//! Progress bars, and interrupts (Ctrl-C) while they are drawn.

use super::output::{INTERRUPTED, eprint};
use console::Term;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::env;
use std::io::{self, IsTerminal};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The maximum redraw rate of a terminal, in Hz.
const REDRAW_RATE: u8 = 4;

/// A bar on standard error; hidden if standard error is not a terminal. Without a length it is a spinner.
pub fn bar_on_stderr(length: Option<u64>, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = length.map_or_else(ProgressBar::new_spinner, ProgressBar::new);
    bar.with_style(bar_style(template))
}

/// True if standard output is a terminal with cursor control.
pub fn is_drawable() -> bool {
    let attended = Term::stdout().features().is_attended();
    attended && env::var_os("TERM").is_none_or(|kind| kind != "dumb")
}

/// A bar on standard output; hidden if that is not a terminal with cursor control.
pub fn bar_on_stdout(length: Option<u64>, template: &str) -> ProgressBar {
    if !is_drawable() {
        return ProgressBar::hidden();
    }
    let target = ProgressDrawTarget::stdout_with_hz(REDRAW_RATE);
    ProgressBar::with_draw_target(length, target).with_style(bar_style(template))
}

/// The style of a template; the default style if the template is invalid.
pub fn bar_style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// Sets a flag at the first interrupt and announces the consequence; see [`on_interrupt`].
pub fn stop_on_interrupt(bar: ProgressBar, what: &'static str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    on_interrupt(bar, what, move || flag.store(true, Ordering::Relaxed));
    stop
}

/// Calls `stop` at the first interrupt and announces the consequence above the bar; the second interrupt ends the
/// program.
///
/// If the system refuses the handler, this prints a warning, and an interrupt ends the program at once.
pub fn on_interrupt(bar: ProgressBar, what: &'static str, stop: impl Fn() + Send + 'static) {
    let interrupted = AtomicBool::new(false);
    let handler = move || {
        if interrupted.swap(true, Ordering::Relaxed) {
            process::exit(INTERRUPTED.into());
        }
        stop();
        bar.suspend(|| eprint(format_args!("{what}. Interrupt again to end at once")));
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprint(format_args!(
            "warning: an interrupt ends the program at once: {error}"
        ));
    }
}
