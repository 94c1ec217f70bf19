//! The words of the pages where visitors buy, in both languages.

use chrono::{DateTime, Datelike as _, Offset as _, Utc};
use chrono_tz::Tz;
use moyan_domain::Language;

/// The words of one language.
pub struct BuyingWords {
    pub plans: &'static str,
    pub membership: &'static str,
    pub plans_text: &'static str,
    pub choose_package: &'static str,
    pub recommended: &'static str,
    /// Behind a price: for a month, a year, for ever.
    pub per: [&'static str; 3],
    /// How long what is bought lasts: a month, a year, for ever.
    pub lengths: [&'static str; 3],
    saving: (&'static str, &'static str),
    /// What money prices are in, where the sign alone does not say it; empty where it does.
    pub currency: &'static str,
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
    /// Of a test that charges nothing.
    pub test_text: &'static str,
    /// Of a test that charges all the same.
    pub test_text_real_money: &'static str,
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
    /// At a wall.
    ended_renew: (&'static str, &'static str),
    pub member_for_ever: &'static str,
    pub no_member: &'static str,
    pub price_changed: &'static str,
    pub nothing_sold: &'static str,
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
    /// The first step on a phone, which cannot scan its own screen.
    /// With a code of WeChat, of Alipay, of each.
    pub manual_steps_on_phone: [&'static str; 3],
    /// The first step where there is no code.
    pub manual_step_without_code: &'static str,
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
    pub too_many_to_confirm: &'static str,
    /// Around the moment before which it is to be paid.
    pub closes_at: (&'static str, &'static str),
    pub awaiting_title: &'static str,
    pub awaiting_text: &'static str,
    pub your_note: &'static str,
    pub change_note: &'static str,
    pub rejected_title: &'static str,
    pub rejected_text: &'static str,
    pub reason: &'static str,
    pub redirect_title: &'static str,
    pub redirect_text: &'static str,
    pub go_on_text: &'static str,
    pub confirming_title: &'static str,
    pub confirming_text: &'static str,
    pub at_bank_text: &'static str,
    /// Title and text for who comes back from a provider without having paid.
    pub canceled: (&'static str, &'static str),
    pub failed: (&'static str, &'static str),
    pub expired: (&'static str, &'static str),
    pub not_found: (&'static str, &'static str),
    pub page_address: &'static str,
    pub copy_address: &'static str,
    pub go_on: &'static str,
    pub scan_text: &'static str,
    pub scan_inside_wechat: &'static str,
    pub pay_in_wechat: &'static str,
    pub wechat_did_not_open: &'static str,
    pub waiting: &'static str,
    pub elsewhere_title: &'static str,
    pub elsewhere_text: &'static str,
    pub unreachable_title: &'static str,
    pub unreachable_text: &'static str,
    pub refused_title: &'static str,
    pub refused_text: &'static str,
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
    pub language: Language,
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

    /// When a membership ended, and what opens the text again.
    pub fn ended_renew(&self, date: &str) -> String {
        around(self.ended_renew, date)
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

    /// How much was refunded.
    pub fn refunded(&self, amount: &str) -> String {
        around(self.refunded_text, amount)
    }

    /// The day of a moment, where the site is.
    pub fn day(&self, at: DateTime<Utc>, zone: Tz) -> String {
        self.language.day(at.with_timezone(&zone).date_naive())
    }

    /// The day of a moment that is over, where the site is; without the year when that is this one.
    pub fn past_day(&self, at: DateTime<Utc>, zone: Tz, now: DateTime<Utc>) -> String {
        let (day, today) = (at.with_timezone(&zone).date_naive(), now.with_timezone(&zone));
        match day.year() == today.year() {
            true => self.language.day_of_year(day),
            false => self.language.day(day),
        }
    }

    /// The day and the time of a moment within the next days, where the site is.
    pub fn soon(&self, at: DateTime<Utc>, zone: Tz) -> String {
        let day = at.with_timezone(&zone).date_naive();
        format!("{}{}", self.language.day_of_year(day), self.clock(at, zone))
    }

    /// The day and the time of a moment, where the site is.
    pub fn moment(&self, at: DateTime<Utc>, zone: Tz) -> String {
        format!("{}{}", self.day(at, zone), self.clock(at, zone))
    }

    /// What follows a day: the time, and where that is, unless it is Beijing's and the readers read Chinese.
    fn clock(&self, at: DateTime<Utc>, zone: Tz) -> String {
        let at = at.with_timezone(&zone);
        let time = at.format("%H:%M");
        let offset_s = at.offset().fix().local_minus_utc();
        match self.language {
            Language::En => format!(", {time} ({})", offset_name(offset_s)),
            Language::ZhCn if offset_s == BEIJING_S => format!(" {time}"),
            Language::ZhCn => format!(" {time}（{}）", offset_name(offset_s)),
        }
    }
}

/// Beijing's offset.
const BEIJING_S: i32 = 8 * 3600;

/// How far a place is from UTC: `UTC+8`, `UTC-3:30`, `UTC`.
fn offset_name(offset_s: i32) -> String {
    let sign = if offset_s < 0 { '-' } else { '+' };
    let minutes = offset_s.abs() / 60;
    match (minutes / 60, minutes % 60) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, rest) => format!("UTC{sign}{hours}:{rest:02}"),
    }
}

fn around((before, after): (&str, &str), text: &str) -> String {
    format!("{before}{text}{after}")
}

pub static ZH_CN: BuyingWords = BuyingWords {
    plans: "成为会员",
    membership: "会员",
    plans_text: "选一个适合你的套餐，到账后即可阅读全部会员内容。",
    choose_package: "选择套餐",
    recommended: "推荐",
    per: ["/ 月", "/ 年", "终身"],
    lengths: ["一个月", "一年", "终身"],
    saving: ("比按月付省 ", ""),
    currency: "",
    for_all: "所有会员都享有",
    pay_with: "付款方式",
    manual: "扫码转账",
    manual_text: "直接付款给作者，由作者确认到账",
    stripe: "银行卡",
    stripe_text: "由 Stripe 处理付款",
    wechat_pay: "微信支付",
    wechat_pay_text: "用微信付款，到账即开通",
    alipay: "支付宝",
    alipay_text: "用支付宝付款，到账即开通",
    free: "无需付款",
    test: "测试",
    test_text: "测试模式：不会产生真实的付款。",
    test_text_real_money: "测试模式：会产生真实的付款，之后可以退款。",
    coupon: "优惠码",
    optional: "选填",
    buy: "提交订单",
    renew: "续费",
    log_in_to_buy: "登录并购买",
    refund_policy: "退款说明",
    no_methods: "暂时不能在线付款",
    no_methods_text: "请联系作者开通会员。",
    redeem: "有兑换码？",
    redeem_text: "输入 16 位兑换码，开通或延长会员。",
    redeem_submit: "兑换",
    log_in_to_redeem: "登录后兑换",
    member_until: ("你的会员有效期到 ", "。续费会在此基础上顺延。"),
    grace_since: ("你的会员已于 ", "到期，目前仍可阅读，请尽快续费。"),
    expired_on: ("你的会员已于 ", "到期。"),
    ended_renew: ("你的会员已于 ", "到期，续费后即可继续阅读。"),
    member_for_ever: "你是终身会员，无需再购买。",
    no_member: "你还不是会员。",
    price_changed: "价格刚刚有变动，请确认新价格后再提交。",
    nothing_sold: "本站暂时不能购买，请联系作者。",
    package_gone: "这个套餐已经停售，请选择其他套餐。",
    method_gone: "这种付款方式现在不可用，请换一种。",
    already_lifetime: "你已经是终身会员，无需再购买。",
    coupon_refused: "这个优惠码无效，或不适用于所选套餐。",
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
    manual_steps_on_phone: [
        "长按收款码，保存到相册，再打开微信的“扫一扫”，从相册选取收款码，按下面的金额付款。",
        "长按收款码，保存到相册，再打开支付宝的“扫一扫”，从相册选取收款码，按下面的金额付款。",
        "长按收款码，保存到相册，再打开微信或支付宝的“扫一扫”，从相册选取收款码，按下面的金额付款。",
    ],
    manual_step_without_code: "按作者的说明，支付下面的金额。",
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
    too_many_to_confirm: "你有多个订单正在等待确认，请等它们确认后再提交。",
    closes_at: ("请在 ", " 前付款"),
    awaiting_title: "等待作者确认",
    awaiting_text: "已通知作者核对。确认到账后会员立即开通，并会给你发送通知。",
    your_note: "你填写的付款信息",
    change_note: "修改付款信息",
    rejected_title: "作者没有查到这笔付款",
    rejected_text: "如果你确实已经付款，请补充付款信息后重新提交。",
    reason: "原因",
    redirect_title: "前往付款",
    redirect_text: "正在打开付款页面，完成后会自动回到这里。",
    go_on_text: "付款页面会在完成后自动回到这里。",
    confirming_title: "正在确认付款",
    confirming_text: "通常几秒钟，请不要重复付款。",
    at_bank_text: "银行还在处理这笔付款，可能需要几天。到账后会员自动开通，请不要重复付款。",
    canceled: ("付款已取消", "没有扣款。你可以重新付款，或者换一种付款方式。"),
    failed: (
        "付款没有成功",
        "银行没有完成这笔付款。现在就可以重新付款，或者换一种付款方式。",
    ),
    expired: (
        "付款页面已失效",
        "没有收到付款。现在就可以重新付款，或者换一种付款方式。",
    ),
    not_found: (
        "还没有收到付款",
        "如果你已经付款，请稍等几分钟，到账后本页会自动更新，不要重复付款。如果还没有付款，请继续付款。",
    ),
    page_address: "本页地址",
    copy_address: "复制地址",
    go_on: "去付款",
    scan_text: "付款成功后，本页会自动更新。",
    scan_inside_wechat: "在微信里长按不能识别这个码。请在另一台设备上打开本页再扫，或者点右上角的菜单，选择在浏览器中打开。",
    pay_in_wechat: "用微信付款",
    wechat_did_not_open: "微信没有打开付款。请再试一次，或者换一种付款方式。",
    waiting: "正在等待付款结果",
    elsewhere_title: "请在浏览器中付款",
    elsewhere_text: "微信里打不开支付宝。请点右上角的菜单，选择在浏览器中打开本页再付款，或者换一种付款方式。",
    unreachable_title: "付款服务暂时连不上",
    unreachable_text: "订单已经保留，没有产生任何扣款。请稍后重试，或者换一种付款方式。",
    refused_title: "这种付款方式付不了这笔订单",
    refused_text: "支付平台没有接受这笔订单，例如金额太小。没有产生任何扣款，请换一种付款方式。",
    try_again: "重试",
    another_way: "换一种方式",
    paid_title: "谢谢，会员已开通",
    paid_until: ("会员有效期到 ", "。"),
    paid_for_ever: "你现在是终身会员。",
    paid_text: "付款已经到账。",
    read_on: "继续阅读",
    to_account: "查看我的账号",
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
    language: Language::ZhCn,
};

pub static EN: BuyingWords = BuyingWords {
    plans: "Become a member",
    membership: "Membership",
    plans_text: "Choose a membership plan. All member content opens as soon as your payment arrives.",
    choose_package: "Choose a membership plan",
    recommended: "Recommended",
    per: ["a month", "a year", "for life"],
    lengths: ["1 month", "1 year", "for life"],
    saving: ("Save ", " a year compared with monthly"),
    currency: "Prices are in Chinese yuan (CNY).",
    for_all: "Every member gets",
    pay_with: "Pay with",
    manual: "QR code transfer",
    manual_text: "Pay the author directly; the author confirms your payment",
    stripe: "Card",
    stripe_text: "Handled by Stripe",
    wechat_pay: "WeChat Pay",
    wechat_pay_text: "Membership starts as soon as you pay",
    alipay: "Alipay",
    alipay_text: "Membership starts as soon as you pay",
    free: "Nothing to pay",
    test: "Test",
    test_text: "Test mode: no real money is charged.",
    test_text_real_money: "Test mode: real money is charged, and can be refunded.",
    coupon: "Coupon",
    optional: "optional",
    buy: "Place order",
    renew: "Renew",
    log_in_to_buy: "Log in to buy",
    refund_policy: "Refunds",
    no_methods: "Online payment is not available",
    no_methods_text: "Please contact the author of this site to become a member.",
    redeem: "Have a redeem code?",
    redeem_text: "Enter your 16-character redeem code to start or extend your membership.",
    redeem_submit: "Redeem",
    log_in_to_redeem: "Log in to redeem it",
    member_until: ("You are a member until ", ". Renewing extends it from that day."),
    grace_since: (
        "Your membership ended on ",
        ". You can still read for now. Renew soon.",
    ),
    expired_on: ("Your membership ended on ", "."),
    ended_renew: ("Your membership ended on ", ". Renew it to read on."),
    member_for_ever: "You are a member for life. There is nothing left to buy.",
    no_member: "You are not a member yet.",
    price_changed: "The price has just changed. Please check it and order again.",
    nothing_sold: "You cannot buy a membership on this site right now. Please contact the author.",
    package_gone: "This membership plan is no longer sold. Please choose another one.",
    method_gone: "This payment method is not available right now. Please choose another one.",
    already_lifetime: "You are a member for life already. There is nothing left to buy.",
    coupon_refused: "This coupon is not valid, or does not apply to the membership plan you chose.",
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
    method: "Payment method",
    pay_title: "Please pay",
    manual_steps: [
        "Scan the code and pay the amount below.",
        "Add the order number to the payment note, so that the author can find your payment.",
        "Come back here and press “I have paid”.",
    ],
    manual_steps_on_phone: [
        "Press and hold the code to save it, then open the scanner in WeChat, choose the code from your photos, and pay the amount below.",
        "Press and hold the code to save it, then open the scanner in Alipay, choose the code from your photos, and pay the amount below.",
        "Press and hold the code to save it, then open the scanner in WeChat or Alipay, choose the code from your photos, and pay the amount below.",
    ],
    manual_step_without_code: "Pay the amount below as the author explains.",
    scan_with_wechat: "Scan with WeChat",
    scan_with_alipay: "Scan with Alipay",
    remark: "Payment note",
    copy_number: "Copy order number",
    instructions: "A note from the author",
    no_codes: "The author has not added a code yet. Please contact them to pay.",
    payer_note: "About your payment",
    payer_note_hint: "For example the payer’s name or the last digits of the transaction number",
    i_have_paid: "I have paid",
    note_too_long: "At most 500 characters.",
    too_many_to_confirm: "Several of your orders are waiting to be confirmed. Please wait for them first.",
    closes_at: ("Please pay before ", ""),
    awaiting_title: "Waiting for the author",
    awaiting_text: "We have notified the author. Your membership starts once they confirm, and you will get a message.",
    your_note: "What you wrote about your payment",
    change_note: "Change it",
    rejected_title: "The author has not found your payment",
    rejected_text: "If you have paid, add details that help to find the payment, and submit them again.",
    reason: "Reason",
    redirect_title: "Continue to payment",
    redirect_text: "The payment page is opening. You will return here afterwards.",
    go_on_text: "The payment page brings you back here afterwards.",
    confirming_title: "Confirming your payment",
    confirming_text: "This usually takes a few seconds. Please do not pay again.",
    at_bank_text: "The bank is still processing your payment, which may take a few days. Your membership starts when it arrives. Please do not pay again.",
    canceled: (
        "You canceled the payment",
        "Nothing has been charged. You can pay now, or pay another way.",
    ),
    failed: (
        "The payment failed",
        "The bank did not complete your payment. You can pay again now, or pay another way.",
    ),
    expired: (
        "The payment page has expired",
        "No payment has arrived. You can pay now, or pay another way.",
    ),
    not_found: (
        "No payment has arrived yet",
        "If you have paid, wait a few minutes and do not pay again: this page updates when the payment arrives. If you have not paid yet, go on to pay.",
    ),
    page_address: "Address of this page",
    copy_address: "Copy address",
    go_on: "Go to payment",
    scan_text: "This page updates automatically once you have paid.",
    scan_inside_wechat: "WeChat cannot read this code with a long press. Open this page on another device and scan it there, or choose “Open in browser” in the menu at the top right.",
    pay_in_wechat: "Pay with WeChat",
    wechat_did_not_open: "WeChat did not open the payment. Please try again, or pay another way.",
    waiting: "Waiting for your payment",
    elsewhere_title: "Pay in your browser",
    elsewhere_text: "Alipay does not open inside WeChat. Choose “Open in browser” in the menu at the top right and pay there, or pay another way.",
    unreachable_title: "The payment service cannot be reached",
    unreachable_text: "Your order is kept and nothing has been charged. Please try again, or pay another way.",
    refused_title: "This payment method does not accept this order",
    refused_text: "The payment provider did not take it, for example because the amount is too small. Nothing has been charged. Please pay another way.",
    try_again: "Try again",
    another_way: "Pay another way",
    paid_title: "Thank you! You are now a member",
    paid_until: ("Your membership lasts until ", "."),
    paid_for_ever: "You are a member for life.",
    paid_text: "Your payment has arrived.",
    read_on: "Continue reading",
    to_account: "See your account",
    partial_title: "We have received part of the amount",
    partial_text: (
        "We have received ",
        "; ",
        " is missing. Please pay the rest, or contact the author.",
    ),
    refunded_title: "This order was refunded",
    partly_refunded_title: "Part of this order was refunded",
    refunded_text: ("", " has been returned to you."),
    closed_title: "This order is closed",
    closed_text: "No payment arrived in time. If you have already paid, your membership starts when the payment arrives. There is no need to buy again.",
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
    language: Language::En,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_of_day_says_where_it_is_unless_chinese_readers_know() {
        let at = "2026-11-29T23:13:00Z".parse().unwrap();
        for (words, zone, soon) in [
            (&ZH_CN, "Asia/Shanghai", "11 月 30 日 07:13"),
            (&ZH_CN, "America/New_York", "11 月 29 日 18:13（UTC-5）"),
            (&EN, "Asia/Shanghai", "30 November, 07:13 (UTC+8)"),
            (&EN, "Asia/Kolkata", "30 November, 04:43 (UTC+5:30)"),
            (&EN, "America/St_Johns", "29 November, 19:43 (UTC-3:30)"),
            (&EN, "UTC", "29 November, 23:13 (UTC)"),
        ] {
            assert_eq!(words.soon(at, zone.parse().unwrap()), soon);
        }
        let shanghai = chrono_tz::Asia::Shanghai;
        assert_eq!(ZH_CN.moment(at, shanghai), "2026 年 11 月 30 日 07:13");
        assert_eq!(EN.moment(at, shanghai), "30 November 2026, 07:13 (UTC+8)");
    }
}
