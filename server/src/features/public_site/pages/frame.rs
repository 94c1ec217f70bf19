//! What stands around every page: head, navigation, search, color scheme, foot.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use moyan_domain::SiteStatus;
use moyan_domain::gate::Audience;

use super::icons::{self, Icon};
use super::plans::plans_path;
use crate::features::public_site::content::assets;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::machine::seo::Meta;
use crate::features::site::settings::{ColorScheme, Link, SiteImage};

/// Where the ministry lets anybody look a registration up, as sites in China must link it.
const ICP_REGISTER: &str = "https://beian.miit.gov.cn/";

/// What a page puts into the frame.
pub struct Page {
    /// What browsers, search engines and shared links show.
    pub meta: Meta,
    /// Which link of the head is the current one: its path.
    pub current: &'static str,
    /// A class of the body, by which the style sheet knows the kind of page.
    pub kind: &'static str,
    pub main: Markup,
}

/// The whole document.
pub fn document(context: &PageContext<'_>, page: &Page) -> Markup {
    let scheme = context
        .color_scheme
        .unwrap_or(context.settings().appearance.color_scheme);
    let theme = match scheme {
        ColorScheme::System => None,
        ColorScheme::Light => Some("light"),
        ColorScheme::Dark => Some("dark"),
    };
    html! {
        (DOCTYPE)
        html lang=(context.words.lang) data-theme=[theme] data-fixed-theme[context.color_scheme.is_some()] {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover";
                meta name="color-scheme" content="light dark";
                (page.meta.tags(context))
                @if !context.is_without_scripts() {
                    script { (PreEscaped(assets::EARLY_SCRIPT)) }
                }
                link rel="stylesheet" href=(context.path(&assets::style_path()));
                link rel="stylesheet" href=(context.path(&context.theme_path()));
                (icon(context))
                @if !context.is_without_scripts() {
                    script type="module" src=(context.path(&assets::script_path())) {}
                }
            }
            body.(page.kind) data-base=(context.base) data-again=[(!context.again_path.is_empty()).then_some(context.again_path)] {
                a.skip href="#main" { (context.words.skip_to_content) }
                (strip(context))
                (header(context, page))
                main #main tabindex="-1" { (page.main) }
                (footer(context))
            }
        }
    }
}

/// The icon that a site has set.
fn own_icon(context: &PageContext<'_>) -> Option<String> {
    let icon = context.settings().basic_info.icon.as_ref()?;
    context.image(&icon.url)
}

/// The address of the icon: the site's, else the first letter of its name.
pub fn icon_address(context: &PageContext<'_>) -> String {
    own_icon(context).unwrap_or_else(|| context.path("/icon.svg"))
}

/// The icon of the browser's tab.
fn icon(context: &PageContext<'_>) -> Markup {
    html! {
        @if let Some(href) = own_icon(context) {
            link rel="icon" href=(href);
        } @else {
            link rel="icon" type="image/svg+xml" href=(context.path("/icon.svg"));
        }
    }
}

/// A line that names the state of the site, where strangers do not see it as it is.
fn strip(context: &PageContext<'_>) -> Markup {
    let words = context.words;
    let text = match context.view.content.site.status {
        SiteStatus::Published => None,
        SiteStatus::Draft => Some(words.draft_strip),
        SiteStatus::Archived => Some(words.archived_strip),
        SiteStatus::Maintenance => Some(words.maintenance_strip),
    };
    html! {
        @if let Some(text) = text { p.strip role="status" { (text) } }
    }
}

fn header(context: &PageContext<'_>, page: &Page) -> Markup {
    let (words, current) = (context.words, page.current);
    let join = join(context, page);
    let has_search = context.settings().index.is_search_enabled;
    html! {
        header.(nav_class(context)).site-head {
            div.site-head-inner {
                (brand(context))
                nav.site-nav aria-label=(words.main_navigation) { (links(context, current)) }
                div.site-tools {
                    @if has_search {
                        a.tool.search-link href=(context.path("/search")) aria-label=(words.search)
                            aria-keyshortcuts="/ Control+K Meta+K" data-words=(words_of_search(context)) {
                            (icons::draw(Icon::Search))
                            span.search-link-text { (words.search) }
                        }
                    }
                    button.tool.scheme-button type="button" hidden aria-label=(words.color_scheme) {
                        span.scheme-sun { (icons::draw(Icon::Sun)) }
                        span.scheme-moon { (icons::draw(Icon::Moon)) }
                    }
                    @if let Some((text, href)) = &join { a.tool.join-link href=(href) rel="nofollow" { (text) } }
                    @if context.has_login() { a.tool.account-link href=(account_path(context)) { (account_text(context)) } }
                    details.menu {
                        summary.tool aria-label=(words.menu) { (icons::draw(Icon::Menu)) }
                        nav.menu-links aria-label=(words.menu) {
                            (links(context, current))
                            @if let Some((text, href)) = &join { a.menu-join href=(href) rel="nofollow" { (text) } }
                            @if context.has_login() { a.menu-account href=(account_path(context)) { (account_text(context)) } }
                        }
                    }
                }
            }
        }
    }
}

/// The words of the dialog that a script opens. On a press it asks the page of the search, as a form would.
fn words_of_search(context: &PageContext<'_>) -> String {
    let words = context.words;
    serde_json::json!({
        "title": words.search,
        "placeholder": words.search_placeholder,
        "hint": words.search_hint,
        "all": words.all_results,
        "busy": words.too_many_searches,
        "failed": words.search_failed,
        "close": words.close,
    })
    .to_string()
}

/// Where visitors log in, or find their account.
fn account_path(context: &PageContext<'_>) -> String {
    context.path(if context.is_logged_in {
        "/account"
    } else {
        "/login"
    })
}

fn account_text(context: &PageContext<'_>) -> &'static str {
    let words = context.words.visitor;
    if context.is_logged_in {
        words.account
    } else {
        words.log_in
    }
}

/// The link to what the site sells, which leads back to this page.
fn join(context: &PageContext<'_>, page: &Page) -> Option<(&'static str, String)> {
    let text = join_text(context).filter(|_| page.current != "/plans")?;
    let path = match page.meta.canonical.as_deref() {
        None | Some("/") => "/plans".to_owned(),
        Some(from) => plans_path(from),
    };
    Some((text, context.path(&path)))
}

/// What leads to what the site sells; none for those who have it and where nothing is sold.
fn join_text(context: &PageContext<'_>) -> Option<&'static str> {
    let is_member = matches!(context.reader.audience, Audience::Member | Audience::Staff);
    (!is_member && !context.sold().is_empty()).then_some(match context.reader.ended_at {
        Some(_) => context.words.buying.renew,
        None => context.words.wall_become_member,
    })
}

/// Pixels that links in the head may take beside a name and the tools: from 900 pixels on, and from 1,200 on.
const NAV_WIDTHS_PX: [usize; 2] = [410, 680];

/// Where the links of the head stand side by side: on screens of middle width, on wide ones, or in the menu only.
///
/// No script measures them, so their width is estimated from their letters.
fn nav_class(context: &PageContext<'_>) -> &'static str {
    let navigation = &context.settings().navigation;
    let own = [
        navigation.shows_home.then_some(context.words.home),
        navigation.shows_index.then(|| index_title(context)),
    ];
    let texts = own.into_iter().flatten();
    let texts = texts.chain(navigation.links.iter().map(|link| link.text.as_str()));
    let width: usize = texts.map(link_width_px).sum();
    let width = width + join_text(context).map_or(0, link_width_px);
    match NAV_WIDTHS_PX.map(|room| width <= room) {
        [true, _] => "has-short-nav",
        [false, true] => "has-long-nav",
        [false, false] => "has-no-nav",
    }
}

/// About how wide a link of the head is, with the room around it.
fn link_width_px(text: &str) -> usize {
    let letters: usize = text
        .chars()
        .map(|letter| if letter.is_ascii() { 9 } else { 15 })
        .sum();
    letters + 28
}

/// The logo, else the name.
fn brand(context: &PageContext<'_>) -> Markup {
    let info = &context.settings().basic_info;
    let logo = |image: &Option<SiteImage>| {
        let image = image.as_ref()?;
        Some((context.image(&image.url)?, image.width, image.height))
    };
    let light = logo(&info.logo);
    let dark = logo(&info.logo_dark).or_else(|| light.clone());
    html! {
        a.brand href=(context.path("/")) data-field=[context.field("basicInfo.name")] {
            @if let (Some((light, width, height)), Some((dark, dark_width, dark_height))) = (light, dark) {
                img.logo.logo-light src=(light) alt=(info.name) width=[known(width)] height=[known(height)];
                img.logo.logo-dark src=(dark) alt=(info.name) width=[known(dark_width)] height=[known(dark_height)];
            } @else {
                span.brand-name title=(info.name) { (info.name) }
            }
        }
    }
}

/// A size that is known.
pub fn known(pixels: u32) -> Option<u32> {
    (pixels > 0).then_some(pixels)
}

fn links(context: &PageContext<'_>, current: &str) -> Markup {
    let navigation = &context.settings().navigation;
    let is_current = |path: &str| (path == current).then_some("page");
    html! {
        ul {
            @if navigation.shows_home {
                li { a href=(context.path("/")) aria-current=[is_current("/")] { (context.words.home) } }
            }
            @if navigation.shows_index {
                li { a href=(context.path("/docs")) aria-current=[is_current("/docs")] { (index_title(context)) } }
            }
            @for (index, link) in navigation.links.iter().enumerate() {
                @if let Some(href) = context.href(&link.url) {
                    li {
                        a href=(href) rel=[rel(&link.url)] aria-current=[is_current(&link.url)]
                            data-field=[context.field(&format!("navigation.links[{index}].text"))] { (link.text) }
                    }
                }
            }
        }
    }
}

/// What links to other hosts say: that host learns no more than the browser tells it, and holds no handle on the page.
pub fn rel(address: &str) -> Option<&'static str> {
    address.starts_with("http").then_some("noopener")
}

/// The heading of the index.
pub fn index_title<'a>(context: &PageContext<'a>) -> &'a str {
    let title = context.settings().index.title.as_str();
    if title.is_empty() {
        context.words.documents
    } else {
        title
    }
}

/// A link that looks like a button; nothing when it has no text or leads nowhere.
pub fn button(context: &PageContext<'_>, link: &Link, class: &str, field: Option<String>) -> Markup {
    html! {
        @if !link.text.is_empty() {
            @if let Some(href) = context.href(&link.url) {
                a.button.(class) href=(href) rel=[rel(&link.url)] data-field=[field] { (link.text) }
            }
        }
    }
}

/// A picture, with its size so that nothing moves when it comes.
pub fn picture(context: &PageContext<'_>, image: &SiteImage, class: &str, is_first: bool) -> Markup {
    let loading = if is_first { "eager" } else { "lazy" };
    html! {
        @if let Some(src) = context.image(&image.url) {
            img.(class) src=(src) alt=(image.alt) width=[known(image.width)] height=[known(image.height)]
                loading=(loading) decoding="async" fetchpriority=[is_first.then_some("high")];
        }
    }
}

fn footer(context: &PageContext<'_>) -> Markup {
    let info = &context.settings().basic_info;
    html! {
        footer.site-foot {
            div.site-foot-inner {
                div.foot-about {
                    p.foot-name { (info.name) }
                    @if !info.description.is_empty() {
                        p.foot-description data-field=[context.field("basicInfo.description")] { (info.description) }
                    }
                }
                @if !info.footer_links.is_empty() || !info.contact_email.is_empty() {
                    ul.foot-links {
                        @for (index, link) in info.footer_links.iter().enumerate() {
                            @if let Some(href) = context.href(&link.url) {
                                li {
                                    a href=(href) rel=[rel(&link.url)]
                                        data-field=[context.field(&format!("basicInfo.footerLinks[{index}].text"))] { (link.text) }
                                }
                            }
                        }
                        @if !info.contact_email.is_empty() {
                            li {
                                a href={ "mailto:" (info.contact_email) } data-field=[context.field("basicInfo.contactEmail")] {
                                    (context.words.contact)
                                }
                            }
                        }
                    }
                }
                div.foot-legal {
                    @if !info.copyright.is_empty() {
                        span data-field=[context.field("basicInfo.copyright")] { (info.copyright) }
                    }
                    @if !info.icp_number.is_empty() {
                        a href=(ICP_REGISTER) rel="noopener" data-field=[context.field("basicInfo.icpNumber")] { (info.icp_number) }
                    }
                }
            }
        }
    }
}
