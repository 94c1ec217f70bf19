//! In whose name readers of a site are written to.

use diesel::PgConnection;

use super::{address_of, load_settings};
use crate::config::PlatformConfig;
use crate::domain::SiteId;
use crate::error::AppError;
use crate::features::mail::MailSite;
use crate::features::site::queries;

/// The site as its mails name it. A site that is gone has no address.
pub fn mail_site(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    id: SiteId,
) -> Result<MailSite, AppError> {
    let info = load_settings(connection, id)?.basic_info;
    let address = queries::find_address(connection, id)?
        .map(|(slug, host)| address_of(platform, &slug, host.as_deref()))
        .unwrap_or_default();
    Ok(MailSite {
        name: info.name,
        address,
        contact_email: info.contact_email,
    })
}
