//! Whole pages, compared with `server/tests/golden/pages`. `UPDATE_GOLDEN=1` writes the files anew; read the difference.

use std::path::Path;

use chrono::{DateTime, TimeDelta, TimeZone as _, Utc};
use maud::html;
use moyan_domain::gate::{AccessLevel, Audience};
use moyan_domain::{DocumentId, Language, PaymentMethod, SiteId, SiteStatus, VisitorId, VisitorSessionId};
use uuid::Uuid;

use super::order::{self, Again, OrderPage, OrderState};
use super::plans::{self, Standing};
use super::{account, fields, frame, home, index, login, newsletter, notices, reader, search};
use crate::features::public_site::content::document::Document;
use crate::features::public_site::content::page_context::PageContext;
use crate::features::public_site::testing::{Reading, content_with, document, sold};
use crate::features::publish::SiteContent;
use crate::features::site::settings::{
    BlogSource, FaqLayout, FeaturesLayout, HeroLayout, HeroVariant, IndexLayout, Package, SectionContent,
    SiteImage, SiteLanguage, SiteSettings, TestimonialsLayout,
};
use crate::features::visitor::service::{AccountDetails, ProvedAction};
use crate::features::visitor::{SessionRow, Visitor};

/// One element a line, so that a difference is read.
fn compare(name: &str, html: &str) {
    let html = html.replace("><", ">\n<") + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/pages/{name}.html"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &html).unwrap();
    }
    let expected = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        html == expected,
        "{name} differs from {}:\n{html}",
        file.display()
    );
}

/// The settings of the handbook's site, which has a section of every kind.
fn handbook() -> SiteSettings {
    let settings = include_str!("../../../../../seeds/site/zh-CN.json");
    let mut settings: serde_json::Value = serde_json::from_str(settings).unwrap();
    let initial = serde_json::to_value(SiteSettings::initial(SiteLanguage::ZhCn)).unwrap();
    for (tab, value) in initial.as_object().unwrap() {
        if settings.get(tab).is_none() {
            settings[tab] = value.clone();
        }
    }
    let text = settings.to_string().replace("\"url\":\"", "\"url\":\"/media/");
    // Only images have such names.
    let text = text
        .replace("\"url\":\"/media//", "\"url\":\"/")
        .replace("\"url\":\"/media/https", "\"url\":\"https");
    let text = text.replace("\"url\":\"/media/\"", "\"url\":\"\"");
    serde_json::from_str(&text).unwrap()
}

/// That site with a tree of documents: two of the first level, and one below the first of them, with one below it.
fn content() -> SiteContent {
    let mut documents = vec![
        document(
            1,
            "first",
            &["One", "Two"],
            &[
                "<h2 id=\"One\">One</h2>",
                "<p>Text of the first.</p>",
                "<h2 id=\"Two\">Two</h2>",
                "<p>More.</p>",
            ],
        ),
        document(2, "below", &[], &["<p>Text below.</p>"]),
        document(3, "deepest", &[], &["<p>Text far below.</p>"]),
        document(4, "last", &[], &["<p>Text of the last.</p>"]),
    ];
    documents[1].parent_id = Some(DocumentId(Uuid::from_u128(1)));
    documents[2].parent_id = Some(DocumentId(Uuid::from_u128(2)));
    documents[0].tags = vec!["writing".to_owned(), "tools".to_owned()];
    documents[0].description = "What the first is about".to_owned();
    documents[3].description = "What the last is about".to_owned();
    let mut content = content_with(documents);
    let packages = content.settings.membership.clone();
    content.settings = handbook();
    content.settings.membership = packages;
    content.categories[0].description = "How to write".to_owned();
    content.categories[0].icon = "book".to_owned();
    content
}

fn find<'a>(context: &PageContext<'a>, title: &str) -> Document<'a> {
    context
        .view
        .documents()
        .find(|document| document.meta.title == title)
        .unwrap()
}

#[test]
fn the_homepage_with_a_section_of_every_kind() {
    let reading = Reading::of(content(), Audience::Guest);
    let context = reading.context();
    let page = home::page(&context);
    compare("home", &page.main.into_string());
    compare("home-meta", &page.meta.tags(&context).into_string());
}

#[test]
fn the_frame_around_a_page_for_a_guest_and_for_a_member() {
    for (name, audience, is_logged_in) in [
        ("frame-guest", Audience::Guest, false),
        ("frame-member", Audience::Member, true),
    ] {
        let reading = Reading::of(content(), audience);
        let context = PageContext {
            is_logged_in,
            ..reading.context()
        };
        let mut page = home::page(&context);
        page.main = html! { p { "main" } };
        let html = frame::document(&context, &page).into_string();
        // What the head says has tests of its own.
        compare(name, html.split_once("<body").unwrap().1);
    }
}

/// A homepage whose sections show what those of the handbook do not.
#[test]
fn the_homepage_in_its_other_shapes() {
    let mut content = content();
    let info = &mut content.settings;
    info.carousel.is_enabled = true;
    for (at, slide) in info.carousel.slides.iter_mut().enumerate() {
        slide.is_visible = true;
        slide.link = String::new();
        slide.title = if at == 0 {
            String::new()
        } else {
            slide.title.clone()
        };
    }
    for section in &mut info.homepage.sections {
        match &mut section.content {
            SectionContent::Hero(hero) => {
                hero.shows_image = true;
                hero.variant = HeroVariant::Image;
                hero.layout = HeroLayout::Split;
                if let Some(image) = &mut hero.image {
                    image.width = 0;
                    image.height = 0;
                }
                hero.secondary_button.text.clear();
            }
            SectionContent::Blog(blog) => {
                blog.source = match blog.source {
                    BlogSource::Latest => BlogSource::Listed,
                    BlogSource::Listed => BlogSource::Latest,
                };
                blog.view_all.url.clear();
                blog.shows_author = !blog.shows_author;
                blog.shows_read_time = !blog.shows_read_time;
            }
            SectionContent::Testimonials(voices) => {
                voices.layout = TestimonialsLayout::Carousel;
                for item in &mut voices.items {
                    item.position.clear();
                }
            }
            SectionContent::Features(features) => features.layout = FeaturesLayout::Carousel,
            SectionContent::Faq(faq) => faq.layout = FaqLayout::Tabs,
            _ => {}
        }
    }
    // A second hero is no heading of the page, and a hidden first one neither.
    let mut second = info.homepage.sections[0].clone();
    second.id = Uuid::from_u128(99);
    info.homepage.sections.push(second);
    info.homepage.sections[0].is_visible = false;
    let reading = Reading::of(content, Audience::Guest);
    compare("home-other", &home::page(&reading.context()).main.into_string());
}

#[test]
fn a_homepage_without_a_hero_has_a_heading_all_the_same() {
    let mut content = content();
    let sections = &mut content.settings.homepage.sections;
    sections.retain(|section| !matches!(section.content, SectionContent::Hero(_)));
    let reading = Reading::of(content, Audience::Guest);
    let html = home::page(&reading.context()).main.into_string();
    assert!(html.starts_with("<h1 class=\"unseen\">墨砚手册</h1>"), "{html}");
}

#[test]
fn a_page_has_the_icon_of_its_site_and_says_who_sees_it() {
    let html = |status, icon: Option<&str>| {
        let mut content = content();
        content.site.status = status;
        content.settings.basic_info.icon = icon.map(|url| SiteImage {
            url: url.to_owned(),
            alt: String::new(),
            width: 0,
            height: 0,
        });
        let reading = Reading::of(content, Audience::Staff);
        let context = reading.context();
        frame::document(&context, &home::page(&context)).into_string()
    };
    let published = html(SiteStatus::Published, None);
    assert!(!published.contains("class=\"strip\""), "{published}");
    assert!(published.contains("<link rel=\"icon\" type=\"image/svg+xml\" href=\"/icon.svg\">"));
    let own = html(SiteStatus::Published, Some("/media/icon.png"));
    assert!(
        own.contains("<link rel=\"icon\" href=\"/media/icon.png\">"),
        "{own}"
    );
    for (status, words) in [
        (SiteStatus::Draft, "draft"),
        (SiteStatus::Archived, "archived"),
        (SiteStatus::Maintenance, "maintenance"),
    ] {
        let html = html(status, None);
        let (_, strip) = html.split_once("<p class=\"strip\" role=\"status\">").unwrap();
        compare(&format!("strip-{words}"), strip.split_once("</p>").unwrap().0);
    }
}

#[test]
fn a_site_without_an_icon_has_the_first_letter_of_its_name() {
    for (color, ink) in [("#0F4C81", "#fff"), ("#FFE08A", "#000")] {
        let mut content = content();
        content.settings.appearance.color = color.to_owned();
        let reading = Reading::of(content, Audience::Guest);
        let icon = notices::letter_icon(&reading.context());
        assert!(icon.contains(&format!("fill=\"{color}\"")), "{icon}");
        assert!(icon.contains(&format!("fill=\"{ink}\">墨</text>")), "{icon}");
    }
}

#[test]
fn slides_are_shown_from_their_beginning_until_their_end() {
    let shown = |starts: Option<i64>, ends: Option<i64>, is_visible: bool| {
        let mut content = content();
        let now = Reading::of(content.clone(), Audience::Guest).context().now;
        let at = |seconds: i64| now + TimeDelta::seconds(seconds);
        let carousel = &mut content.settings.carousel;
        carousel.is_enabled = true;
        carousel.slides.truncate(1);
        carousel.slides[0].is_visible = is_visible;
        carousel.slides[0].starts_at = starts.map(at);
        carousel.slides[0].ends_at = ends.map(at);
        let reading = Reading::of(content, Audience::Guest);
        let html = home::page(&reading.context()).main.into_string();
        html.contains("slides-track")
    };
    assert!(shown(None, None, true));
    assert!(!shown(None, None, false));
    assert!(shown(Some(0), Some(1), true), "it begins now");
    assert!(!shown(Some(1), None, true));
    assert!(!shown(None, Some(0), true), "it ends now");
    assert!(!shown(Some(-2), Some(-1), true));
    assert!(!shown(Some(0), Some(1), false));
}

#[test]
fn the_index_in_each_layout() {
    for (name, layout) in [
        ("index-list", IndexLayout::List),
        ("index-grid", IndexLayout::Grid),
        ("index-cards", IndexLayout::Cards),
    ] {
        let mut content = content();
        content.settings.index.layout = layout;
        content.settings.index.is_paginated = layout != IndexLayout::List;
        content.settings.index.items_per_page = 2;
        let reading = Reading::of(content, Audience::Guest);
        let context = reading.context();
        let page = index::page(&context, None, 1).unwrap();
        compare(name, &page.main.into_string());
        if layout == IndexLayout::List {
            compare("index-meta", &page.meta.tags(&context).into_string());
        }
        let second = index::page(&context, None, 2).map(|page| page.main.into_string());
        match layout {
            IndexLayout::List => assert!(second.is_none()),
            _ => compare(&format!("{name}-2"), &second.unwrap()),
        }
        assert!(index::page(&context, None, 3).is_none());
        let category = context.view.content.categories.first();
        let page = index::page(&context, category, 1).unwrap();
        compare(&format!("{name}-category"), &page.main.into_string());
    }
}

#[test]
fn a_document_with_its_tree_contents_and_neighbors() {
    let reading = Reading::of(content(), Audience::Guest);
    let context = reading.context();
    for title in ["first", "deepest", "last"] {
        let page = reader::page(&context, find(&context, title));
        compare(&format!("reader-{title}"), &page.main.into_string());
        assert_eq!(page.meta.changed_at.as_deref(), Some("2026-09-21T14:13:20+00:00"));
    }
}

#[test]
fn a_tree_has_eight_levels() {
    let mut documents: Vec<_> = (1..=10)
        .map(|id| document(id, &format!("level-{id}"), &[], &["<p>Text.</p>"]))
        .collect();
    for (at, document) in documents.iter_mut().enumerate().skip(1) {
        document.parent_id = Some(DocumentId(Uuid::from_u128(at as u128)));
    }
    let reading = Reading::of(content_with(documents), Audience::Guest);
    let context = reading.context();
    let html = reader::page(&context, find(&context, "level-1"))
        .main
        .into_string();
    let (_, tree) = html.split_once("class=\"tree\"").unwrap();
    assert!(tree.contains("href=\"/docs/guide/level-8\""), "{tree}");
    assert!(!tree.contains("href=\"/docs/guide/level-9\""), "{tree}");
}

#[test]
fn a_wall_shows_three_packages_that_are_sold_with_the_recommended_one_among_them() {
    let [month, year, ever] = sold();
    let package = |name: &str, of: &Package, is_archived: bool| Package {
        id: Uuid::new_v4(),
        name: name.to_owned(),
        is_archived,
        is_recommended: false,
        ..of.clone()
    };
    let without_price = Package {
        price: "很多".to_owned(),
        ..package("unpriced", &month, false)
    };
    let (archived, first) = (package("archived", &month, true), package("first", &month, false));
    for (packages, shown) in [
        (vec![archived, without_price, ever.clone()], vec!["终身会员"]),
        (
            vec![first, month, ever.clone(), package("fourth", &ever, false), year],
            vec!["终身会员", "fourth", "年度会员"],
        ),
    ] {
        let mut content = content();
        content.rules.guest = AccessLevel::Members;
        content.rules.non_member = AccessLevel::Members;
        content.settings.membership.packages = packages;
        let reading = Reading::of(content, Audience::Guest);
        let context = reading.context();
        let html = reader::page(&context, find(&context, "first")).main.into_string();
        let names: Vec<&str> = html
            .split("class=\"wall-package-link\"")
            .skip(1)
            .map(|rest| rest.split(['<', '>']).nth(1).unwrap())
            .collect();
        assert_eq!(names, shown);
    }
}

#[test]
fn the_packages_for_who_has_what_and_pays_how() {
    let [real, test, test_that_charges] = [
        (PaymentMethod::Manual, false),
        (PaymentMethod::Stripe, true),
        (PaymentMethod::WechatPay, true),
    ]
    .map(|(method, is_test)| plans::OfferedMethod { method, is_test });
    for (name, standing, methods) in [
        (
            "plans-guest",
            Standing::Guest,
            &[real, test, test_that_charges][..],
        ),
        ("plans-none", Standing::None, &[real][..]),
        ("plans-until", Standing::Until(moment(0)), &[real][..]),
        ("plans-grace", Standing::Grace(moment(0)), &[real][..]),
        ("plans-expired", Standing::Expired(moment(0)), &[real][..]),
        ("plans-lifetime", Standing::Lifetime, &[real][..]),
        ("plans-no-methods", Standing::None, &[][..]),
    ] {
        let reading = Reading::of(content(), Audience::NonMember);
        let page = plans::PlansPage {
            standing,
            methods,
            refund_policy: "七天内可退。",
            contact: "微信 moyan-help",
            form: &plans::PlansForm::default(),
        };
        compare(name, &plans::page(&reading.context(), &page).main.into_string());
    }
}

#[test]
fn an_order_in_each_state() {
    let closes_at = moment(1800);
    for (name, method, state) in [
        (
            "order-of-a-test",
            PaymentMethod::WechatPay,
            OrderState::Scan {
                text: "weixin://pay/2",
                is_inside_wechat: false,
                closes_at,
            },
        ),
        (
            "order-leads-on",
            PaymentMethod::Stripe,
            OrderState::Redirect {
                address: "https://pay.example/1",
                goes_now: true,
                closes_at,
            },
        ),
        (
            "order-waits",
            PaymentMethod::Stripe,
            OrderState::Redirect {
                address: "/orders/M1?go=1",
                goes_now: false,
                closes_at,
            },
        ),
        (
            "order-scan-alipay",
            PaymentMethod::Alipay,
            OrderState::Scan {
                text: "https://qr.example/1",
                is_inside_wechat: false,
                closes_at,
            },
        ),
        (
            "order-scan-inside-wechat",
            PaymentMethod::WechatPay,
            OrderState::Scan {
                text: "weixin://pay/1",
                is_inside_wechat: true,
                closes_at,
            },
        ),
        (
            "order-elsewhere",
            PaymentMethod::Alipay,
            OrderState::Elsewhere {
                address: "https://handbook.example/orders/MY20261123ABCD",
                closes_at,
            },
        ),
        (
            "order-confirming",
            PaymentMethod::Alipay,
            OrderState::Confirming { is_at_bank: false },
        ),
        (
            "order-at-bank",
            PaymentMethod::Stripe,
            OrderState::Confirming { is_at_bank: true },
        ),
        (
            "order-again",
            PaymentMethod::Stripe,
            OrderState::Again {
                why: Again::Failed,
                address: "/orders/M1?go=1",
                closes_at,
            },
        ),
        (
            "order-unreachable",
            PaymentMethod::Stripe,
            OrderState::Unreachable,
        ),
        ("order-awaiting", PaymentMethod::Manual, OrderState::Awaiting),
        (
            "order-rejected",
            PaymentMethod::Manual,
            OrderState::Rejected { reason: "not found" },
        ),
        (
            "order-partial",
            PaymentMethod::Manual,
            OrderState::Partial { paid_fen: 400 },
        ),
        (
            "order-paid",
            PaymentMethod::Stripe,
            OrderState::Paid {
                paid_fen: 24_900,
                standing: Standing::Until(moment(86_400)),
            },
        ),
        (
            "order-refunded",
            PaymentMethod::Stripe,
            OrderState::Refunded {
                refunded_fen: 24_900,
                is_all: true,
            },
        ),
        ("order-closed", PaymentMethod::Stripe, OrderState::Closed),
    ] {
        let reading = Reading::of(content(), Audience::NonMember);
        let page = OrderPage {
            number: "M1",
            package_id: Uuid::from_u128(4),
            package_name: "年度会员",
            period: "一年",
            price_fen: 29_900,
            discount_fen: 5000,
            amount_fen: 24_900,
            method,
            is_test: name == "order-of-a-test",
            created_at: moment(0),
            return_path: "/docs/guide/first",
            contact: "微信 moyan-help",
            payer_note: "tail 1234",
            note_problem: None,
            state,
        };
        compare(name, &order::page(&reading.context(), &page).main.into_string());
    }
}

#[test]
fn what_stands_in_the_place_of_text_that_is_kept_back() {
    for (name, guest, non_member, audience) in [
        (
            "wall-guest",
            AccessLevel::Members,
            AccessLevel::Members,
            Audience::Guest,
        ),
        (
            "wall-non-member",
            AccessLevel::Members,
            AccessLevel::Members,
            Audience::NonMember,
        ),
        (
            "wall-login",
            AccessLevel::Members,
            AccessLevel::Free,
            Audience::Guest,
        ),
        (
            "wall-partial",
            AccessLevel::Partial,
            AccessLevel::Partial,
            Audience::NonMember,
        ),
    ] {
        for is_selling in [true, false] {
            let mut content = content();
            content.rules.guest = guest;
            content.rules.non_member = non_member;
            content.rules.partial_chars = 4;
            let name = if is_selling {
                name.to_owned()
            } else {
                content.settings.membership.packages.clear();
                content.settings.membership.contact = "微信 moyan-help".to_owned();
                format!("{name}-no-packages")
            };
            let reading = Reading::of(content, audience);
            let context = reading.context();
            let page = reader::page(&context, find(&context, "first"));
            compare(&name, &page.main.into_string());
        }
    }
}

#[test]
fn who_was_a_member_is_told_since_when_no_more() {
    for (name, seconds) in [("wall-ended", -86_400), ("wall-ended-long-ago", -400 * 86_400)] {
        let mut content = content();
        content.rules.guest = AccessLevel::Members;
        content.rules.non_member = AccessLevel::Members;
        let reading = Reading::of(content, Audience::NonMember).after(moment(seconds));
        let context = reading.context();
        let page = reader::page(&context, find(&context, "first"));
        compare(name, &page.main.into_string());
    }
}

fn visitor() -> Visitor {
    Visitor {
        id: VisitorId(Uuid::from_u128(1)),
        site_id: SiteId(Uuid::from_u128(1)),
        email: Some("li@reader.example".to_owned()),
        phone: None,
        nickname: "Li".to_owned(),
        language: Language::ZhCn,
        session_id: VisitorSessionId(Uuid::from_u128(2)),
        last_seen_at: moment(0),
    }
}

fn moment(seconds: i64) -> DateTime<Utc> {
    Utc.timestamp_opt(1_795_000_000 + seconds, 0).unwrap()
}

#[test]
fn the_account_with_and_without_a_password() {
    let session = |id: u128, user_agent: &str| SessionRow {
        id: VisitorSessionId(Uuid::from_u128(id)),
        user_agent: user_agent.to_owned(),
        network: "203.0.113.0/24".to_owned(),
        created_at: moment(0),
        last_seen_at: moment(3600),
        expires_at: moment(86_400),
    };
    let visitor = visitor();
    for (name, has_password, needs_code, sent) in [
        ("account-password", true, false, None),
        ("account-new-password", false, false, None),
        ("account-needs-code", false, true, None),
        (
            "account-password-code",
            true,
            false,
            Some(ProvedAction::SetPassword),
        ),
        ("account-delete-code", false, false, Some(ProvedAction::Delete)),
    ] {
        let details = AccountDetails {
            has_password,
            needs_code,
            is_reminded: has_password,
            sessions: vec![
                session(
                    2,
                    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                ),
                session(3, "unknown"),
            ],
        };
        let reading = Reading::of(content(), Audience::NonMember);
        let page = account::Account {
            visitor: &visitor,
            details: &details,
            max_devices: 3,
            notice: "",
            typed_nickname: None,
            sent,
            problems: None,
            first: html! { p { "first" } },
        };
        compare(name, &account::page(&reading.context(), &page).main.into_string());
    }
}

#[test]
fn what_is_wrong_with_a_form_that_is_folded_unfolds_it() {
    let details = AccountDetails {
        has_password: false,
        needs_code: false,
        is_reminded: false,
        sessions: Vec::new(),
    };
    let visitor = visitor();
    let is_open = |problems: fields::Problems| {
        let reading = Reading::of(content(), Audience::NonMember);
        let page = account::Account {
            visitor: &visitor,
            details: &details,
            max_devices: 3,
            notice: "",
            typed_nickname: None,
            sent: None,
            problems: Some((account::Part::Deletion, problems)),
            first: html! {},
        };
        let html = account::page(&reading.context(), &page).main.into_string();
        html.contains("<details class=\"form-more\" open>")
    };
    let of_field = [("code".to_owned(), "no code".to_owned())];
    assert!(!is_open(fields::Problems::default()));
    assert!(is_open(fields::Problems {
        form: "wrong".to_owned(),
        ..fields::Problems::default()
    }));
    assert!(is_open(fields::Problems {
        fields: of_field.into(),
        ..fields::Problems::default()
    }));
}

#[test]
fn the_pages_of_login_newsletter_and_search() {
    let reading = Reading::of(content(), Audience::Guest);
    let context = reading.context();
    let problems = fields::Problems {
        form: "what is wrong".to_owned(),
        fields: [
            ("identifier", "no address"),
            ("email", "no address"),
            ("code", "no code"),
        ]
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .into(),
    };
    for (name, problems, is_by_password) in [
        ("login", fields::Problems::default(), false),
        ("login-refused", problems.clone(), false),
        ("login-password-refused", problems.clone(), true),
    ] {
        let form = login::Login {
            identifier: "li@reader.example",
            from: "/docs",
            is_by_password,
            problems,
            ..login::Login::default()
        };
        compare(name, &login::page(&context, &form).main.into_string());
        let name = name.replace("login", "code");
        if !is_by_password {
            compare(&name, &login::code_page(&context, &form).main.into_string());
        }
    }
    for (name, problems) in [
        ("newsletter", fields::Problems::default()),
        ("newsletter-refused", problems),
    ] {
        let typed = newsletter::Subscribing {
            email: "li@reader.example",
            name: "Li",
            problems,
        };
        compare(name, &newsletter::page(&context, &typed).main.into_string());
    }
    for (name, question) in [
        ("search", ""),
        ("search-found", "text"),
        ("search-nothing", "elephant"),
    ] {
        compare(name, &search::page(&context, question).main.into_string());
    }
}
