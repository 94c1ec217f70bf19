//! From where and with what a request was sent.

use std::future::{Ready, ready};
use std::net::IpAddr;

use actix_web::dev::Payload;
use actix_web::http::header::USER_AGENT;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use chrono::{DateTime, Utc};
use moyan_domain::limits::{SITE_FACTOR, USER_AGENT_MAX_CHARS};
use moyan_domain::{Language, is_unprintable};

use crate::error::AppError;
use crate::http::accept_language::accepted_language;
use crate::http::client_address::{caller_network, client_address, site_network};
use crate::state::AppState;

/// From where and with what a request was sent.
#[derive(Clone, Debug)]
pub struct Client {
    /// The caller's address.
    pub address: IpAddr,
    /// What the browser calls itself.
    pub user_agent: String,
    /// The language to answer in.
    pub language: Language,
    /// The moment of the request.
    pub now: DateTime<Utc>,
}

impl Client {
    /// The smallest network that counts as one caller: an IPv4 address, or a /64 of IPv6.
    pub fn network(&self) -> String {
        format!("{}/64", caller_network(self.address))
    }

    /// The largest network that one customer usually has: an IPv4 address, or a /48 of IPv6.
    pub fn site(&self) -> String {
        match site_network(self.address) {
            Some(network) => format!("{network}/48"),
            None => self.network(),
        }
    }

    /// The networks whose hits are counted, and how many times an allowance each of them has.
    pub fn networks(&self) -> impl Iterator<Item = (String, i32)> + use<> {
        let site = site_network(self.address).map(|_| (self.site(), SITE_FACTOR));
        [(self.network(), 1)].into_iter().chain(site)
    }
}

impl FromRequest for Client {
    type Error = AppError;
    type Future = Ready<Result<Self, AppError>>;

    fn from_request(request: &HttpRequest, _payload: &mut Payload) -> Self::Future {
        let Some(state) = request.app_data::<Data<AppState>>() else {
            return ready(Err(AppError::Internal("the state is missing".to_owned())));
        };
        let user_agent = request
            .headers()
            .get(USER_AGENT)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        ready(Ok(Self {
            address: client_address(request, &state.platform.trusted_proxies),
            user_agent: short_user_agent(user_agent),
            language: accepted_language(request.headers()),
            now: state.clock.now(),
        }))
    }
}

/// What a browser calls itself, cut to what is kept.
fn short_user_agent(text: &str) -> String {
    text.chars()
        .filter(|character| !is_unprintable(*character))
        .take(USER_AGENT_MAX_CHARS)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn networks(address: &str) -> Vec<(String, i32)> {
        let client = Client {
            address: address.parse().unwrap(),
            user_agent: String::new(),
            language: Language::En,
            now: DateTime::UNIX_EPOCH,
        };
        client.networks().collect()
    }

    #[test]
    fn a_browser_hides_nothing_in_its_name() {
        assert_eq!(short_user_agent("Fire\u{1b}[2J\u{202e}fox\r\n1"), "Fire[2Jfox1");
    }

    #[test]
    fn an_address_of_ipv6_counts_for_its_household_and_its_site() {
        assert_eq!(networks("192.0.2.1").len(), 1);
        let household = networks("2001:db8:1:2::3");
        assert_eq!(household, networks("2001:db8:1:2:ffff::"));
        let neighbor = networks("2001:db8:1:3::3");
        assert_ne!(household[0], neighbor[0]);
        assert_eq!(household[1], neighbor[1]);
        assert_ne!(household[1], networks("2001:db8:2:2::3")[1]);
        // The first household of a site is not the site.
        let first = networks("2001:db8:1::3");
        assert_ne!(first[0].0, first[1].0);
    }
}
