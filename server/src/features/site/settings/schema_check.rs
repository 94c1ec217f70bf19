//! Checks settings by the limits in their schema: the ones that OpenAPI tells, so that clients check the same.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use chrono::NaiveDate;
use moyan_domain::{FieldProblem, Identifier, IdentityType};
use moyan_foundation::schema_limits::{self, COLOR, DATE, EMAIL, ICON, ICP, IMAGE, LINK, SEVERAL_LINES};
use regex_lite::Regex;
use serde::Serialize;
use serde_json::Value;
use utoipa::{PartialSchema as _, ToSchema};

use super::{Fields, ImageUse, Link, SiteSettings};
use crate::features::site::dto::RedirectsDto;

/// The schemas of all settings and of what is in them, by name.
static SCHEMAS: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    let mut named = Vec::new();
    SiteSettings::schemas(&mut named);
    RedirectsDto::schemas(&mut named);
    named.push((RedirectsDto::name().into_owned(), RedirectsDto::schema()));
    named
        .into_iter()
        .map(|(name, mut schema)| {
            schema_limits::apply(&mut schema);
            (name, serde_json::to_value(schema).unwrap_or_default())
        })
        .collect()
});

/// Notes what is beyond the limits of a type, field by field.
pub fn check_limits<T: ToSchema + Serialize>(value: &T, fields: &mut Fields) {
    let value = serde_json::to_value(value).unwrap_or_default();
    check_object(fields, schema_of(&T::name()), &value);
}

fn schema_of(name: &str) -> &'static Value {
    SCHEMAS.get(name).unwrap_or(&Value::Null)
}

fn check_object(fields: &mut Fields, schema: &Value, value: &Value) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        check_field(fields, name, property, &value[name]);
    }
}

fn check_field(fields: &mut Fields, field: &str, schema: &Value, value: &Value) {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        check_field(fields, field, schema_of(name), value);
        if name == Link::name() {
            check_link(fields, field, value);
        }
    }
    for part in parts_of(schema, value) {
        check_field(fields, field, part, value);
    }
    match value {
        Value::Object(_) => fields.within(field, |fields| check_object(fields, schema, value)),
        Value::Array(items) => check_items(fields, field, schema, items),
        Value::String(text) => check_text(fields, field, schema, text),
        Value::Number(number) => check_number(fields, field, schema, number.as_u64().unwrap_or_default()),
        Value::Null | Value::Bool(_) => {}
    }
}

/// What of a schema of several parts says something of a value: all parts, or the one of its kind.
fn parts_of<'a>(schema: &'a Value, value: &'a Value) -> impl Iterator<Item = &'a Value> {
    let all = schema["allOf"].as_array().into_iter().flatten();
    let one = schema["oneOf"].as_array().into_iter().flatten();
    all.chain(one.filter(|part| is_of_kind(part, value)))
}

fn is_of_kind(schema: &Value, value: &Value) -> bool {
    let Some(parts) = schema["allOf"].as_array() else {
        return true;
    };
    parts.iter().any(|part| {
        let kinds = part.pointer("/properties/kind/enum").and_then(Value::as_array);
        kinds.is_some_and(|kinds| kinds.contains(&value["kind"]))
    })
}

fn check_items(fields: &mut Fields, field: &str, schema: &Value, items: &[Value]) {
    let max = length(&schema["maxItems"]).unwrap_or(usize::MAX);
    if items.len() > max {
        fields.refuse(field, FieldProblem::TooMany { max });
    }
    for (index, item) in items.iter().enumerate().take(max) {
        check_field(fields, &format!("{field}[{index}]"), &schema["items"], item);
    }
}

fn check_text(fields: &mut Fields, field: &str, schema: &Value, text: &str) {
    let min = length(&schema["minLength"]).unwrap_or_default();
    let max = length(&schema["maxLength"]);
    let n_chars = min..=max.unwrap_or(usize::MAX);
    match schema["format"].as_str() {
        None if max.is_some() => fields.line(field, text, n_chars),
        None if min > 0 && text.trim().is_empty() => fields.refuse(field, FieldProblem::Required),
        Some(SEVERAL_LINES) => fields.text(field, text, n_chars),
        Some(LINK) => fields.address(field, text, *n_chars.end()),
        Some(IMAGE) if text.trim().is_empty() => fields.refuse(field, FieldProblem::Required),
        Some(IMAGE) => match max.filter(|max| text.chars().count() > *max) {
            Some(max) => fields.refuse(field, FieldProblem::TooLong { max }),
            None => fields.image_address(field, text, ImageUse::Picture),
        },
        Some(ICON) => fields.icon(field, text),
        Some(EMAIL) if !text.is_empty() => check_email(fields, field, text),
        Some(DATE) if !text.is_empty() && NaiveDate::parse_from_str(text, "%Y-%m-%d").is_err() => {
            fields.refuse(field, FieldProblem::DateInvalid);
        }
        Some(ICP) if !is_like(schema, text) => fields.refuse(field, FieldProblem::IcpInvalid),
        Some(COLOR) if !is_like(schema, text) => fields.refuse(field, FieldProblem::ColorInvalid),
        _ => {}
    }
}

fn is_like(schema: &Value, text: &str) -> bool {
    let pattern = schema["pattern"].as_str().unwrap_or_default();
    Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(text))
}

fn check_email(fields: &mut Fields, field: &str, text: &str) {
    match Identifier::parse(IdentityType::Email, text) {
        Err(problem) => fields.refuse(field, problem),
        // It is kept and shown as it was sent.
        Ok(read) if !read.as_str().eq_ignore_ascii_case(text) => {
            fields.refuse(field, FieldProblem::EmailInvalid);
        }
        Ok(_) => {}
    }
}

/// A link with a text leads somewhere.
fn check_link(fields: &mut Fields, field: &str, link: &Value) {
    let is_shown = link["text"].as_str().is_some_and(|text| !text.trim().is_empty());
    if is_shown && link["url"] == "" {
        fields.refuse(&format!("{field}.url"), FieldProblem::Required);
    }
}

fn check_number(fields: &mut Fields, field: &str, schema: &Value, number: u64) {
    let (Some(min), Some(max)) = (length(&schema["minimum"]), length(&schema["maximum"])) else {
        return;
    };
    if !(min..=max).contains(&usize::try_from(number).unwrap_or(usize::MAX)) {
        fields.refuse(field, FieldProblem::OutOfRange { min, max });
    }
}

fn length(keyword: &Value) -> Option<usize> {
    keyword.as_u64().and_then(|length| usize::try_from(length).ok())
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use moyan_foundation::error::AppError;
    use serde_json::json;

    use super::*;
    use crate::features::site::service::check_redirects;
    use crate::features::site::settings::*;

    /// Settings that are fine, with a value in every field.
    const SETTINGS: &str = include_str!("../../../../tests/data/site-settings.json");
    /// The limits of their fields. The console reads them as well.
    const LIMITS: &str = include_str!("../../../../tests/data/site-settings-limits.json");

    /// Notes what is wrong with one tab.
    struct Check<'a> {
        tab: SettingsTab,
        fields: &'a mut Fields,
    }

    impl TabVisitor for Check<'_> {
        type Error = Infallible;

        fn visit<T: Settings>(&mut self, tab: &T) -> Result<(), Infallible> {
            if T::TAB == self.tab {
                tab.check(self.fields);
            }
            Ok(())
        }
    }

    /// What is wrong with a tab, which is named as in paths: by field.
    fn problems(tab: &str, settings: &Value) -> BTreeMap<String, String> {
        let mut fields = Fields::default();
        if tab == "redirects" {
            check_redirects(&serde_json::from_value(settings.clone()).unwrap(), &mut fields);
        } else {
            let name = tab.replace('-', "");
            let is_meant = |one: &SettingsTab| one.as_str().eq_ignore_ascii_case(&name);
            let tab = SettingsTab::ALL.into_iter().find(is_meant).unwrap();
            let mut all = serde_json::to_value(SiteSettings::initial(SiteLanguage::ZhCn)).unwrap();
            all[tab.as_str()] = settings.clone();
            let all: SiteSettings = serde_json::from_value(all).unwrap();
            let Ok(()) = all.visit_tabs(&mut Check {
                tab,
                fields: &mut fields,
            });
        }
        let error = fields.into_result().err();
        let found = error.as_ref().and_then(AppError::fields).unwrap_or_default();
        found
            .into_iter()
            .map(|(path, key)| (path.to_owned(), key.to_owned()))
            .collect()
    }

    /// The field at a path such as `sections[3].content.title`.
    fn field<'a>(settings: &'a mut Value, path: &str) -> &'a mut Value {
        let pointer = format!("/{}", path.replace('[', "/").replace(']', "").replace('.', "/"));
        settings.pointer_mut(&pointer).unwrap()
    }

    /// Values at the limit of a field, and those beyond with how they are refused.
    fn values(limit: &Value, value: &Value) -> (Vec<Value>, Vec<(Value, &'static str)>) {
        if let Some(n) = limit["items"].as_u64() {
            let list = |n: u64| (0..n).map(|at| distinct(&value[0], at)).collect::<Value>();
            return (vec![list(n)], vec![(list(n + 1), "field.tooMany")]);
        }
        if let (Some(min), Some(max)) = (limit["min"].as_u64(), limit["max"].as_u64()) {
            let beyond = min.checked_sub(1).into_iter().chain([max + 1]);
            let beyond = beyond.map(|number| (json!(number), "field.outOfRange"));
            return (vec![json!(min), json!(max)], beyond.collect());
        }
        let (mut within, mut beyond) = (Vec::new(), Vec::new());
        if let Some(n) = limit["chars"].as_u64() {
            let begins = value.as_str().unwrap();
            let n = usize::try_from(n).unwrap() - begins.chars().count();
            let text = |n: usize| json!(format!("{begins}{}", "字".repeat(n)));
            within.push(text(n));
            beyond.push((text(n + 1), "field.tooLong"));
        }
        if limit["isRequired"] == true {
            beyond.extend([(json!(""), "field.required"), (json!(" "), "field.required")]);
        }
        (within, beyond)
    }

    /// Another item like this one: nothing by which items are found stands twice.
    fn distinct(item: &Value, at: u64) -> Value {
        let mut item = item.clone();
        for id in ["id", "categoryId", "documentId"] {
            if !item[id].is_null() {
                item[id] = json!(Uuid::new_v4());
            }
        }
        if !item["from"].is_null() {
            item["from"] = json!(format!("/{at}"));
        }
        item
    }

    #[test]
    fn one_beyond_a_limit_is_refused() {
        let settings: Value = serde_json::from_str(SETTINGS).unwrap();
        let limits: Vec<Value> = serde_json::from_str(LIMITS).unwrap();
        assert!(limits.len() > 100);
        for limit in limits {
            let (tab, path) = (limit["tab"].as_str().unwrap(), limit["field"].as_str().unwrap());
            let mut changed = settings[tab].clone();
            assert_eq!(problems(tab, &changed), BTreeMap::new(), "{tab}");
            let (within, beyond) = values(&limit, field(&mut changed, path));
            for value in within {
                *field(&mut changed, path) = value;
                assert_eq!(problems(tab, &changed).get(path), None, "{limit}");
            }
            for (value, key) in beyond {
                *field(&mut changed, path) = value;
                assert_eq!(
                    problems(tab, &changed).get(path).map(String::as_str),
                    Some(key),
                    "{limit}"
                );
            }
        }
    }

    #[test]
    fn a_new_section_of_each_kind_lacks_only_what_its_author_knows() {
        let schema = schema_of(&Homepage::name());
        let homepages = schema["examples"].as_array().unwrap();
        assert_eq!(homepages.len(), 2);
        for homepage in homepages {
            let mut homepage: Homepage = serde_json::from_value(homepage.clone()).unwrap();
            for section in &mut homepage.sections {
                section.id = Uuid::new_v4();
            }
            let homepage = serde_json::to_value(&homepage).unwrap();
            let sections = homepage["sections"].as_array().unwrap();
            let found = problems("homepage", &homepage);
            let lacking: Vec<_> = sections
                .iter()
                .enumerate()
                .filter(|(index, _)| {
                    found
                        .keys()
                        .any(|path| path.starts_with(&format!("sections[{index}]")))
                })
                .map(|(_, section)| section["content"]["kind"].as_str().unwrap())
                .collect();
            assert_eq!(lacking, ["testimonials", "partners"]);
            assert!(found.values().all(|key| key == "field.required"), "{found:?}");
        }
    }
}
