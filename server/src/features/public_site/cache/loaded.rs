//! A site in memory.

use std::sync::Arc;

use moyan_domain::SiteStatus;
use moyan_foundation::config::PlatformConfig;

use super::answer::Answer;
use crate::features::public_site::content::audience_view::Audiences;
use crate::features::public_site::content::links::OwnNames;
use crate::features::public_site::content::theme::StyleSheet;
use crate::features::publish::{SiteContent, SiteIdentity};
use crate::features::site::settings::{Appearance, Settings as _, SiteLanguage};

/// A site that was read from the database.
pub struct Loaded {
    /// A number for each reading, which is part of the keys of pages.
    pub serial: u64,
    pub identity: SiteIdentity,
    /// What is seen; none when no release is live.
    pub audiences: Option<Audiences>,
    /// Whether somebody sees something that others do not.
    pub has_rules: bool,
    /// The name of the style sheet of the site's theme.
    pub theme_name: String,
    /// That style sheet.
    pub theme: Answer,
}

impl Loaded {
    pub fn new(
        serial: u64,
        identity: SiteIdentity,
        content: Option<SiteContent>,
        platform: &PlatformConfig,
    ) -> Self {
        let names = OwnNames::of(&identity, platform);
        let appearance = content.as_ref().map(|content| &content.settings.appearance);
        let sheet = StyleSheet::of(appearance.unwrap_or(&Appearance::initial(SiteLanguage::ZhCn)));
        let audiences = content.map(|content| Audiences::new(Arc::new(content), names));
        Self {
            serial,
            identity,
            has_rules: audiences
                .as_ref()
                .is_some_and(|audiences| audiences.n_views() > 1),
            audiences,
            theme_name: sheet.name.clone(),
            theme: sheet.answer().compressed(),
        }
    }

    /// False for a draft, and for a site without a release: its host answers like a host without a site.
    pub fn is_found(&self) -> bool {
        self.identity.status != SiteStatus::Draft && self.audiences.is_some()
    }

    pub fn n_bytes(&self) -> u64 {
        let Some(audiences) = &self.audiences else {
            return 0;
        };
        // Text, and what was made of it for each audience: the words of the search, twice.
        let n_copies = 1 + 2 * audiences.n_views();
        let documents = audiences.guest.content.documents.iter();
        let n_bytes: usize = documents
            .map(|document| 1000 + n_copies * document.sealed.n_bytes())
            .sum();
        u64::try_from(n_bytes).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::public_site::testing::{config, content_with, document};
    use moyan_domain::gate::AccessLevel;

    /// What that content takes in memory.
    fn n_bytes(content: &SiteContent) -> u64 {
        let platform = config(&[]).platform;
        Loaded::new(1, content.site.clone(), Some(content.clone()), &platform).n_bytes()
    }

    #[test]
    fn a_site_takes_the_bytes_of_its_texts_and_twice_as_many_for_each_audience() {
        let mut content = content_with(vec![
            document(1, "a", &[], &["<p>1</p>"]),
            document(2, "b", &[], &["<p>123456789</p>"]),
        ]);
        assert_eq!(n_bytes(&content), 2 * 1000 + 3 * (8 + 16));
        content.rules.guest = AccessLevel::Hidden;
        content.rules.non_member = AccessLevel::Partial;
        assert_eq!(n_bytes(&content), 2 * 1000 + 7 * (8 + 16));
        let unpublished = Loaded::new(1, content.site, None, &config(&[]).platform);
        assert_eq!(unpublished.n_bytes(), 0);
    }
}
