//! Where a request comes from.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Once;

use actix_web::HttpRequest;
use ipnet::IpNet;

/// The header in which a proxy names the caller.
pub const FORWARDED_FOR: &str = "x-forwarded-for";

/// The caller's address.
///
/// A trusted proxy names it in `X-Forwarded-For`: the last entry that is no trusted proxy itself,
/// because everything before it is what the caller wrote.
pub fn client_address(request: &HttpRequest, trusted_proxies: &[IpNet]) -> IpAddr {
    let forwarded = request
        .headers()
        .get_all(FORWARDED_FOR)
        .filter_map(|value| value.to_str().ok())
        .collect::<Vec<_>>()
        .join(",");
    resolve(peer_address(request), &forwarded, trusted_proxies)
}

/// Logs once, as long as the server runs, that `X-Forwarded-For` came from an address that is not trusted.
///
/// Behind a proxy that `TRUSTED_PROXIES` does not name, all callers have one address and share its limits.
pub fn warn_about_untrusted_proxy(request: &HttpRequest, trusted_proxies: &[IpNet]) {
    static WARNED: Once = Once::new();
    if is_forwarded_in_vain(request, trusted_proxies) {
        WARNED.call_once(|| {
            tracing::warn!(
                "X-Forwarded-For from an address that TRUSTED_PROXIES does not name is ignored; \
                 behind a proxy all callers share one rate limit until it is named there"
            );
        });
    }
}

/// True when a proxy that is not trusted names the caller.
pub fn is_forwarded_in_vain(request: &HttpRequest, trusted_proxies: &[IpNet]) -> bool {
    let is_forwarded = request.headers().contains_key(FORWARDED_FOR);
    is_forwarded && !is_trusted_proxy(peer_address(request), trusted_proxies)
}

fn peer_address(request: &HttpRequest) -> IpAddr {
    request
        .peer_addr()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip().to_canonical())
}

/// True for an address whose forwarding headers are believed.
pub fn is_trusted_proxy(address: IpAddr, trusted_proxies: &[IpNet]) -> bool {
    trusted_proxies.iter().any(|network| network.contains(&address))
}

/// True when a program on this machine or a trusted proxy asks by itself, and not for somebody else.
pub fn is_called_by_proxy(request: &HttpRequest, trusted_proxies: &[IpNet]) -> bool {
    let peer = peer_address(request);
    let is_near = peer.is_loopback() || is_trusted_proxy(peer, trusted_proxies);
    is_near && !request.headers().contains_key(FORWARDED_FOR)
}

fn resolve(peer: IpAddr, forwarded: &str, trusted_proxies: &[IpNet]) -> IpAddr {
    let mut address = peer;
    for entry in forwarded.rsplit(',') {
        if !is_trusted_proxy(address, trusted_proxies) {
            break;
        }
        match entry.trim().parse::<IpAddr>() {
            Ok(named) => address = named.to_canonical(),
            Err(_) => break,
        }
    }
    address
}

/// What counts as one caller: an IPv4 address, or the /64 network that a household has of IPv6.
pub fn caller_network(address: IpAddr) -> IpAddr {
    prefix(address, 64)
}

/// The /48 network of an IPv6 address: the largest that one customer usually gets, 65,536 networks of /64.
/// None for IPv4.
pub fn site_network(address: IpAddr) -> Option<IpAddr> {
    address.is_ipv6().then(|| prefix(address, 48))
}

/// The first bits of an IPv6 address; an IPv4 address as it is.
fn prefix(address: IpAddr, n_bits: u32) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let mask = u128::MAX << (128 - n_bits);
            IpAddr::V6(Ipv6Addr::from(u128::from(address) & mask))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn a_stranger_cannot_choose_an_address() {
        let proxies = [IpNet::from(ip("10.0.0.1"))];
        assert_eq!(resolve(ip("1.2.3.4"), "9.9.9.9", &proxies), ip("1.2.3.4"));
        assert_eq!(
            resolve(ip("10.0.0.1"), "9.9.9.9, 1.2.3.4", &proxies),
            ip("1.2.3.4")
        );
        assert_eq!(
            resolve(ip("10.0.0.1"), "9.9.9.9, 1.2.3.4, 10.0.0.1", &proxies),
            ip("1.2.3.4")
        );
        assert_eq!(resolve(ip("10.0.0.1"), "nonsense", &proxies), ip("10.0.0.1"));
        assert_eq!(resolve(ip("10.0.0.1"), "", &proxies), ip("10.0.0.1"));
        assert_eq!(resolve(ip("10.0.0.1"), "::ffff:1.2.3.4", &proxies), ip("1.2.3.4"));
    }

    #[test]
    fn every_proxy_of_a_network_is_trusted_and_no_other() {
        let proxies: [IpNet; 2] = ["10.1.0.0/16".parse().unwrap(), "fd00::/8".parse().unwrap()];
        assert_eq!(resolve(ip("10.1.9.9"), "1.2.3.4", &proxies), ip("1.2.3.4"));
        assert_eq!(
            resolve(ip("fd00::7"), "1.2.3.4, 10.1.0.1", &proxies),
            ip("1.2.3.4")
        );
        assert_eq!(resolve(ip("10.2.0.1"), "1.2.3.4", &proxies), ip("10.2.0.1"));
    }

    #[test]
    fn a_household_is_one_caller() {
        assert_eq!(
            caller_network(ip("2001:db8::1")),
            caller_network(ip("2001:db8::ffff"))
        );
        assert_ne!(
            caller_network(ip("2001:db8::1")),
            caller_network(ip("2001:db8:0:1::1"))
        );
        assert_ne!(caller_network(ip("1.2.3.4")), caller_network(ip("1.2.3.5")));
    }

    #[test]
    fn a_customer_with_many_networks_is_one_site() {
        assert_eq!(
            site_network(ip("2001:db8:1::1")),
            site_network(ip("2001:db8:1:ffff::1"))
        );
        assert_ne!(
            site_network(ip("2001:db8:1::1")),
            site_network(ip("2001:db8:2::1"))
        );
        assert_eq!(site_network(ip("1.2.3.4")), None);
    }
}
