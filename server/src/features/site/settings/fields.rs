//! What is wrong with settings, field by field.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::hash::Hash;
use std::ops::RangeInclusive;

use moyan_domain::limits::{IMAGE_MAX_BYTES, SITE_LOGO_MAX_BYTES};
use moyan_domain::{FieldProblem, ImageKind, MediaName, is_unprintable, is_unprintable_in_lines};
use moyan_foundation::error::AppError;

use super::addresses::is_link_address;
use crate::icons::icon_shapes;

/// Collects what is wrong with settings, by the path of the field: `sections[3].content.items[0].question`.
#[derive(Debug, Default)]
pub struct Fields {
    /// The path of what is being checked, with a dot at its end unless it is empty.
    path: String,
    problems: BTreeMap<Cow<'static, str>, FieldProblem>,
    images: Vec<NamedImage>,
}

/// An uploaded image that settings name.
#[derive(Debug)]
pub struct NamedImage {
    /// The path of the field.
    pub path: String,
    /// The last part of its address.
    pub name: MediaName,
    /// What it is for.
    pub usage: ImageUse,
}

/// What an image of a site is for. Source: specification §9.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageUse {
    /// A logo or an icon: PNG or SVG of at most 2 MB.
    Logo,
    /// Anything else: JPG, PNG or WebP of at most 5 MB.
    Picture,
}

impl ImageUse {
    /// Bytes at most.
    pub fn max_bytes(self) -> usize {
        match self {
            Self::Logo => SITE_LOGO_MAX_BYTES,
            Self::Picture => IMAGE_MAX_BYTES,
        }
    }

    /// Why a file is not for this.
    pub fn problem_of(self, kind: ImageKind, n_bytes: i64) -> Option<FieldProblem> {
        let (takes, problem) = match self {
            Self::Logo => (
                matches!(kind, ImageKind::Png | ImageKind::Svg),
                FieldProblem::LogoType,
            ),
            Self::Picture => (
                matches!(kind, ImageKind::Jpeg | ImageKind::Png | ImageKind::WebP),
                FieldProblem::ImageType,
            ),
        };
        let max = self.max_bytes();
        if !takes {
            Some(problem)
        } else if usize::try_from(n_bytes).is_ok_and(|n_bytes| n_bytes > max) {
            Some(FieldProblem::ImageTooLarge { max: max >> 20 })
        } else {
            None
        }
    }
}

impl Fields {
    /// Notes a problem at a field. The first one of a field stays.
    pub fn refuse(&mut self, field: &str, problem: FieldProblem) {
        let path = format!("{}{field}", self.path);
        self.refuse_at(path, problem);
    }

    /// Notes a problem at a whole path.
    pub fn refuse_at(&mut self, path: String, problem: FieldProblem) {
        self.problems.entry(path.into()).or_insert(problem);
    }

    /// True when nothing is wrong so far.
    pub fn is_empty(&self) -> bool {
        self.problems.is_empty()
    }

    /// The uploaded images that were named, which the database knows.
    pub fn take_images(&mut self) -> Vec<NamedImage> {
        std::mem::take(&mut self.images)
    }

    /// All problems together, or none.
    pub fn into_result(self) -> Result<(), AppError> {
        if self.problems.is_empty() {
            Ok(())
        } else {
            Err(AppError::Invalid(self.problems))
        }
    }

    /// Checks what is inside a field.
    pub fn within(&mut self, field: &str, check: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        self.path.push_str(field);
        self.path.push('.');
        check(self);
        self.path.truncate(length);
    }

    /// Checks that no two entries of a list have the same key: IDs that things are found by.
    pub fn distinct<'a, T, K: Eq + Hash>(
        &mut self,
        field: &str,
        entries: &'a [T],
        name: &str,
        key: impl Fn(&'a T) -> K,
    ) {
        let mut seen = HashSet::new();
        for (index, entry) in entries.iter().enumerate() {
            if !seen.insert(key(entry)) {
                self.refuse(&format!("{field}[{index}].{name}"), FieldProblem::Duplicate);
            }
        }
    }

    /// Checks one line of so many characters. Blank counts as empty.
    pub fn line(&mut self, field: &str, text: &str, n_chars: RangeInclusive<usize>) {
        self.characters(field, text, n_chars, is_unprintable);
    }

    /// Checks a text of several lines.
    pub fn text(&mut self, field: &str, text: &str, n_chars: RangeInclusive<usize>) {
        self.characters(field, text, n_chars, is_unprintable_in_lines);
    }

    fn characters(
        &mut self,
        field: &str,
        text: &str,
        n_chars: RangeInclusive<usize>,
        is_refused: impl Fn(char) -> bool,
    ) {
        if *n_chars.start() > 0 && text.trim().is_empty() {
            self.refuse(field, FieldProblem::Required);
        } else if text.chars().any(is_refused) {
            self.refuse(field, FieldProblem::ControlCharacter);
        } else if text.chars().count() > *n_chars.end() {
            self.refuse(field, FieldProblem::TooLong { max: *n_chars.end() });
        }
    }

    /// Checks the name of an icon of the set; an empty one is none.
    pub fn icon(&mut self, field: &str, name: &str) {
        if !name.is_empty() && icon_shapes(name).is_none() {
            self.refuse(field, FieldProblem::UnknownValue);
        }
    }

    /// Checks a number.
    pub fn number(&mut self, field: &str, number: u32, range: RangeInclusive<u32>) {
        if !range.contains(&number) {
            self.refuse(
                field,
                FieldProblem::OutOfRange {
                    min: *range.start() as usize,
                    max: *range.end() as usize,
                },
            );
        }
    }

    /// Checks where a link leads. An empty one leads nowhere.
    pub fn address(&mut self, field: &str, address: &str, max: usize) {
        if address.chars().count() > max {
            self.refuse(field, FieldProblem::TooLong { max });
        } else if !address.is_empty() && !is_link_address(address) {
            self.refuse(field, FieldProblem::UrlInvalid);
        }
    }

    /// Says of an image that is in a field that it is a logo.
    pub fn take_as_logo(&mut self, field: &str) {
        let path = format!("{}{field}.url", self.path);
        for image in self.images.iter_mut().filter(|image| image.path == path) {
            image.usage = ImageUse::Logo;
        }
    }

    /// Checks the address of an image: an uploaded one, which the database knows, or one on the web.
    pub fn image_address(&mut self, field: &str, address: &str, usage: ImageUse) {
        let uploaded = address.strip_prefix("/media/").map(str::parse::<MediaName>);
        match uploaded {
            Some(Ok(name)) => {
                let path = format!("{}{field}", self.path);
                self.images.push(NamedImage { path, name, usage });
            }
            None if address.starts_with("https://") && is_link_address(address) => {}
            _ if address.is_empty() => self.refuse(field, FieldProblem::Required),
            _ => self.refuse(field, FieldProblem::ImageAddress),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_has_so_many_bytes_at_most() {
        for (usage, kind, megabytes) in [
            (ImageUse::Logo, ImageKind::Png, 2),
            (ImageUse::Picture, ImageKind::Jpeg, 5),
        ] {
            let longest = i64::from(megabytes) << 20;
            assert!(usage.problem_of(kind, longest).is_none());
            let problem = usage.problem_of(kind, longest + 1);
            assert!(
                matches!(problem, Some(FieldProblem::ImageTooLarge { max }) if max == megabytes as usize),
                "{usage:?}"
            );
        }
    }

    #[test]
    fn an_image_that_is_needed_and_left_out_is_asked_for() {
        for (address, problem) in [
            ("", Some("field.required")),
            ("http://a.example/a.png", Some("image.address")),
            ("https://a.example/a.png", None),
        ] {
            let mut fields = Fields::default();
            fields.image_address("image", address, ImageUse::Picture);
            let error = fields.into_result().err();
            let found = error.as_ref().and_then(AppError::fields);
            let key = found.and_then(|fields| fields.into_values().next());
            assert_eq!(key, problem, "{address}");
        }
    }
}
