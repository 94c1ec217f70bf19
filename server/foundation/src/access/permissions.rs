//! Who may do what in a team: one table.

use moyan_domain::stored_names;
use serde::Serialize;
use utoipa::ToSchema;

stored_names! {
    /// A role in a team, from most to least.
    Role
    /// Everything, also to give the team away and to delete it. A team has exactly one.
    Owner: "owner",
    /// Everything but that.
    Admin: "admin",
    /// Content: knowledge bases, documents, sites and their settings.
    Editor: "editor",
    /// Members of sites and their orders; reads content.
    Support: "support",
    /// Reads.
    Viewer: "viewer",
}

/// Something that is done in a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum Action {
    /// See the team, its figures and its members.
    ReadTeam,
    /// Leave the team. The owner gives it away first.
    LeaveTeam,
    /// Change the team's name.
    RenameTeam,
    /// See, send and take back invitations; change roles and remove members.
    ManageMembers,
    /// Make another member the owner.
    TransferTeam,
    /// Delete the team and take that back.
    DeleteTeam,
    /// Read knowledge bases, documents and sites.
    ReadContent,
    /// Read how sites are set up. Names, language and packages are content: who looks after orders needs them.
    ReadSettings,
    /// Write knowledge bases, documents and sites.
    WriteContent,
    /// Remove for good what is in the bin, before its time is over.
    PurgeContent,
    /// Give sites and knowledge bases to another space of the same owner.
    MoveContent,
    /// Publish sites and change their settings.
    PublishSites,
    /// See the members of sites and their orders, confirm payments, give and take memberships.
    ManageOrders,
    /// See the revenue and the visitors of sites.
    ReadStatistics,
    /// Change how sites are paid: merchant keys and payment methods.
    ManagePayments,
}

impl Role {
    /// Whether this role may do that.
    pub fn may(self, action: Action) -> bool {
        use Action::*;
        use Role::*;
        let allowed: &[Role] = match action {
            ReadTeam | ReadContent => &[Owner, Admin, Editor, Support, Viewer],
            LeaveTeam => &[Admin, Editor, Support, Viewer],
            RenameTeam | ManageMembers | PurgeContent | ManagePayments => &[Owner, Admin],
            TransferTeam | DeleteTeam | MoveContent => &[Owner],
            WriteContent | PublishSites => &[Owner, Admin, Editor],
            ManageOrders => &[Owner, Admin, Support],
            ReadSettings => &[Owner, Admin, Editor, Viewer],
            ReadStatistics => &[Owner, Admin, Editor, Support],
        };
        allowed.contains(&self)
    }

    /// Everything that this role may do.
    pub fn actions(self) -> Vec<Action> {
        Action::ALL
            .into_iter()
            .filter(|action| self.may(*action))
            .collect()
    }
}

impl Action {
    /// All actions.
    pub const ALL: [Self; 15] = [
        Self::ReadTeam,
        Self::LeaveTeam,
        Self::RenameTeam,
        Self::ManageMembers,
        Self::TransferTeam,
        Self::DeleteTeam,
        Self::ReadContent,
        Self::ReadSettings,
        Self::WriteContent,
        Self::PurgeContent,
        Self::MoveContent,
        Self::PublishSites,
        Self::ManageOrders,
        Self::ReadStatistics,
        Self::ManagePayments,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One line an action, one column a role: owner, admin, editor, support, viewer.
    const TABLE: [(Action, [bool; 5]); 15] = [
        (Action::ReadTeam, [true, true, true, true, true]),
        (Action::LeaveTeam, [false, true, true, true, true]),
        (Action::RenameTeam, [true, true, false, false, false]),
        (Action::ManageMembers, [true, true, false, false, false]),
        (Action::TransferTeam, [true, false, false, false, false]),
        (Action::DeleteTeam, [true, false, false, false, false]),
        (Action::ReadContent, [true, true, true, true, true]),
        (Action::ReadSettings, [true, true, true, false, true]),
        (Action::WriteContent, [true, true, true, false, false]),
        (Action::PurgeContent, [true, true, false, false, false]),
        (Action::MoveContent, [true, false, false, false, false]),
        (Action::PublishSites, [true, true, true, false, false]),
        (Action::ManageOrders, [true, true, false, true, false]),
        (Action::ReadStatistics, [true, true, true, true, false]),
        (Action::ManagePayments, [true, true, false, false, false]),
    ];

    #[test]
    fn each_cell_of_the_table_holds() {
        assert_eq!(TABLE.map(|(action, _)| action), Action::ALL);
        for (action, cells) in TABLE {
            for (role, expected) in Role::ALL.into_iter().zip(cells) {
                assert_eq!(role.may(action), expected, "{role:?} {action:?}");
            }
        }
    }

    #[test]
    fn a_role_is_stored_by_its_wire_name() {
        for role in Role::ALL {
            assert_eq!(serde_json::to_value(role).unwrap(), role.as_str());
            assert_eq!(Role::parse(role.as_str()), Some(role));
        }
        assert_eq!(Role::parse("root"), None);
    }
}
