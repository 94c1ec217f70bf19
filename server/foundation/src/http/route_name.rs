//! The name by which a request is counted and logged, where the router has no pattern for it.

use actix_web::{HttpMessage as _, HttpRequest};

/// A name out of a table, such as `site/document`: never a part of an address, which anybody could vary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RouteName(&'static str);

impl RouteName {
    /// Names a request; a later name takes the place of an earlier one.
    pub fn set(request: &HttpRequest, name: &'static str) {
        request.extensions_mut().insert(Self(name));
    }

    /// The name of a request: the one that was set, else the pattern of the router, else `unknown`.
    pub fn of(request: &HttpRequest) -> String {
        let set = request.extensions().get::<Self>().map(|name| name.0.to_owned());
        set.or_else(|| request.match_pattern())
            .filter(|name| !name.is_empty())
            .unwrap_or_else(|| "unknown".to_owned())
    }
}
