//! Conditions for leaving out a field when it is serialised.

/// True for the default value of a type.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// True for a column without values.
pub fn is_empty_column<T>(column: &[Option<T>]) -> bool {
    column.iter().all(Option::is_none)
}
