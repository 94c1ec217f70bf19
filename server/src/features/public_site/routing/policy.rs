//! What browsers let the pages of a site do.

use std::sync::LazyLock;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use moyan_foundation::config::{Mode, PlatformConfig};
use sha2::{Digest as _, Sha256};

use crate::features::public_site::content::assets::EARLY_SCRIPT;

/// Whose origin a page has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// On a host of its site: its own scripts run.
    OwnHost,
    /// On the host of the console: no script runs.
    Console,
}

/// The hash of the script that runs before the first paint.
static EARLY_SCRIPT_HASH: LazyLock<String> =
    LazyLock::new(|| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(EARLY_SCRIPT))));

/// The policy of a page.
///
/// Elements may carry styles, because articles do; sheets come from the host only.
/// Pictures come from anywhere that is encrypted, and from the console, where uploads are.
pub fn of_page(origin: Origin, platform: &PlatformConfig) -> String {
    let (scripts, sandbox) = match origin {
        Origin::OwnHost => (format!("'self' {}", *EARLY_SCRIPT_HASH), ""),
        // Without scripts and in an origin of its own: the console keeps its token in this host's storage.
        Origin::Console => (
            "'none'".to_owned(),
            "; sandbox allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation",
        ),
    };
    format!(
        "default-src 'none'; script-src {scripts}; style-src 'self' 'unsafe-inline'; style-src-elem 'self'; \
         img-src 'self' https: data: {}; connect-src 'self'; form-action 'self'; base-uri 'none'; \
         frame-ancestors 'none'{sandbox}",
        console_of(platform)
    )
}

/// The policy of the frame of the preview: only the console may frame it.
///
/// `origin` is that of the frame, by its name: the console's sandbox gives the frame none of its own, and in WebKit
/// `'self'` then stands for nothing.
pub fn of_frame(origin: &str, platform: &PlatformConfig) -> String {
    format!(
        "default-src 'none'; script-src {origin}; style-src {origin} 'unsafe-inline'; \
         img-src {origin} https: data: {console}; base-uri 'none'; form-action 'none'; frame-ancestors {console}",
        console = console_of(platform),
    )
}

/// The origin of the console; in development any of this machine, as that of the frontend's own server.
fn console_of(platform: &PlatformConfig) -> &str {
    match platform.mode {
        Mode::Development => "http://127.0.0.1:* http://localhost:*",
        Mode::Production => &platform.public_url,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::public_site::testing::config;

    #[test]
    fn the_console_alone_frames_the_preview_and_shows_it_its_pictures() {
        for (mode, console) in [
            ("production", "https://moyan.example"),
            ("development", "http://127.0.0.1:* http://localhost:*"),
        ] {
            let platform = config(&[("MOYAN_ENV", mode)]).platform;
            let frame = of_frame("https://handbook.example", &platform);
            for part in [
                "default-src 'none'; script-src https://handbook.example; ".to_owned(),
                format!("; img-src https://handbook.example https: data: {console}; "),
                format!("; frame-ancestors {console}"),
            ] {
                assert!(frame.contains(&part), "{part}: {frame}");
            }
            let page = of_page(Origin::OwnHost, &platform);
            let pictures = format!("; img-src 'self' https: data: {console}; ");
            assert!(page.contains(&pictures), "{page}");
            assert!(page.ends_with("; frame-ancestors 'none'"), "{page}");
        }
    }
}
