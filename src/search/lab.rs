use once_cell::sync::Lazy;
static MASK: Lazy<u64> = Lazy::new(|| {
    std::env::var("LAB")
        .ok()
        .and_then(|t| t.parse().ok())
        .unwrap_or(u64::MAX)
});
#[inline]
pub fn on(bit: u32) -> bool {
    *MASK >> bit & 1 != 0
}
static NUMS: Lazy<Vec<i32>> = Lazy::new(|| {
    std::env::var("NUMS")
        .unwrap_or_default()
        .split(',')
        .map(|t| t.parse().unwrap_or(i32::MIN))
        .collect()
});
pub fn num(index: usize, default: i32) -> i32 {
    NUMS.get(index)
        .copied()
        .filter(|&n| n != i32::MIN)
        .unwrap_or(default)
}
