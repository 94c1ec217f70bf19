//! The layers between the socket and the handlers, which do not know the features, and what handlers need of HTTP.

pub mod accept_language;
pub mod api_guard;
pub mod body;
pub mod body_places;
pub mod client;
pub mod client_address;
pub mod connection_close;
pub mod csv;
pub mod error_body;
pub mod host;
pub mod if_match;
pub mod json;
mod missing_fields;
pub mod pagination;
pub mod panics;
pub mod path_ids;
pub mod plain_page;
pub mod rate_limit;
pub mod request_id;
pub mod request_log;
pub mod route_name;
pub mod security_headers;
pub mod text_body;
pub mod trace_context;
