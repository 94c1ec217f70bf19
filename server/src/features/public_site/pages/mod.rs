//! The pages: templates that escape everything but what the engine made.

pub mod account;
pub mod fields;
pub mod frame;
#[cfg(test)]
mod golden;
pub mod home;
pub mod icons;
pub mod index;
pub mod login;
pub mod newsletter;
pub mod notices;
pub mod order;
pub mod orders;
pub mod payment_methods;
mod phrases;
pub mod plans;
mod qr_code;
pub mod reader;
pub mod search;
mod sections;
pub mod wall;

use maud::{Markup, html};

use super::content::page_context::PageContext;

pub use sections::first_letter;

/// A row of links to the pages of a list. Links are made by `href`, pages count from 1.
fn pager(
    context: &PageContext<'_>,
    current: usize,
    n_pages: usize,
    href: impl Fn(usize) -> String,
) -> Markup {
    let words = context.words;
    html! {
        @if n_pages > 1 {
            nav.pager aria-label=(words.pages) {
                @if current > 1 {
                    a.pager-step rel="prev" href=(href(current - 1)) { (words.previous_page) }
                }
                ol {
                    @for page in shown_pages(current, n_pages) {
                        li {
                            @match page {
                                Some(page) => { a href=(href(page)) aria-current=[(page == current).then_some("page")] { (page) } }
                                None => { span aria-hidden="true" { "…" } }
                            }
                        }
                    }
                }
                @if current < n_pages {
                    a.pager-step rel="next" href=(href(current + 1)) { (words.next_page) }
                }
            }
        }
    }
}

/// The first, the last and those around the current one; none where some are left out.
fn shown_pages(current: usize, n_pages: usize) -> Vec<Option<usize>> {
    let mut shown: Vec<Option<usize>> = Vec::new();
    let mut last = 0;
    for page in (1..=n_pages).filter(|&page| page == 1 || page == n_pages || page.abs_diff(current) <= 1) {
        if page > last + 1 {
            shown.push(None);
        }
        shown.push(Some(page));
        last = page;
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::shown_pages;

    #[test]
    fn a_long_row_of_pages_has_gaps() {
        assert_eq!(shown_pages(1, 3), [Some(1), Some(2), Some(3)]);
        assert_eq!(
            shown_pages(5, 9),
            [Some(1), None, Some(4), Some(5), Some(6), None, Some(9)]
        );
    }
}
