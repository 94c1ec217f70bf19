//! What stands between the socket and the handlers. It knows no feature.

pub mod error_body;
pub mod language;
pub mod pagination;
pub mod request_id;
pub mod request_log;
pub mod security_headers;
