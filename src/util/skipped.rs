//! Conditions for leaving out a field when it is serialised, and the number that such a field has.

/// True for the default value of a type.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// One, for a number that is left out.
pub fn one<T: From<u8>>() -> T {
    T::from(1)
}

/// True for one.
pub fn is_one<T: From<u8> + PartialEq>(value: &T) -> bool {
    *value == T::from(1)
}

/// True for a column without values.
pub fn is_empty_column<T>(column: &[Option<T>]) -> bool {
    column.iter().all(Option::is_none)
}
