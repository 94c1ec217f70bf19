//! What walls say to whom, and where they lead.

use serde_json::json;

use super::buying::open;
use super::shop::{MONTH, Shop};
use crate::support::Answer;
use crate::support::browser::Browser;

const DOCUMENT: &str = "/docs/docs/guide";

async fn wall(browser: &mut Browser<'_>) -> String {
    let page = browser.get(DOCUMENT).await;
    let (_, wall) = page.text().split_once("<section class=\"wall").unwrap();
    let wall = wall.split("</section>").next().unwrap();
    // The last letters of a lead stand in an element that keeps them on one line.
    wall.replace("<span class=\"together\">", "")
        .replace("</span>", "")
}

fn head(page: &Answer) -> &str {
    let (_, head) = page.text().split_once("<header").unwrap();
    head.split("</header>").next().unwrap()
}

async fn sell_nothing(shop: &Shop) {
    let empty = json!({ "packages": [], "generalBenefits": [], "contact": "ask@handbook.example" });
    shop.site.set(&shop.app, "membership", &empty);
    assert_eq!(shop.site.publish(&shop.app).await.status, 200);
}

#[actix_web::test]
async fn a_guest_whom_a_login_does_not_help_is_led_to_the_packages() {
    let shop = open().await;
    let mut guest = Browser::new(&shop.app);
    let wall = wall(&mut guest).await;
    assert!(
        wall.contains("成为会员，即可阅读这篇文档。") && !wall.contains("登录或成为会员"),
        "{wall}"
    );
    assert!(
        wall.contains(">会员登录</a>"),
        "who is a member already finds the login: {wall}"
    );
    // Each package leads to the page where it is bought, chosen, and back here.
    let link = format!("/plans?from=%2Fdocs%2Fdocs%2Fguide&amp;package={MONTH}");
    assert!(wall.contains(&link), "{wall}");
    let plans = guest.get(&link.replace("&amp;", "&")).await;
    let chosen = format!("value=\"{MONTH}\" required checked");
    assert!(plans.text().contains(&chosen), "{}", plans.text());
    assert!(plans.text().contains(r#"name="from" value="/docs/docs/guide""#));
}

#[actix_web::test]
async fn whose_membership_was_taken_back_reads_what_opens_the_text_and_no_end() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let grant = shop.visitor.grant(&shop.app, "n_days = 30");
    assert!(!reader.get(DOCUMENT).await.text().contains("class=\"wall"));
    let path = format!("/members/{}/grants/{grant}", shop.visitor.id);
    let reason = json!({ "reason": "a mistake" });
    shop.site.call(&shop.app, "DELETE", &path, reason).await.data();
    let wall = wall(&mut reader).await;
    assert!(
        wall.contains("成为会员，即可阅读这篇文档。") && !wall.contains("到期"),
        "{wall}"
    );
}

#[actix_web::test]
async fn who_was_a_member_reads_since_when_no_more_and_can_renew() {
    let shop = open().await;
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    assert!(wall(&mut reader).await.contains("成为会员，即可阅读这篇文档。"));
    shop.visitor.grant(&shop.app, "n_days = 1");
    shop.app
        .sql("UPDATE grants SET granted_at = now() - interval '40 days'");
    let said = wall(&mut reader).await;
    for words in ["你的会员已于 ", "到期，续费后即可继续阅读。", ">续费</a>"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(!said.contains("成为会员"), "{said}");
    let page = reader.get(DOCUMENT).await;
    assert!(head(&page).contains(">续费</a>"), "{}", head(&page));
}

#[actix_web::test]
async fn the_head_leads_to_what_is_sold_those_who_do_not_have_it() {
    let shop = open().await;
    let mut guest = Browser::new(&shop.app);
    let mut reader = Browser::new(&shop.app).with(&shop.visitor.cookie);
    let link = "/plans?from=%2Fdocs%2Fdocs%2Fguide";
    for browser in [&mut guest, &mut reader] {
        let page = browser.get(DOCUMENT).await;
        assert!(
            head(&page).contains(">成为会员</a>") && head(&page).contains(link),
            "{}",
            head(&page)
        );
        let plans = browser.get("/plans").await;
        assert!(!head(&plans).contains("成为会员"), "{}", head(&plans));
    }
    shop.visitor.grant(&shop.app, "is_lifetime = TRUE");
    let page = reader.get(DOCUMENT).await;
    assert!(!head(&page).contains("成为会员"), "{}", head(&page));
    sell_nothing(&shop).await;
    let page = guest.get("/docs").await;
    assert!(!head(&page).contains("成为会员"), "{}", head(&page));
    // Where nothing is sold, members log in and others ask.
    let said = wall(&mut guest).await;
    for words in ["会员登录后即可阅读", ">登录</a>", "ask@handbook.example"] {
        assert!(said.contains(words), "{words}: {said}");
    }
}
