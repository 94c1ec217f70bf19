//! In which columns a file has what: by its heading, as people and our own files write it.

use moyan_domain::typed;

/// What people and our own files call a column, in small letters and without what stands in brackets.
const IDENTIFIERS: [&str; 14] = [
    "identifier",
    "account",
    "email",
    "e-mail",
    "phone",
    "email or phone",
    "账号",
    "帐号",
    "邮箱",
    "手机",
    "手机号",
    "会员",
    "邮箱或手机号",
    "电话",
];
const ENDS: [&str; 15] = [
    "end",
    "ends",
    "endsat",
    "end date",
    "ends on",
    "expires",
    "months",
    "months or end date",
    "到期",
    "到期日",
    "到期时间",
    "有效期至",
    "月数",
    "月数或到期日",
    "期限",
];
const NOTES: [&str; 5] = ["note", "notes", "备注", "说明", "remark"];
const NICKNAMES: [&str; 5] = ["nickname", "name", "昵称", "姓名", "称呼"];
const PACKAGES: [&str; 4] = ["package", "plan", "套餐", "会员套餐"];
const BLOCKED: [&str; 4] = ["blocked", "isblocked", "已屏蔽", "屏蔽"];
const STATES: [&str; 4] = ["state", "status", "状态", "会员状态"];

/// In which columns a file has what.
#[derive(Debug)]
pub(super) struct Columns {
    pub(super) n_columns: usize,
    pub(super) identifier: usize,
    pub(super) end: usize,
    pub(super) note: Option<usize>,
    pub(super) nickname: Option<usize>,
    pub(super) package: Option<usize>,
    pub(super) blocked: Option<usize>,
    /// True for a file that was exported: it has accounts without a membership, and some that ended.
    pub(super) has_states: bool,
}

impl Columns {
    /// Those of a file without a heading.
    pub(super) const PLAIN: Self = Self {
        n_columns: 3,
        identifier: 0,
        end: 1,
        note: Some(2),
        nickname: None,
        package: None,
        blocked: None,
        has_states: false,
    };

    /// Reads a heading; none when the line is none.
    pub(super) fn of_heading(record: &csv::StringRecord) -> Option<Self> {
        let names: Vec<String> = record.iter().map(heading).collect();
        let at = |known: &[&str]| names.iter().position(|name| known.contains(&name.as_str()));
        let identifier = at(&IDENTIFIERS)?;
        let (end, note) = match at(&ENDS) {
            Some(end) => (end, at(&NOTES)),
            // Whatever it calls them: the two that follow.
            None => (identifier + 1, at(&NOTES).or(Some(identifier + 2))),
        };
        Some(Self {
            n_columns: names.len().max(Self::PLAIN.n_columns),
            identifier,
            end,
            note,
            nickname: at(&NICKNAMES),
            package: at(&PACKAGES),
            blocked: at(&BLOCKED),
            has_states: at(&STATES).is_some(),
        })
    }
}

fn heading(cell: &str) -> String {
    let name = typed::plain(cell).to_lowercase();
    let name = name.split('(').next().unwrap_or_default();
    name.trim().to_owned()
}
