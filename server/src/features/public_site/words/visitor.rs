//! The words of logging in and of the account page, in both languages.

use moyan_domain::{Language, shown_identifier};

/// The words of one language.
pub struct VisitorWords {
    pub log_in: &'static str,
    pub log_out: &'static str,
    pub account: &'static str,
    pub log_in_lead: &'static str,
    pub log_in_to_order: &'static str,
    pub email: &'static str,
    pub email_or_phone: &'static str,
    pub send_code: &'static str,
    pub use_password: &'static str,
    pub password: &'static str,
    pub enter_code: &'static str,
    pub code: &'static str,
    code_hint: &'static str,
    code_hint_of_phone: &'static str,
    pub send_again: &'static str,
    pub other_address: &'static str,
    pub blocked: &'static str,
    pub needs_cookies: &'static str,
    pub refused: &'static str,
    pub foreign_origin: &'static str,
    pub account_deleted: &'static str,
    pub profile: &'static str,
    pub nickname: &'static str,
    pub nickname_hint: &'static str,
    pub save: &'static str,
    pub password_lead: &'static str,
    pub no_password_lead: &'static str,
    pub code_first: &'static str,
    pub current_password: &'static str,
    pub new_password: &'static str,
    pub repeat_password: &'static str,
    pub set_password: &'static str,
    pub forgot_password: &'static str,
    pub devices: &'static str,
    pub this_device: &'static str,
    pub unknown_device: &'static str,
    pub wechat: &'static str,
    pub last_used: &'static str,
    pub log_out_others: &'static str,
    mails: &'static str,
    messages: &'static str,
    from_own_machine: &'static str,
    from_network: (&'static str, &'static str),
    pub reminders: &'static str,
    pub data: &'static str,
    pub export: &'static str,
    pub export_lead: &'static str,
    pub delete: &'static str,
    pub delete_lead: &'static str,
    pub delete_for_good: &'static str,
    pub delete_with_code: &'static str,
    pub profile_saved: &'static str,
    pub password_saved: &'static str,
    pub devices_saved: &'static str,
    pub reminders_saved: &'static str,
    pub no_reminders: &'static str,
    pub no_reminders_text: &'static str,
    pub no_reminders_button: &'static str,
    pub reminders_off: &'static str,
    pub reminders_off_text: &'static str,
    pub void_link: &'static str,
    pub void_link_text: &'static str,
    pub code_sent: &'static str,
    devices_lead: (&'static str, &'static str),
    code_sent_to: (&'static str, &'static str),
    language: Language,
}

impl VisitorWords {
    /// On how many devices somebody is logged in at a time.
    pub fn devices_lead(&self, max_devices: i64) -> String {
        format!("{}{max_devices}{}", self.devices_lead.0, self.devices_lead.1)
    }

    /// By what somebody is reminded: by mail, or in messages where only a number is known.
    pub const fn notices(&self, has_email: bool) -> &'static str {
        if has_email { self.mails } else { self.messages }
    }

    /// From where somebody is logged in: `203.0.113.0/24` is a network.
    pub fn place(&self, network: &str) -> String {
        let is_own_machine = network.starts_with("127.") || network == "0:0:0::/48";
        if is_own_machine {
            return self.from_own_machine.to_owned();
        }
        let (before, after) = self.from_network;
        format!("{before}{network}{after}")
    }

    /// Where the code was sent.
    pub fn code_sent_to(&self, identifier: &str) -> String {
        let (before, after) = self.code_sent_to;
        let identifier = shown_identifier(identifier, self.language);
        format!("{before}{identifier}{after}")
    }

    /// What to do when a code does not arrive: mails and messages are lost in other places.
    pub fn code_hint(&self, identifier: &str) -> &'static str {
        if identifier.contains('@') {
            self.code_hint
        } else {
            self.code_hint_of_phone
        }
    }
}

pub(super) static ZH_CN: VisitorWords = VisitorWords {
    log_in: "登录",
    log_out: "退出登录",
    account: "我的账号",
    log_in_to_order: "登录后查看你的订单。",
    log_in_lead: "我们会发送一个验证码。第一次登录时会自动创建账号。",
    email: "邮箱",
    email_or_phone: "邮箱或手机号",
    send_code: "获取验证码",
    use_password: "使用密码登录",
    password: "密码",
    enter_code: "输入验证码",
    code: "验证码",
    code_hint: "6 位数字，10 分钟内有效。没有收到时，请看看垃圾邮件。",
    code_hint_of_phone: "6 位数字，10 分钟内有效。没有收到时，请看看被手机拦截的短信。",
    send_again: "重新发送",
    other_address: "换一个邮箱或手机号",
    blocked: "这个账号已被网站停用，请联系网站作者。",
    needs_cookies: "你的浏览器没有保存本站的 Cookie，登录后无法记住你。请在浏览器设置中允许本站的 Cookie，再试一次。",
    refused: "无法完成操作",
    foreign_origin: "这次提交不是来自本站页面。请回到页面重新操作。",
    account_deleted: "账号已删除。",
    profile: "个人资料",
    nickname: "昵称",
    nickname_hint: "可以不填。",
    save: "保存",
    password_lead: "修改密码后，其他设备会退出登录。",
    no_password_lead: "还没有设置密码。设置后，除了验证码，也可以用密码登录。",
    code_first: "设置前，请先用验证码确认是你本人。",
    current_password: "当前密码",
    new_password: "新密码",
    repeat_password: "再次输入新密码",
    set_password: "设置密码",
    forgot_password: "忘记密码？用验证码修改",
    devices: "已登录的设备",
    this_device: "当前设备",
    unknown_device: "未知设备",
    wechat: "微信",
    last_used: "最近使用",
    log_out_others: "退出其他设备",
    mails: "邮件通知",
    messages: "短信通知",
    from_own_machine: "来自本机",
    from_network: ("来自 ", " 网段"),
    reminders: "会员到期前提醒我",
    data: "我的数据",
    export: "导出数据",
    export_lead: "下载一份 JSON 文件，包含这个网站保存的账号、订单和会员信息。",
    delete: "删除账号",
    delete_lead: "删除后立即生效，无法恢复，已购买的会员也会失去。订单记录会按规定保留。",
    delete_for_good: "彻底删除账号",
    delete_with_code: "用验证码确认",
    profile_saved: "资料已保存。",
    password_saved: "密码已设置，其他设备已退出登录。",
    devices_saved: "设备已退出登录。",
    reminders_saved: "通知设置已保存。",
    no_reminders: "关闭到期提醒",
    no_reminders_text: "关闭后，会员到期前不会再收到提醒。",
    no_reminders_button: "关闭提醒",
    reminders_off: "已关闭到期提醒",
    reminders_off_text: "需要时，可以在账号页重新打开。",
    void_link: "链接已失效",
    void_link_text: "可以登录后在账号页修改通知设置。",
    code_sent: "验证码已发送。",
    devices_lead: ("最多同时登录 ", " 台设备；超过时，最久没有使用的设备会退出登录。"),
    code_sent_to: ("验证码已发送到 ", "。"),
    language: Language::ZhCn,
};

pub(super) static EN: VisitorWords = VisitorWords {
    log_in: "Log in",
    log_out: "Log out",
    account: "Account",
    log_in_to_order: "Log in to see your order.",
    log_in_lead: "We will send you a code. If you are new here, it also creates your account.",
    email: "Email",
    email_or_phone: "Email or phone number",
    send_code: "Send me a code",
    use_password: "Use a password instead",
    password: "Password",
    enter_code: "Enter the code",
    code: "Code",
    code_hint: "Six digits, valid for 10 minutes. If nothing arrives, check your spam folder.",
    code_hint_of_phone: "Six digits, valid for 10 minutes. If nothing arrives, check the messages that your phone filtered.",
    send_again: "Send another code",
    other_address: "Use another address or number",
    blocked: "This account has been blocked. Please contact the author of the site.",
    needs_cookies: "Your browser keeps no cookies for this site, so it cannot keep you logged in. Allow cookies for this site in the settings of your browser and try again.",
    refused: "That did not work",
    foreign_origin: "This request did not come from a page of this site. Please go back to the page and try again.",
    account_deleted: "Your account has been deleted.",
    profile: "Profile",
    nickname: "Name",
    nickname_hint: "You can leave this empty.",
    save: "Save",
    password_lead: "Changing the password logs out your other devices.",
    no_password_lead: "You have no password yet. With one you can log in without waiting for a code.",
    code_first: "Before you set one, confirm with a code that it is you.",
    current_password: "Current password",
    new_password: "New password",
    repeat_password: "New password again",
    set_password: "Set password",
    forgot_password: "Forgot it? Change it with a code",
    devices: "Devices",
    this_device: "This device",
    unknown_device: "Unknown device",
    wechat: "WeChat",
    last_used: "Last used",
    log_out_others: "Log out other devices",
    mails: "Email",
    messages: "Text messages",
    from_own_machine: "from this machine",
    from_network: ("from network ", ""),
    reminders: "Remind me before my membership ends",
    data: "Your data",
    export: "Export",
    export_lead: "Download a JSON file with what this site stores about your account, orders and memberships.",
    delete: "Delete account",
    delete_lead: "This takes effect at once and cannot be undone. You lose your membership. Order records are kept as required by law.",
    delete_for_good: "Delete for good",
    delete_with_code: "Confirm with a code",
    profile_saved: "Your profile is saved.",
    password_saved: "Your password is set. Other devices have been logged out.",
    devices_saved: "Logged out.",
    reminders_saved: "Your settings are saved.",
    no_reminders: "Stop reminders",
    no_reminders_text: "You will no longer be reminded before your membership ends.",
    no_reminders_button: "Stop reminders",
    reminders_off: "Reminders are off",
    reminders_off_text: "You can switch them on again on your account page.",
    void_link: "This link is no longer valid",
    void_link_text: "You can log in and change your settings on your account page.",
    code_sent: "We have sent you a code.",
    devices_lead: (
        "You can be logged in on ",
        " devices at a time. Beyond that, the device you have not used for the longest time is logged out.",
    ),
    code_sent_to: ("We have sent a code to ", "."),
    language: Language::En,
};

#[cfg(test)]
mod tests {
    use super::ZH_CN;

    #[test]
    fn a_place_is_said_in_words() {
        assert_eq!(ZH_CN.place("127.0.0.0/24"), "来自本机");
        assert_eq!(ZH_CN.place("0:0:0::/48"), "来自本机");
        assert_eq!(ZH_CN.place("203.0.113.0/24"), "来自 203.0.113.0/24 网段");
    }

    #[test]
    fn who_has_a_number_only_is_reminded_in_messages() {
        assert_eq!(ZH_CN.notices(true), "邮件通知");
        assert_eq!(ZH_CN.notices(false), "短信通知");
    }

    #[test]
    fn a_code_by_message_is_not_looked_for_among_mails() {
        assert!(ZH_CN.code_hint("a@reader.example").contains("垃圾邮件"));
        assert!(!ZH_CN.code_hint("+86-13912345678").contains("邮件"));
    }
}
