//! `compongo adjourn` and `compongo resume-adjourned`: adjourned games.

pub mod adjourn;
pub mod resume;
mod summary;
