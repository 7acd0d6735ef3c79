//! Files named by the user. Regular files are replaced atomically, so that readers find the old file or the new one,
//! never half of one, even after a crash. A device, a pipe or an open file such as `/dev/stdout` is written to and
//! never replaced.

mod file_error;
mod folder;
mod replacement;
mod target;
mod text_file;

pub use file_error::FileError;
pub use folder::{create_folder, list, remove_all, sync_folder_of};
pub use replacement::{
    Replacement, check_writable, remove, remove_unfinished, replace, replace_private,
};
pub(super) use target::folder_of;
pub use target::{
    FileTarget, beside, is_named_pipe, is_same, is_stream, leads_to, open_append, open_stream,
};
pub use text_file::{TEXT_LIMIT, read_text, read_text_from};
