//! The words that Moyan adds to the pages of sites, in both languages.

mod buying;
mod newsletter;
mod visitor;

use chrono::NaiveDate;

use crate::features::site::settings::SiteLanguage;

pub use buying::BuyingWords;
pub use newsletter::NewsletterWords;
pub use visitor::VisitorWords;

/// The words of one language.
pub struct Words {
    /// The tag of the language in HTML.
    pub lang: &'static str,
    /// Between the title of a page and the name of the site.
    pub title_separator: &'static str,
    pub skip_to_content: &'static str,
    pub home: &'static str,
    pub documents: &'static str,
    pub search: &'static str,
    pub search_placeholder: &'static str,
    pub search_hint: &'static str,
    pub all_results: &'static str,
    pub search_failed: &'static str,
    pub no_results: &'static str,
    pub no_results_hint: &'static str,
    pub menu: &'static str,
    pub main_navigation: &'static str,
    pub color_scheme: &'static str,
    pub contents: &'static str,
    /// Leads to the contents on a narrow screen. It is no name that an author gives the index, which stands beside it.
    pub see_contents: &'static str,
    pub on_this_page: &'static str,
    pub breadcrumbs: &'static str,
    pub previous: &'static str,
    pub next: &'static str,
    pub pages: &'static str,
    pub previous_page: &'static str,
    pub next_page: &'static str,
    pub all: &'static str,
    pub categories: &'static str,
    pub recent: &'static str,
    pub nothing_here: &'static str,
    pub last_change: &'static str,
    pub edit: &'static str,
    pub members_only: &'static str,
    pub rest_for_members: &'static str,
    pub wall_title_login: &'static str,
    pub wall_title_rest_login: &'static str,
    pub wall_login: &'static str,
    /// For guests, where nothing is sold.
    pub wall_members_log_in: &'static str,
    pub free_part: &'static str,
    pub wall_join: &'static str,
    pub wall_join_for_rest: &'static str,
    pub wall_become_member: &'static str,
    pub wall_log_in: &'static str,
    pub wall_member_log_in: &'static str,
    pub wall_ask: &'static str,
    pub wall_recommended: &'static str,
    pub wall_per_month: &'static str,
    pub wall_per_year: &'static str,
    pub wall_for_ever: &'static str,
    pub copy: &'static str,
    pub copied: &'static str,
    pub link_to_heading: &'static str,
    pub enlarge: &'static str,
    pub close: &'static str,
    pub not_found: &'static str,
    pub not_found_text: &'static str,
    pub not_found_login_or_join: &'static str,
    pub not_found_join: &'static str,
    pub perhaps: &'static str,
    pub to_home: &'static str,
    pub to_documents: &'static str,
    pub gone: &'static str,
    pub gone_text: &'static str,
    pub maintenance: &'static str,
    pub maintenance_text: &'static str,
    pub unavailable: &'static str,
    pub unavailable_text: &'static str,
    pub too_many_searches: &'static str,
    pub too_many_searches_text: &'static str,
    pub draft_strip: &'static str,
    pub archived_strip: &'static str,
    pub maintenance_strip: &'static str,
    pub carousel: &'static str,
    pub slide: &'static str,
    pub previous_slide: &'static str,
    pub next_slide: &'static str,
    pub contact: &'static str,
    /// Of logging in and of the account page.
    pub visitor: &'static VisitorWords,
    /// Of the newsletter's pages.
    pub newsletter: &'static NewsletterWords,
    pub newsletter_name: &'static str,
    pub newsletter_email: &'static str,
    pub newsletter_submit: &'static str,
    /// Those of the pages where visitors buy.
    pub buying: &'static BuyingWords,
    minutes: (&'static str, &'static str),
    documents_count: (&'static str, &'static str, &'static str),
    results_count: (&'static str, &'static str, &'static str),
    wall_more: (&'static str, &'static str, &'static str),
}

impl Words {
    /// The words of a language.
    pub fn of(language: SiteLanguage) -> &'static Self {
        match language {
            SiteLanguage::ZhCn => &ZH_CN,
            SiteLanguage::En => &EN,
        }
    }

    /// How long reading takes.
    pub fn minutes(&self, minutes: u32) -> String {
        format!("{}{minutes}{}", self.minutes.0, self.minutes.1)
    }

    /// A stored day, such as `2026-11-22`, as people read it. What is none stays as its author wrote it.
    pub fn date(&self, date: &str) -> String {
        let day = NaiveDate::parse_from_str(date, "%Y-%m-%d");
        day.map_or_else(|_| date.to_owned(), |day| self.buying.language.day(day))
    }

    /// How many documents there are.
    pub fn documents_count(&self, n_documents: usize) -> String {
        counted(self.documents_count, n_documents)
    }

    /// How many results there are.
    pub fn results_count(&self, n_results: usize) -> String {
        counted(self.results_count, n_results)
    }

    /// How many benefits a wall leaves out.
    pub fn wall_more(&self, n_benefits: usize) -> String {
        counted(self.wall_more, n_benefits)
    }
}

/// Before the number, after 1, after another number.
fn counted((before, one, many): (&str, &str, &str), n: usize) -> String {
    format!("{before}{n}{}", if n == 1 { one } else { many })
}

static ZH_CN: Words = Words {
    lang: "zh-CN",
    title_separator: " · ",
    skip_to_content: "跳到正文",
    home: "首页",
    documents: "文档",
    search: "搜索",
    search_placeholder: "搜索标题和正文",
    search_hint: "输入几个字，在全部文档里查找。",
    all_results: "查看全部结果",
    search_failed: "没有网络，暂时搜不了。",
    no_results: "没有找到相关内容",
    no_results_hint: "换一个更短的词，或者浏览全部文档。",
    menu: "菜单",
    main_navigation: "主导航",
    color_scheme: "切换浅色和深色",
    contents: "目录",
    see_contents: "查看目录",
    on_this_page: "本页内容",
    breadcrumbs: "当前位置",
    previous: "上一篇",
    next: "下一篇",
    previous_page: "上一页",
    next_page: "下一页",
    pages: "分页",
    all: "全部",
    categories: "分类",
    recent: "最近更新",
    nothing_here: "这里还没有文档。",
    last_change: "更新于",
    edit: "编辑这篇文档",
    members_only: "会员专享",
    rest_for_members: "后面的内容，会员接着读",
    wall_title_login: "登录后阅读",
    wall_title_rest_login: "余下内容登录可见",
    wall_login: "登录后即可阅读全文，无需成为会员。",
    wall_members_log_in: "内容仅向会员开放，会员登录后即可阅读。",
    free_part: "可试读",
    wall_join: "成为会员，即可阅读这篇文档。",
    wall_join_for_rest: "成为会员，阅读完整内容。",
    wall_become_member: "成为会员",
    wall_log_in: "登录",
    wall_member_log_in: "会员登录",
    wall_ask: "想成为会员，请联系",
    wall_recommended: "推荐",
    wall_per_month: "/ 月",
    wall_per_year: "/ 年",
    wall_for_ever: "终身有效",
    copy: "复制",
    copied: "已复制",
    link_to_heading: "本节链接",
    enlarge: "查看大图",
    close: "关闭",
    not_found: "页面不存在",
    not_found_text: "这个地址没有内容，可能已经移动或删除。",
    not_found_login_or_join: "部分内容只对会员开放，登录或成为会员后可以查看。",
    not_found_join: "部分内容只对会员开放，成为会员后可以查看。",
    perhaps: "你要找的也许是",
    to_home: "回到首页",
    to_documents: "浏览全部文档",
    gone: "网站已归档",
    gone_text: "这个网站不再更新，内容已经下线。",
    maintenance: "网站维护中",
    maintenance_text: "内容正在整理，请稍后再来。",
    unavailable: "网站暂时无法访问",
    unavailable_text: "请稍后再试。",
    too_many_searches: "搜索过于频繁",
    too_many_searches_text: "请稍等片刻再搜索。",
    draft_strip: "草稿：访客还打不开",
    archived_strip: "已归档：访客看到的是下线说明",
    maintenance_strip: "维护中：访客看到的是维护说明",
    carousel: "轮播",
    slide: "幻灯片",
    previous_slide: "上一张",
    next_slide: "下一张",
    contact: "联系我们",
    visitor: &visitor::ZH_CN,
    newsletter: &newsletter::ZH_CN,
    newsletter_name: "你的名字",
    newsletter_email: "邮箱地址",
    newsletter_submit: "订阅",
    buying: &buying::ZH_CN,
    minutes: ("约 ", " 分钟"),
    documents_count: ("", " 篇文档", " 篇文档"),
    results_count: ("", " 条结果", " 条结果"),
    wall_more: ("还有 ", " 项权益", " 项权益"),
};

static EN: Words = Words {
    lang: "en",
    title_separator: " · ",
    skip_to_content: "Skip to content",
    home: "Home",
    documents: "Documents",
    search: "Search",
    search_placeholder: "Search titles and text",
    search_hint: "Type a few words to search all documents.",
    all_results: "All results",
    search_failed: "The search cannot be reached.",
    no_results: "Nothing found",
    no_results_hint: "Try a shorter word, or browse all documents.",
    menu: "Menu",
    main_navigation: "Main navigation",
    color_scheme: "Switch between light and dark",
    contents: "Contents",
    see_contents: "Browse",
    on_this_page: "On this page",
    breadcrumbs: "You are here",
    previous: "Previous",
    next: "Next",
    previous_page: "Previous page",
    next_page: "Next page",
    pages: "Pages",
    all: "All",
    categories: "Categories",
    recent: "Recently updated",
    nothing_here: "There are no documents here yet.",
    last_change: "Updated",
    edit: "Edit this document",
    members_only: "For members",
    rest_for_members: "Members read on",
    wall_title_login: "Log in to read",
    wall_title_rest_login: "Log in to read the rest",
    wall_login: "The whole document is open to everyone with an account. No membership needed.",
    wall_members_log_in: "This is for members. Log in if you are one.",
    free_part: "Free preview",
    wall_join: "Become a member to read this document.",
    wall_join_for_rest: "Become a member to read the full content.",
    wall_become_member: "Become a member",
    wall_log_in: "Log in",
    wall_member_log_in: "Member login",
    wall_ask: "To become a member, contact",
    wall_recommended: "Recommended",
    wall_per_month: "/ month",
    wall_per_year: "/ year",
    wall_for_ever: "for life",
    copy: "Copy",
    copied: "Copied",
    link_to_heading: "Link to this section",
    enlarge: "Enlarge image",
    close: "Close",
    not_found: "Page not found",
    not_found_text: "There is nothing at this address. It may have been moved or removed.",
    not_found_login_or_join: "Some content is for members only. Log in or become a member to see it.",
    not_found_join: "Some content is for members only. Become a member to see it.",
    perhaps: "Perhaps you are looking for",
    to_home: "Go to the homepage",
    to_documents: "Browse all documents",
    gone: "This site has been archived",
    gone_text: "It is no longer updated and its content has been taken offline.",
    maintenance: "Under maintenance",
    maintenance_text: "We are tidying up. Please come back a little later.",
    unavailable: "This site is not available right now",
    unavailable_text: "Please try again later.",
    too_many_searches: "Too many searches",
    too_many_searches_text: "Please wait a moment, then search again.",
    draft_strip: "Draft: visitors cannot open it yet",
    archived_strip: "Archived: visitors see a notice instead",
    maintenance_strip: "Under maintenance: visitors see a notice instead",
    carousel: "Carousel",
    slide: "Slide",
    previous_slide: "Previous slide",
    next_slide: "Next slide",
    contact: "Contact",
    visitor: &visitor::EN,
    newsletter: &newsletter::EN,
    newsletter_name: "Your name",
    newsletter_email: "Email address",
    newsletter_submit: "Subscribe",
    buying: &buying::EN,
    minutes: ("", " min read"),
    documents_count: ("", " document", " documents"),
    results_count: ("", " result", " results"),
    wall_more: ("and ", " more benefit", " more benefits"),
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_people_write_it_and_what_is_none_as_it_is() {
        for (language, day) in [
            (SiteLanguage::ZhCn, "2026 年 1 月 3 日"),
            (SiteLanguage::En, "3 January 2026"),
        ] {
            let words = Words::of(language);
            assert_eq!(words.date("2026-01-03"), day);
            for other in ["", "Spring 2026", "2026-02-30"] {
                assert_eq!(words.date(other), other);
            }
        }
    }
}
