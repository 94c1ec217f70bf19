//! The administration of the platform: accounts, teams, plans, suspensions, mails, jobs, the audit log.

use actix_web::http::Method;
use moyan_foundation::http::pagination::{CURSOR, LIMIT};
use moyan_foundation::jobs::JobStatus;
use moyan_foundation::route::{Access, QueryKind, QueryParameter, Route};

use crate::features::audit::AuditAction;
use crate::features::mail::MailStatus;

mod dto;
mod queries;
mod routes;
pub mod service;

const SEARCH: QueryParameter = QueryParameter {
    name: "search",
    description: "Part of a name, an e-mail address or a phone number; or an ID",
    kind: QueryKind::Text,
};
const SEARCH_PAGE_QUERY: &[QueryParameter] = &[SEARCH, CURSOR, LIMIT];
const AUDIT_QUERY: &[QueryParameter] = &[
    QueryParameter {
        name: "action",
        description: "Only this action",
        kind: QueryKind::OneOf(AuditAction::NAMES),
    },
    QueryParameter {
        name: "userId",
        description: "Only what this account did or what was done to it",
        kind: QueryKind::Id,
    },
    QueryParameter {
        name: "teamId",
        description: "Only what was done in this team",
        kind: QueryKind::Id,
    },
    CURSOR,
    LIMIT,
];
const MAIL_QUERY: &[QueryParameter] = &[
    QueryParameter {
        name: "status",
        description: "Only mails with this status",
        kind: QueryKind::OneOf(MailStatus::NAMES),
    },
    CURSOR,
    LIMIT,
];

const JOB_QUERY: &[QueryParameter] = &[
    QueryParameter {
        name: "status",
        description: "Only jobs with this status",
        kind: QueryKind::OneOf(JobStatus::NAMES),
    },
    CURSOR,
    LIMIT,
];

/// The routes of this feature.
pub fn routes() -> Vec<Route> {
    [user_routes(), team_routes(), record_routes()].concat()
}

/// Figures, and accounts.
fn user_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/admin/overview",
            "get_admin_overview",
            "Figures of the platform",
            Access::Admin,
            routes::get_admin_overview,
        )
        .answers::<AdminOverviewDto>(),
        Route::new(
            Method::GET,
            "/api/admin/users",
            "list_users",
            "Accounts",
            Access::Admin,
            routes::list_users,
        )
        .query(SEARCH_PAGE_QUERY)
        .answers::<AdminUserPageDto>(),
        Route::new(
            Method::PUT,
            "/api/admin/users/{userId}/admin-role",
            "set_admin_role",
            "Appoint or dismiss an administrator of the platform",
            Access::Admin,
            routes::set_admin_role,
        )
        .takes::<AdminRoleRequest>()
        .answers::<AdminUserDto>()
        .fails(&[(404, "user.notFound"), (409, "admin.ownAccount")]),
        Route::new(
            Method::PUT,
            "/api/admin/users/{userId}/suspension",
            "suspend_user",
            "Suspend an account; its sessions end",
            Access::Admin,
            routes::suspend_user,
        )
        .takes::<SuspendRequest>()
        .answers::<AdminUserDto>()
        .fails(&[(404, "user.notFound"), (409, "admin.ownAccount")]),
        Route::new(
            Method::DELETE,
            "/api/admin/users/{userId}/suspension",
            "resume_user",
            "End the suspension of an account",
            Access::Admin,
            routes::resume_user,
        )
        .answers::<AdminUserDto>()
        .fails(&[(404, "user.notFound")]),
    ]
}

/// Teams.
fn team_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/admin/teams",
            "list_all_teams",
            "Teams and personal spaces",
            Access::Admin,
            routes::list_all_teams,
        )
        .query(SEARCH_PAGE_QUERY)
        .answers::<AdminTeamPageDto>(),
        Route::new(
            Method::PUT,
            "/api/admin/teams/{teamId}/plan",
            "set_plan",
            "Set the plan of a team",
            Access::Admin,
            routes::set_plan,
        )
        .takes::<SetPlanRequest>()
        .answers::<AdminTeamDto>()
        .fails(&[(404, "team.notFound")]),
        Route::new(
            Method::PUT,
            "/api/admin/teams/{teamId}/suspension",
            "suspend_team",
            "Suspend a team: it can be read only",
            Access::Admin,
            routes::suspend_team,
        )
        .takes::<SuspendRequest>()
        .answers::<AdminTeamDto>()
        .fails(&[(404, "team.notFound")]),
        Route::new(
            Method::DELETE,
            "/api/admin/teams/{teamId}/suspension",
            "resume_team",
            "End the suspension of a team",
            Access::Admin,
            routes::resume_team,
        )
        .answers::<AdminTeamDto>()
        .fails(&[(404, "team.notFound")]),
    ]
}

/// What was recorded: the audit log, mails and jobs.
fn record_routes() -> Vec<Route> {
    use dto::*;
    vec![
        Route::new(
            Method::GET,
            "/api/admin/audit-entries",
            "list_audit_entries",
            "The audit log",
            Access::Admin,
            routes::list_audit_entries,
        )
        .query(AUDIT_QUERY)
        .answers::<AuditPageDto>(),
        Route::new(
            Method::GET,
            "/api/admin/mails",
            "list_mails",
            "Mails and short messages, without their text",
            Access::Admin,
            routes::list_mails,
        )
        .query(MAIL_QUERY)
        .answers::<AdminMailPageDto>(),
        Route::new(
            Method::POST,
            "/api/admin/mails/{mailId}/retry",
            "retry_mail",
            "Send a dead mail again",
            Access::Admin,
            routes::retry_mail,
        )
        .answers::<AdminMailDto>()
        .fails(&[(404, "mail.notFound"), (409, "mail.notDead")]),
        Route::new(
            Method::GET,
            "/api/admin/jobs",
            "list_jobs",
            "Jobs that wait, and those that were given up",
            Access::Admin,
            routes::list_jobs,
        )
        .query(JOB_QUERY)
        .answers::<AdminJobPageDto>(),
        Route::new(
            Method::POST,
            "/api/admin/jobs/{jobId}/retry",
            "retry_job",
            "Start a dead job again",
            Access::Admin,
            routes::retry_job,
        )
        .answers::<AdminJobDto>()
        .fails(&[(404, "job.notFound"), (409, "job.notDead")]),
        Route::new(
            Method::DELETE,
            "/api/admin/jobs/{jobId}",
            "discard_job",
            "Discard a dead job: it is not done",
            Access::Admin,
            routes::discard_job,
        )
        .fails(&[(404, "job.notFound"), (409, "job.notDead")]),
    ]
}
