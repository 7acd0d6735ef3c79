//! Analyses of positions through the public interface.

mod analyser;
mod suite;
