//! The actions of the audit log: one table.

use moyan_domain::stored_names;

stored_names! {
    /// An action that is recorded.
    AuditAction
    /// The command line made an account.
    AccountCreated: "account.created",
    /// A user registered.
    AccountRegistered: "account.registered",
    /// A user logged in.
    AccountLoggedIn: "account.loggedIn",
    /// A password was changed by its owner.
    AccountPasswordChanged: "account.passwordChanged",
    /// A password was reset with a code.
    AccountPasswordReset: "account.passwordReset",
    /// An e-mail address or a phone number was replaced by another.
    AccountIdentifierChanged: "account.identifierChanged",
    /// An owner asked to delete the account.
    AccountDeletionRequested: "account.deletionRequested",
    /// An owner took that back.
    AccountDeletionCanceled: "account.deletionCanceled",
    /// An account was removed for good.
    AccountPurged: "account.purged",
    /// An administrator suspended an account.
    AccountSuspended: "account.suspended",
    /// An administrator ended that.
    AccountResumed: "account.resumed",
    /// An account became an administrator of the platform, or ceased to be one.
    AdminRoleChanged: "admin.roleChanged",
    /// A team was made.
    TeamCreated: "team.created",
    /// A team got another name.
    TeamRenamed: "team.renamed",
    /// An owner deleted a team.
    TeamDeleted: "team.deleted",
    /// An owner took that back.
    TeamRestored: "team.restored",
    /// A team was removed for good.
    TeamPurged: "team.purged",
    /// A team went to a member when its owner's account ended.
    TeamInherited: "team.inherited",
    /// A user was invited.
    TeamInvited: "team.invited",
    /// An invitation was accepted.
    TeamJoined: "team.joined",
    /// A member left.
    TeamLeft: "team.left",
    /// A member was removed.
    TeamMemberRemoved: "team.memberRemoved",
    /// A member got another role.
    TeamRoleChanged: "team.roleChanged",
    /// An owner gave the team away.
    TeamTransferred: "team.transferred",
    /// A team got another plan.
    TeamPlanChanged: "team.planChanged",
    /// An administrator suspended a team.
    TeamSuspended: "team.suspended",
    /// An administrator ended that.
    TeamResumed: "team.resumed",
    /// A knowledge base was made, perhaps as a copy.
    KnowledgeBaseCreated: "knowledgeBase.created",
    /// A knowledge base got another status.
    KnowledgeBaseStatusChanged: "knowledgeBase.statusChanged",
    /// A knowledge base was put into the bin.
    KnowledgeBaseDeleted: "knowledgeBase.deleted",
    /// A knowledge base was taken out of the bin.
    KnowledgeBaseRestored: "knowledgeBase.restored",
    /// A knowledge base was removed for good.
    KnowledgeBasePurged: "knowledgeBase.purged",
    /// A knowledge base went to another team of its owner.
    KnowledgeBaseMoved: "knowledgeBase.moved",
    /// A site was made, perhaps as a copy.
    SiteCreated: "site.created",
    /// A site got another status.
    SiteStatusChanged: "site.statusChanged",
    /// A site got another address below the domain of sites.
    SiteSlugChanged: "site.slugChanged",
    /// Settings of a site changed that hold at once: who sees how much, and packages.
    SiteSettingsChanged: "site.settingsChanged",
    /// A site publishes another knowledge base, or none.
    SiteBaseChanged: "site.baseChanged",
    /// The redirects of a site changed.
    SiteRedirectsChanged: "site.redirectsChanged",
    /// A site claims a domain.
    SiteDomainAdded: "site.domainAdded",
    /// A domain was proved.
    SiteDomainVerified: "site.domainVerified",
    /// The proof of a domain is gone.
    SiteDomainLost: "site.domainLost",
    /// A domain became the one that the others redirect to.
    SiteDomainPrimary: "site.domainPrimary",
    /// A domain was removed.
    SiteDomainRemoved: "site.domainRemoved",
    /// A site went to another team of its owner.
    SiteMoved: "site.moved",
    /// A site was put into the bin.
    SiteDeleted: "site.deleted",
    /// A site was taken out of the bin.
    SiteRestored: "site.restored",
    /// A site was removed for good.
    SitePurged: "site.purged",
    /// A site was published.
    SitePublished: "site.published",
    /// A site went back to an older release.
    SiteReleaseRestored: "site.releaseRestored",
    /// A site is to be published at a moment, or not any more.
    SiteScheduled: "site.scheduled",
    /// A site was not published at its moment.
    SiteScheduleFailed: "site.scheduleFailed",
    /// How a site is paid was changed.
    PaymentMethodChanged: "site.paymentMethodChanged",
    /// A membership was given by hand.
    MembershipGiven: "membership.given",
    /// A membership was taken back.
    MembershipRevoked: "membership.revoked",
    /// A visitor of a site was kept out, or let in again.
    MemberBlocked: "membership.blocked",
    /// Somebody of the team looked at a site as a visitor sees it.
    MemberViewed: "membership.viewed",
    /// Memberships were imported.
    MembersImported: "membership.imported",
    /// A coupon was made.
    CouponCreated: "coupon.created",
    /// The terms of a coupon were changed.
    CouponChanged: "coupon.changed",
    /// Redeem codes were made.
    RedeemCodesCreated: "redeemCodes.created",
    /// Redeem codes that nobody had used were taken back.
    RedeemCodesRevoked: "redeemCodes.revoked",
    /// Money for an order was confirmed by hand.
    OrderConfirmed: "order.confirmed",
    /// The money for an order was not found.
    OrderRejected: "order.rejected",
    /// Money of an order was sent back.
    OrderRefunded: "order.refunded",
    /// A problem of an order was settled.
    OrderSettled: "order.settled",
    /// An administrator queued a mail again.
    MailRetried: "mail.retried",
    /// An administrator started a dead job again.
    JobRetried: "job.retried",
    /// An administrator discarded a dead job.
    JobDiscarded: "job.discarded",
}
