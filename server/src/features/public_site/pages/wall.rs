//! What stands in the place of text that is kept back: why, the way in, and what it costs.

use maud::{Markup, html};
use moyan_domain::gate::{self, AccessLevel, Audience};
use moyan_domain::yuan;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::icons::{self, Icon};
use super::phrases;
use crate::features::public_site::content::document::Document;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::site::settings::{Package, PackagePeriod};

/// Packages that a wall shows; the page of packages has all.
const PACKAGES_AT_WALLS: usize = 3;
/// Lines of benefits that a wall shows of a package.
const BENEFITS_AT_WALLS: usize = 4;

/// The wall of a document; nothing when all of it is shown. Source: specification §6.
pub fn wall(context: &PageContext<'_>, document: Document<'_>) -> Markup {
    if document.is_whole() {
        return html! {};
    }
    let words = context.words;
    let is_cut = document.level() == AccessLevel::Partial;
    let opens_by_login = opens_by_login(context, document);
    let title = match (opens_by_login, is_cut) {
        (true, false) => words.wall_title_login,
        (true, true) => words.wall_title_rest_login,
        (false, true) => words.rest_for_members,
        (false, false) => words.members_only,
    };
    let packages = match opens_by_login {
        true => Vec::new(),
        false => offered(context),
    };
    html! {
        section.wall.has-packages[!packages.is_empty()] aria-labelledby="wall" data-nosnippet {
            div.wall-head {
                span.wall-mark { (icons::draw(Icon::Lock)) }
                h2.wall-title #wall { (title) }
                @if !is_cut && !document.meta.description.is_empty() {
                    p.wall-description { (document.meta.description) }
                }
                p.wall-text { (phrases::lead(&reason(context, opens_by_login, is_cut))) }
                (ways_in(context, document, opens_by_login))
            }
            @if !packages.is_empty() {
                ul.wall-packages.{ "wall-packages-" (packages.len()) } {
                    @for package in packages { (draw_package(context, document, package)) }
                }
                @if !context.words.buying.currency.is_empty() { p.small-print { (context.words.buying.currency) } }
            }
        }
    }
}

/// What opens the text for this reader.
fn reason(context: &PageContext<'_>, opens_by_login: bool, is_cut: bool) -> String {
    let words = context.words;
    if opens_by_login {
        return words.wall_login.to_owned();
    }
    let sells = !offered(context).is_empty();
    if let Some(ended_at) = context.reader.ended_at {
        let day = words
            .buying
            .past_day(ended_at, context.settings().basic_info.zone(), context.now);
        return match sells {
            true => words.buying.ended_renew(&day),
            false => words.buying.expired_on(&day),
        };
    }
    let is_guest = context.reader.audience == Audience::Guest && !context.is_without_visitors();
    let text = match (is_guest && !sells, is_cut) {
        (true, _) => words.wall_members_log_in,
        (false, true) => words.wall_join_for_rest,
        (false, false) => words.wall_join,
    };
    text.to_owned()
}

/// True for guests who see all of it once they are logged in.
fn opens_by_login(context: &PageContext<'_>, document: Document<'_>) -> bool {
    let rules = &context.view.content.rules;
    let seen = gate::decide(&document.meta.sealed, rules, Audience::NonMember);
    context.reader.audience == Audience::Guest && seen.level == AccessLevel::Free
}

/// Links to the pages of login and packages, which lead back here; where there are none, whom to ask.
fn ways_in(context: &PageContext<'_>, document: Document<'_>, opens_by_login: bool) -> Markup {
    let words = context.words;
    let is_guest = context.reader.audience == Audience::Guest;
    let sells = !offered(context).is_empty();
    let page = |page: &str| path_back_to(context, document, page);
    if context.is_without_visitors() || (!sells && !is_guest) {
        return whom_to_ask(context);
    }
    html! {
        div.buttons {
            @if sells && !opens_by_login {
                a.button.button-primary href=(page("plans")) rel="nofollow" {
                    (if context.reader.ended_at.is_some() { words.buying.renew } else { words.wall_become_member })
                }
                @if is_guest {
                    a.button.button-secondary href=(page("login")) rel="nofollow" { (words.wall_member_log_in) }
                }
            } @else {
                a.button.button-primary href=(page("login")) rel="nofollow" { (words.wall_log_in) }
            }
        }
        @if !sells && !opens_by_login { (whom_to_ask(context)) }
    }
}

/// The path of a page that leads back to this document.
fn path_back_to(context: &PageContext<'_>, document: Document<'_>, page: &str) -> String {
    let from = utf8_percent_encode(&document.meta.path, NON_ALPHANUMERIC);
    context.path(&format!("/{page}?from={from}"))
}

/// Whom to ask for a membership, where nobody can log in or nothing is sold.
fn whom_to_ask(context: &PageContext<'_>) -> Markup {
    let (contact, email) = (
        &context.settings().membership.contact,
        &context.settings().basic_info.contact_email,
    );
    html! {
        @if !contact.is_empty() {
            p.wall-contact { (context.words.wall_ask) " " (contact) }
        } @else if !email.is_empty() {
            p.wall-contact { (context.words.wall_ask) " " a href={ "mailto:" (email) } { (email) } }
        }
    }
}

/// The packages that are sold, at most as many as a wall shows; the recommended one is among them.
fn offered<'a>(context: &PageContext<'a>) -> Vec<&'a Package> {
    let sold = context.sold();
    let place = sold.iter().position(|package| package.is_recommended);
    let start = place.map_or(0, |place| place.saturating_sub(PACKAGES_AT_WALLS - 1));
    sold.into_iter().skip(start).take(PACKAGES_AT_WALLS).collect()
}

fn draw_package(context: &PageContext<'_>, document: Document<'_>, package: &Package) -> Markup {
    let words = context.words;
    let period = match package.period {
        PackagePeriod::Monthly => words.wall_per_month,
        PackagePeriod::Yearly => words.wall_per_year,
        PackagePeriod::Lifetime => words.wall_for_ever,
    };
    let n_more = package.benefits.len().saturating_sub(BENEFITS_AT_WALLS);
    html! {
        li.wall-package.is-recommended[package.is_recommended] {
            p.wall-package-name {
                a.wall-package-link href={ (path_back_to(context, document, "plans")) "&package=" (package.id) } rel="nofollow" {
                    (package.name)
                }
                @if package.is_recommended { span.wall-recommended { (words.wall_recommended) } }
            }
            p.wall-price {
                span.wall-amount { (yuan(package.price_fen().unwrap_or_default())) }
                span.wall-period { (period) }
            }
            @if !package.benefits.is_empty() {
                ul.wall-benefits {
                    @for benefit in package.benefits.iter().take(BENEFITS_AT_WALLS) { li { (benefit) } }
                    @if n_more > 0 { li.wall-more { (words.wall_more(n_more)) } }
                }
            }
        }
    }
}
