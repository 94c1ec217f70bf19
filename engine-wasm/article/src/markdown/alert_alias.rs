//! Names of alerts beside those of the six kinds: those of Docusaurus, VuePress, Obsidian and MyST, those of mathematics,
//! and the Chinese ones.

use crate::options::Language;

use super::alert::AlertKind;
use super::html_block::is_listed;

/// What a name means.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Alias {
    pub(crate) kind: AlertKind,
    /// Whether nothing but its name tells it from other alerts.
    pub(crate) is_named: bool,
    /// Title of an alert that has none, in Chinese and in English; empty for that of the kind.
    titles: (&'static str, &'static str),
}

impl Alias {
    /// The title of an alert called `name` that has none; empty for that of its kind.
    pub(crate) fn title<'n>(&self, language: Language, name: &'n str) -> &'n str {
        match language {
            // A Chinese name is its own title.
            _ if !name.is_ascii() => name,
            Language::ZhCn => self.titles.0,
            Language::En => self.titles.1,
        }
    }

    /// What stands before the own title of an alert called `name`, so that a theorem says that it is one.
    pub(crate) fn lead<'n>(&self, language: Language, name: &'n str) -> Option<&'n str> {
        self.is_named.then(|| self.title(language, name))
    }
}

/// Names of mathematics.
const NAMED: &str = "theorem lemma corollary proposition definition axiom postulate assumption proof remark \
    定理 引理 推论 命题 定义 公理 证明 例 示例";

/// Names, with what they mean.
const ALIASES: [(&[&str], AlertKind, &str, &str); 34] = [
    (
        &["abstract", "summary", "tldr"],
        AlertKind::Info,
        "摘要",
        "Summary",
    ),
    (&["todo"], AlertKind::Info, "待办", "To do"),
    (&["success", "check", "done"], AlertKind::Tip, "成功", "Success"),
    (&["hint"], AlertKind::Tip, "提示", "Hint"),
    (
        &["question", "help", "faq"],
        AlertKind::Important,
        "问题",
        "Question",
    ),
    (&["attention"], AlertKind::Warning, "注意", "Attention"),
    (
        &["failure", "fail", "missing"],
        AlertKind::Caution,
        "失败",
        "Failure",
    ),
    (&["danger"], AlertKind::Caution, "危险", "Danger"),
    (&["error"], AlertKind::Caution, "错误", "Error"),
    (&["bug"], AlertKind::Caution, "缺陷", "Bug"),
    (&["example"], AlertKind::Note, "示例", "Example"),
    (&["quote", "cite"], AlertKind::Note, "引用", "Quote"),
    (&["details"], AlertKind::Note, "详情", "Details"),
    (&["seealso"], AlertKind::Info, "另见", "See also"),
    (&["theorem"], AlertKind::Note, "定理", "Theorem"),
    (&["lemma"], AlertKind::Note, "引理", "Lemma"),
    (&["corollary"], AlertKind::Note, "推论", "Corollary"),
    (&["proposition"], AlertKind::Note, "命题", "Proposition"),
    (&["definition"], AlertKind::Note, "定义", "Definition"),
    (&["axiom"], AlertKind::Note, "公理", "Axiom"),
    (&["postulate"], AlertKind::Note, "公设", "Postulate"),
    (&["assumption"], AlertKind::Note, "假设", "Assumption"),
    (&["proof"], AlertKind::Note, "证明", "Proof"),
    (&["remark"], AlertKind::Note, "评注", "Remark"),
    (&["备注", "说明", "注", "笔记"], AlertKind::Note, "", ""),
    (&["提示", "技巧", "小贴士"], AlertKind::Tip, "", ""),
    (&["信息"], AlertKind::Info, "", ""),
    (&["重要", "重点"], AlertKind::Important, "", ""),
    (&["警告"], AlertKind::Warning, "", ""),
    (&["注意", "危险", "错误"], AlertKind::Caution, "", ""),
    (&["成功"], AlertKind::Tip, "", ""),
    (&["问题"], AlertKind::Important, "", ""),
    (
        &[
            "定理", "引理", "推论", "命题", "定义", "公理", "证明", "例", "示例",
        ],
        AlertKind::Note,
        "",
        "",
    ),
    (&["摘要"], AlertKind::Info, "", ""),
];

/// What `name` means, in any case; none when it is unknown.
pub(crate) fn find(name: &str) -> Option<Alias> {
    if let Some(kind) = AlertKind::parse(name) {
        return Some(Alias {
            kind,
            is_named: false,
            titles: ("", ""),
        });
    }
    let is_alias = |aliases: &[&str]| aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name));
    let (_, kind, zh, en) = ALIASES.iter().find(|(aliases, ..)| is_alias(aliases))?;
    Some(Alias {
        kind: *kind,
        is_named: is_listed(NAMED, &name.to_ascii_lowercase()),
        titles: (zh, en),
    })
}
