//! Analyses of positions through the public interface.

mod analyser;
