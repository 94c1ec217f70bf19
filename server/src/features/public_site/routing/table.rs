//! Every address that hosts of sites answer, in one table. `docs/sites.md` has it in words, and a test compares them.

use std::pin::Pin;

use actix_web::HttpResponse;
use moyan_foundation::error::AppError;

use crate::features::public_site::forms::{
    FormContext, Submitted, account, buying, login, newsletter, order, reminders,
};

/// An address of sites.
pub struct SiteRoute {
    /// The decoded path. `{name}` is one part of it, `{number}` one of digits, `{path}` one part or more.
    pub path: &'static str,
    /// Where it is answered, and to whom.
    pub who: Who,
    /// What answers.
    pub(in crate::features::public_site) handler: Handler,
}

/// Where an address is answered, and to whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Everybody, also on hosts without a site: the answer says nothing of any site.
    AnyHost,
    /// The console's preview: as [`Who::AnyHost`], but not below the console's own address.
    PreviewHost,
    /// Everybody at the address of a site, also while it is closed.
    Anybody,
    /// Programs: the answer is what guests see, whoever asks.
    Programs,
    /// Readers: the answer is what their audience sees.
    Readers,
    /// Visitors of the site's own host, where they can log in and send forms.
    Visitors,
}

impl Who {
    /// The word of the documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::AnyHost => "any host",
            Self::PreviewHost => "preview host",
            Self::Anybody => "anybody",
            Self::Programs => "programs",
            Self::Readers => "readers",
            Self::Visitors => "visitors",
        }
    }
}

/// What answers at an address.
pub enum Handler {
    /// The homepage.
    Home,
    /// The index, a category of it, or a document.
    Documents,
    /// Results of a search.
    Search,
    /// An image of the release.
    Image,
    /// An image at a public address.
    Media,
    /// A style sheet or a script.
    Asset,
    /// The icon of a site that has set none.
    Icon,
    /// Pages for search engines.
    Sitemap,
    /// What search engines may read.
    Robots,
    /// The latest documents for readers of feeds.
    Feed,
    /// What the site holds, for language models.
    Llms,
    /// A document as Markdown.
    Markdown,
    /// The console's link to a page: marks the browser as one whose views are not counted, and leads to the page.
    OwnVisit,
    /// The empty frame of the preview.
    PreviewFrame,
    /// A page or a form for visitors.
    Form(Form),
}

/// What answers a request for a form, in time.
type Answering<'a> = Pin<Box<dyn Future<Output = Result<HttpResponse, AppError>> + 'a>>;

/// A page for visitors, and what takes its form.
pub struct Form {
    pub get: for<'a> fn(&'a FormContext<'a>) -> Answering<'a>,
    pub post: Option<for<'a> fn(&'a FormContext<'a>, &'a Submitted) -> Answering<'a>>,
    /// True for what mail programs send by themselves, without an origin (RFC 8058). The link alone says whose address
    /// it is.
    pub is_one_click: bool,
}

impl Handler {
    /// The name by which requests are counted and logged. Documents have one name, whatever their path.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Home => "site/home",
            Self::Documents => "site/document",
            Self::Search => "site/search",
            Self::Image => "site/image",
            Self::Media => "site/media",
            Self::Asset => "site/asset",
            Self::Icon => "site/icon",
            Self::Sitemap => "site/sitemap",
            Self::Robots => "site/robots",
            Self::Feed => "site/feed",
            Self::Llms => "site/llms",
            Self::Markdown => "site/markdown",
            Self::OwnVisit => "site/own-visit",
            Self::PreviewFrame => "site/preview-frame",
            Self::Form(_) => "site/form",
        }
    }

    /// The same for a page that is made for one visitor with an account alone: it takes longer.
    pub fn name_for_member(&self) -> &'static str {
        match self {
            Self::Home => "member/home",
            Self::Documents => "member/document",
            Self::Search => "member/search",
            _ => self.name(),
        }
    }
}

impl SiteRoute {
    /// The methods, as `Allow` names them.
    pub fn methods(&self) -> &'static str {
        match self.handler {
            Handler::Form(Form { post: Some(_), .. }) => "GET, HEAD, POST",
            _ => "GET, HEAD",
        }
    }

    /// The parameter of a path that is this route's, empty where it has none; none for the path of another route.
    fn parameter_of<'a>(&self, path: &'a str) -> Option<&'a str> {
        let Some((before, rest)) = self.path.split_once('{') else {
            return (path == self.path).then_some("");
        };
        let (name, after) = rest.split_once('}')?;
        let value = path.strip_prefix(before)?.strip_suffix(after)?;
        let is_taken = match name {
            "number" => value.bytes().all(|byte| byte.is_ascii_digit()),
            "path" => !value.ends_with('/'),
            _ => !value.contains('/'),
        };
        (is_taken && !value.is_empty()).then_some(value)
    }
}

const fn route(path: &'static str, who: Who, handler: Handler) -> SiteRoute {
    SiteRoute { path, who, handler }
}

const fn form(path: &'static str, form: Form) -> SiteRoute {
    route(path, Who::Visitors, Handler::Form(form))
}

/// A page for visitors, and what takes its form. The page of a form may be another one: who reloads an answer to a form
/// is led there.
macro_rules! form {
    (get $get:path) => {
        form!(@ form!(% $get), None, false)
    };
    (get $get:path, post $post:path) => {
        form!(@ form!(% $get), form!(& $post), false)
    };
    (get $get:path, one click $post:path) => {
        form!(@ form!(% $get), form!(& $post), true)
    };
    (to $to:literal, post $post:path) => {
        form!(@ |context| Box::pin(async move { Ok(context.redirect($to)) }), form!(& $post), false)
    };
    (% $get:path) => {
        |context| Box::pin($get(context))
    };
    (& $post:path) => {
        Some(|context, form| Box::pin($post(context, form)))
    };
    (@ $get:expr, $post:expr, $is_one_click:literal) => {
        Form { get: $get, post: $post, is_one_click: $is_one_click }
    };
}

/// All addresses. The first one whose path fits answers.
pub static SITE_ROUTES: &[SiteRoute] = &[
    route("/", Who::Readers, Handler::Home),
    route("/docs", Who::Readers, Handler::Documents),
    route("/docs/{path}.md", Who::Programs, Handler::Markdown),
    route("/docs/{path}", Who::Readers, Handler::Documents),
    route("/search", Who::Readers, Handler::Search),
    route("/images/{name}", Who::Readers, Handler::Image),
    route("/media/{name}", Who::AnyHost, Handler::Media),
    route("/assets/{name}", Who::AnyHost, Handler::Asset),
    route("/icon.svg", Who::Programs, Handler::Icon),
    route("/sitemap.xml", Who::Programs, Handler::Sitemap),
    route("/robots.txt", Who::Programs, Handler::Robots),
    route("/feed.xml", Who::Programs, Handler::Feed),
    route("/llms.txt", Who::Programs, Handler::Llms),
    route("/own-visit", Who::Anybody, Handler::OwnVisit),
    route("/preview-frame", Who::PreviewHost, Handler::PreviewFrame),
    form("/login", form!(get login::get_login)),
    form("/login/code", form!(to "/login", post login::post_code)),
    form(
        "/login/verify",
        form!(get login::get_verify, post login::post_verify),
    ),
    form("/login/password", form!(to "/login", post login::post_password)),
    form("/logout", form!(to "/account", post account::post_logout)),
    form("/account", form!(get account::get_account)),
    form(
        "/account/profile",
        form!(to "/account", post account::post_profile),
    ),
    form(
        "/account/password",
        form!(to "/account", post account::post_password),
    ),
    form("/account/code", form!(to "/account", post account::post_code)),
    form(
        "/account/devices",
        form!(to "/account", post account::post_devices),
    ),
    form(
        "/account/reminders",
        form!(to "/account", post account::post_reminders),
    ),
    form("/account/export", form!(get account::get_export)),
    form(
        "/account/deletion",
        form!(to "/account", post account::post_deletion),
    ),
    form("/plans", form!(get buying::get_plans)),
    form("/orders", form!(to "/plans", post buying::post_order)),
    form("/orders/{number}", form!(get order::get_order)),
    form(
        "/orders/{number}/paid",
        form!(get order::get_paid, post order::post_paid),
    ),
    form("/redeem", form!(get buying::get_redeem, post buying::post_redeem)),
    form(
        "/newsletter",
        form!(get newsletter::get_newsletter, post newsletter::post_newsletter),
    ),
    form(
        "/newsletter/confirm",
        form!(get newsletter::get_confirm, post newsletter::post_confirm),
    ),
    form(
        "/newsletter/unsubscribe",
        form!(get newsletter::get_unsubscribe, one click newsletter::post_unsubscribe),
    ),
    form(
        "/reminders/unsubscribe",
        form!(get reminders::get_unsubscribe, one click reminders::post_unsubscribe),
    ),
];

/// The route of a decoded path, and what stands in the place of its parameter.
pub fn find_route(path: &str) -> Option<(&'static SiteRoute, &str)> {
    let mut routes = SITE_ROUTES.iter();
    routes.find_map(|route| Some((route, route.parameter_of(path)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOCUMENTS: &str = include_str!("../../../../../docs/sites.md");
    const HEAD: &str = "| Path of a site | Methods | Who | Answer |\n|---|---|---|---|\n";

    #[test]
    fn the_documents_have_the_same_table() {
        let table = DOCUMENTS.split(HEAD).nth(1).unwrap();
        let rows = table.lines().take_while(|line| line.starts_with("| `"));
        let written: Vec<String> = rows
            .map(|row| row.split(" | ").take(3).collect::<Vec<_>>().join(" | "))
            .collect();
        let own: Vec<String> = SITE_ROUTES
            .iter()
            .map(|route| {
                format!(
                    "| `{}` | {} | {}",
                    route.path,
                    route.methods(),
                    route.who.as_str()
                )
            })
            .collect();
        assert_eq!(written, own);
    }
}
