//! The latest documents, or posts that are listed.

use maud::{Markup, html};

use super::{entry_title, heading};
use crate::features::public_site::content::page_context::{Fields, PageContext};
use crate::features::public_site::pages::frame::{picture, rel};
use crate::features::site::settings::{Blog, BlogPost, BlogSource, Link};

/// The latest documents, or those that are listed. What is listed and leads to something that is as if it did not
/// exist is left out.
pub fn render(context: &PageContext<'_>, blog: &Blog, at: &Fields<'_>) -> Markup {
    let (posts, is_listed) = match blog.source {
        BlogSource::Latest => (latest(context, usize::from(blog.n_latest)), false),
        BlogSource::Listed => (blog.posts.clone(), true),
    };
    html! {
        section.section.blog data-field=[at.own()] {
            div.section-inner {
                div.blog-head {
                    (heading(at, &blog.title, &blog.subtitle))
                    (view_all(context, &blog.view_all, at))
                }
                @if posts.is_empty() { p.empty { (context.words.nothing_here) } }
                ul.posts.{ "columns-" (blog.columns) } {
                    @for (index, post) in posts.iter().enumerate().filter(|(_, post)| !is_hidden(context, post)) {
                        @let at = at.item("posts", index);
                        (render_post(context, blog, post, is_listed.then_some(&at)))
                    }
                }
            }
        }
    }
}

fn is_hidden(context: &PageContext<'_>, post: &BlogPost) -> bool {
    context.view.is_hidden(post.link.trim(), "/")
}

/// The link to all articles.
fn view_all(context: &PageContext<'_>, link: &Link, at: &Fields<'_>) -> Markup {
    let href = context.href(&link.url).filter(|_| !link.text.is_empty());
    html! {
        @if let Some(href) = href {
            a.view-all href=(href) rel=[rel(&link.url)] data-field=[at.of("viewAll.text")] { (link.text) }
        }
    }
}

/// The latest documents as posts: only what the audience sees of them.
fn latest(context: &PageContext<'_>, n_posts: usize) -> Vec<BlogPost> {
    let post = |document: crate::features::public_site::content::document::Document<'_>| BlogPost {
        title: document.meta.title.clone(),
        link: document.meta.path.clone(),
        excerpt: document.summary().to_owned(),
        category: context
            .view
            .categories()
            .find(|category| category.id == document.meta.category_id)
            .map(|category| category.name.clone())
            .unwrap_or_default(),
        date: document.date(),
        image: None,
        author: String::new(),
        read_time_min: document.minutes().unwrap_or_default(),
    };
    context.view.latest(n_posts).into_iter().map(post).collect()
}

/// One article. `at` names the settings of those that are listed.
fn render_post(context: &PageContext<'_>, blog: &Blog, post: &BlogPost, at: Option<&Fields<'_>>) -> Markup {
    let field = |name: &str| at.and_then(|at| at.of(name));
    let title = match context.href(&post.link).filter(|_| !post.link.is_empty()) {
        Some(href) => html! { a.post-link href=(href) rel=[rel(&post.link)] { (post.title) } },
        None => html! { (post.title) },
    };
    html! {
        li.post {
            @if let Some(image) = &post.image { div.post-picture { (picture(context, image, "post-image", false)) } }
            div.post-text {
                @if !post.category.is_empty() { p.post-category data-field=[field("category")] { (post.category) } }
                (entry_title(&blog.title, title, field("title")))
                @if !post.excerpt.is_empty() { p.post-excerpt data-field=[field("excerpt")] { (post.excerpt) } }
                p.post-facts {
                    @if !post.date.is_empty() { time datetime=(post.date) { (context.words.date(&post.date)) } }
                    @if blog.shows_author && !post.author.is_empty() { span { (post.author) } }
                    @if blog.shows_read_time && post.read_time_min > 0 {
                        span { (context.words.minutes(post.read_time_min)) }
                    }
                }
            }
        }
    }
}
