//! Images, drawings and the store of files.

mod collection;
mod knowledge_base_images;
mod quota;
mod store;
mod team_images;
