//! What the page of an order says in each state.

use chrono::TimeZone as _;

use super::pay::step_on_phone;
use super::*;
use crate::features::public_site::testing::{Reading, site};
use crate::features::site::settings::SiteLanguage;

const CREATED: i64 = 1_795_000_000;

fn order(state: OrderState<'_>) -> OrderPage<'_> {
    OrderPage {
        number: "MY20261123ABCD",
        package_id: uuid::Uuid::nil(),
        package_name: "年度会员",
        period: "/ 年",
        price_fen: 29_900,
        discount_fen: 5000,
        amount_fen: 24_900,
        method: PaymentMethod::Manual,
        is_test: false,
        created_at: Utc.timestamp_opt(CREATED, 0).unwrap(),
        return_path: "/docs/a",
        contact: "微信 moyan-help",
        payer_note: "",
        note_problem: None,
        state,
    }
}

fn end() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2027, 11, 23, 4, 0, 0).unwrap()
}

fn drawn(reading: &Reading, order: &OrderPage<'_>) -> (String, String) {
    let context = reading.context();
    let page = page(&context, order);
    (page.main.into_string(), page.meta.tags(&context).into_string())
}

#[test]
fn a_manual_order_shows_code_amount_and_what_to_write() {
    let reading = site(SiteLanguage::ZhCn);
    let code = PayeeCode {
        method: PaymentMethod::Alipay,
        image: "/media/code.png".to_owned(),
    };
    let state = OrderState::Manual {
        codes: vec![code],
        instructions: "晚上确认",
        is_on_phone: false,
        closes_at: end(),
    };
    let (main, head) = drawn(&reading, &order(state));
    for text in [
        "/media/code.png",
        "支付宝扫码",
        "¥249",
        "MY20261123ABCD",
        "晚上确认",
        "-¥50",
    ] {
        assert!(main.contains(text), "{text}: {main}");
    }
    assert!(main.contains(r#"action="/orders/MY20261123ABCD/paid""#), "{main}");
    assert!(
        !head.contains("refresh"),
        "who writes a note is not disturbed: {head}"
    );
}

#[test]
fn a_phone_is_not_told_to_scan_its_own_screen() {
    let reading = site(SiteLanguage::ZhCn);
    for (is_on_phone, told) in [
        (true, "长按收款码，保存到相册"),
        (false, "扫描收款码，按下面的金额付款"),
    ] {
        let code = PayeeCode {
            method: PaymentMethod::WechatPay,
            image: "/media/code.png".to_owned(),
        };
        let state = OrderState::Manual {
            codes: vec![code],
            instructions: "",
            is_on_phone,
            closes_at: end(),
        };
        let (main, _) = drawn(&reading, &order(state));
        assert!(main.contains(told), "{main}");
    }
}

#[test]
fn where_no_code_is_to_be_scanned_nobody_is_told_to_scan() {
    let reading = site(SiteLanguage::ZhCn);
    let state = |instructions| OrderState::Manual {
        codes: Vec::new(),
        instructions,
        is_on_phone: true,
        closes_at: end(),
    };
    let (main, _) = drawn(&reading, &order(state("加微信 moyan-help")));
    assert!(main.contains("按作者的说明"), "{main}");
    assert!(
        !main.contains("扫描收款码") && !main.contains("还没有上传"),
        "{main}"
    );
    let (main, _) = drawn(&reading, &order(state("")));
    assert!(main.contains("还没有上传"), "{main}");
}

#[test]
fn a_waiting_order_asks_again_with_a_script_and_without() {
    let reading = site(SiteLanguage::En);
    let scan = OrderState::Scan {
        text: "weixin://wxpay/bizpayurl?pr=abc",
        is_inside_wechat: false,
        closes_at: end(),
    };
    let (main, head) = drawn(&reading, &order(scan));
    assert!(
        main.contains("<svg class=\"qr-code\"") && main.contains("Scan with WeChat"),
        "{main}"
    );
    assert!(main.contains(r#"data-asks-again-s="4""#), "{main}");
    assert!(
        head.contains(r#"<noscript><meta http-equiv="refresh" content="4"></noscript>"#),
        "{head}"
    );
    let (main, head) = drawn(&reading, &order(OrderState::Awaiting));
    assert!(
        main.contains(r#"data-asks-again-s="20""#) && head.contains(r#"content="20""#),
        "{head}"
    );
}

#[test]
fn an_order_that_waits_for_money_leads_to_another_way_to_pay() {
    let closes_at = end();
    let states = [
        OrderState::Manual {
            codes: Vec::new(),
            instructions: "",
            is_on_phone: false,
            closes_at,
        },
        OrderState::Redirect {
            address: "https://pay.example/a",
            goes_now: false,
            closes_at,
        },
        OrderState::Scan {
            text: "weixin://wxpay/bizpayurl?pr=abc",
            is_inside_wechat: false,
            closes_at,
        },
        OrderState::InApp {
            call: "{}",
            opens_now: false,
            closes_at,
        },
        OrderState::Elsewhere {
            address: "https://handbook.example/orders/1",
            closes_at,
        },
        OrderState::Again {
            why: Again::Failed,
            address: "/orders/MY20261123ABCD?go=1",
            closes_at,
        },
    ];
    let (chinese, english) = (site(SiteLanguage::ZhCn), site(SiteLanguage::En));
    for order in states.map(order) {
        for (reading, words) in [(&chinese, "换一种方式"), (&english, "Pay another way")] {
            let (main, _) = drawn(reading, &order);
            let path = buy_again_path(order.package_id, order.return_path).replace('&', "&amp;");
            let link = format!(r#"href="{path}">{words}</a>"#);
            assert!(main.contains(&link), "{link}: {main}");
        }
    }
}

#[test]
fn inside_wechat_the_app_opens_or_a_code_says_how_it_is_scanned() {
    let reading = site(SiteLanguage::En);
    let in_app = |opens_now| OrderState::InApp {
        call: r#"{"package":"prepay_id=wx1"}"#,
        opens_now,
        closes_at: end(),
    };
    let (main, _) = drawn(&reading, &order(in_app(true)));
    assert!(
        main.contains(r#"data-call="{&quot;package&quot;:&quot;prepay_id=wx1&quot;}" data-opens-now"#),
        "{main}"
    );
    assert!(main.contains(r#"data-asks-again-s="4""#), "{main}");
    let (main, _) = drawn(&reading, &order(in_app(false)));
    assert!(!main.contains("data-opens-now"), "{main}");
    let scan = |is_inside_wechat| OrderState::Scan {
        text: "weixin://wxpay/bizpayurl?pr=abc",
        is_inside_wechat,
        closes_at: end(),
    };
    let hint = "another device";
    assert!(drawn(&reading, &order(scan(true))).0.contains(hint));
    assert!(!drawn(&reading, &order(scan(false))).0.contains(hint));
}

#[test]
fn while_money_may_be_on_its_way_nobody_is_led_to_pay_again() {
    for (language, title, text, slow) in [
        (
            SiteLanguage::ZhCn,
            "正在确认付款",
            "通常几秒钟，请不要重复付款。",
            "银行还在处理这笔付款",
        ),
        (
            SiteLanguage::En,
            "Confirming your payment",
            "Please do not pay again.",
            "The bank is still",
        ),
    ] {
        let reading = site(language);
        for (is_at_bank, text, again) in [(false, text, 4), (true, slow, 20)] {
            let (main, head) = drawn(&reading, &order(OrderState::Confirming { is_at_bank }));
            assert!(main.contains(title) && main.contains(text), "{main}");
            assert!(!main.contains("go=1") && !main.contains("/plans"), "{main}");
            let refresh = format!(r#"<noscript><meta http-equiv="refresh" content="{again}"></noscript>"#);
            assert!(head.contains(&refresh), "{head}");
        }
    }
}

#[test]
fn who_comes_back_without_having_paid_reads_why_and_can_pay_again() {
    for (why, zh, en) in [
        (Again::Canceled, "付款已取消", "You canceled the payment"),
        (Again::Failed, "付款没有成功", "The payment failed"),
        (Again::Expired, "付款页面已失效", "The payment page has expired"),
        (Again::NotFound, "还没有收到付款", "No payment has arrived yet"),
    ] {
        for (language, title) in [(SiteLanguage::ZhCn, zh), (SiteLanguage::En, en)] {
            let state = OrderState::Again {
                why,
                address: "/orders/MY20261123ABCD?go=1",
                closes_at: end(),
            };
            let (main, _) = drawn(&site(language), &order(state));
            assert!(main.contains(title), "{main}");
            assert!(main.contains(r#"href="/orders/MY20261123ABCD?go=1""#), "{main}");
        }
    }
}

#[test]
fn the_way_to_the_provider_opens_by_itself_once() {
    let reading = site(SiteLanguage::En);
    let redirect = |goes_now| OrderState::Redirect {
        address: "https://pay.example/a?b=1&c=2",
        goes_now,
        closes_at: end(),
    };
    let (main, head) = drawn(&reading, &order(redirect(true)));
    assert!(
        head.contains(r#"<meta http-equiv="refresh" content="0;url=https://pay.example/a?b=1&amp;c=2">"#),
        "{head}"
    );
    assert!(
        main.contains(r#"href="https://pay.example/a?b=1&amp;c=2""#),
        "{main}"
    );
    let (_, head) = drawn(&reading, &order(redirect(false)));
    assert!(
        !head.contains("0;url=") && head.contains(r#"content="4""#),
        "{head}"
    );
}

#[test]
fn a_paid_order_says_until_when_and_leads_back() {
    let reading = site(SiteLanguage::En);
    let state = OrderState::Paid {
        paid_fen: 24_900,
        standing: Standing::Until(end()),
    };
    let (main, head) = drawn(&reading, &order(state));
    assert!(main.contains("until 23 November 2027."), "{main}");
    assert!(
        main.contains(r#"href="/docs/a""#) && main.contains("Continue reading"),
        "{main}"
    );
    assert!(
        !head.contains("refresh") && !main.contains("data-asks-again-s"),
        "{head}"
    );
}

#[test]
fn every_other_state_says_what_to_do_next() {
    let reading = site(SiteLanguage::En);
    for (state, texts) in [
        (
            OrderState::Rejected { reason: "<none>" },
            ["&lt;none&gt;", "/paid\""],
        ),
        (
            OrderState::Unreachable,
            ["Try again", "href=\"/orders/MY20261123ABCD?go=1\""],
        ),
        (
            OrderState::Refused,
            [
                "does not accept this order",
                "package=00000000-0000-0000-0000-000000000000",
            ],
        ),
        (
            OrderState::Elsewhere {
                address: "https://handbook.example/orders/1",
                closes_at: end(),
            },
            [
                "Alipay does not open inside WeChat",
                "https://handbook.example/orders/1</code>",
            ],
        ),
        (
            OrderState::Partial { paid_fen: 20_000 },
            ["received ¥200; ¥49 is missing", "微信 moyan-help"],
        ),
        (
            OrderState::Refunded {
                refunded_fen: 24_900,
                is_all: true,
            },
            ["This order was refunded", "¥249 has been returned"],
        ),
        (
            OrderState::Refunded {
                refunded_fen: 900,
                is_all: false,
            },
            ["Part of this order was refunded", "¥9 has"],
        ),
        (
            OrderState::Closed,
            ["Buy again", "package=00000000-0000-0000-0000-000000000000"],
        ),
    ] {
        let (main, _) = drawn(&reading, &order(state));
        for text in texts {
            assert!(main.contains(text), "{text}: {main}");
        }
    }
}

#[test]
fn a_phone_is_told_of_the_apps_that_there_are_codes_of() {
    let code = |method| PayeeCode {
        method,
        image: "https://images.example/code.png".to_owned(),
    };
    let reading = site(SiteLanguage::ZhCn);
    let words = reading.context().words.buying;
    let (wechat, alipay) = (PaymentMethod::WechatPay, PaymentMethod::Alipay);
    for (methods, named) in [
        (vec![wechat], "打开微信的"),
        (vec![alipay], "打开支付宝的"),
        (vec![wechat, alipay], "打开微信或支付宝的"),
    ] {
        let codes: Vec<PayeeCode> = methods.into_iter().map(code).collect();
        assert!(step_on_phone(words, &codes).contains(named), "{named}");
    }
}
