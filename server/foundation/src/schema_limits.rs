//! Limits of fields, as keywords of JSON Schema.
//!
//! A limit is a constant that the checks use too, and the attributes of `utoipa` for limits take literals only. So a field
//! carries its keywords in place of an example, the one attribute that takes an expression on fields of all kinds, and
//! [`apply`] makes keywords of the schema of them:
//!
//! ```ignore
//! #[schema(example = json!(line(1..=SITE_NAME_MAX_CHARS)))]
//! pub name: String,
//! ```

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};

/// What tells keywords from an example.
const LIMITS: &str = "x-limits";

/// The format of a text that may have several lines. A text without a format is one line.
pub const SEVERAL_LINES: &str = "several-lines";
/// The format of an address to which a link of a site may lead.
pub const LINK: &str = "link";
/// The format of the address of an image of a site.
pub const IMAGE: &str = "image";
/// The format of the name of an icon of a site.
pub const ICON: &str = "icon";
/// The format of a day such as `2026-11-22`.
pub const DATE: &str = "date";
/// The format of an e-mail address.
pub const EMAIL: &str = "email";
/// The format of a number of the Chinese registration.
pub const ICP: &str = "icp";
/// The format of a color such as `#0f4c81`.
pub const COLOR: &str = "color";

/// One line of so many characters. From 1 on, blank counts as empty.
pub fn line(n_chars: RangeInclusive<usize>) -> Value {
    limits(characters(n_chars))
}

/// A text of so many characters, which may have several lines.
pub fn text(n_chars: RangeInclusive<usize>) -> Value {
    limits(formatted(SEVERAL_LINES, n_chars))
}

/// The address of a link of so many characters at most; an empty one leads nowhere.
pub fn link_address(max_chars: usize) -> Value {
    limits(formatted(LINK, 0..=max_chars))
}

/// The address of an image of so many characters at most.
pub fn image_address(max_chars: usize) -> Value {
    limits(formatted(IMAGE, 1..=max_chars))
}

/// A text of a format; an empty one is none.
pub fn of_format(format: &str) -> Value {
    limits(json!({ "format": format }))
}

/// A text of a format that a regular expression describes, in the syntax of both Rust and JavaScript.
pub fn patterned(format: &str, pattern: &str) -> Value {
    limits(json!({ "format": format, "pattern": pattern }))
}

/// A whole number.
pub fn number(range: RangeInclusive<u32>) -> Value {
    limits(json!({ "minimum": range.start(), "maximum": range.end() }))
}

/// A list of so many items at most.
pub fn list(max_items: impl Into<Value>) -> Value {
    limits(json!({ "maxItems": max_items.into() }))
}

/// A list of lines, of which none is empty.
pub fn lines(max_lines: usize, max_chars: usize) -> Value {
    limits(json!({ "maxItems": max_lines, "items": characters(1..=max_chars) }))
}

/// A list whose items may leave none of these texts empty.
pub fn list_with(max_items: usize, required: &[&str]) -> Value {
    let properties: Map<String, Value> = required
        .iter()
        .map(|name| ((*name).to_owned(), json!({ "type": "string", "minLength": 1 })))
        .collect();
    let items = json!({ "allOf": [{ "type": "object", "properties": properties }] });
    limits(json!({ "maxItems": max_items, "items": items }))
}

fn limits(keywords: Value) -> Value {
    json!({ LIMITS: keywords })
}

fn characters(n_chars: RangeInclusive<usize>) -> Value {
    let mut keywords = json!({ "maxLength": n_chars.end() });
    if *n_chars.start() > 0 {
        merge(&mut keywords, json!({ "minLength": n_chars.start() }));
    }
    keywords
}

fn formatted(format: &str, n_chars: RangeInclusive<usize>) -> Value {
    let mut keywords = characters(n_chars);
    merge(&mut keywords, json!({ "format": format }));
    keywords
}

/// Makes the limits of the fields of a schema keywords of it. Says whether there were any.
pub fn apply(schema: &mut RefOr<Schema>) -> bool {
    let Ok(mut value) = serde_json::to_value(&*schema) else {
        return false;
    };
    if !apply_within(&mut value) {
        return false;
    }
    serde_json::from_value(value).is_ok_and(|with_limits| {
        *schema = with_limits;
        true
    })
}

fn apply_within(value: &mut Value) -> bool {
    let own = value.pointer_mut("/example/x-limits").map(Value::take);
    let has_own = own.is_some();
    if let Some(keywords) = own {
        value.as_object_mut().and_then(|object| object.remove("example"));
        merge(value, keywords);
    }
    let within = match value {
        Value::Object(object) => object.values_mut().map(apply_within).fold(false, |a, b| a | b),
        Value::Array(items) => items.iter_mut().map(apply_within).fold(false, |a, b| a | b),
        _ => false,
    };
    has_own | within
}

/// Adds keywords to those that are there. What is one of several (`allOf`) joins a reference that was alone.
fn merge(value: &mut Value, keywords: Value) {
    let (Value::Object(object), Value::Object(keywords)) = (value, keywords) else {
        return;
    };
    for (name, keyword) in keywords {
        match object.get_mut(&name) {
            Some(there @ Value::Object(_)) => merge_into(there, keyword),
            _ => {
                object.insert(name, keyword);
            }
        }
    }
}

fn merge_into(there: &mut Value, keyword: Value) {
    match (there.get("$ref").is_some(), keyword) {
        (true, Value::Object(mut keyword)) => {
            if let Some(Value::Array(others)) = keyword.get_mut("allOf") {
                others.push(there.take());
                *there = Value::Object(keyword);
            }
        }
        (_, keyword) => merge(there, keyword),
    }
}

#[cfg(test)]
mod tests {
    use utoipa::{PartialSchema as _, ToSchema};

    use super::*;

    #[derive(ToSchema)]
    #[allow(dead_code, reason = "only its schema is looked at")]
    struct Inner {
        text: String,
    }

    #[derive(ToSchema)]
    #[allow(dead_code, reason = "only its schema is looked at")]
    struct Outer {
        /// A name.
        #[schema(example = json!(line(1..=5)))]
        name: String,
        #[schema(example = json!(number(2..=4)))]
        columns: Option<u8>,
        #[schema(example = json!(lines(3, 7)))]
        lines: Vec<String>,
        #[schema(example = json!(list_with(2, &["text"])))]
        items: Vec<Inner>,
    }

    #[test]
    fn limits_become_keywords_beside_what_a_schema_says_already() {
        let mut schema = Outer::schema();
        assert!(apply(&mut schema));
        let schema = serde_json::to_value(&schema).unwrap();
        let properties = &schema["properties"];
        let name = json!({ "type": "string", "description": "A name.", "minLength": 1, "maxLength": 5 });
        assert_eq!(properties["name"], name);
        assert_eq!(properties["columns"]["minimum"], 2);
        assert_eq!(properties["columns"]["maximum"], 4);
        assert_eq!(properties["columns"]["type"], json!(["integer", "null"]));
        let items = json!({ "type": "string", "minLength": 1, "maxLength": 7 });
        assert_eq!(properties["lines"]["maxItems"], 3);
        assert_eq!(properties["lines"]["items"], items);
        let [required, reference] = properties["items"]["items"]["allOf"]
            .as_array()
            .unwrap()
            .as_slice()
        else {
            panic!("{properties}");
        };
        assert_eq!(reference["$ref"], "#/components/schemas/Inner");
        assert_eq!(required["properties"]["text"]["minLength"], 1);
        assert!(!apply(&mut Inner::schema()));
    }
}
