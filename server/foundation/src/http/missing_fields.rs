//! Which fields a body lacks that its schema requires.

use std::borrow::Cow;
use std::collections::BTreeMap;

use moyan_domain::FieldProblem;
use serde_json::Value;
use utoipa::ToSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayItems, Schema};

/// The fields that are absent or null, by path: `name`, `sections[3].url`. Where a schema leaves a choice, nothing is
/// said about what is below it.
pub fn missing_fields<T: ToSchema>(body: &Value) -> BTreeMap<Cow<'static, str>, FieldProblem> {
    let mut named = Vec::new();
    T::schemas(&mut named);
    let mut missing = BTreeMap::new();
    let search = Search { named: &named };
    search.collect("", &T::schema(), body, &mut missing);
    missing
}

/// The schemas that others refer to, by name.
struct Search<'a> {
    named: &'a [(String, RefOr<Schema>)],
}

impl Search<'_> {
    /// The schema itself, where another one refers to it.
    fn resolve<'a>(&'a self, schema: &'a RefOr<Schema>) -> Option<&'a Schema> {
        match schema {
            RefOr::T(schema) => Some(schema),
            RefOr::Ref(reference) => {
                let name = reference.ref_location.rsplit('/').next()?;
                let (_, schema) = self.named.iter().find(|(known, _)| known == name)?;
                match schema {
                    RefOr::T(schema) => Some(schema),
                    RefOr::Ref(_) => None,
                }
            }
        }
    }

    fn collect(
        &self,
        path: &str,
        schema: &RefOr<Schema>,
        value: &Value,
        missing: &mut BTreeMap<Cow<'static, str>, FieldProblem>,
    ) {
        match (self.resolve(schema), value) {
            (Some(Schema::Object(object)), Value::Object(fields)) => {
                let path_of = |name: &str| match path {
                    "" => name.to_owned(),
                    path => format!("{path}.{name}"),
                };
                for name in &object.required {
                    if fields.get(name).is_none_or(Value::is_null) {
                        missing.insert(path_of(name).into(), FieldProblem::Required);
                    }
                }
                for (name, schema) in &object.properties {
                    if let Some(value) = fields.get(name) {
                        self.collect(&path_of(name), schema, value, missing);
                    }
                }
            }
            (Some(Schema::Array(array)), Value::Array(items)) => {
                if let ArrayItems::RefOrSchema(schema) = &array.items {
                    for (at, item) in items.iter().enumerate() {
                        self.collect(&format!("{path}[{at}]"), schema, item, missing);
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(ToSchema)]
    #[allow(dead_code, reason = "only its schema is read")]
    struct Section {
        url: String,
        note: Option<String>,
    }

    #[derive(ToSchema)]
    #[allow(dead_code, reason = "only its schema is read")]
    struct Page {
        name: String,
        header: Section,
        sections: Vec<Section>,
    }

    fn paths_of(body: &Value) -> Vec<String> {
        missing_fields::<Page>(body)
            .into_keys()
            .map(Cow::into_owned)
            .collect()
    }

    #[test]
    fn a_missing_field_is_named_with_its_path() {
        assert_eq!(paths_of(&json!({})), ["header", "name", "sections"]);
        let body = json!({ "name": null, "header": {}, "sections": [{ "url": "a" }, { "note": "b" }] });
        assert_eq!(paths_of(&body), ["header.url", "name", "sections[1].url"]);
        let body = json!({ "name": "a", "header": { "url": "b" }, "sections": [] });
        assert!(paths_of(&body).is_empty());
    }

    #[test]
    fn a_field_of_another_type_is_not_missing() {
        assert!(paths_of(&json!({ "name": 1, "header": 2, "sections": {} })).is_empty());
        assert!(paths_of(&json!([])).is_empty());
    }
}
