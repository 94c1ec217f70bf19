//! Pages and forms for visitors of a site: logging in, and the account.
//!
//! A form is a POST of a page of the same origin; its answer is another address (303), or its page with what is wrong.
//! Nothing here needs a script, and no answer is kept by anybody.

mod account;
mod buying;
mod login;
mod newsletter;
mod order;
mod reminders;
mod return_path;
mod submitted;

use actix_web::http::header::{ALLOW, CACHE_CONTROL, LOCATION, ORIGIN, RETRY_AFTER, SET_COOKIE};
use actix_web::http::{Method, StatusCode};
use actix_web::{FromRequest as _, HttpRequest, HttpResponse, ResponseError as _, web};
use maud::html;
use moyan_domain::{Language, SiteId};
use moyan_foundation::error::{AppError, Refusal};
use moyan_foundation::http::client_address::client_address;
use moyan_foundation::state::AppState;
use moyan_mail::MailSite;

use super::cache::answer::{Answer, Caching, HTML};
use super::cache::site_cache::{Loaded, Sites};
use super::cache::views::{is_own, wall_of};
use super::content::audience_view::{Shown, View};
use super::machine::seo::Meta;
use super::pages::fields::Problems;
use super::pages::frame::{self, Page};
use super::routing::host::as_asked;
use super::routing::policy::{self, Place};
use super::routing::reader::Reader;
use super::routing::responses::plain;
use super::words::{VisitorWords, Words};
use crate::features::account::Client;
use crate::features::site::service::WallStep;
use crate::features::site::settings::SiteLanguage;
use crate::features::visitor::service::LoginSite;
use crate::features::visitor::{Visitor, VisitorCookie};
pub use buying::Offer;
pub use return_path::return_path;
pub use submitted::Submitted;

/// A path of visitors' pages and forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VisitorPath {
    Login,
    LoginCode,
    LoginVerify,
    LoginPassword,
    Logout,
    Account,
    AccountProfile,
    AccountPassword,
    AccountCode,
    AccountDevices,
    AccountReminders,
    AccountExport,
    AccountDeletion,
    Plans,
    Orders,
    /// The page of an order, by its number.
    Order,
    /// Where the payer of an order says that it is paid.
    OrderPaid,
    Redeem,
    /// Subscribing to the newsletter, and what came of it.
    Newsletter,
    NewsletterConfirm,
    NewsletterUnsubscribe,
    /// Where reminders before the end of a membership are switched off without a login.
    RemindersUnsubscribe,
}

impl VisitorPath {
    /// All of them, with their paths.
    const ALL: [(Self, &'static str); 20] = [
        (Self::Login, "/login"),
        (Self::LoginCode, "/login/code"),
        (Self::LoginVerify, "/login/verify"),
        (Self::LoginPassword, "/login/password"),
        (Self::Logout, "/logout"),
        (Self::Account, "/account"),
        (Self::AccountProfile, "/account/profile"),
        (Self::AccountPassword, "/account/password"),
        (Self::AccountCode, "/account/code"),
        (Self::AccountDevices, "/account/devices"),
        (Self::AccountReminders, "/account/reminders"),
        (Self::AccountExport, "/account/export"),
        (Self::AccountDeletion, "/account/deletion"),
        (Self::Plans, "/plans"),
        (Self::Orders, "/orders"),
        (Self::Redeem, "/redeem"),
        (Self::Newsletter, "/newsletter"),
        (Self::NewsletterConfirm, "/newsletter/confirm"),
        (Self::NewsletterUnsubscribe, "/newsletter/unsubscribe"),
        (Self::RemindersUnsubscribe, "/reminders/unsubscribe"),
    ];

    /// Reads a path.
    pub fn parse(path: &str) -> Option<Self> {
        if let Some((found, _)) = Self::ALL.iter().find(|(_, own)| *own == path) {
            return Some(*found);
        }
        let rest = path.strip_prefix("/orders/")?;
        let (number, is_paid) = rest
            .strip_suffix("/paid")
            .map_or((rest, false), |number| (number, true));
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then_some(if is_paid { Self::OrderPaid } else { Self::Order })
    }

    /// True where a form is sent to.
    fn takes_forms(self) -> bool {
        !matches!(
            self,
            Self::Login | Self::Account | Self::AccountExport | Self::Plans | Self::Order
        )
    }
}

/// A visit of such a page.
pub struct Visit<'a> {
    pub request: &'a HttpRequest,
    pub state: &'a web::Data<AppState>,
    pub loaded: &'a Loaded,
    pub shown: &'a Shown,
    pub reader: &'a Reader,
    /// The origin of the site.
    pub origin: &'a str,
}

/// Answers a request for a page of visitors, or a form.
pub async fn answer(visit: &Visit<'_>, payload: web::Payload, path: VisitorPath) -> HttpResponse {
    let answered = match *visit.request.method() {
        Method::GET | Method::HEAD => get(visit, path).await,
        Method::POST if path.takes_forms() => post(visit, payload, path).await,
        _ => {
            let allowed = if path.takes_forms() {
                "GET, HEAD, POST"
            } else {
                "GET, HEAD"
            };
            return HttpResponse::MethodNotAllowed()
                .insert_header((ALLOW, allowed))
                .finish();
        }
    };
    answered.unwrap_or_else(|error| visit.refuse(&error))
}

async fn get(visit: &Visit<'_>, path: VisitorPath) -> Result<HttpResponse, AppError> {
    match path {
        VisitorPath::Login => login::get_login(visit).await,
        VisitorPath::LoginVerify => login::get_verify(visit).await,
        VisitorPath::Account => account::get_account(visit).await,
        VisitorPath::AccountExport => account::get_export(visit).await,
        VisitorPath::Plans => buying::get_plans(visit).await,
        VisitorPath::Order => order::get_order(visit).await,
        VisitorPath::OrderPaid => Ok(visit.redirect(visit.request.path().trim_end_matches("/paid"))),
        VisitorPath::Orders => Ok(visit.redirect("/plans")),
        VisitorPath::Redeem => buying::get_redeem(visit),
        VisitorPath::Newsletter => newsletter::get_newsletter(visit),
        VisitorPath::NewsletterConfirm => Ok(newsletter::get_confirm(visit)),
        VisitorPath::NewsletterUnsubscribe => newsletter::get_unsubscribe(visit).await,
        VisitorPath::RemindersUnsubscribe => reminders::get_unsubscribe(visit).await,
        // Who reloads the page that a form answered with comes back to its beginning.
        VisitorPath::LoginCode | VisitorPath::LoginPassword => Ok(visit.redirect("/login")),
        VisitorPath::Logout
        | VisitorPath::AccountProfile
        | VisitorPath::AccountPassword
        | VisitorPath::AccountCode
        | VisitorPath::AccountDevices
        | VisitorPath::AccountReminders
        | VisitorPath::AccountDeletion => Ok(visit.redirect("/account")),
    }
}

async fn post(visit: &Visit<'_>, payload: web::Payload, path: VisitorPath) -> Result<HttpResponse, AppError> {
    // Mail programs unsubscribe by themselves, without an origin (RFC 8058); the link alone says whose address it is.
    let is_one_click = matches!(
        path,
        VisitorPath::NewsletterUnsubscribe | VisitorPath::RemindersUnsubscribe
    );
    let form = visit.read_form(payload, is_one_click).await?;
    match path {
        VisitorPath::Newsletter => newsletter::post_newsletter(visit, &form).await,
        VisitorPath::NewsletterConfirm => newsletter::post_confirm(visit, &form).await,
        VisitorPath::NewsletterUnsubscribe => newsletter::post_unsubscribe(visit, &form).await,
        VisitorPath::RemindersUnsubscribe => reminders::post_unsubscribe(visit, &form).await,
        VisitorPath::LoginCode => login::post_code(visit, &form).await,
        VisitorPath::LoginVerify => login::post_verify(visit, &form).await,
        VisitorPath::LoginPassword => login::post_password(visit, &form).await,
        VisitorPath::Logout => account::post_logout(visit).await,
        VisitorPath::AccountProfile => account::post_profile(visit, &form).await,
        VisitorPath::AccountPassword => account::post_password(visit, &form).await,
        VisitorPath::AccountCode => account::post_code(visit, &form).await,
        VisitorPath::AccountDevices => account::post_devices(visit, &form).await,
        VisitorPath::AccountReminders => account::post_reminders(visit, &form).await,
        VisitorPath::AccountDeletion => account::post_deletion(visit, &form).await,
        VisitorPath::Orders => buying::post_order(visit, &form).await,
        VisitorPath::OrderPaid => order::post_paid(visit, &form).await,
        VisitorPath::Redeem => buying::post_redeem(visit, &form).await,
        VisitorPath::Login
        | VisitorPath::Account
        | VisitorPath::AccountExport
        | VisitorPath::Plans
        | VisitorPath::Order => Err(Refusal::MethodNotAllowed.into()),
    }
}

impl<'a> Visit<'a> {
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
            max_devices: i64::from(self.shown.content.settings.membership.max_devices),
        }
    }

    /// In whose name its readers are written to.
    pub fn mail_site(&self) -> MailSite {
        let info = &self.shown.content.settings.basic_info;
        MailSite {
            id: self.site_id(),
            name: info.name.clone(),
            address: format!("{}/", self.own_origin()),
            contact_email: info.contact_email.clone(),
        }
    }

    /// The language of the site's pages.
    pub fn language(&self) -> Language {
        match self.shown.content.settings.basic_info.language {
            SiteLanguage::ZhCn => Language::ZhCn,
            SiteLanguage::En => Language::En,
        }
    }

    /// Counts what the reader did, when a form leads back to a document whose wall was there.
    pub fn count_step(&self, from: &str, step: WallStep) {
        if is_own(self.request, &self.state.platform) {
            return;
        }
        if let Some(path) = wall_of(self.shown, from) {
            let zone = self.shown.content.settings.basic_info.zone();
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
        Words::of(self.shown.content.settings.basic_info.language).visitor
    }

    /// What templates take.
    pub fn view(&self, is_logged_in: bool) -> View<'a> {
        View {
            shown: self.shown,
            reader: self.reader,
            words: Words::of(self.shown.content.settings.basic_info.language),
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

    /// Reads a form that a page of this site sent, or, where one click is enough, a mail program. Who sent it is asked
    /// before any of it is read.
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
        self.respond_in(&self.view(is_logged_in), status, page)
    }

    fn respond_in(&self, view: &View<'_>, status: StatusCode, page: &Page) -> HttpResponse {
        let html = frame::document(view, page).into_string();
        Answer::new(status, HTML, html.into_bytes())
            .kept(Caching::Never)
            .with_policy(policy::of_page(Place::OwnHost, &self.state.platform))
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
        let view = View {
            again_path,
            ..self.view(is_logged_in)
        };
        let mut response = self.respond_in(&view, error.status_code(), page);
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
            return plain(
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
                            (Words::of(self.shown.content.settings.basic_info.language).to_home)
                        }
                    }
                }
            },
        };
        self.respond_again(error, &page, false, "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_path_is_read_and_no_other() {
        for (path, text) in VisitorPath::ALL {
            assert_eq!(VisitorPath::parse(text), Some(path));
        }
        assert_eq!(VisitorPath::parse("/orders/2026"), Some(VisitorPath::Order));
        assert_eq!(
            VisitorPath::parse("/orders/2026/paid"),
            Some(VisitorPath::OrderPaid)
        );
        for text in [
            "/login/",
            "/Login",
            "/login/other",
            "/accounts",
            "/orders/",
            "/orders/a",
            "/orders/1/2",
            "/orders//paid",
        ] {
            assert_eq!(VisitorPath::parse(text), None, "{text}");
        }
    }
}
