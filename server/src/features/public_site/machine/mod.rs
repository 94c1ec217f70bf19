//! What programs read: feeds, Markdown, what pages say to search engines.

pub mod feeds;
pub mod llms;
pub mod markdown;
pub mod seo;
