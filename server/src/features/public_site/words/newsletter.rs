//! The words of the newsletter, in both languages.

/// The words of one language.
pub struct NewsletterWords {
    pub subscribe: &'static str,
    pub lead: &'static str,
    pub sent: &'static str,
    pub sent_text: &'static str,
    pub confirm: &'static str,
    pub confirm_text: &'static str,
    pub confirm_button: &'static str,
    pub confirmed: &'static str,
    pub confirmed_text: &'static str,
    pub unsubscribe: &'static str,
    pub unsubscribe_text: &'static str,
    pub unsubscribe_button: &'static str,
    pub unsubscribed: &'static str,
    pub unsubscribed_text: &'static str,
    pub void_title: &'static str,
    pub void_link: &'static str,
}

pub(super) static ZH_CN: NewsletterWords = NewsletterWords {
    subscribe: "邮件订阅",
    lead: "填写邮箱后，我们会发送一封确认邮件。随时可以退订。",
    sent: "请查收确认邮件",
    sent_text: "打开邮件里的链接，确认后订阅才会生效。没有收到时，请看看垃圾邮件。",
    confirm: "确认订阅",
    confirm_text: "点击按钮，完成订阅。",
    confirm_button: "确认订阅",
    confirmed: "订阅成功",
    confirmed_text: "有新内容时，我们会发邮件告诉你。每封来信都可以退订。",
    unsubscribe: "退订",
    unsubscribe_text: "退订后，不会再收到这个网站的来信。",
    unsubscribe_button: "退订",
    unsubscribed: "已退订",
    unsubscribed_text: "不会再收到这个网站的来信。",
    void_title: "链接已失效",
    void_link: "链接已过期或不完整，请重新订阅。",
};

pub(super) static EN: NewsletterWords = NewsletterWords {
    subscribe: "Newsletter",
    lead: "We will send you a message to confirm your address. You can unsubscribe at any time.",
    sent: "Check your inbox",
    sent_text: "Open the link in the message to confirm your subscription. If it is not there, check your spam folder.",
    confirm: "Confirm your subscription",
    confirm_text: "Press the button to finish subscribing.",
    confirm_button: "Confirm",
    confirmed: "You are subscribed",
    confirmed_text: "You will hear from us when there is something new. You can unsubscribe from any message.",
    unsubscribe: "Unsubscribe",
    unsubscribe_text: "You will get no more messages from this site.",
    unsubscribe_button: "Unsubscribe",
    unsubscribed: "You are unsubscribed",
    unsubscribed_text: "You will get no more messages from this site.",
    void_title: "This link is no longer valid",
    void_link: "The link has expired or is incomplete. Please subscribe again.",
};
