//! From a request to its answer: the table of addresses, the host of a site, who reads, what a page may do.

mod dispatch;
pub mod host;
pub mod parsed_path;
pub mod policy;
pub mod reader;
pub mod render;
pub mod responses;
pub mod serve;
mod spellings;
pub mod table;
