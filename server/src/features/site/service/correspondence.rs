//! In whose name readers of a site are written to.

use diesel::PgConnection;
use moyan_domain::SiteId;
use moyan_foundation::config::PlatformConfig;
use moyan_foundation::error::{AppError, Refusal};
use moyan_mail::MailSite;

use super::{address_of, load_settings};
use crate::features::site::queries;

/// The site as its mails name it.
pub fn mail_site(
    connection: &mut PgConnection,
    platform: &PlatformConfig,
    id: SiteId,
) -> Result<MailSite, AppError> {
    let contact_email = load_settings(connection, id)?.basic_info.contact_email;
    let (name, slug, host) = queries::find_address(connection, id)?.ok_or(Refusal::SiteNotFound)?;
    Ok(MailSite {
        id,
        name,
        address: address_of(platform, &slug, host.as_deref()),
        contact_email,
    })
}
