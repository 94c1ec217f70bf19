//! What the doctor says of names, certificates and mail.

use std::sync::Arc;
use std::time::Duration;

use moyan_domain::PREVIEW_SLUG;
use moyan_foundation::config::{Config, HttpConfig};
use moyan_foundation::http::client_address::FORWARDED_FOR;
use moyan_mail::Transport;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

use super::Finding;
use crate::cli::health;

/// How long an address may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Whether the mail server takes the login. Nothing is sent.
pub fn look_at_mail(config: &Config) -> Vec<Finding> {
    const SUBJECT: &str = "mail";
    let transport = match Transport::new(config.mail.transport(config.platform.mode)) {
        Ok(transport) => transport,
        Err(error) => return vec![Finding::failed(SUBJECT, format!("SMTP_URL: {error}"))],
    };
    match transport.check_smtp() {
        None => Vec::new(),
        Some(Ok(())) => vec![Finding::fine(SUBJECT, "the mail server takes the login")],
        Some(Err(problem)) => vec![Finding::failed(SUBJECT, format!("SMTP_URL: {problem}"))],
    }
}

/// Whether the names of the console and of sites lead to the server, with their certificates.
pub fn look_at_addresses(config: &Config) -> Vec<Finding> {
    let platform = &config.platform;
    let (scheme, _) = platform.public_url.split_once("://").unwrap_or(("https", ""));
    // In development there is no web server in front.
    let sites = platform
        .site_domain
        .as_ref()
        .filter(|domain| *domain != "localhost")
        .map(|domain| ("SITE_DOMAIN", format!("{scheme}://{PREVIEW_SLUG}.{domain}")));
    [("PUBLIC_URL", platform.public_url.clone())]
        .into_iter()
        .chain(sites)
        .map(|(variable, origin)| look_at_address(variable, &origin))
        .collect()
}

fn look_at_address(variable: &str, origin: &str) -> Finding {
    const SUBJECT: &str = "address";
    match ask(&format!("{origin}/healthz")) {
        Ok(Seen::Caller) => Finding::fine(SUBJECT, format!("{origin} answers")),
        Ok(Seen::Proxy) => Finding::failed(
            SUBJECT,
            format!(
                "{variable}: {origin} answers through a web server that TRUSTED_PROXIES does not name, so that all \
                 callers share one rate limit: TRUSTED_PROXIES=127.0.0.1 names one on this machine"
            ),
        ),
        Err(problem) => Finding::failed(
            SUBJECT,
            format!(
                "{variable}: {origin} does not answer ({problem}): the name leads to this machine by an A record, and a web \
                 server with its certificate hands requests on, see docs/operating.md"
            ),
        ),
    }
}

/// Whose address the server saw.
enum Seen {
    Caller,
    Proxy,
}

fn ask(url: &str) -> Result<Seen, String> {
    let agent = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        .max_redirects(0)
        .tls_config(TlsConfig::builder().root_certs(roots_of_system()).build())
        .build()
        .new_agent();
    let mut answer = agent.get(url).call().map_err(|error| error.to_string())?;
    let text = answer.body_mut().read_to_string().unwrap_or_default();
    if text != "ok\n" {
        return Err("something else answers there".to_owned());
    }
    let is_ignored = answer.headers().get(FORWARDED_FOR).is_some();
    Ok(if is_ignored { Seen::Proxy } else { Seen::Caller })
}

/// The authorities that this machine trusts, its operator's own among them; without any, those of browsers.
fn roots_of_system() -> RootCerts {
    let found = rustls_native_certs::load_native_certs().certs;
    let found: Vec<_> = found
        .iter()
        .map(|root| Certificate::from_der(root).to_owned())
        .collect();
    if found.is_empty() {
        RootCerts::WebPki
    } else {
        RootCerts::Specific(Arc::new(found))
    }
}

/// Whether the server lets a web server in front have certificates for the names that are shown, and for no others.
pub fn look_at_certificates(config: &Config) -> Vec<Finding> {
    const SUBJECT: &str = "certificates";
    // In development there is no web server in front.
    let Some(domain) = config
        .platform
        .site_domain
        .as_ref()
        .filter(|domain| *domain != "localhost")
    else {
        return Vec::new();
    };
    let previews = format!("{PREVIEW_SLUG}.{domain}");
    let of_previews = if config.platform.has_wildcard {
        "404"
    } else {
        "200"
    };
    // Nobody can have a name below `invalid`, see RFC 6761.
    for (name, wanted) in [(previews.as_str(), of_previews), ("moyan-doctor.invalid", "404")] {
        let path = format!("/internal/domains/check?domain={name}");
        let status = match health::status_of_any(&config.http, &path) {
            Ok(status) => status,
            // Whether it runs is a line of its own.
            Err(_) => return Vec::new(),
        };
        if status.split(' ').nth(1) != Some(wanted) {
            let text =
                format!("{path} answers {status:?} in place of {wanted}: journalctl -u moyan says why");
            return vec![Finding::failed(SUBJECT, text)];
        }
    }
    vec![Finding::fine(
        SUBJECT,
        "the server answers for which names a certificate may be had",
    )]
}

/// Whether a server runs with this configuration.
pub fn look_at_server(http: &HttpConfig) -> Vec<Finding> {
    const SUBJECT: &str = "server";
    vec![match health::ask_any(http) {
        Ok(()) => Finding::fine(SUBJECT, "it runs"),
        Err(error) => Finding::warning(
            SUBJECT,
            format!(
                "it does not run ({error:#}): systemctl start moyan, and journalctl -u moyan says why it does not"
            ),
        ),
    }]
}
