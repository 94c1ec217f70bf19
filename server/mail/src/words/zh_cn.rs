//! The words of mails in Chinese.

use chrono::NaiveDate;
use moyan_domain::{Language, Plan};

use super::{action, code_in, link, note, paragraph, reader_of};
use crate::{Block, MailTemplate, MembershipEnd};

pub fn words(mail: &MailTemplate) -> (String, Vec<Block>) {
    match mail {
        MailTemplate::Code { code, minutes } => (
            format!("{code} 是你的墨砚验证码"),
            vec![
                code_in(format!("你的墨砚验证码是 {code}，{minutes} 分钟内有效。"), code),
                note("请勿告诉他人。如果不是你本人操作，忽略即可。"),
            ],
        ),
        MailTemplate::AlreadyRegistered { login_url, reset_url } => (
            "你已有墨砚账号".to_owned(),
            vec![
                paragraph("有人用这个邮箱注册墨砚，而你已有账号，直接登录就好。"),
                action("登录", login_url),
                link("忘了密码？重新设置", reset_url),
                note("如果不是你本人操作，忽略即可。"),
            ],
        ),
        MailTemplate::PasswordChanged { reset_url } => (
            "你的墨砚密码已修改".to_owned(),
            vec![
                paragraph("你的墨砚账号刚刚修改了密码，其他设备已退出登录。"),
                paragraph("如果不是你本人操作，请立即重新设置密码。"),
                action("重新设置密码", reset_url),
            ],
        ),
        MailTemplate::IdentifierChanged { masked, reset_url } => (
            "你的墨砚账号信息已变更".to_owned(),
            vec![
                paragraph(format!("你的墨砚账号已改用 {masked}。")),
                paragraph("如果不是你本人操作，请立即重新设置密码，并联系我们。"),
                action("重新设置密码", reset_url),
            ],
        ),
        MailTemplate::DeletionScheduled { day, profile_url } => (
            "你的墨砚账号将被注销".to_owned(),
            vec![
                paragraph(format!(
                    "你的墨砚账号将于 {}注销，届时账号和内容会被删除，订单记录留存备查。",
                    written(*day)
                )),
                paragraph("想保留账号，在那之前登录并取消注销。"),
                action("查看账号", profile_url),
            ],
        ),
        MailTemplate::PlanActivated {
            team,
            plan,
            ends_on,
            url,
        } => (
            format!("“{team}”已开通{}", name_of(*plan)),
            vec![
                paragraph(match ends_on {
                    Some(day) => format!(
                        "空间“{team}”已开通{}，有效期至 {}。",
                        name_of(*plan),
                        written(*day)
                    ),
                    None => format!("空间“{team}”已开通{}。", name_of(*plan)),
                }),
                paragraph("现在可以创建网站、绑定域名、开通会员和收款。"),
                action("打开控制台", url),
            ],
        ),
        MailTemplate::PlanEnding {
            team,
            plan,
            ends_on,
            n_days,
            read_until,
            url,
        } => {
            let when = in_days(*n_days);
            let plan = name_of(*plan);
            (
                format!("“{team}”的{plan}{when}到期"),
                vec![
                    paragraph(format!(
                        "空间“{team}”的{plan}将于 {}（{when}）到期。",
                        written(*ends_on)
                    )),
                    paragraph(format!(
                        "到期后不能再发布和收款。已发布的网站，读者和会员可以读到 {}。内容和设置都会保留。",
                        written(*read_until)
                    )),
                    action("续订", url),
                ],
            )
        }
        MailTemplate::PlanEnded {
            team,
            read_until,
            url,
        } => (
            format!("“{team}”的套餐已到期"),
            vec![
                paragraph(format!(
                    "空间“{team}”的套餐已到期，现在不能再发布和收款。已发布的网站，读者和会员可以读到 {}。",
                    written(*read_until)
                )),
                paragraph("内容和设置都会保留，续订后一切照旧。"),
                action("续订", url),
            ],
        ),
        MailTemplate::SiteClosing {
            sites,
            closes_on,
            n_days,
            url,
        } => {
            let when = in_days(*n_days);
            let names: String = sites.iter().map(|site| format!("“{site}”")).collect();
            (
                match sites.len() {
                    1 => format!("网站{names}{when}停止访问"),
                    n_sites => format!("{when}有 {n_sites} 个网站停止访问"),
                },
                vec![
                    paragraph(format!(
                        "套餐到期后没有续订，网站{names}将于 {}（{when}）停止访问，会员也不能再读。",
                        written(*closes_on)
                    )),
                    paragraph("在那之前续订，网站不会中断。"),
                    action("续订", url),
                ],
            )
        }
        MailTemplate::SiteUnpublished { site, url } => (
            format!("网站“{site}”已停止发布"),
            vec![
                paragraph(format!(
                    "空间现在没有含网站的套餐，网站“{site}”已变回草稿，读者和会员都不能再读。"
                )),
                paragraph("内容、设置、会员和订单都会保留。开通套餐后，可以重新发布。"),
                action("查看网站", url),
            ],
        ),
        MailTemplate::TeamSuspended { team, reason } => (
            format!("空间“{team}”已停用"),
            vec![
                paragraph(format!("空间“{team}”已被平台停用，它的网站暂时打不开。")),
                paragraph(format!("原因：{reason}")),
                paragraph("内容都会保留。如果有疑问，请联系平台。"),
            ],
        ),
        MailTemplate::DomainLost {
            site,
            host,
            is_over,
            url,
        } => {
            let (subject, what) = if *is_over {
                (
                    format!("域名 {host} 已打不开网站"),
                    format!(
                        "网站“{site}”绑定了域名 {host}，但证明归属的 TXT 记录找不到了，现在这个域名打不开网站。"
                    ),
                )
            } else {
                (
                    format!("域名 {host} 的解析记录找不到了"),
                    format!(
                        "网站“{site}”绑定了域名 {host}，但证明归属的 TXT 记录找不到了。记录缺失超过一天，这个域名就打不开网站。"
                    ),
                )
            };
            (
                subject,
                vec![
                    paragraph(what),
                    paragraph("请到域名服务商那里把记录加回去，再回来检查。"),
                    action("查看解析记录", url),
                ],
            )
        }
        MailTemplate::VisitorCode { site, code, minutes } => (
            format!("{code} 是你在“{}”的验证码", site.name),
            vec![
                code_in(
                    format!("你在“{}”的验证码是 {code}，{minutes} 分钟内有效。", site.name),
                    code,
                ),
                note("请勿告诉他人。如果不是你本人操作，忽略即可。"),
            ],
        ),
        MailTemplate::VisitorPasswordChanged { site } => (
            format!("你在“{}”的密码已设置", site.name),
            vec![
                paragraph(format!(
                    "你在“{}”的账号刚刚设置了新密码，其他设备已退出登录。",
                    site.name
                )),
                paragraph("如果不是你本人操作，请立即用验证码登录，重新设置密码。"),
                action("登录", &format!("{}login", site.address)),
            ],
        ),
        MailTemplate::OrderReceipt {
            site,
            package,
            number,
            amount,
            end,
        } => (
            format!("“{}”会员购买成功", site.name),
            vec![
                paragraph(format!("感谢购买“{}”的“{package}”。{}", site.name, until(end))),
                action("开始阅读", &site.address),
                note(format!("订单号 {number}，实付 {amount}。")),
                link("订单与会员", &format!("{}account", site.address)),
            ],
        ),
        MailTemplate::OrderPaid {
            site,
            package,
            number,
            amount,
            reader,
            nickname,
            url,
        } => {
            let reader = reader_of(nickname, reader, Language::ZhCn);
            (
                format!("“{site}”收到 {amount}"),
                vec![
                    paragraph(format!(
                        "{reader}购买了“{site}”的“{package}”，实付 {amount}，会员已开通。"
                    )),
                    action("查看订单", url),
                    note(format!("订单号 {number}。")),
                ],
            )
        }
        MailTemplate::OrderToConfirm {
            site,
            package,
            number,
            amount,
            reader,
            nickname,
            note: written,
            url,
        } => {
            let reader = reader_of(nickname, reader, Language::ZhCn);
            (
                format!("“{site}”有一笔订单待确认"),
                vec![
                    paragraph(if written.is_empty() {
                        format!("{reader}说已付 {amount}，购买“{site}”的“{package}”。")
                    } else {
                        format!("{reader}说已付 {amount}，购买“{site}”的“{package}”，备注“{written}”。")
                    }),
                    paragraph("核对到账之后，请确认订单，会员随即开通。"),
                    action("确认订单", url),
                    note(format!("订单号 {number}。")),
                ],
            )
        }
        MailTemplate::OrderRejected { site, number, reason } => (
            format!("“{}”未查到你的付款", site.name),
            vec![
                paragraph(format!("“{}”未查到订单 {number} 的款项：{reason}", site.name)),
                paragraph("如果你已付款，请在订单页补充付款信息，作者会再次核对。"),
                action("打开订单", &format!("{}orders/{number}", site.address)),
            ],
        ),
        MailTemplate::OrderRefunded {
            site,
            number,
            amount,
            is_outside,
            reason,
            end,
        } => {
            let how = if *is_outside {
                "由作者直接转给你。没有收到的话，请联系作者。"
            } else {
                "原路退回，到账时间以支付平台为准。"
            };
            let why = match reason.as_str() {
                "" => String::new(),
                reason => format!("原因：{reason}"),
            };
            (
                format!("“{}”已退款 {amount}", site.name),
                vec![
                    paragraph(format!(
                        "“{}”的订单 {number} 已退款 {amount}，{how}{why}",
                        site.name
                    )),
                    paragraph(match end {
                        MembershipEnd::On(_) | MembershipEnd::Grace { .. } => format!("你的{}", until(end)),
                        MembershipEnd::Never => "你的会员仍然终身有效。".to_owned(),
                        MembershipEnd::Over => "这笔订单带来的会员已经结束。".to_owned(),
                    }),
                    action("订单与会员", &format!("{}account", site.address)),
                ],
            )
        }
        MailTemplate::MembershipGranted { site, package, end } => (
            format!("你已成为“{}”的会员", site.name),
            vec![
                paragraph(if package.is_empty() {
                    format!("你在“{}”的会员已开通。{}", site.name, until(end))
                } else {
                    format!("你在“{}”的“{package}”已开通。{}", site.name, until(end))
                }),
                action("开始阅读", &site.address),
                link("我的会员", &format!("{}account", site.address)),
            ],
        ),
        MailTemplate::MembershipRevoked { site, end } => (
            match end {
                MembershipEnd::Over => format!("你在“{}”的会员已被收回", site.name),
                _ => format!("你在“{}”的会员有变动", site.name),
            },
            vec![
                paragraph(match end {
                    MembershipEnd::Over => format!(
                        "“{}”的作者收回了你的会员，会员专享的内容现在不能再读。",
                        site.name
                    ),
                    _ => format!("“{}”的作者收回了你的一部分会员时长。{}", site.name, until(end)),
                }),
                action("查看我的会员", &format!("{}account", site.address)),
            ],
        ),
        MailTemplate::MembershipEnding {
            site,
            ends_on,
            n_days,
            unsubscribe_url,
        } => {
            let when = in_days(*n_days);
            (
                format!("“{}”会员：{when}到期", site.name),
                vec![
                    paragraph(format!(
                        "你在“{}”的会员将于 {}（{when}）到期。",
                        site.name,
                        written(*ends_on)
                    )),
                    paragraph("现在续费，有效期从到期日接着计算。"),
                    action("续费", &format!("{}plans", site.address)),
                    link("不再接收到期提醒", unsubscribe_url),
                ],
            )
        }
        MailTemplate::NewsletterConfirmation { site, url, days } => (
            format!("请确认订阅“{}”", site.name),
            vec![
                paragraph(format!(
                    "有人用这个邮箱订阅“{}”。如果是你本人，请确认。",
                    site.name
                )),
                action("确认订阅", url),
                note(format!(
                    "链接 {days} 天内有效。如果不是你本人操作，忽略即可，你不会收到任何来信。"
                )),
            ],
        ),
        MailTemplate::NewsletterWelcome { site, url } => (
            format!("你已订阅“{}”", site.name),
            vec![
                paragraph(format!("你已订阅“{}”。", site.name)),
                action("打开网站", &site.address),
                link("退订", url),
            ],
        ),
        MailTemplate::Invitation {
            team,
            inviter,
            url,
            days,
        } => (
            format!("{inviter} 邀请你加入“{team}”"),
            vec![
                paragraph(format!(
                    "{inviter} 邀请你加入墨砚团队“{team}”。登录之后即可接受。"
                )),
                action("查看邀请", url),
                note(format!("链接 {days} 天内有效，只能由收到本邮件的邮箱使用一次。")),
            ],
        ),
    }
}

fn name_of(plan: Plan) -> &'static str {
    match plan {
        Plan::Creator => "创作者版",
        Plan::Professional => "专业版",
        Plan::Enterprise => "企业版",
    }
}

fn written(day: NaiveDate) -> String {
    Language::ZhCn.day(day)
}

fn in_days(n_days: i64) -> String {
    match n_days {
        0 => "今天".to_owned(),
        1 => "明天".to_owned(),
        n_days => format!("{n_days} 天后"),
    }
}

fn until(end: &MembershipEnd) -> String {
    match end {
        MembershipEnd::On(day) => format!("会员有效期至 {}。", written(*day)),
        MembershipEnd::Never => "会员终身有效。".to_owned(),
        MembershipEnd::Grace { ended_on, read_until } => format!(
            "会员已于 {}到期，还可以读到 {}。",
            written(*ended_on),
            written(*read_until)
        ),
        MembershipEnd::Over => "会员已经结束。".to_owned(),
    }
}
