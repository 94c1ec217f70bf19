//! Requests that are understood and refused: one table.

use actix_web::http::StatusCode;
use moyan_domain::Language;

/// Makes the enum and its columns out of the table.
macro_rules! refusals {
    ($($(#[doc = $doc:literal])+ $name:ident: $status:literal $key:literal $zh:literal $en:literal,)+) => {
        /// Why a request is refused.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Refusal {
            $($(#[doc = $doc])+ $name,)+
        }

        impl Refusal {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The HTTP status.
            pub fn status(self) -> StatusCode {
                let status: u16 = match self {
                    $(Self::$name => $status,)+
                };
                StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
            }

            /// The stable key that clients translate.
            pub fn key(self) -> &'static str {
                match self {
                    $(Self::$name => $key,)+
                }
            }

            /// The sentence for a reader of `language`.
            pub fn message(self, language: Language) -> &'static str {
                match (self, language) {
                    $(
                        (Self::$name, Language::ZhCn) => $zh,
                        (Self::$name, Language::En) => $en,
                    )+
                }
            }
        }
    };
}

refusals! {
    /// No route has this path.
    UnknownRoute: 404 "route.notFound"
        "请求的接口不存在" "This address is not part of the API",
    /// The route does not know this method.
    MethodNotAllowed: 405 "route.methodNotAllowed"
        "该接口不支持此请求方法" "This address does not accept the request method",
    /// The request cannot be read: its body, query or headers.
    BadRequest: 400 "request.invalid"
        "请求格式有误" "The request cannot be read",
    /// The body is larger than this route takes.
    TooLarge: 413 "request.tooLarge"
        "提交的内容过大" "The request is too large",
    /// The route needs the revision that the change was made on, and the request names none.
    RevisionRequired: 428 "request.preconditionRequired"
        "请求缺少版本信息，请刷新页面后重试" "The request does not say which version it changes. Reload the page and try again.",
    /// The key of the request was used for another one.
    IdempotencyKeyReused: 422 "idempotency.keyReused"
        "该操作已用其他内容提交过，请刷新页面后重试" "This was already submitted with other content. Reload the page and try again.",
    /// The first request with this key is not done yet.
    IdempotencyInProgress: 409 "idempotency.inProgress"
        "该操作正在处理中，请稍候" "This is still being processed. Wait a moment.",
    /// The body takes longer to arrive than it may.
    TooSlow: 408 "request.tooSlow"
        "提交的内容未能及时送达，请检查网络后重试" "The request took too long to arrive. Check your network and try again.",
    /// The body is of a type that this route does not take.
    UnsupportedMediaType: 415 "request.unsupportedMediaType"
        "不支持的内容类型" "The content type is not supported",
    /// A page of another origin sent it.
    ForeignOrigin: 403 "request.foreignOrigin"
        "不接受来自其他网站的请求" "Requests from other sites are not accepted",
    /// Nobody is logged in.
    LoginRequired: 401 "session.required"
        "请先登录" "Please log in first",
    /// The session has ended.
    SessionEnded: 401 "session.expired"
        "登录已过期，请重新登录" "Login expired, please log in again",
    /// The caller may see this but not do that.
    Forbidden: 403 "access.denied"
        "没有权限执行此操作" "Access denied",
    /// What the request names is not there, or not the caller's.
    NotFound: 404 "resource.notFound"
        "请求的内容不存在" "The requested resource was not found",
    /// The team is not there, or the caller is no member.
    TeamNotFound: 404 "team.notFound"
        "团队不存在" "The team was not found",
    /// The account is not there.
    UserNotFound: 404 "user.notFound"
        "用户不存在" "The user was not found",
    /// The account is not a member of the team.
    MemberNotFound: 404 "member.notFound"
        "该成员不在团队中" "The member was not found",
    /// The invitation is not there, used, taken back or expired.
    InvitationNotFound: 404 "invitation.notFound"
        "邀请不存在或已失效" "The invitation does not exist or is no longer valid",
    /// The session is not there.
    SessionNotFound: 404 "session.notFound"
        "该登录设备不存在" "The device was not found",
    /// The mail is not there.
    MailNotFound: 404 "mail.notFound"
        "邮件不存在" "The email was not found",
    /// The job is not there, or was done.
    JobNotFound: 404 "job.notFound"
        "任务不存在或已完成" "The job does not exist or is done",
    /// The picture is not there.
    AvatarNotFound: 404 "avatar.notFound"
        "头像不存在" "The picture was not found",
    /// The knowledge base is not there, or of another team.
    KnowledgeBaseNotFound: 404 "knowledgeBase.notFound"
        "知识库不存在" "The knowledge base was not found",
    /// The knowledge base is in the bin; it can only be read and restored.
    KnowledgeBaseInBin: 409 "knowledgeBase.inBin"
        "知识库在回收站中，恢复后才能操作" "The knowledge base is in the bin, restore it first",
    /// The knowledge base is archived; it can only be read.
    KnowledgeBaseArchived: 409 "knowledgeBase.archived"
        "知识库已归档，目前只能查看" "The knowledge base is archived and can only be read",
    /// The knowledge base is not in the bin.
    KnowledgeBaseNotInBin: 409 "knowledgeBase.notInBin"
        "知识库不在回收站中" "The knowledge base is not in the bin",
    /// The settings changed since the caller saw them.
    KnowledgeBaseChanged: 409 "knowledgeBase.changed"
        "知识库的设置已被他人修改，请查看后重试" "Somebody else changed the settings of this knowledge base. Read them and try again.",
    /// The team cannot have more knowledge bases.
    TooManyKnowledgeBases: 409 "knowledgeBase.tooMany"
        "知识库数量已达上限" "This team cannot have more knowledge bases",
    /// The document is not there, or of another knowledge base.
    DocumentNotFound: 404 "document.notFound"
        "文章不存在" "The article was not found",
    /// The text is larger than it may be.
    DocumentTooLarge: 413 "document.tooLarge"
        "文章超过 1 MB，无法同步" "The article is larger than 1 MB and cannot be synced",
    /// The title is longer than it may be.
    DocumentTitleTooLong: 422 "document.titleTooLong"
        "文章标题最多 200 个字符" "The title of an article can have at most 200 characters",
    /// The path is longer than it may be.
    DocumentPathTooLong: 422 "document.pathTooLong"
        "文章路径最多 200 个字符" "The path of an article can have at most 200 characters",
    /// The document holds a NUL character, which the database does not store.
    DocumentNulCharacter: 422 "document.nulCharacter"
        "文章中含有无法保存的空字符（U+0000），请删除后再同步" "The article contains a NUL character (U+0000), which cannot be stored. Remove it and sync again.",
    /// The knowledge base cannot have more documents.
    TooManyDocuments: 409 "document.tooMany"
        "该知识库的文章数量已达上限" "This knowledge base cannot have more articles",
    /// The revision is not there, or was thinned out.
    RevisionNotFound: 404 "revision.notFound"
        "该历史版本不存在" "This version was not found",
    /// The category is not there.
    CategoryNotFound: 404 "category.notFound"
        "分类不存在" "The category was not found",
    /// The category has documents.
    CategoryNotEmpty: 409 "category.notEmpty"
        "分类中还有文章，不能删除" "The category still has articles and cannot be deleted",
    /// A knowledge base keeps its last category.
    LastCategory: 409 "category.last"
        "知识库至少需要保留一个分类" "A knowledge base keeps at least one category",
    /// Name, slug, kind or description of a category cannot be used.
    CategoryInvalid: 422 "category.invalid"
        "分类的名称、标识或说明不符合要求" "The name, slug or description of the category cannot be used",
    /// The knowledge base cannot have more categories.
    TooManyCategories: 409 "category.tooMany"
        "该知识库的分类数量已达上限" "This knowledge base cannot have more categories",
    /// The browser knows a revision that the server does not have: the server was restored from a backup.
    FutureRevision: 409 "sync.futureRevision"
        "服务器上的版本较旧，需要重新比对" "The server has an older version; everything has to be compared again",
    /// The image is not there.
    ImageNotFound: 404 "image.notFound"
        "图片不存在" "The image was not found",
    /// The drawing is not there.
    DiagramNotFound: 404 "diagram.notFound"
        "图表不存在" "The diagram was not found",
    /// The site is not there, or of another team.
    SiteNotFound: 404 "site.notFound"
        "网站不存在" "The site was not found",
    /// The site is in the bin; it can only be read and restored.
    SiteInBin: 409 "site.inBin"
        "网站在回收站中，恢复后才能操作" "The site is in the bin, restore it first",
    /// The site is archived; it can only be read.
    SiteArchived: 409 "site.archived"
        "网站已归档，目前只能查看" "The site is archived and can only be read",
    /// The release is not there, or of another site.
    ReleaseNotFound: 404 "release.notFound"
        "该发布版本不存在" "The release was not found",
    /// Another release was restored while this one was built.
    ReleaseCanceled: 409 "release.canceled"
        "期间恢复了其他版本，本次发布已取消" "Another release was restored meanwhile, so this publish was canceled",
    /// Another release of the site is being made.
    ReleaseBuilding: 409 "release.building"
        "网站正在发布，请稍后再试" "The site is being published. Try again in a moment.",
    /// The document is a draft, empty, or of a hidden category.
    ReleaseLeftOut: 409 "release.leftOut"
        "这篇文档是草稿、没有内容或所在分类未显示，不能发布"
        "This document is a draft, empty or in a hidden category, so it cannot be published",
    /// What visitors read was made of another base.
    ReleaseOfOtherBase: 409 "release.otherBase"
        "网站更换了知识库，请先发布整个网站" "The site has another knowledge base now. Publish the whole site first.",
    /// More documents of the site are scheduled than can be.
    TooManyDocumentSchedules: 409 "release.tooManyScheduled"
        "定时发布的文档数量已达上限" "No more documents of this site can be scheduled",
    /// The site has no knowledge base, or that is in the bin.
    SiteWithoutKnowledgeBase: 409 "site.withoutKnowledgeBase"
        "请先为网站绑定知识库" "Please choose a knowledge base for this site first",
    /// No document of the knowledge base can be shown.
    SiteWithoutDocuments: 409 "site.withoutDocuments"
        "没有可发布的文档，请先写一篇" "There is no document to publish yet. Write one first.",
    /// The knowledge base of the site is larger than a site may be.
    SiteTooLarge: 409 "site.tooLarge"
        "知识库内容过多，超出了网站可发布的上限" "The knowledge base is too large to publish",
    /// The site is not in the bin.
    SiteNotInBin: 409 "site.notInBin"
        "网站不在回收站中" "The site is not in the bin",
    /// What is set for the site changed since the caller saw it.
    SiteChanged: 409 "site.changed"
        "网站已被他人修改，请查看后重试" "Somebody else changed this site. See what changed and try again.",
    /// Another site was bound to the base, or the site to a base, while it was to be moved.
    MovedMeanwhile: 409 "site.movedMeanwhile"
        "网站与知识库的对应关系刚刚发生了变化，请再试一次" "What this site publishes has just changed. Try again.",
    /// The team cannot have more sites.
    TooManySites: 409 "site.tooMany"
        "网站数量已达上限" "This team cannot have more sites",
    /// Another site has this address.
    SlugTaken: 409 "site.slugTaken"
        "该地址已被使用，请换一个" "This address is already taken. Choose another one.",
    /// The state of the site cannot become this one.
    SiteTransition: 409 "site.transition"
        "网站目前的状态不能这样更改" "This change of status is not possible",
    /// The site has no release that visitors could read.
    SiteNotPublished: 409 "site.neverPublished"
        "请先发布网站内容，再对外开放" "There is nothing to read yet. Publish the site first.",
    /// The membership is not there, of another visitor, or was taken back before.
    GrantNotFound: 404 "grant.notFound"
        "该会员资格不存在或已收回" "The membership was not found, or was already revoked",
    /// The money of the order did not come through a provider, so none can send it back.
    RefundOutside: 409 "order.refundOutside"
        "该订单不是通过支付平台收款，请自行退款后登记" "This order was not paid through a provider. Send the money back yourself and record it here.",
    /// The package costs something else than what was shown.
    PriceChanged: 409 "order.priceChanged"
        "套餐价格已更新，请确认后重新提交" "The price has changed. Check the new price and submit again.",
    /// The site has no such package, or does not sell it any more.
    PackageNotFound: 404 "package.notFound"
        "该套餐不存在或已停售" "This package does not exist or is no longer sold",
    /// The coupon is not there, or of another site.
    CouponNotFound: 404 "coupon.notFound"
        "该优惠码不存在" "The coupon was not found",
    /// The site has a coupon with this code.
    CouponCodeTaken: 409 "coupon.codeTaken"
        "已有相同的优惠码" "Another coupon has this code already",
    /// The site has as many coupons as it may.
    TooManyCoupons: 409 "coupon.tooMany"
        "优惠码数量已达上限" "This site cannot have more coupons",
    /// The batch is not there, or of another site.
    RedeemBatchNotFound: 404 "redeem.batchNotFound"
        "该批兑换码不存在" "The batch of redeem codes was not found",
    /// The site has as many redeem codes as it may.
    TooManyRedeemCodes: 409 "redeem.tooMany"
        "兑换码数量已达上限" "This site cannot have more redeem codes",
    /// It is no code, or one that cannot be used any more.
    RedeemCodeInvalid: 422 "redeem.invalid"
        "兑换码无效、已使用或已过期" "This redeem code is not valid, was used, or has expired",
    /// The domain is not there, or of another site.
    SiteDomainNotFound: 404 "siteDomain.notFound"
        "该域名不存在" "The domain was not found",
    /// The site has the domain already.
    SiteDomainExists: 409 "siteDomain.exists"
        "该域名已添加" "This domain was added already",
    /// The site cannot have more domains.
    TooManySiteDomains: 409 "siteDomain.tooMany"
        "该网站的域名数量已达上限" "This site cannot have more domains",
    /// The domain was not proved yet.
    SiteDomainNotVerified: 409 "siteDomain.notVerified"
        "域名尚未通过验证" "This domain is not verified yet",
    /// The visitor is not there, or of another site.
    VisitorNotFound: 404 "visitor.notFound"
        "该用户不存在" "The visitor was not found",
    /// The order is not there, or somebody else's.
    OrderNotFound: 404 "order.notFound"
        "订单不存在" "The order was not found",
    /// The state of the order does not allow this.
    OrderTransition: 409 "order.transition"
        "订单的当前状态不支持此操作" "The order cannot be changed like this in its current state",
    /// Other orders of the visitor wait for the creator already.
    TooManyOrdersToConfirm: 409 "order.tooManyToConfirm"
        "你有多个订单正在等待确认，请等它们确认后再提交" "Several of your orders are waiting to be confirmed. You can order again after that.",
    /// The visitor is a member for ever.
    AlreadyLifetime: 409 "order.alreadyLifetime"
        "你已是终身会员，无需再次购买" "You are a lifetime member already, there is nothing more to buy",
    /// The plan of the site's team sells nothing.
    NothingSold: 409 "order.nothingSold"
        "该网站暂时不能购买，请联系作者" "Nothing can be bought on this site at present. Contact its author.",
    /// The package is not sold, or not any more.
    PackageNotSold: 409 "package.notSold"
        "该套餐已停止出售" "This package is not on sale any more",
    /// There is no such coupon for this package at this moment.
    CouponInvalid: 409 "coupon.invalid"
        "优惠码无效，或不适用于所选套餐" "This coupon is not valid, or not for this package",
    /// The coupon was used as often as it may be.
    CouponUsedUp: 409 "coupon.usedUp"
        "优惠码的使用次数已用完" "This coupon has been used up",
    /// There is no such way to be paid.
    PaymentMethodNotFound: 404 "paymentMethod.notFound"
        "支付方式不存在" "The payment method was not found",
    /// The method has no keys.
    PaymentMethodNotSetUp: 409 "paymentMethod.notSetUp"
        "请先填写该支付方式的密钥" "Please enter the keys of this payment method first",
    /// The server has no secret to seal keys with, or not the one that they were sealed with.
    MerchantKeysUnavailable: 409 "paymentMethod.keysUnavailable"
        "服务器暂时无法保管支付密钥，请联系管理员" "This server cannot store payment keys at the moment. Contact its operator.",
    /// The provider does not accept the keys.
    ProviderKeysRefused: 409 "paymentMethod.keysRefused"
        "支付平台不接受这些密钥，请核对后重新填写" "The payment provider does not accept these keys. Check that they are complete and belong together.",
    /// The provider's answer is not signed by the key that is set as its own.
    ProviderKeyForeign: 409 "paymentMethod.foreignKey"
        "支付平台的回答与这里的平台公钥不符，请重新复制平台公钥和公钥 ID" "The payment provider does not sign with the public key entered here. Copy its key and the ID of the key again.",
    /// The provider accepts the keys, which may not read disputes.
    ProviderRefusesDisputes: 409 "paymentMethod.disputesRefused"
        "密钥有效，但没有读取争议的权限，请在支付平台为它开通" "These keys work but may not read disputes. Allow that at the payment provider.",
    /// The provider answers no.
    ProviderRefused: 409 "paymentMethod.refused"
        "支付平台拒绝了此操作" "The payment provider refused this",
    /// The provider cannot be reached.
    ProviderUnavailable: 503 "paymentMethod.providerUnavailable"
        "支付平台暂时无法连接，请稍后再试" "The payment provider cannot be reached. Try again later.",
    /// Account and password or code do not fit.
    LoginFailed: 422 "account.loginFailed"
        "账号或密码错误" "Wrong email, phone number or password",
    /// The code is wrong, used, expired or was tried too often.
    CodeWrong: 422 "account.codeInvalid"
        "验证码错误或已过期" "The verification code is wrong or has expired",
    /// The password that should prove the caller is wrong.
    PasswordWrong: 422 "account.passwordWrong"
        "当前密码不正确" "The current password is wrong",
    /// The account is suspended.
    AccountSuspended: 403 "account.suspended"
        "账号已被停用，请联系客服" "This account is suspended. Contact support.",
    /// Another account has this address or number.
    IdentifierTaken: 409 "account.identifierTaken"
        "该邮箱或手机号已被使用" "This email or phone number is already in use",
    /// The account owns teams with other members.
    OwnsTeams: 409 "account.ownsTeams"
        "请先转让或删除你拥有的团队" "Please transfer or delete the teams you own first",
    /// No deletion was asked for.
    NoDeletion: 409 "account.noDeletion"
        "该账号没有待执行的注销" "No deletion is scheduled for this account",
    /// This way to register, log in or reset is switched off.
    MethodDisabled: 403 "account.methodDisabled"
        "该方式暂未开放" "This method is not enabled",
    /// A personal space cannot be given away, left, deleted or shared.
    PersonalTeam: 409 "team.personal"
        "个人空间不支持此操作" "This cannot be done with a personal space",
    /// The team is deleted; it can only be restored.
    TeamDeleted: 409 "team.deleted"
        "团队已删除，恢复后才能操作" "The team is deleted, restore it first",
    /// The team is not deleted.
    TeamNotDeleted: 409 "team.notDeleted"
        "团队没有被删除" "The team is not deleted",
    /// The team is suspended and can be read only.
    TeamSuspended: 403 "team.suspended"
        "团队已被停用，目前只能查看" "This team is suspended and can only be read",
    /// The owner's role is changed by a transfer only.
    OwnerRole: 409 "team.ownerRole"
        "所有者身份只能通过转让变更" "The owner's role can only change by a transfer",
    /// The account is a member already.
    AlreadyMember: 409 "team.alreadyMember"
        "该用户已是团队成员" "This user is already a member",
    /// The team cannot take more members.
    TooManyMembers: 409 "team.tooManyMembers"
        "团队成员数量已达上限" "The team cannot have more members",
    /// The account cannot own more teams.
    TooManyTeams: 409 "team.tooMany"
        "你拥有的团队数量已达上限" "You cannot own more teams",
    /// The account that a team is given to cannot own more teams.
    NewOwnerTooManyTeams: 409 "team.newOwnerTooMany"
        "对方拥有的团队数量已达上限" "This member cannot own more teams",
    /// The invitation is bound to another address.
    InvitationOtherEmail: 403 "invitation.otherEmail"
        "该邀请发给了另一个邮箱，请使用受邀邮箱的账号" "The invitation was sent to another email address",
    /// An administrator cannot suspend or demote themselves.
    OwnAccount: 409 "admin.ownAccount"
        "不能对自己的账号执行此操作" "This cannot be done to your own account",
    /// The mail was not given up.
    MailNotDead: 409 "mail.notDead"
        "该邮件无需重新发送" "This email does not need to be sent again",
    /// The job was not given up.
    JobNotDead: 409 "job.notDead"
        "该任务没有失败，无需处理" "This job has not failed, there is nothing to do",
    /// The plan does not have this. Source: specification §6.
    PlanLimit: 403 "plan.notAvailable"
        "当前套餐不支持此功能" "This feature is not available in your current plan",
    /// The plan has no more sites than there are.
    SitePlanLimit: 403 "plan.tooManySites"
        "免费套餐可以创建一个网站用来试用，更多网站需要专业版"
        "The free plan has one site to try things out, more sites need Professional",
    /// Changes are refused for maintenance.
    ReadOnly: 503 "server.readOnly"
        "系统维护中，暂时只能查看" "The service is read-only for maintenance",
    /// The server is not ready yet.
    Starting: 503 "server.starting"
        "服务正在启动，请稍候" "The service is starting. Try again in a moment.",
    /// The store of files cannot be reached, or it takes too long.
    FilesUnavailable: 503 "files.unavailable"
        "文件存储暂时不可用，请稍后再试" "File storage is unavailable. Try again later.",
    /// As much of this work is done at once as may be.
    Busy: 503 "server.busy"
        "服务繁忙，请稍后再试" "The service is busy. Try again later.",
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_refusal_has_a_key_of_its_own_and_two_sentences() {
        let mut keys = HashSet::new();
        for refusal in Refusal::ALL {
            assert!(keys.insert(refusal.key()), "{refusal:?}");
            assert!(refusal.message(Language::En).is_ascii(), "{refusal:?}");
            assert!(!refusal.message(Language::ZhCn).is_ascii(), "{refusal:?}");
            assert!(
                refusal.status().is_client_error() || refusal.status() == 503,
                "{refusal:?}"
            );
        }
    }

    #[test]
    fn what_to_do_is_a_sentence_of_its_own() {
        // The specification has this one.
        let verbatim = [Refusal::SessionEnded];
        for refusal in Refusal::ALL.iter().filter(|refusal| !verbatim.contains(refusal)) {
            assert!(!refusal.message(Language::En).contains(" please "), "{refusal:?}");
        }
    }

    #[test]
    fn a_plan_limit_says_what_the_specification_says() {
        assert_eq!(
            Refusal::PlanLimit.message(Language::En),
            "This feature is not available in your current plan"
        );
    }
}
