//! What stands in the place of text that is kept back: why, the way in, and what it costs.

use maud::{Markup, html};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::icons::{self, Icon};
use super::money::yuan;
use super::phrases;
use crate::features::public_site::view::{Document, View};
use crate::features::site::settings::{Package, PackagePeriod};
use crate::gate::{self, AccessLevel, Audience};

/// Packages that a wall shows; the page of packages has all.
const PACKAGES_AT_WALLS: usize = 3;
/// Lines of benefits that a wall shows of a package.
const BENEFITS_AT_WALLS: usize = 4;

/// The wall of a document; nothing when all of it is shown. Source: specification §6.
pub fn wall(view: &View<'_>, document: Document<'_>) -> Markup {
    if document.is_whole() {
        return html! {};
    }
    let words = view.words;
    let is_cut = document.level() == AccessLevel::Partial;
    let opens_by_login = opens_by_login(view, document);
    let (title, text) = match (opens_by_login, is_cut, view.reader.audience) {
        (true, false, _) => (words.wall_title_login, words.wall_login),
        (true, true, _) => (words.wall_title_rest_login, words.wall_login),
        (false, true, _) => (words.rest_for_members, words.wall_join_for_rest),
        (false, false, Audience::Guest) => (words.members_only, words.wall_login_or_join),
        (false, false, _) => (words.members_only, words.wall_join),
    };
    let packages = match opens_by_login || view.is_without_visitors() {
        true => Vec::new(),
        false => offered(view),
    };
    html! {
        section.wall.has-packages[!packages.is_empty()] aria-labelledby="wall" data-nosnippet {
            div.wall-head {
                span.wall-mark { (icons::draw(Icon::Lock)) }
                h2.wall-title #wall { (title) }
                @if !is_cut && !document.meta.description.is_empty() {
                    p.wall-description { (document.meta.description) }
                }
                p.wall-text { (phrases::lead(text)) }
                (ways_in(view, document, opens_by_login))
            }
            @if !packages.is_empty() {
                ul.wall-packages.{ "wall-packages-" (packages.len()) } {
                    @for package in packages { (draw_package(view, package)) }
                }
            }
        }
    }
}

/// True for guests who see all of it once they are logged in.
fn opens_by_login(view: &View<'_>, document: Document<'_>) -> bool {
    let rules = &view.shown.content.rules;
    let seen = gate::decide(&document.meta.sealed, rules, Audience::NonMember);
    view.reader.audience == Audience::Guest && seen.level == AccessLevel::Free
}

/// Links to the pages of login and packages, which lead back here; where there are none, whom to ask.
fn ways_in(view: &View<'_>, document: Document<'_>, opens_by_login: bool) -> Markup {
    let words = view.words;
    let is_guest = view.reader.audience == Audience::Guest;
    let sells = !offered(view).is_empty();
    let page = |page: &str| {
        let from = utf8_percent_encode(&document.meta.path, NON_ALPHANUMERIC);
        view.path(&format!("/{page}?from={from}"))
    };
    if view.is_without_visitors() || (!sells && !is_guest) {
        return whom_to_ask(view);
    }
    html! {
        div.buttons {
            @if sells && !opens_by_login {
                a.button.button-primary href=(page("plans")) rel="nofollow" { (words.wall_become_member) }
                @if is_guest {
                    a.button.button-secondary href=(page("login")) rel="nofollow" { (words.wall_log_in) }
                }
            } @else {
                a.button.button-primary href=(page("login")) rel="nofollow" { (words.wall_log_in) }
            }
        }
    }
}

/// Whom to ask for a membership, where nobody can log in or nothing is sold.
fn whom_to_ask(view: &View<'_>) -> Markup {
    let (contact, email) = (
        &view.settings().membership.contact,
        &view.settings().basic_info.contact_email,
    );
    html! {
        @if !contact.is_empty() {
            p.wall-contact { (view.words.wall_ask) " " (contact) }
        } @else if !email.is_empty() {
            p.wall-contact { (view.words.wall_ask) " " a href={ "mailto:" (email) } { (email) } }
        }
    }
}

/// The packages that are sold, at most as many as a wall shows; the recommended one is among them.
fn offered<'a>(view: &View<'a>) -> Vec<&'a Package> {
    let packages = view.settings().membership.packages.iter();
    let sold: Vec<&Package> = packages
        .filter(|package| !package.is_archived && package.price_fen().is_some())
        .collect();
    let place = sold.iter().position(|package| package.is_recommended);
    let start = place.map_or(0, |place| place.saturating_sub(PACKAGES_AT_WALLS - 1));
    sold.into_iter().skip(start).take(PACKAGES_AT_WALLS).collect()
}

fn draw_package(view: &View<'_>, package: &Package) -> Markup {
    let words = view.words;
    let period = match package.period {
        PackagePeriod::Monthly => words.wall_per_month,
        PackagePeriod::Yearly => words.wall_per_year,
        PackagePeriod::Lifetime => words.wall_for_ever,
    };
    let n_more = package.benefits.len().saturating_sub(BENEFITS_AT_WALLS);
    html! {
        li.wall-package.is-recommended[package.is_recommended] {
            p.wall-package-name {
                (package.name)
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
