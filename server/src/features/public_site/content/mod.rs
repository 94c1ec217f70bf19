//! What a page is made of: the site as an audience sees it, its search, links, images and styles.

pub mod assets;
pub mod audience_view;
pub mod document;
pub mod images;
pub mod links;
pub mod page_context;
pub mod search;
mod search_fold;
pub mod theme;
