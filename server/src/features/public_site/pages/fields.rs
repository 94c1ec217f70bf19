//! The parts of forms: fields with what is wrong with them, and what became of a form.

use std::collections::BTreeMap;

use maud::{Markup, html};

/// What is wrong with a form, in the language of the site.
#[derive(Clone, Debug, Default)]
pub struct Problems {
    /// What is wrong with the form as a whole; empty for nothing.
    pub form: String,
    /// What is wrong with each field, by name; on every page the fields stand in the order of their names.
    pub fields: BTreeMap<String, String>,
}

impl Problems {
    /// True when the form is as it should be.
    pub fn is_empty(&self) -> bool {
        self.form.is_empty() && self.fields.is_empty()
    }

    /// Whether the page opens at the field: it is the first that is wrong, and may be below what a phone shows.
    fn opens_at(&self, name: &str) -> bool {
        let first = self.fields.keys().next();
        self.form.is_empty() && first.is_some_and(|first| first == name)
    }
}

/// A line of text that is typed.
pub struct Field<'a> {
    /// The ID of the element: unique on its page.
    pub id: &'a str,
    pub name: &'a str,
    pub label: &'a str,
    /// What is typed: `text`, `email`, `password`. A browser would refuse the `＠` of a Chinese keyboard in an input of the
    /// type `email`, so the server reads addresses.
    pub kind: &'a str,
    pub value: &'a str,
    /// What browsers fill in.
    pub autocomplete: &'a str,
    /// A line below; empty for none.
    pub hint: &'a str,
    pub is_required: bool,
}

/// A field with its label and what is wrong with it. The first that is wrong is where the page begins.
pub fn field(field: &Field<'_>, problems: &Problems) -> Markup {
    let problem = problems.fields.get(field.name);
    let is_code = field.autocomplete == "one-time-code";
    let is_email = field.kind == "email";
    let kind = if is_email { "text" } else { field.kind };
    let keyboard = match (is_code, is_email) {
        (true, _) => Some("numeric"),
        (_, true) => Some("email"),
        _ => None,
    };
    let hint_id = (!field.hint.is_empty()).then(|| format!("{}-hint", field.id));
    let problem_id = problem.map(|_| format!("{}-problem", field.id));
    let described: Vec<_> = [&problem_id, &hint_id].into_iter().flatten().cloned().collect();
    let described = (!described.is_empty()).then(|| described.join(" "));
    html! {
        div.field {
            label for=(field.id) { (field.label) }
            input id=(field.id) name=(field.name) type=(kind) value=[(!field.value.is_empty()).then_some(field.value)]
                autocomplete=(field.autocomplete) required[field.is_required] inputmode=[keyboard]
                spellcheck="false" autocapitalize="none" autofocus[problems.opens_at(field.name)]
                aria-invalid=[problem.map(|_| "true")] aria-describedby=[described];
            @if let (Some(problem), Some(id)) = (problem, &problem_id) { p.field-problem id=(id) { (problem) } }
            @if let Some(id) = &hint_id { p.field-hint id=(id) { (field.hint) } }
        }
    }
}

/// What is wrong with a form as a whole.
pub fn problem(problems: &Problems) -> Markup {
    html! {
        @if !problems.form.is_empty() { p.form-problem role="alert" tabindex="-1" autofocus { (problems.form) } }
    }
}

/// A value that goes with a form.
pub fn hidden(name: &str, value: &str) -> Markup {
    html! { input type="hidden" name=(name) value=(value); }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_opens_at_the_first_field_that_is_wrong() {
        let typed = |name: &'static str| Field {
            id: name,
            name,
            label: name,
            kind: "password",
            value: "",
            autocomplete: "new-password",
            hint: "",
            is_required: true,
        };
        let drawn = |wrong: &[&str]| {
            let fields = wrong
                .iter()
                .map(|name| ((*name).to_owned(), "wrong".to_owned()))
                .collect();
            let problems = Problems {
                form: String::new(),
                fields,
            };
            ["currentPasswd", "passwd", "passwdConfirmPasswd"].map(|name| {
                field(&typed(name), &problems)
                    .into_string()
                    .contains(" autofocus")
            })
        };
        assert_eq!(drawn(&[]), [false, false, false]);
        assert_eq!(drawn(&["passwdConfirmPasswd"]), [false, false, true]);
        assert_eq!(drawn(&["passwd", "passwdConfirmPasswd"]), [false, true, false]);
    }
}
