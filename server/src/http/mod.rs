//! What stands between the socket and the handlers. It knows no feature.

pub mod client_address;
pub mod error_body;
pub mod farewell;
pub mod gate;
pub mod json;
pub mod language;
pub mod pagination;
pub mod panics;
pub mod plain_page;
pub mod rate_limit;
pub mod request_id;
pub mod request_log;
pub mod security_headers;
