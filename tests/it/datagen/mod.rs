//! Games of self-play on disk: shards, damaged and whole, folders that fill up, and the program around them.

mod damage;
mod export;
mod filter;
mod folder;
mod games;
mod program;
mod sample;
mod selfplay;
mod shards;
