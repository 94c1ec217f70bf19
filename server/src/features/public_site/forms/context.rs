//! The context of a request for a page of visitors, and its answers.

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, LOCATION, ORIGIN, RETRY_AFTER, SET_COOKIE};
use actix_web::{FromRequest as _, HttpRequest, HttpResponse, ResponseError as _, web};
use maud::html;
use moyan_domain::{Language, SiteId};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client_address::client_address;
use moyan_foundation::state::AppState;
use moyan_mail::MailSite;

use super::Submitted;
use crate::features::account::Client;
use crate::features::public_site::cache::answer::{Answer, Caching, HTML};
use crate::features::public_site::cache::loaded::Loaded;
use crate::features::public_site::cache::site_cache::Sites;
use crate::features::public_site::cache::views::{is_own, wall_of};
use crate::features::public_site::content::audience_view::AudienceView;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::machine::seo::Meta;
use crate::features::public_site::pages::fields::Problems;
use crate::features::public_site::pages::frame::{self, Page};
use crate::features::public_site::routing::host::as_asked;
use crate::features::public_site::routing::policy::{self, Origin};
use crate::features::public_site::routing::reader::Reader;
use crate::features::public_site::routing::responses::notice_page;
use crate::features::public_site::words::{VisitorWords, Words};
use crate::features::site::service::WallStep;
use crate::features::site::settings::SiteLanguage;
use crate::features::visitor::service::LoginSite;
use crate::features::visitor::{Visitor, VisitorCookie};

/// A request for a page of visitors, or a form.
pub struct FormContext<'a> {
    pub request: &'a HttpRequest,
    pub state: &'a web::Data<AppState>,
    pub loaded: &'a Loaded,
    pub view: &'a AudienceView,
    pub reader: &'a Reader,
    /// The origin of the site.
    pub origin: &'a str,
}

impl<'a> FormContext<'a> {
    /// The site's ID.
    pub fn site_id(&self) -> SiteId {
        self.loaded.identity.id
    }

    /// The site as accounts know it.
    pub fn login_site(&self) -> LoginSite {
        LoginSite {
            id: self.site_id(),
            mail: self.mail_site(),
            language: self.language(),
            max_devices: i64::from(self.view.content.settings.membership.max_devices),
        }
    }

    /// The site as mails name it.
    pub fn mail_site(&self) -> MailSite {
        let info = &self.view.content.settings.basic_info;
        MailSite {
            id: self.site_id(),
            name: info.name.clone(),
            address: format!("{}/", self.own_origin()),
            contact_email: info.contact_email.clone(),
        }
    }

    /// The language of the site's pages.
    pub fn language(&self) -> Language {
        match self.view.content.settings.basic_info.language {
            SiteLanguage::ZhCn => Language::ZhCn,
            SiteLanguage::En => Language::En,
        }
    }

    /// Counts what the reader did, when a form leads back to a document whose wall was there.
    pub fn count_step(&self, from: &str, step: WallStep) {
        if is_own(self.request, &self.state.platform) {
            return;
        }
        if let Some(path) = wall_of(self.view, from) {
            let zone = self.view.content.settings.basic_info.zone();
            let day = self.state.clock.now().with_timezone(&zone).date_naive();
            self.state
                .memory
                .of::<Sites>()
                .views
                .add_step(self.site_id(), day, path, step);
        }
    }

    /// The words of the pages for visitors.
    pub fn words(&self) -> &'static VisitorWords {
        Words::of(self.view.content.settings.basic_info.language).visitor
    }

    /// What templates take.
    pub fn page_context(&self, is_logged_in: bool) -> PageContext<'a> {
        PageContext {
            view: self.view,
            reader: self.reader,
            words: Words::of(self.view.content.settings.basic_info.language),
            now: self.state.clock.now(),
            origin: self.origin,
            base: "",
            color_scheme: None,
            is_logged_in,
            is_preview: false,
            theme_name: &self.loaded.theme_name,
            again_path: "",
        }
    }

    /// From where and with what the request was sent.
    pub async fn client(&self) -> Result<Client, AppError> {
        Client::extract(self.request).await
    }

    /// Who is logged in.
    pub fn visitor(&self) -> Result<Option<Visitor>, AppError> {
        if !self.reader.is_known {
            return Err(AppError::Unavailable("nobody can say who reads".to_owned()));
        }
        Ok(self.reader.visitor.clone())
    }

    /// The cookie of sessions.
    pub fn cookie(&self) -> VisitorCookie {
        VisitorCookie::of(&self.state.platform)
    }

    /// The hash of the token that the browser has now.
    pub fn token_hash(&self) -> Option<String> {
        let headers = self.request.headers();
        self.cookie()
            .token_hash(headers, &self.state.tokens, self.site_id())
    }

    /// A value of the query; empty when it is absent.
    pub fn query(&self, name: &str) -> String {
        Submitted::parse(self.request.query_string().as_bytes())
            .map(|query| query.text(name).to_owned())
            .unwrap_or_default()
    }

    /// Reads a form that a page of this site sent, or with `is_one_click` a mail program. The origin is checked before the
    /// body is read.
    pub async fn read_form(&self, payload: web::Payload, is_one_click: bool) -> Result<Submitted, AppError> {
        if !is_one_click && !self.is_own_origin() {
            return Err(Refusal::ForeignOrigin.into());
        }
        let address = client_address(self.request, &self.state.platform.trusted_proxies);
        self.state.rate_limit.check(address)?;
        if self.state.platform.is_read_only {
            return Err(Refusal::ReadOnly.into());
        }
        Submitted::read(self.request, payload, is_one_click).await
    }

    /// The origin as the browser sees it.
    pub fn own_origin(&self) -> String {
        as_asked(self.origin, self.state, self.request)
    }

    /// True when one `Origin` is there, and it is that of this page: absent, `null` or another one is not.
    fn is_own_origin(&self) -> bool {
        let mut origins = self.request.headers().get_all(ORIGIN);
        let origin = origins.next().and_then(|origin| origin.to_str().ok());
        origin == Some(self.own_origin().as_str()) && origins.next().is_none()
    }

    /// Leads to another path of the site.
    pub fn redirect(&self, path: &str) -> HttpResponse {
        self.redirect_with(path, &[])
    }

    /// Leads to another path and sets cookies.
    pub fn redirect_with(&self, path: &str, cookies: &[String]) -> HttpResponse {
        let path = percent_encoding::utf8_percent_encode(path, percent_encoding::CONTROLS).to_string();
        let mut response = HttpResponse::SeeOther();
        response.insert_header((LOCATION, path));
        response.insert_header((CACHE_CONTROL, "private, no-store"));
        for cookie in cookies {
            response.append_header((SET_COOKIE, cookie.as_str()));
        }
        response.finish()
    }

    /// Answers with a page.
    pub fn respond(&self, status: StatusCode, page: &Page, is_logged_in: bool) -> HttpResponse {
        self.respond_in(&self.page_context(is_logged_in), status, page)
    }

    fn respond_in(&self, page_context: &PageContext<'_>, status: StatusCode, page: &Page) -> HttpResponse {
        let html = frame::document(page_context, page).into_string();
        Answer::new(status, HTML, html.into_bytes())
            .kept(Caching::Never)
            .with_policy(policy::of_page(Origin::OwnHost, &self.state.platform))
            .respond(self.request)
    }

    /// Answers a form with its page again. Who reloads it, or comes back to it, asks for `again_path`.
    pub fn respond_again(
        &self,
        error: &AppError,
        page: &Page,
        is_logged_in: bool,
        again_path: &str,
    ) -> HttpResponse {
        let page_context = PageContext {
            again_path,
            ..self.page_context(is_logged_in)
        };
        let mut response = self.respond_in(&page_context, error.status_code(), page);
        if let Some(wait) = error.error_response().headers().get(RETRY_AFTER) {
            response.headers_mut().insert(RETRY_AFTER, wait.clone());
        }
        response
    }

    /// What is wrong, in the language of the site. Fails with what is no fault of who filled the form in.
    pub fn problems(&self, error: AppError) -> Result<(AppError, Problems), AppError> {
        let language = self.language();
        let mut problems = Problems::default();
        match &error {
            AppError::Invalid(fields) => {
                for (name, problem) in fields {
                    problems
                        .fields
                        .insert(name.to_string(), problem.message(language));
                }
            }
            AppError::Refused(Refusal::CodeWrong) => {
                let text = error.message(language).into_owned();
                problems.fields.insert("code".to_owned(), text);
            }
            AppError::Refused(Refusal::PasswordWrong) => {
                let text = error.message(language).into_owned();
                problems.fields.insert("currentPasswd".to_owned(), text);
            }
            AppError::Refused(Refusal::AccountSuspended) => {
                problems.form = self.words().blocked.to_owned();
            }
            AppError::Refused(Refusal::LoginFailed | Refusal::MethodDisabled | Refusal::Busy)
            | AppError::RateLimited { .. } => problems.form = error.message(language).into_owned(),
            _ => return Err(error),
        }
        Ok((error, problems))
    }

    /// Says that a request is refused, on a page of its own.
    pub fn refuse(&self, error: &AppError) -> HttpResponse {
        let status = error.status_code();
        if status.is_server_error() && !matches!(error, AppError::Refused(Refusal::ReadOnly)) {
            tracing::error!(%error, "a page for visitors could not be made");
            return notice_page(
                self.request,
                self.state,
                Some(self.loaded),
                StatusCode::SERVICE_UNAVAILABLE,
            );
        }
        let words = self.words();
        let text = match error {
            AppError::Refused(Refusal::ForeignOrigin) => words.foreign_origin.into(),
            error => error.message(self.language()),
        };
        let page = Page {
            meta: Meta::unlisted(words.refused),
            current: "",
            kind: "page-notice",
            main: html! {
                div.message {
                    h1.message-title { (words.refused) }
                    p.message-text { (text) }
                    div.buttons {
                        a.button.button-secondary href="/" {
                            (Words::of(self.view.content.settings.basic_info.language).to_home)
                        }
                    }
                }
            },
        };
        self.respond_again(error, &page, false, "")
    }
}
