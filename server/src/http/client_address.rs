//! Where a request comes from.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use actix_web::HttpRequest;

/// The caller's address.
///
/// A proxy that is trusted names it in `X-Forwarded-For`: the last entry that is no trusted proxy itself,
/// because everything before it is what the caller wrote.
pub fn client_address(request: &HttpRequest, trusted_proxies: &[IpAddr]) -> IpAddr {
    let peer = request
        .peer_addr()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip().to_canonical());
    let forwarded = request
        .headers()
        .get_all("x-forwarded-for")
        .filter_map(|value| value.to_str().ok())
        .collect::<Vec<_>>()
        .join(",");
    resolve(peer, &forwarded, trusted_proxies)
}

fn resolve(peer: IpAddr, forwarded: &str, trusted_proxies: &[IpAddr]) -> IpAddr {
    let mut address = peer;
    for entry in forwarded.rsplit(',') {
        if !trusted_proxies.contains(&address) {
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
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(address) => {
            let network = u128::from(address) & !u128::from(u64::MAX);
            IpAddr::V6(Ipv6Addr::from(network))
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
        let proxies = [ip("10.0.0.1")];
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
}
