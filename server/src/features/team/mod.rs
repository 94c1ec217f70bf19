//! Teams: personal spaces and shared ones, their members, invitations and plans.

use actix_web::http::Method;
use moyan_foundation::access::Action;
use moyan_foundation::http::pagination::PAGE_QUERY;
use moyan_foundation::jobs::Expired;
use moyan_foundation::route::{Access, Route};

mod dto;
mod export;
mod queries;
mod routes;
pub mod service;

pub use export::list_invitations_of;

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    [
        team_routes(),
        owner_routes(),
        member_routes(),
        invitation_routes(),
    ]
    .concat()
}

/// Plans and teams.
fn team_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/plans",
            "list_plans",
            "The plans: features and price of each",
            Access::Anyone,
            routes::list_plans,
        )
        .without_database()
        .answers_list::<PlanDto>(),
        Route::new(
            Method::GET,
            "/api/teams",
            "list_teams",
            "The caller's teams, the personal space first",
            Access::Session,
            routes::list_teams,
        )
        .answers_list::<TeamDto>(),
        Route::new(
            Method::POST,
            "/api/teams",
            "create_team",
            "Create a team; the caller owns it",
            Access::Session,
            routes::create_team,
        )
        .idempotent()
        .takes::<TeamNameRequest>()
        .answers::<TeamDto>()
        .fails(&[(409, "team.tooMany")]),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}",
            "get_team",
            "A team; `personal` is the caller's own space",
            Access::Team(Action::ReadTeam),
            routes::get_team,
        )
        .answers::<TeamDto>(),
        Route::new(
            Method::PATCH,
            "/api/teams/{teamId}",
            "rename_team",
            "Change a team's name",
            Access::Team(Action::RenameTeam),
            routes::rename_team,
        )
        .takes::<TeamNameRequest>()
        .answers::<TeamDto>(),
    ]
}

/// What its owner alone decides about a team.
fn owner_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::DELETE,
            "/api/teams/{teamId}",
            "delete_team",
            "Delete a team; it can be restored for seven days",
            Access::Team(Action::DeleteTeam),
            routes::delete_team,
        )
        .answers::<TeamDto>()
        .fails(&[(409, "team.personal")]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/restore",
            "restore_team",
            "Restore a deleted team",
            Access::Team(Action::DeleteTeam),
            routes::restore_team,
        )
        .for_deleted()
        .answers::<TeamDto>()
        .fails(&[(409, "team.notDeleted")]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/transfer",
            "transfer_team",
            "Make another member the owner",
            Access::Team(Action::TransferTeam),
            routes::transfer_team,
        )
        .takes::<TransferTeamRequest>()
        .answers::<TeamDto>()
        .fails(&[
            (404, "member.notFound"),
            (409, "team.personal"),
            (409, "team.ownerRole"),
            (409, "team.newOwnerTooMany"),
        ]),
    ]
}

/// The figures of a team, and its members.
fn member_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/overview",
            "get_team_overview",
            "Figures of a team",
            Access::Team(Action::ReadTeam),
            routes::get_team_overview,
        )
        .answers::<TeamOverviewDto>(),
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/members",
            "list_members",
            "The members of a team",
            Access::Team(Action::ReadTeam),
            routes::list_members,
        )
        .query(PAGE_QUERY)
        .answers::<MemberPageDto>(),
        Route::new(
            Method::PATCH,
            "/api/teams/{teamId}/members/{userId}",
            "change_member_role",
            "Change a member's role",
            Access::Team(Action::ManageMembers),
            routes::change_member_role,
        )
        .takes::<ChangeRoleRequest>()
        .answers::<MemberDto>()
        .fails(&[(404, "member.notFound"), (409, "team.ownerRole")]),
        Route::new(
            Method::DELETE,
            "/api/teams/{teamId}/members/{userId}",
            "remove_member",
            "Remove a member",
            Access::Team(Action::ManageMembers),
            routes::remove_member,
        )
        .fails(&[(404, "member.notFound"), (409, "team.ownerRole")]),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/leave",
            "leave_team",
            "Leave a team",
            Access::Team(Action::LeaveTeam),
            routes::leave_team,
        ),
    ]
}

/// Invitations, as a team sends them and their recipients find them.
fn invitation_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/teams/{teamId}/invitations",
            "list_invitations",
            "The invitations that wait for an answer",
            Access::Team(Action::ManageMembers),
            routes::list_invitations,
        )
        .answers_list::<InvitationDto>(),
        Route::new(
            Method::POST,
            "/api/teams/{teamId}/invitations",
            "create_invitation",
            "Invite somebody by mail",
            Access::Team(Action::ManageMembers),
            routes::create_invitation,
        )
        .takes::<InviteRequest>()
        .answers::<InvitationDto>()
        .fails(&[
            (403, "plan.notAvailable"),
            (409, "team.personal"),
            (409, "team.alreadyMember"),
            (409, "team.tooManyMembers"),
        ]),
        Route::new(
            Method::DELETE,
            "/api/teams/{teamId}/invitations/{invitationId}",
            "delete_invitation",
            "Revoke an invitation",
            Access::Team(Action::ManageMembers),
            routes::delete_invitation,
        )
        .fails(&[(404, "invitation.notFound")]),
        Route::new(
            Method::POST,
            "/api/invitations/lookup",
            "lookup_invitation",
            "Show an invitation; changes nothing",
            Access::Anyone,
            routes::lookup_invitation,
        )
        .reading()
        .takes::<InvitationTokenRequest>()
        .answers::<InvitationLookupDto>()
        .fails(&[(404, "invitation.notFound")]),
        Route::new(
            Method::POST,
            "/api/invitations/accept",
            "accept_invitation",
            "Become a member; the caller's e-mail address must be the invited one",
            Access::Session,
            routes::accept_invitation,
        )
        .takes::<InvitationTokenRequest>()
        .answers::<TeamDto>()
        .fails(&[
            (403, "invitation.otherEmail"),
            (403, "team.suspended"),
            (404, "invitation.notFound"),
            (409, "team.alreadyMember"),
            (409, "team.tooManyMembers"),
        ]),
    ]
}

/// What expires: teams that were deleted, and invitations.
pub fn expired() -> Vec<Expired> {
    vec![
        Expired::Each {
            list: |connection, sweep| service::list_expired(connection, sweep.now),
            remove: |connection, sweep, id| service::purge(connection, id, sweep.now),
        },
        Expired::All(|connection, sweep| {
            service::delete_expired_invitations(connection, sweep.now)?;
            Ok(())
        }),
    ]
}
