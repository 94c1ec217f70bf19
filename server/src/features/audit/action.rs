//! What the audit log knows: one table.

use crate::domain::stored_names;

stored_names! {
    /// Something that is written down.
    AuditAction
    /// The command line made an account.
    AccountCreated: "account.created",
    /// Somebody registered.
    AccountRegistered: "account.registered",
    /// Somebody logged in.
    AccountLoggedIn: "account.loggedIn",
    /// A password was changed by whoever knew it.
    AccountPasswordChanged: "account.passwordChanged",
    /// A password was replaced by way of a code.
    AccountPasswordReset: "account.passwordReset",
    /// An e-mail address or a phone number was put in the place of another.
    AccountIdentifierChanged: "account.identifierChanged",
    /// An owner asked for the end of the account.
    AccountDeletionRequested: "account.deletionRequested",
    /// An owner took that back.
    AccountDeletionCanceled: "account.deletionCanceled",
    /// An account is gone for good.
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
    /// A team is gone for good.
    TeamPurged: "team.purged",
    /// A team went to a member when its owner's account ended.
    TeamInherited: "team.inherited",
    /// Somebody was invited.
    TeamInvited: "team.invited",
    /// Somebody accepted.
    TeamJoined: "team.joined",
    /// A member left.
    TeamLeft: "team.left",
    /// A member was removed.
    TeamMemberRemoved: "team.memberRemoved",
    /// A member got another role.
    TeamRoleChanged: "team.roleChanged",
    /// An owner gave the team away.
    TeamTransferred: "team.transferred",
    /// A team got another edition.
    TeamPlanChanged: "team.planChanged",
    /// An administrator suspended a team.
    TeamSuspended: "team.suspended",
    /// An administrator ended that.
    TeamResumed: "team.resumed",
    /// An administrator put a letter back into the queue.
    MailRetried: "mail.retried",
}
