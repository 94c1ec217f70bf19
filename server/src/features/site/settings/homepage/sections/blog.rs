//! Articles.

use moyan_domain::limits::{
    BLOG_POSTS_MAX, READ_TIME_MAX_MIN, SITE_LABEL_MAX_CHARS, SITE_LINK_MAX_CHARS, SITE_SUBTITLE_MAX_CHARS,
    SITE_SUMMARY_MAX_CHARS, SITE_TITLE_MAX_CHARS,
};
use moyan_domain::{FieldProblem, stored_names};
use moyan_foundation::schema_limits::{DATE, line, link_address, list, number, of_format, text};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::SectionKind;
use crate::features::site::settings::{Fields, Link, SiteImage, SiteLanguage};

stored_names! {
    /// Where the articles of the blog section come from.
    BlogSource
    /// The latest documents that guests may see.
    Latest: "latest",
    /// Those that are listed.
    Listed: "listed",
}

/// Articles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Blog {
    /// The heading.
    #[schema(example = json!(line(0..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// Below the heading.
    #[schema(example = json!(line(0..=SITE_SUBTITLE_MAX_CHARS)))]
    pub subtitle: String,
    /// A link to all of them; none when its text is empty.
    pub view_all: Link,
    /// Where the articles come from.
    pub source: BlogSource,
    /// Latest documents.
    #[schema(example = json!(number(1..=BLOG_LATEST_MAX)))]
    pub n_latest: u8,
    /// Those that are listed.
    #[schema(example = json!(list(BLOG_POSTS_MAX)))]
    pub posts: Vec<BlogPost>,
    /// Whether the author is shown.
    pub shows_author: bool,
    /// Whether the reading time is shown.
    pub shows_read_time: bool,
    /// Columns of a wide screen.
    #[schema(example = json!(number(1..=3)))]
    pub columns: u8,
}

/// An article of the blog section.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogPost {
    /// The heading; required where the list is shown.
    #[schema(example = json!(line(0..=SITE_TITLE_MAX_CHARS)))]
    pub title: String,
    /// Where it leads.
    #[schema(example = json!(link_address(SITE_LINK_MAX_CHARS)))]
    pub link: String,
    /// What it is about.
    #[schema(example = json!(text(0..=SITE_SUMMARY_MAX_CHARS)))]
    pub excerpt: String,
    /// The category.
    #[schema(example = json!(line(0..=SITE_LABEL_MAX_CHARS)))]
    pub category: String,
    /// `2026-11-22`; may be empty.
    #[schema(example = json!(of_format(DATE)))]
    pub date: String,
    /// Its picture.
    pub image: Option<SiteImage>,
    /// Who wrote it.
    #[schema(example = json!(line(0..=SITE_LABEL_MAX_CHARS)))]
    pub author: String,
    /// Minutes to read; 0 when it is not known.
    #[schema(example = json!(number(0..=READ_TIME_MAX_MIN)))]
    pub read_time_min: u32,
}

/// Latest documents that the section shows at most.
const BLOG_LATEST_MAX: u32 = BLOG_POSTS_MAX as u32;

impl SectionKind for Blog {
    fn starting(language: SiteLanguage) -> Self {
        let (title, subtitle) = language.pick((
            ("最新文章", "最近写下和修订的内容"),
            ("Latest articles", "What was written and revised most recently"),
        ));
        Self {
            title: title.to_owned(),
            subtitle: subtitle.to_owned(),
            view_all: Link::to_index(language.pick(("查看全部", "View all"))),
            source: BlogSource::Latest,
            n_latest: 6,
            posts: Vec::new(),
            shows_author: false,
            shows_read_time: true,
            columns: 3,
        }
    }

    fn check(&self, fields: &mut Fields) {
        // While the latest are shown, nobody sees what is missing here.
        if self.source == BlogSource::Latest {
            return;
        }
        for (index, post) in self.posts.iter().enumerate() {
            if post.title.trim().is_empty() {
                fields.refuse(&format!("posts[{index}].title"), FieldProblem::Required);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_post_of_a_section_needs_a_title_while_the_list_is_shown() {
        let mut blog = Blog::starting(SiteLanguage::En);
        blog.posts.push(BlogPost {
            title: String::new(),
            link: String::new(),
            excerpt: String::new(),
            category: String::new(),
            date: String::new(),
            image: None,
            author: String::new(),
            read_time_min: 1,
        });
        for (source, title, is_good) in [
            (BlogSource::Listed, "一", true),
            (BlogSource::Listed, " ", false),
            (BlogSource::Latest, "", true),
        ] {
            blog.source = source;
            title.clone_into(&mut blog.posts[0].title);
            let mut fields = Fields::default();
            blog.check(&mut fields);
            assert_eq!(fields.into_result().is_ok(), is_good, "{source:?} {title}");
        }
    }
}
