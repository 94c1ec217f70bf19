//! Counting wrong passwords of visitors, as those of accounts are counted, each site for itself.

use moyan_domain::SiteId;
use moyan_foundation::access::Tokens;
use moyan_foundation::credentials::Guesses;
use moyan_foundation::http::client::Client;

/// The counters of wrong passwords for one account of a site.
///
/// `account`: an address at the login, an ID once somebody is logged in.
pub(super) fn guesses_of(tokens: &Tokens, site_id: SiteId, account: &str, client: &Client) -> Guesses {
    let site = site_id.to_string();
    let key = |parts: &[&str]| tokens.keyed_hash(&[&["visitor login", &site], parts].concat());
    let networks = client.networks();
    Guesses::new(
        key(&["both", account, &client.network()]),
        networks.map(|(network, factor)| (key(&["network", &network]), factor)),
        key(&["account", account]),
    )
}
