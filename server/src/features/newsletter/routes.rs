//! HTTP in and out.

use actix_web::HttpResponse;
use actix_web::web::{Data, Query};
use moyan_domain::Language;
use moyan_foundation::access::SiteAccess;
use moyan_foundation::error::AppError;
use moyan_foundation::http::csv::respond_table;
use moyan_foundation::http::json::{Answer, Answered};
use moyan_foundation::http::pagination::PageQuery;
use moyan_foundation::listing::{parse_search, pattern_of};
use moyan_foundation::state::AppState;
use serde::Deserialize;

use super::dto::SubscriberPageDto;
use super::models::SubscriberStatus;
use super::queries::SubscriberFilter;
use super::service::{self, NewsletterSite};
use crate::features::site::service as sites;

/// The query of the list, as it is sent.
#[derive(Debug, Deserialize)]
pub struct ListQuery {
    search: Option<String>,
    status: Option<SubscriberStatus>,
}

pub async fn list_subscribers(
    state: Data<AppState>,
    site: SiteAccess,
    Query(query): Query<ListQuery>,
    Query(page): Query<PageQuery>,
) -> Answered<SubscriberPageDto> {
    let page = page.parse()?;
    let filter = SubscriberFilter {
        pattern: parse_search(query.search)?.as_deref().map(pattern_of),
        status: query.status,
    };
    state
        .db
        .run(move |connection| service::list(connection, site.id, &filter, &page))
        .await
        .map(Answer::new)
}

pub async fn export_subscribers(state: Data<AppState>, site: SiteAccess) -> Result<HttpResponse, AppError> {
    let own = state.clone();
    let bytes = state
        .db
        .run(move |connection| {
            let newsletter = NewsletterSite {
                id: site.id,
                mail: sites::mail_site(connection, &own.platform, site.id)?,
                language: Language::ZhCn,
            };
            service::export(connection, &newsletter)
        })
        .await?;
    Ok(respond_table("subscribers", bytes))
}
