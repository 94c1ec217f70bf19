//! Members, as the console lists them, and memberships that are given by hand.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use diesel::PgConnection;
use serde_json::json;
use uuid::Uuid;

use super::member_dto::{
    GiveMembershipRequest, GrantDto, ImportProblemDto, ImportReportDto, MemberSessionDto, MemberSort,
    SiteMemberDetailDto, SiteMemberDto, SiteMemberPageDto,
};
use super::member_queries::{self, GrantRow, VisitorRow};
use super::order_dto::OrderDto;
use super::order_queries;
use crate::access::{Caller, TeamAccess};
use crate::config::limits::{
    EXPORT_MAX_LINES, GRANT_MAX_DAYS, GRANT_MAX_MONTHS, GRANT_NOTE_MAX_CHARS, IMPORT_MAX_LINES,
    ORDERS_PER_MEMBER,
};
use crate::domain::{GrantId, Identifier, IdentityType, PackageId, Reason, SiteId, VisitorId};
use crate::error::{AppError, FieldProblem, Refusal};
use crate::features::audit::{AuditAction, Entry};
use crate::features::membership::models::NewGrant;
use crate::features::membership::service::{self, terms_of};
use crate::features::membership::{Entitlement, EntitlementState, queries};
use crate::features::site::service::get_saved;
use crate::features::site::settings::{Fields, Membership, Package, PackagePeriod};
use crate::features::visitor::service as visitors;
use crate::http::csv::Table;
use crate::http::pagination::Page;
use crate::language::Language;

/// What `state` of the list takes.
pub const STATES: &[&str] = &["none", "active", "grace", "expired", "lifetime"];

/// Which members, in which order.
#[derive(Clone, Debug, Default)]
pub struct MemberFilter {
    pub pattern: Option<String>,
    pub state: Option<String>,
    pub package_id: Option<Uuid>,
    pub ends_before: Option<DateTime<Utc>>,
    pub sort: Option<MemberSort>,
}

/// A member, and the package that was given last.
struct Known {
    member: SiteMemberDto,
    package_id: Option<Uuid>,
}

/// A page of members. What somebody has is computed, so all visitors of the site are looked at.
pub fn list(
    connection: &mut PgConnection,
    site_id: SiteId,
    filter: &MemberFilter,
    page: &Page,
    now: DateTime<Utc>,
) -> Result<SiteMemberPageDto, AppError> {
    if filter
        .state
        .as_deref()
        .is_some_and(|state| !STATES.contains(&state))
    {
        return Err(Refusal::BadRequest.into());
    }
    let known = load(connection, site_id, None, filter.pattern.as_deref(), now)?;
    let mut counts = BTreeMap::new();
    for Known { member, .. } in &known {
        *counts.entry(member.state.clone()).or_insert(0) += 1;
    }
    let mut members: Vec<SiteMemberDto> = known
        .into_iter()
        .filter(|known| is_asked_for(known, filter))
        .map(|known| known.member)
        .collect();
    match filter.sort.unwrap_or(MemberSort::Newest) {
        MemberSort::Newest => members.sort_by_key(|member| Reverse((member.created_at, member.id))),
        MemberSort::LatestSeen => members.sort_by_key(|member| Reverse((member.last_seen_at, member.id))),
        MemberSort::NextToEnd => {
            members.sort_by_key(|member| (member.ends_at.is_none(), member.ends_at, member.id));
        }
    }
    if let Some(cursor) = page.cursor_id()? {
        let at = members.iter().position(|member| member.id.0 == cursor);
        // Nothing follows somebody who is not in the list any more: it never begins anew.
        members.drain(..at.map_or(members.len(), |at| at + 1));
    }
    let next_cursor = page.cut(&mut members, |member| member.id);
    Ok(SiteMemberPageDto {
        members,
        next_cursor,
        counts,
    })
}

fn is_asked_for(known: &Known, filter: &MemberFilter) -> bool {
    let member = &known.member;
    let holds = matches!(member.state.as_str(), "active" | "grace");
    filter.state.as_ref().is_none_or(|state| *state == member.state)
        && filter.package_id.is_none_or(|id| known.package_id == Some(id))
        && filter
            .ends_before
            .is_none_or(|moment| holds && member.ends_at.is_some_and(|end| end < moment))
}

/// Members whose membership holds and ends before a moment.
pub fn count_expiring(
    connection: &mut PgConnection,
    site_id: SiteId,
    now: DateTime<Utc>,
    before: DateTime<Utc>,
) -> Result<i64, AppError> {
    let entitlements = service::entitlements_of_site(connection, site_id, now)?;
    let is_expiring = |entitlement: &&Entitlement| {
        entitlement.state == EntitlementState::Active && entitlement.ends_at.is_some_and(|end| end < before)
    };
    let number = entitlements.values().filter(is_expiring).count();
    Ok(i64::try_from(number).unwrap_or(i64::MAX))
}

/// A visitor of the site.
pub fn get(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: VisitorId,
    now: DateTime<Utc>,
) -> Result<SiteMemberDto, AppError> {
    let found = load(connection, site_id, Some(id), None, now)?.into_iter().next();
    Ok(found.ok_or(Refusal::VisitorNotFound)?.member)
}

/// A visitor with all that the team may know.
pub fn detail(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: VisitorId,
    now: DateTime<Utc>,
) -> Result<SiteMemberDetailDto, AppError> {
    let member = get(connection, site_id, id, now)?;
    let grants = member_queries::list_grants(connection, site_id, id)?;
    let orders = order_queries::list_orders_of(connection, site_id, id, ORDERS_PER_MEMBER)?;
    let sessions = visitors::list_sessions(connection, id, now)?;
    Ok(SiteMemberDetailDto {
        member,
        grants: grants.into_iter().map(grant_dto).collect(),
        orders: orders
            .into_iter()
            .map(OrderDto::try_from)
            .collect::<Result<_, _>>()?,
        sessions: sessions
            .into_iter()
            .map(|session| MemberSessionDto {
                id: session.id.0,
                user_agent: session.user_agent,
                network: session.network,
                created_at: session.created_at,
                last_seen_at: session.last_seen_at,
            })
            .collect(),
    })
}

/// Keeps a visitor out, or lets them in again.
pub fn set_blocked(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    id: VisitorId,
    is_blocked: bool,
) -> Result<SiteMemberDto, AppError> {
    if !visitors::set_blocked(connection, site_id, id, is_blocked)? {
        return Err(Refusal::VisitorNotFound.into());
    }
    let member = get(connection, site_id, id, caller.now)?;
    let details = json!({ "visitor": member.identifier, "isBlocked": is_blocked });
    record(connection, caller, access, AuditAction::MemberBlocked, details)?;
    Ok(member)
}

/// Gives a membership by hand.
pub fn give(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    id: VisitorId,
    request: &GiveMembershipRequest,
) -> Result<SiteMemberDto, AppError> {
    let before = get(connection, site_id, id, caller.now)?;
    check_length(request)?;
    let package = request
        .package_id
        .map(|package_id| package_of(connection, site_id, package_id))
        .transpose()?;
    let (n_months, n_days) = match (request.months, request.days, request.is_lifetime, &package) {
        (None, None, false, Some(package)) => (months_of(package.period), None),
        (months, days, ..) => (months, days),
    };
    let grant = NewGrant {
        id: GrantId(Uuid::now_v7()),
        site_id,
        visitor_id: id,
        source: "manual",
        order_id: None,
        package_id: request.package_id,
        package_name: package.as_ref().map_or("", |package| &package.name),
        n_months,
        n_days,
        is_lifetime: n_months.is_none() && n_days.is_none(),
        is_test: false,
        note: request.note.trim(),
        actor_id: Some(caller.user_id),
        granted_at: caller.now,
        created_at: caller.now,
    };
    queries::insert_grant(connection, &grant)?;
    let details = json!({ "visitor": before.identifier, "note": grant.note });
    record(connection, caller, access, AuditAction::MembershipGiven, details)?;
    get(connection, site_id, id, caller.now)
}

/// Takes a membership back.
pub fn revoke(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    (site_id, id, grant_id): (SiteId, VisitorId, GrantId),
    reason: &Reason,
) -> Result<SiteMemberDto, AppError> {
    let named = (site_id, id, grant_id);
    if member_queries::revoke_grant(connection, named, reason.as_str(), caller.user_id, caller.now)? == 0 {
        return Err(Refusal::GrantNotFound.into());
    }
    let member = get(connection, site_id, id, caller.now)?;
    let details = json!({ "visitor": member.identifier, "reason": reason.as_str() });
    record(
        connection,
        caller,
        access,
        AuditAction::MembershipRevoked,
        details,
    )?;
    Ok(member)
}

/// Gives memberships to a list of addresses. Where a line is bad nothing is given, unless it is asked for.
pub fn import(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    site_id: SiteId,
    csv: &str,
    is_partial: bool,
) -> Result<ImportReportDto, AppError> {
    let today = caller
        .now
        .with_timezone(&terms_of(connection, site_id)?.time_zone)
        .date_naive();
    let (lines, problems) = read_import(csv, today)?;
    if !problems.is_empty() && !is_partial {
        return Ok(ImportReportDto {
            n_imported: 0,
            problems,
        });
    }
    for line in &lines {
        let visitor_id =
            visitors::find_or_create(connection, site_id, &line.identifier, Language::ZhCn, caller.now)?;
        let grant = NewGrant {
            id: GrantId(Uuid::now_v7()),
            site_id,
            visitor_id,
            source: "import",
            order_id: None,
            package_id: None,
            package_name: "",
            n_months: line.n_months,
            n_days: line.n_days,
            is_lifetime: false,
            is_test: false,
            note: &line.note,
            actor_id: Some(caller.user_id),
            granted_at: caller.now,
            created_at: caller.now,
        };
        queries::insert_grant(connection, &grant)?;
    }
    let details = json!({ "number": lines.len() });
    record(connection, caller, access, AuditAction::MembersImported, details)?;
    Ok(ImportReportDto {
        n_imported: lines.len(),
        problems,
    })
}

/// All visitors of a site as CSV.
pub fn export(
    connection: &mut PgConnection,
    site_id: SiteId,
    now: DateTime<Utc>,
) -> Result<Vec<u8>, AppError> {
    let mut known = load(connection, site_id, None, None, now)?;
    known.sort_by_key(|known| Reverse((known.member.created_at, known.member.id)));
    known.truncate(usize::try_from(EXPORT_MAX_LINES).unwrap_or(usize::MAX));
    let mut table = Table::new(&[
        "identifier",
        "nickname",
        "state",
        "endsAt",
        "package",
        "paidFen",
        "isBlocked",
        "createdAt",
        "lastSeenAt",
    ])?;
    for Known { member, .. } in known {
        table.line(&[
            &member.identifier,
            &member.nickname,
            &member.state,
            &member.ends_at.map(|end| end.to_rfc3339()).unwrap_or_default(),
            member.package_name.as_deref().unwrap_or_default(),
            &member.paid_fen.to_string(),
            &member.is_blocked.to_string(),
            &member.created_at.to_rfc3339(),
            &member.last_seen_at.to_rfc3339(),
        ])?;
    }
    table.into_bytes()
}

fn load(
    connection: &mut PgConnection,
    site_id: SiteId,
    id: Option<VisitorId>,
    pattern: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Vec<Known>, AppError> {
    let rows = member_queries::list_visitors(connection, site_id, id, pattern)?;
    let entitlements = service::entitlements_of_site(connection, site_id, now)?;
    let mut packages: HashMap<VisitorId, (Option<Uuid>, String)> =
        member_queries::list_last_packages(connection, site_id)?
            .into_iter()
            .map(|(id, package_id, name)| (id, (package_id, name)))
            .collect();
    let mut paid: HashMap<VisitorId, i64> = HashMap::new();
    for (id, came, back) in member_queries::list_paid(connection, site_id)? {
        *paid.entry(id).or_insert(0) += came - back;
    }
    let known = rows.into_iter().map(|row| {
        let (package_id, package_name) = packages.remove(&row.id).unwrap_or_default();
        Known {
            member: member_of(row, &entitlements, package_name, &paid),
            package_id,
        }
    });
    Ok(known.collect())
}

fn member_of(
    row: VisitorRow,
    entitlements: &HashMap<VisitorId, Entitlement>,
    package_name: String,
    paid: &HashMap<VisitorId, i64>,
) -> SiteMemberDto {
    let entitlement = entitlements.get(&row.id);
    let state = entitlement.map_or(EntitlementState::None, |entitlement| entitlement.state);
    SiteMemberDto {
        id: row.id,
        identifier: row.email.or(row.phone).unwrap_or_default(),
        nickname: row.nickname,
        state: state.as_str().to_owned(),
        ends_at: entitlement.and_then(|entitlement| entitlement.ends_at),
        package_name: (!package_name.is_empty()).then_some(package_name),
        is_blocked: row.is_blocked,
        is_test: entitlement.is_some_and(|entitlement| entitlement.is_test),
        paid_fen: paid.get(&row.id).copied().unwrap_or(0),
        created_at: row.created_at,
        last_seen_at: row.last_seen_at,
    }
}

fn grant_dto(row: GrantRow) -> GrantDto {
    GrantDto {
        id: row.id,
        source: row.source,
        order_id: row.order_id,
        package_name: row.package_name,
        months: row.n_months,
        days: row.n_days,
        is_lifetime: row.is_lifetime,
        is_test: row.is_test,
        note: row.note,
        actor_nickname: row.actor_nickname,
        granted_at: row.granted_at,
        revoked_at: row.revoked_at,
        revoke_reason: row.revoke_reason.unwrap_or_default(),
    }
}

fn check_length(request: &GiveMembershipRequest) -> Result<(), AppError> {
    let mut fields = Fields::default();
    fields.line("note", &request.note, 0..=GRANT_NOTE_MAX_CHARS);
    let given = [
        request.months.is_some(),
        request.days.is_some(),
        request.is_lifetime,
    ];
    match given.into_iter().filter(|is_given| *is_given).count() {
        0 if request.package_id.is_none() => fields.refuse("months", FieldProblem::Required),
        0 | 1 => {}
        _ => fields.refuse("months", FieldProblem::UnknownValue),
    }
    for (field, length, max) in [
        ("months", request.months, GRANT_MAX_MONTHS),
        ("days", request.days, GRANT_MAX_DAYS),
    ] {
        if length.is_some_and(|length| !(1..=max).contains(&length)) {
            let max = usize::try_from(max).unwrap_or(usize::MAX);
            fields.refuse(field, FieldProblem::OutOfRange { min: 1, max });
        }
    }
    fields.into_result()
}

fn package_of(connection: &mut PgConnection, site_id: SiteId, id: PackageId) -> Result<Package, AppError> {
    let packages = get_saved::<Membership>(connection, site_id)?.data.packages;
    let found = packages.into_iter().find(|package| package.id == id.0);
    Ok(found.ok_or(Refusal::PackageNotFound)?)
}

fn months_of(period: PackagePeriod) -> Option<i32> {
    match period {
        PackagePeriod::Monthly => Some(1),
        PackagePeriod::Yearly => Some(12),
        PackagePeriod::Lifetime => None,
    }
}

fn record(
    connection: &mut PgConnection,
    caller: &Caller,
    access: &TeamAccess,
    action: AuditAction,
    details: serde_json::Value,
) -> Result<(), AppError> {
    Entry::by(caller.user_id, action)
        .in_team(access.team_id)
        .with(details)
        .record(connection)?;
    Ok(())
}

/// A good line of an import.
#[derive(Debug, PartialEq)]
struct ImportLine {
    identifier: Identifier,
    n_months: Option<i32>,
    n_days: Option<i32>,
    note: String,
}

/// What a first line may begin with that is a heading.
const HEADINGS: [&str; 9] = [
    "identifier",
    "email",
    "e-mail",
    "phone",
    "账号",
    "邮箱",
    "手机",
    "手机号",
    "会员",
];

/// Reads `identifier,end,note`: `end` is a number of months, or the last day of the membership.
fn read_import(csv: &str, today: NaiveDate) -> Result<(Vec<ImportLine>, Vec<ImportProblemDto>), AppError> {
    let csv = csv.trim_start_matches('\u{feff}');
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .trim(csv::Trim::All)
        .from_reader(csv.as_bytes());
    let (mut lines, mut problems, mut seen) = (Vec::new(), Vec::new(), Vec::new());
    for (index, record) in reader.records().enumerate() {
        if index > IMPORT_MAX_LINES {
            return Err(AppError::invalid(
                "csv",
                FieldProblem::TooMany {
                    max: IMPORT_MAX_LINES,
                },
            ));
        }
        let record = record.map_err(|_| AppError::invalid("csv", FieldProblem::UnknownValue))?;
        let first = record.get(0).unwrap_or_default().to_lowercase();
        if index == 0 && HEADINGS.contains(&first.as_str()) {
            continue;
        }
        let number = record.position().map_or(0, csv::Position::line);
        match read_line(&record, today) {
            Ok(line) if seen.contains(&line.identifier) => problems.push(problem(number, "double")),
            Ok(line) => {
                seen.push(line.identifier.clone());
                lines.push(line);
            }
            Err(name) => problems.push(problem(number, name)),
        }
    }
    Ok((lines, problems))
}

fn problem(line: u64, problem: &str) -> ImportProblemDto {
    ImportProblemDto {
        line,
        problem: problem.to_owned(),
    }
}

fn read_line(record: &csv::StringRecord, today: NaiveDate) -> Result<ImportLine, &'static str> {
    if !(2..=3).contains(&record.len()) {
        return Err("columns");
    }
    let cell = |index: usize| record.get(index).unwrap_or_default();
    let kind = match cell(0).contains('@') {
        true => IdentityType::Email,
        false => IdentityType::Phone,
    };
    let identifier = Identifier::parse(kind, cell(0)).map_err(|_| "identifier")?;
    let note = cell(2);
    if note.chars().count() > GRANT_NOTE_MAX_CHARS || note.contains('\0') {
        return Err("columns");
    }
    let (n_months, n_days) = match cell(1).parse::<i32>() {
        Ok(months) if (1..=GRANT_MAX_MONTHS).contains(&months) => (Some(months), None),
        Ok(_) => return Err("end"),
        Err(_) => {
            let day: NaiveDate = cell(1).get(..10).unwrap_or_default().parse().map_err(|_| "end")?;
            let n_days = i32::try_from((day - today).num_days()).unwrap_or(i32::MAX);
            if !(1..=GRANT_MAX_DAYS).contains(&n_days) {
                return Err("end");
            }
            (None, Some(n_days))
        }
    };
    Ok(ImportLine {
        identifier,
        n_months,
        n_days,
        note: note.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 23).unwrap()
    }

    #[test]
    fn each_bad_line_is_named_and_the_good_ones_are_read() {
        let csv = "邮箱,月数,备注\r\na@example.com,3,老读者\nB@example.com,2026-12-23\nnobody,1\nc@example.com,0\n\
                   d@example.com,2026-11-23\na@example.com,1\ne@example.com\nf@example.com,1,x,y\n13800138000,12\n";
        let (lines, problems) = read_import(csv, today()).unwrap();
        let lengths: Vec<_> = lines.iter().map(|line| (line.n_months, line.n_days)).collect();
        assert_eq!(lengths, [(Some(3), None), (None, Some(30)), (Some(12), None)]);
        assert_eq!(lines[0].note, "老读者");
        let named: Vec<_> = problems
            .iter()
            .map(|one| (one.line, one.problem.as_str()))
            .collect();
        assert_eq!(
            named,
            [
                (4, "identifier"),
                (5, "end"),
                (6, "end"),
                (7, "double"),
                (8, "columns"),
                (9, "columns")
            ]
        );
    }

    #[test]
    fn an_import_has_at_most_so_many_lines() {
        let lines = |number: usize| {
            (0..number)
                .map(|n| format!("a{n}@example.com,1\n"))
                .collect::<String>()
        };
        assert!(read_import(&format!("email,months\n{}", lines(IMPORT_MAX_LINES)), today()).is_ok());
        assert!(read_import(&lines(IMPORT_MAX_LINES + 2), today()).is_err());
    }
}
