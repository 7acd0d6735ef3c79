//! Locking of data that stay valid if a thread panics.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. A panic in another thread leaves the data as they were after its last statement; that is good enough
/// for data that a single statement changes or that are only shown.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
