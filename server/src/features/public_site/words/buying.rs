//! The words of the pages where visitors buy, in both languages.

use chrono::{DateTime, Datelike as _, Utc};
use chrono_tz::Tz;

/// The words of one language.
pub struct BuyingWords {
    pub plans: &'static str,
    pub plans_text: &'static str,
    pub choose_package: &'static str,
    pub recommended: &'static str,
    /// Behind a price: for a month, a year, for ever.
    pub per: [&'static str; 3],
    saving: (&'static str, &'static str),
    pub for_all: &'static str,
    pub pay_with: &'static str,
    pub manual: &'static str,
    pub manual_text: &'static str,
    pub stripe: &'static str,
    pub stripe_text: &'static str,
    pub wechat_pay: &'static str,
    pub wechat_pay_text: &'static str,
    pub alipay: &'static str,
    pub alipay_text: &'static str,
    pub free: &'static str,
    pub test: &'static str,
    pub test_text: &'static str,
    pub coupon: &'static str,
    pub optional: &'static str,
    pub buy: &'static str,
    pub renew: &'static str,
    pub log_in_to_buy: &'static str,
    pub refund_policy: &'static str,
    pub no_methods: &'static str,
    pub no_methods_text: &'static str,
    pub redeem: &'static str,
    pub redeem_text: &'static str,
    pub redeem_submit: &'static str,
    pub log_in_to_redeem: &'static str,
    member_until: (&'static str, &'static str),
    grace_since: (&'static str, &'static str),
    expired_on: (&'static str, &'static str),
    pub member_for_ever: &'static str,
    pub no_member: &'static str,
    pub price_changed: &'static str,
    pub package_gone: &'static str,
    pub method_gone: &'static str,
    pub already_lifetime: &'static str,
    pub coupon_refused: &'static str,
    pub too_often: &'static str,
    pub code_refused: &'static str,
    pub code_tries: &'static str,
    pub redeemed: &'static str,
    pub order: &'static str,
    pub orders: &'static str,
    pub no_orders: &'static str,
    pub order_number: &'static str,
    pub ordered_at: &'static str,
    pub price: &'static str,
    pub discount: &'static str,
    pub to_pay: &'static str,
    pub paid_amount: &'static str,
    pub method: &'static str,
    pub pay_title: &'static str,
    pub manual_steps: [&'static str; 3],
    pub scan_with_wechat: &'static str,
    pub scan_with_alipay: &'static str,
    pub remark: &'static str,
    pub copy_number: &'static str,
    pub instructions: &'static str,
    pub no_codes: &'static str,
    pub payer_note: &'static str,
    pub payer_note_hint: &'static str,
    pub i_have_paid: &'static str,
    pub note_too_long: &'static str,
    pub closes_at: &'static str,
    pub awaiting_title: &'static str,
    pub awaiting_text: &'static str,
    pub your_note: &'static str,
    pub change_note: &'static str,
    pub rejected_title: &'static str,
    pub rejected_text: &'static str,
    pub reason: &'static str,
    pub redirect_title: &'static str,
    pub redirect_text: &'static str,
    pub go_on: &'static str,
    pub scan_text: &'static str,
    pub waiting: &'static str,
    pub unreachable_title: &'static str,
    pub unreachable_text: &'static str,
    pub try_again: &'static str,
    pub another_way: &'static str,
    pub paid_title: &'static str,
    pub paid_until: (&'static str, &'static str),
    pub paid_for_ever: &'static str,
    pub paid_text: &'static str,
    pub read_on: &'static str,
    pub to_account: &'static str,
    pub partial_title: &'static str,
    partial_text: (&'static str, &'static str, &'static str),
    pub refunded_title: &'static str,
    pub partly_refunded_title: &'static str,
    refunded_text: (&'static str, &'static str),
    pub closed_title: &'static str,
    pub closed_text: &'static str,
    pub buy_again: &'static str,
    pub questions: &'static str,
    /// Names of states, in the order of `OrderStatus`.
    pub states: [&'static str; 7],
    is_english: bool,
}

impl BuyingWords {
    /// What a year costs less than twelve months.
    pub fn saving(&self, amount: &str) -> String {
        around(self.saving, amount)
    }

    /// Until when somebody is a member.
    pub fn member_until(&self, date: &str) -> String {
        around(self.member_until, date)
    }

    /// Since when a membership is over that still lets read.
    pub fn grace_since(&self, date: &str) -> String {
        around(self.grace_since, date)
    }

    /// When a membership ended.
    pub fn expired_on(&self, date: &str) -> String {
        around(self.expired_on, date)
    }

    /// Until when somebody is a member now.
    pub fn paid_until(&self, date: &str) -> String {
        around(self.paid_until, date)
    }

    /// What came in, and what is missing.
    pub fn partial(&self, paid: &str, missing: &str) -> String {
        let (before, between, after) = self.partial_text;
        format!("{before}{paid}{between}{missing}{after}")
    }

    /// What went back.
    pub fn refunded(&self, amount: &str) -> String {
        around(self.refunded_text, amount)
    }

    /// The day of a moment, where the site is.
    pub fn day(&self, at: DateTime<Utc>, zone: Tz) -> String {
        let at = at.with_timezone(&zone);
        if self.is_english {
            at.format("%-d %B %Y").to_string()
        } else {
            format!("{} 年 {} 月 {} 日", at.year(), at.month(), at.day())
        }
    }

    /// The day and the time of a moment, where the site is.
    pub fn moment(&self, at: DateTime<Utc>, zone: Tz) -> String {
        let time = at.with_timezone(&zone).format("%H:%M");
        let separator = if self.is_english { ", " } else { " " };
        format!("{}{separator}{time}", self.day(at, zone))
    }
}

fn around((before, after): (&str, &str), text: &str) -> String {
    format!("{before}{text}{after}")
}

pub static ZH_CN: BuyingWords = BuyingWords {
    plans: "成为会员",
    plans_text: "选一个适合你的方案，付款后立即可以阅读全部会员内容。",
    choose_package: "选择方案",
    recommended: "推荐",
    per: ["/ 月", "/ 年", "永久"],
    saving: ("比按月付省 ", ""),
    for_all: "所有会员都享有",
    pay_with: "付款方式",
    manual: "扫码转账",
    manual_text: "扫描收款码付款，由作者确认到账",
    stripe: "银行卡",
    stripe_text: "由 Stripe 处理付款",
    wechat_pay: "微信支付",
    wechat_pay_text: "用微信付款，到账即开通",
    alipay: "支付宝",
    alipay_text: "用支付宝付款，到账即开通",
    free: "无需付款",
    test: "测试",
    test_text: "测试模式：不会产生真实的付款。",
    coupon: "优惠码",
    optional: "选填",
    buy: "提交订单",
    renew: "续费",
    log_in_to_buy: "登录并购买",
    refund_policy: "退款说明",
    no_methods: "暂时不能在线付款",
    no_methods_text: "请联系作者开通会员。",
    redeem: "有兑换码？",
    redeem_text: "输入 16 位兑换码，立即开通会员。",
    redeem_submit: "兑换",
    log_in_to_redeem: "登录后兑换",
    member_until: ("你的会员有效期到 ", "。续费会在此基础上顺延。"),
    grace_since: ("你的会员已于 ", " 到期，目前仍可阅读，请尽快续费。"),
    expired_on: ("你的会员已于 ", " 到期。"),
    member_for_ever: "你是永久会员，无需再购买。",
    no_member: "你还不是会员。",
    price_changed: "价格刚刚有变动，请确认新价格后再提交。",
    package_gone: "这个方案已经停售，请选择其他方案。",
    method_gone: "这种付款方式现在不可用，请换一种。",
    already_lifetime: "你已经是永久会员，无需再购买。",
    coupon_refused: "这个优惠码无效，或不适用于所选方案。",
    too_often: "操作过于频繁，请稍后再试。",
    code_refused: "兑换码无效，或已被使用。请检查后重试。",
    code_tries: "尝试次数过多，请 15 分钟后再试。",
    redeemed: "兑换成功",
    order: "订单",
    orders: "订单",
    no_orders: "还没有订单。",
    order_number: "订单号",
    ordered_at: "下单时间",
    price: "价格",
    discount: "优惠",
    to_pay: "应付",
    paid_amount: "实付",
    method: "付款方式",
    pay_title: "请付款",
    manual_steps: [
        "扫描收款码，按下面的金额付款。",
        "付款时在备注里填写订单号，方便作者核对。",
        "付款后回到本页，点“我已付款”。",
    ],
    scan_with_wechat: "微信扫码",
    scan_with_alipay: "支付宝扫码",
    remark: "付款备注",
    copy_number: "复制订单号",
    instructions: "作者的说明",
    no_codes: "作者还没有上传收款码，请直接联系作者付款。",
    payer_note: "付款信息",
    payer_note_hint: "例如付款人昵称、交易单号后四位，方便核对",
    i_have_paid: "我已付款",
    note_too_long: "最多填写 500 个字。",
    closes_at: "请在此之前付款",
    awaiting_title: "等待作者确认",
    awaiting_text: "已通知作者核对。确认到账后会员立即开通，并会给你发送通知。",
    your_note: "你填写的付款信息",
    change_note: "修改付款信息",
    rejected_title: "作者没有查到这笔付款",
    rejected_text: "如果你确实已经付款，请补充付款信息后重新提交。",
    reason: "原因",
    redirect_title: "前往付款",
    redirect_text: "将打开付款页面，完成后会自动回到这里。",
    go_on: "去付款",
    scan_text: "付款成功后，本页会自动更新。",
    waiting: "正在等待付款结果",
    unreachable_title: "付款服务暂时连不上",
    unreachable_text: "订单已经保留，没有产生任何扣款。请稍后重试，或者换一种付款方式。",
    try_again: "重试",
    another_way: "换一种方式",
    paid_title: "谢谢，会员已开通",
    paid_until: ("会员有效期到 ", "。"),
    paid_for_ever: "你现在是永久会员。",
    paid_text: "付款已经到账。",
    read_on: "继续阅读",
    to_account: "查看我的账户",
    partial_title: "收到的金额不足",
    partial_text: ("已收到 ", "，还差 ", "。请补足差额，或联系作者处理。"),
    refunded_title: "订单已退款",
    partly_refunded_title: "订单已部分退款",
    refunded_text: ("已退回 ", "。"),
    closed_title: "订单已关闭",
    closed_text: "没有在规定时间内收到付款。如果你已经付款，到账后会自动处理，无需重复购买。",
    buy_again: "重新购买",
    questions: "有疑问请联系作者：",
    states: [
        "待付款",
        "待确认",
        "已付款",
        "部分退款",
        "已退款",
        "未到账",
        "已关闭",
    ],
    is_english: false,
};

pub static EN: BuyingWords = BuyingWords {
    plans: "Become a member",
    plans_text: "Choose a plan. Everything for members opens as soon as your payment arrives.",
    choose_package: "Choose a plan",
    recommended: "Recommended",
    per: ["a month", "a year", "for life"],
    saving: ("Saves ", " against twelve months"),
    for_all: "Every member gets",
    pay_with: "Pay with",
    manual: "QR code transfer",
    manual_text: "Scan the author’s code; the author confirms your payment",
    stripe: "Card",
    stripe_text: "Handled by Stripe",
    wechat_pay: "WeChat Pay",
    wechat_pay_text: "Opens as soon as you have paid",
    alipay: "Alipay",
    alipay_text: "Opens as soon as you have paid",
    free: "Nothing to pay",
    test: "Test",
    test_text: "Test mode: no real money moves.",
    coupon: "Coupon",
    optional: "optional",
    buy: "Place order",
    renew: "Renew",
    log_in_to_buy: "Log in to buy",
    refund_policy: "Refunds",
    no_methods: "Online payment is not available",
    no_methods_text: "Please contact the author of this site to become a member.",
    redeem: "Have a redeem code?",
    redeem_text: "Enter its 16 characters and your membership starts at once.",
    redeem_submit: "Redeem",
    log_in_to_redeem: "Log in to redeem it",
    member_until: ("You are a member until ", ". A renewal is added to that."),
    grace_since: (
        "Your membership ended on ",
        ". You can still read for now; please renew soon.",
    ),
    expired_on: ("Your membership ended on ", "."),
    member_for_ever: "You are a member for life. There is nothing left to buy.",
    no_member: "You are not a member yet.",
    price_changed: "The price has just changed. Please check it and order again.",
    package_gone: "This plan is no longer sold. Please choose another one.",
    method_gone: "This way to pay is not available now. Please choose another one.",
    already_lifetime: "You are a member for life already. There is nothing left to buy.",
    coupon_refused: "This coupon is not valid, or not for the chosen plan.",
    too_often: "Too many attempts. Please try again later.",
    code_refused: "This code is not valid, or has been used. Please check it and try again.",
    code_tries: "Too many wrong codes. Please try again in 15 minutes.",
    redeemed: "Code redeemed",
    order: "Order",
    orders: "Orders",
    no_orders: "No orders yet.",
    order_number: "Order number",
    ordered_at: "Ordered",
    price: "Price",
    discount: "Discount",
    to_pay: "To pay",
    paid_amount: "Paid",
    method: "Paid with",
    pay_title: "Please pay",
    manual_steps: [
        "Scan the code and pay the amount below.",
        "Write the order number in the remark, so that the author can find your payment.",
        "Come back here and press “I have paid”.",
    ],
    scan_with_wechat: "Scan with WeChat",
    scan_with_alipay: "Scan with Alipay",
    remark: "Remark for your payment",
    copy_number: "Copy order number",
    instructions: "A note from the author",
    no_codes: "The author has not added a code yet. Please contact them to pay.",
    payer_note: "About your payment",
    payer_note_hint: "Such as the payer’s name or the last digits of the transaction",
    i_have_paid: "I have paid",
    note_too_long: "At most 500 characters.",
    closes_at: "Please pay before",
    awaiting_title: "Waiting for the author",
    awaiting_text: "The author has been told. Your membership starts once they confirm, and you will get a message.",
    your_note: "What you wrote about your payment",
    change_note: "Change it",
    rejected_title: "The author has not found your payment",
    rejected_text: "If you have paid, please add what helps to find it and send it again.",
    reason: "Reason",
    redirect_title: "On to your payment",
    redirect_text: "The payment page opens now. You come back here afterwards.",
    go_on: "Go to payment",
    scan_text: "This page updates by itself once you have paid.",
    waiting: "Waiting for your payment",
    unreachable_title: "The payment service cannot be reached",
    unreachable_text: "Your order is kept and nothing has been charged. Please try again, or pay another way.",
    try_again: "Try again",
    another_way: "Pay another way",
    paid_title: "Thank you, you are a member",
    paid_until: ("Your membership lasts until ", "."),
    paid_for_ever: "You are a member for life.",
    paid_text: "Your payment has arrived.",
    read_on: "Continue reading",
    to_account: "See your account",
    partial_title: "Part of the amount has arrived",
    partial_text: (
        "We have received ",
        "; ",
        " is missing. Please pay the rest, or contact the author.",
    ),
    refunded_title: "This order was refunded",
    partly_refunded_title: "Part of this order was refunded",
    refunded_text: ("", " has been returned to you."),
    closed_title: "This order is closed",
    closed_text: "No payment arrived in time. If you have paid, it counts as soon as it arrives: there is no need to buy again.",
    buy_again: "Buy again",
    questions: "Questions? Contact the author: ",
    states: [
        "To pay",
        "To be confirmed",
        "Paid",
        "Partly refunded",
        "Refunded",
        "Not received",
        "Closed",
    ],
    is_english: true,
};
