//! Prefetching: memory is brought into the cache while the processor does something else.

#![allow(unsafe_code)]

/// Prefetches the cache line in which a value begins.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing; any address is allowed, and this one is valid.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) };
    }
    #[cfg(target_arch = "aarch64")]
    {
        // SAFETY: a prefetch reads nothing and changes no register; any address is allowed, and this one is valid.
        unsafe {
            std::arch::asm!(
                "prfm pldl1keep, [{value}]",
                value = in(reg) std::ptr::from_ref(value),
                options(nostack, readonly, preserves_flags)
            );
        }
    }
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    let _ = value;
}
