//! Memory in huge pages, for large tables with random access: with pages of 4 KiB most reads would miss the TLB.

#![allow(unsafe_code)]

use bytemuck::Zeroable;
use memmap2::MmapMut;
#[cfg(target_os = "linux")]
use memmap2::{Advice, UncheckedAdvice};
use std::io;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// Huge pages are aligned to their own size, in bytes.
const HUGE_PAGE: usize = 2 << 20;

/// True if the system would provide this much memory now.
pub fn is_available(bytes: usize) -> bool {
    MmapMut::map_anon(bytes.max(1)).is_ok()
}

/// A slice in huge pages, if the system supports them, initially zero.
pub struct HugeSlice<T> {
    memory: MmapMut,
    /// Bytes from the start of the mapping to the first huge page.
    offset: usize,
    len: usize,
    element: PhantomData<T>,
}

impl<T: Zeroable> HugeSlice<T> {
    /// A slice of `len` elements, all zero.
    ///
    /// # Errors
    /// The system refuses the memory.
    pub fn new(len: usize) -> io::Result<Self> {
        const { assert!(align_of::<T>() <= HUGE_PAGE && !std::mem::needs_drop::<T>()) };
        let bytes = len
            .checked_mul(size_of::<T>())
            .and_then(|bytes| {
                bytes
                    .checked_next_multiple_of(HUGE_PAGE)?
                    .checked_add(HUGE_PAGE)
            })
            .ok_or(io::ErrorKind::OutOfMemory)?;
        let memory = MmapMut::map_anon(bytes)?;
        // Only a hint: without huge pages the system provides small ones.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(Advice::HugePage);
        let offset = memory.as_ptr().align_offset(HUGE_PAGE);
        Ok(Self {
            memory,
            offset,
            len,
            element: PhantomData,
        })
    }

    /// Exchanges all memory for fresh pages, which are zero and cost nothing until they are written. False if the system
    /// cannot do that; then nothing has changed.
    ///
    /// # Safety
    /// `T` consists of atomic values: the elements change although they are shared.
    pub unsafe fn renew(&self) -> bool {
        #[cfg(target_os = "linux")]
        {
            let (advice, length) = (UncheckedAdvice::DontNeed, self.memory.len());
            // SAFETY: Linux makes private anonymous memory zero, which is a valid `T`, and the caller vouches for the
            // change of shared elements.
            unsafe { self.memory.unchecked_advise_range(advice, 0, length) }.is_ok()
        }
        #[cfg(not(target_os = "linux"))]
        {
            false
        }
    }

    /// Sets all elements to zero.
    pub fn clear(&mut self) {
        let bytes = self.len * size_of::<T>();
        self.memory[self.offset..self.offset + bytes].fill(0);
    }
}

impl<T> Deref for HugeSlice<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        #[allow(clippy::cast_ptr_alignment, reason = "`offset` aligns it")]
        // SAFETY: the mapping is readable and writable, lives as long as `self`, and is longer than the elements by at
        // least one huge page, so that from `offset` on, which aligns them, all lie inside. It was all zero at first,
        // which is a valid `T`, and is since changed by `clear`, by `renew` and through slices of `T` only.
        unsafe {
            let first = self.memory.as_ptr().add(self.offset).cast::<T>();
            std::slice::from_raw_parts(first, self.len)
        }
    }
}

impl<T> DerefMut for HugeSlice<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        #[allow(clippy::cast_ptr_alignment, reason = "`offset` aligns it")]
        // SAFETY: as in `deref`; `self` is borrowed mutably.
        unsafe {
            let first = self.memory.as_mut_ptr().add(self.offset).cast::<T>();
            std::slice::from_raw_parts_mut(first, self.len)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_pages_are_zero() {
        use std::sync::atomic::{AtomicU64, Ordering};
        let slice = HugeSlice::<AtomicU64>::new(700_000).expect("6 MB");
        for value in slice.iter() {
            value.store(7, Ordering::Relaxed);
        }
        // SAFETY: the elements are atomic.
        let is_renewed = unsafe { slice.renew() };
        assert_eq!(is_renewed, cfg!(target_os = "linux"));
        let expected = if is_renewed { 0 } else { 7 };
        assert!(
            slice
                .iter()
                .all(|value| value.load(Ordering::Relaxed) == expected)
        );
    }

    #[test]
    fn elements_are_zero_until_they_are_written() {
        let mut slice = HugeSlice::<u64>::new(700_000).expect("6 MB");
        assert_eq!(slice.as_ptr().align_offset(HUGE_PAGE), 0);
        assert!(slice.len() == 700_000 && slice.iter().all(|&value| value == 0));
        for (index, value) in slice.iter_mut().enumerate() {
            *value = index as u64;
        }
        assert_eq!(slice.last(), Some(&699_999));
        slice.clear();
        assert!(slice.iter().all(|&value| value == 0));
        assert!(HugeSlice::<u64>::new(0).expect("nothing").is_empty());
        assert!(HugeSlice::<u64>::new(usize::MAX / 2).is_err());
        assert!(HugeSlice::<u64>::new(usize::MAX / 8).is_err());
    }
}
