//! The style sheet of one site: the variables of its theme, its articles and its code, light and dark.
//!
//! Every color comes from the engine's palette, which reaches a contrast of 4.5 for every primary color in both
//! schemes. The frame of the page takes the same variables: they stand on `:root`.

use moyan_article::theme::{FontFamily, StyleOptions, Theme, dark_css, theme_css};

use crate::features::public_site::cache::answer::{Answer, Caching, hash_of};
use crate::features::site::settings::{Appearance, Fields, Settings as _, SiteLanguage};

/// The style sheet of one site, which is there on any host.
pub struct StyleSheet {
    /// What it is called below `/assets/`: `theme.classic.0f4c81.sans-serif.16.plain.github.github-dark.HASH.css`.
    ///
    /// It spells the settings that the sheet is made of, so every server answers it, also one that has not read the site
    /// or does not know the draft of a preview.
    pub name: String,
    pub css: String,
}

impl StyleSheet {
    /// That of a site's settings. A draft may hold values that cannot be used: they are left out.
    pub fn of(appearance: &Appearance) -> Self {
        let appearance = usable(appearance);
        let css = style_sheet(&appearance);
        let settings = [
            "theme",
            &appearance.theme,
            appearance.color.trim_start_matches('#'),
            &appearance.font,
            &appearance.size_px.to_string(),
            if appearance.is_indented { INDENTED } else { PLAIN },
            &appearance.code_theme,
            &appearance.code_theme_dark,
        ]
        .join(".");
        Self {
            name: format!("{settings}.{}.css", hash_of(css.as_bytes())),
            css,
        }
    }

    /// The answer to who asks for the sheet by a name; none when no site can have it.
    ///
    /// Another version of the program may make another sheet of the same settings: nobody keeps it under that name.
    pub fn answer_named(name: &str) -> Option<Answer> {
        let sheet = Self::of(&appearance_of(name)?);
        let is_same = sheet.name == name;
        let answer = sheet.answer();
        Some(if is_same {
            answer
        } else {
            answer.kept(Caching::Never)
        })
    }

    /// The answer to who asks for it.
    pub fn answer(self) -> Answer {
        Answer::file("text/css; charset=utf-8", self.css.into_bytes())
    }
}

const INDENTED: &str = "indented";
const PLAIN: &str = "plain";

/// The settings that a name spells; none when a site cannot have them.
fn appearance_of(name: &str) -> Option<Appearance> {
    let parts: Vec<&str> = name.split('.').collect();
    let [
        "theme",
        theme,
        color,
        font,
        size_px,
        indent,
        code_theme,
        code_theme_dark,
        _hash,
        "css",
    ] = parts[..]
    else {
        return None;
    };
    let appearance = Appearance {
        theme: theme.to_owned(),
        color: format!("#{color}"),
        font: font.to_owned(),
        size_px: size_px.parse().ok()?,
        is_indented: match indent {
            INDENTED => true,
            PLAIN => false,
            _ => return None,
        },
        code_theme: code_theme.to_owned(),
        code_theme_dark: code_theme_dark.to_owned(),
        ..Appearance::initial(SiteLanguage::En)
    };
    is_valid(&appearance).then_some(appearance)
}

fn is_valid(appearance: &Appearance) -> bool {
    let mut fields = Fields::default();
    appearance.check(&mut fields);
    fields.into_result().is_ok()
}

/// What of settings makes a style sheet, with what a new site has in place of values that cannot be used.
fn usable(appearance: &Appearance) -> Appearance {
    let mut usable = Appearance::initial(SiteLanguage::En);
    let take: [fn(&mut Appearance, &Appearance); 7] = [
        |to, from| to.theme.clone_from(&from.theme),
        |to, from| to.color.clone_from(&from.color),
        |to, from| to.font.clone_from(&from.font),
        |to, from| to.size_px = from.size_px,
        |to, from| to.is_indented = from.is_indented,
        |to, from| to.code_theme.clone_from(&from.code_theme),
        |to, from| to.code_theme_dark.clone_from(&from.code_theme_dark),
    ];
    for take in take {
        let mut next = usable.clone();
        take(&mut next, appearance);
        if is_valid(&next) {
            usable = next;
        }
    }
    usable
}

/// The selector under which rules hold in the light, and the one in the dark: what the reader chose, else what the
/// reader's system says.
const SCHEMES: [(&str, &str, &str); 2] = [
    ("light", ":root[data-theme=light]", ":root:not([data-theme=dark])"),
    ("dark", ":root[data-theme=dark]", ":root:not([data-theme=light])"),
];

/// The style sheet. Settings that the engine does not know give its defaults.
fn style_sheet(appearance: &Appearance) -> String {
    let style = style_options(appearance);
    let light = theme_css(&style).or_else(|_| theme_css(&StyleOptions::default()));
    let dark = dark_css(&style).or_else(|_| dark_css(&StyleOptions::default()));
    let (light, dark) = (light.unwrap_or_default(), dark.unwrap_or_default());
    let mut css = String::new();
    // The first rule holds the variables; the rest is the article's own.
    let (variables, rules) = light.split_at(light.find("}\n").map_or(0, |end| end + 2));
    css.push_str(&with_sizes_of_readers(
        &variables.replacen(".article", ":root", 1),
    ));
    let dark_variables = declarations(&dark);
    for (_, chosen, by_system) in SCHEMES.iter().filter(|(name, ..)| *name == "dark") {
        let rule = |selector: &str| format!("{selector}{{color-scheme:dark;{dark_variables}}}");
        css.push_str(&on_screens("dark", &rule(chosen), &rule(by_system)));
    }
    css.push_str(&format!(
        ":root:lang(en){{--font:{}{}}}\n",
        latin_fonts(style.font),
        style.font.stack()
    ));
    css.push_str(&scoped(rules, ":where(.article)"));
    let themes = [&appearance.code_theme, &appearance.code_theme_dark];
    for ((scheme, chosen, by_system), theme) in SCHEMES.iter().zip(themes) {
        let Some(code) = moyan_highlight::theme_css(theme) else {
            continue;
        };
        css.push_str(&on_screens(
            scheme,
            &scoped(code, chosen),
            &scoped(code, by_system),
        ));
        if *scheme == "light" {
            css.push_str(&format!("@media print{{{}}}\n", scoped(code, ":root")));
        }
    }
    css
}

/// Rules of a scheme that the reader chose, and those of the reader's system. Paper is light, whatever the screen is.
fn on_screens(scheme: &str, chosen: &str, by_system: &str) -> String {
    format!("@media screen{{{chosen}}}\n@media screen and (prefers-color-scheme:{scheme}){{{by_system}}}\n")
}

/// The variables of the engine with sizes of text that follow what the reader's browser is set to, of which 16 px are
/// the default.
fn with_sizes_of_readers(variables: &str) -> String {
    let mut css = String::with_capacity(variables.len());
    for line in variables.split_inclusive('\n') {
        let size = line
            .trim()
            .strip_prefix("--size")
            .and_then(|rest| rest.split_once(": "));
        let pixels =
            size.and_then(|(name, value)| Some((name, value.strip_suffix("px;")?.parse::<f32>().ok()?)));
        match pixels {
            Some((name, pixels)) => css.push_str(&format!("  --size{name}: {}rem;\n", pixels / 16.0)),
            None => css.push_str(line),
        }
    }
    css
}

/// What stands before the engine's fonts on a page in English. Where the first font that a reader has is Chinese, its
/// quotes and apostrophes are as wide as its characters. What is copied keeps the fonts of the engine.
fn latin_fonts(font: FontFamily) -> &'static str {
    match font {
        FontFamily::SansSerif => {
            "\"Segoe UI\",Ubuntu,Cantarell,\"Noto Sans\",\"Liberation Sans\",\"DejaVu Sans\",-apple-system,\"Helvetica Neue\",Roboto,Arial,"
        }
        FontFamily::Serif => {
            "Georgia,\"Times New Roman\",\"Noto Serif\",\"Liberation Serif\",\"DejaVu Serif\","
        }
        FontFamily::Monospace => "",
    }
}

/// The engine's options for a site.
fn style_options(appearance: &Appearance) -> StyleOptions {
    StyleOptions {
        theme: appearance.theme.parse::<Theme>().unwrap_or_default(),
        font: appearance.font.parse::<FontFamily>().unwrap_or_default(),
        size_px: appearance.size_px,
        color: appearance.color.clone(),
        indent: appearance.is_indented,
        ..StyleOptions::default()
    }
}

/// What stands between the first braces.
fn declarations(css: &str) -> String {
    let inner = css.split_once('{').map_or("", |(_, rest)| rest);
    inner
        .split_once('}')
        .map_or("", |(inner, _)| inner)
        .replace('\n', "")
}

/// Rules that hold below a selector only. Those of `.article` itself stay as they are.
///
/// The engine's sheets have no `@` rules and no commas inside parentheses.
fn scoped(css: &str, scope: &str) -> String {
    let mut scoped = String::with_capacity(css.len() * 3 / 2);
    // Themes of code begin with a comment that names their author.
    let css = css.rsplit("*/").next().unwrap_or_default();
    for rule in css.split_inclusive('}') {
        let Some((selectors, body)) = rule.split_once('{') else {
            continue;
        };
        for (index, selector) in selectors.split(',').map(str::trim).enumerate() {
            if index > 0 {
                scoped.push(',');
            }
            if !selector.starts_with(".article") {
                scoped.push_str(scope);
                scoped.push(' ');
            }
            scoped.push_str(selector);
        }
        scoped.push('{');
        scoped.push_str(body.trim_start());
        scoped.push('\n');
    }
    scoped
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::CACHE_CONTROL;
    use actix_web::test::TestRequest;

    use super::*;

    /// What caches are told of the sheet of a name; none when there is no such sheet.
    fn caching(name: &str) -> Option<String> {
        let response = StyleSheet::answer_named(name)?.respond(&TestRequest::get().to_http_request());
        let value = response.headers().get(CACHE_CONTROL)?.to_str().ok()?;
        Some(value.to_owned())
    }

    #[test]
    fn a_sheet_is_answered_by_its_name_alone() {
        for theme in moyan_highlight::THEMES {
            let appearance = Appearance {
                code_theme_dark: theme.name.to_owned(),
                is_indented: theme.name.len() % 2 == 0,
                ..Appearance::initial(SiteLanguage::ZhCn)
            };
            let sheet = StyleSheet::of(&appearance);
            let read = appearance_of(&sheet.name).unwrap();
            assert_eq!(style_sheet(&read), sheet.css);
            assert_eq!(
                caching(&sheet.name),
                Some(Caching::Forever.header()),
                "{}",
                sheet.name
            );
        }
    }

    #[test]
    fn a_draft_with_a_wrong_color_keeps_the_rest_and_has_a_sheet() {
        let right = Appearance {
            theme: "elegant".to_owned(),
            ..Appearance::initial(SiteLanguage::En)
        };
        let wrong = Appearance {
            color: "#fff.css".to_owned(),
            ..right.clone()
        };
        let sheet = StyleSheet::of(&wrong);
        assert_eq!(sheet.css, style_sheet(&right));
        assert!(caching(&sheet.name).is_some(), "{}", sheet.name);
    }

    #[test]
    fn a_sheet_that_another_version_named_is_kept_by_nobody() {
        let name = StyleSheet::of(&Appearance::initial(SiteLanguage::En)).name;
        let hash = name.rsplit('.').nth(1).unwrap();
        assert_eq!(
            caching(&name.replace(hash, "0123456789abcdef")),
            Some(Caching::Never.header())
        );
    }

    #[test]
    fn a_name_that_no_site_can_have_leads_to_nothing() {
        let name = StyleSheet::of(&Appearance::initial(SiteLanguage::En)).name;
        assert!(caching(&name).is_some());
        let parts: Vec<&str> = name.split('.').collect();
        for (index, part) in parts.iter().enumerate().filter(|(_, part)| part.len() != 16) {
            let mut changed = parts.clone();
            changed[index] = "red;}";
            assert_eq!(caching(&changed.join(".")), None, "{part}");
            changed.remove(index);
            assert_eq!(caching(&changed.join(".")), None, "{part}");
        }
    }

    #[test]
    fn rules_of_the_article_touch_nothing_else() {
        assert_eq!(
            scoped(
                ".article > p, li { margin: 0; }\nh1 { color: red; }\n",
                ":where(.article)"
            ),
            ".article > p,:where(.article) li{margin: 0; }\n:where(.article) h1{color: red; }\n"
        );
        let css = style_sheet(&Appearance::initial(SiteLanguage::ZhCn));
        assert!(!css.contains("\nh1"), "{css}");
        assert!(!css.contains("\n.hljs"), "{css}");
    }

    #[test]
    fn both_schemes_have_all_variables_of_the_frame() {
        let css = style_sheet(&Appearance::initial(SiteLanguage::ZhCn));
        for variable in [
            "--paper:",
            "--ink:",
            "--line:",
            "--fill:",
            "--on-fill:",
            "--color-text:",
            // An alert of the theme has this one too.
            "--tint-1: #",
        ] {
            assert_eq!(css.matches(variable).count(), 3, "{variable}");
        }
    }

    #[test]
    fn unknown_settings_give_the_style_of_the_engine() {
        let appearance = Appearance {
            theme: "no".to_owned(),
            color: "red;}</style>".to_owned(),
            font: "no".to_owned(),
            ..Appearance::initial(SiteLanguage::En)
        };
        let css = style_sheet(&appearance);
        assert!(css.contains("--paper:") && !css.contains("</style>"), "{css}");
    }

    #[test]
    fn the_style_of_a_site_is_what_its_settings_say() {
        let appearance = Appearance {
            theme: "elegant".to_owned(),
            font: "serif".to_owned(),
            size_px: 18,
            color: "#123456".to_owned(),
            is_indented: true,
            ..Appearance::initial(SiteLanguage::En)
        };
        let expected = StyleOptions {
            theme: Theme::Elegant,
            font: FontFamily::Serif,
            size_px: 18,
            color: "#123456".to_owned(),
            indent: true,
            ..StyleOptions::default()
        };
        assert_eq!(style_options(&appearance), expected);
    }

    #[test]
    fn the_variables_stand_in_a_rule_of_their_own_and_again_where_it_is_dark() {
        let css = style_sheet(&Appearance::initial(SiteLanguage::En));
        let (variables, rest) = css.split_once("}\n").unwrap();
        assert!(variables.starts_with(":root"), "{variables}");
        let dark = "@media screen{:root[data-theme=dark]{color-scheme:dark;";
        assert!(rest.starts_with(dark), "{css}");
        assert_eq!(css.matches("color-scheme:dark;").count(), 2, "{css}");
        assert!(!css.contains(":root[data-theme=light]{color-scheme"), "{css}");
        assert_eq!(css.matches('{').count(), css.matches('}').count());
    }

    #[test]
    fn on_a_page_in_english_a_latin_font_comes_before_a_chinese_one() {
        for font in FontFamily::ALL {
            let appearance = Appearance {
                font: font.name().to_owned(),
                ..Appearance::initial(SiteLanguage::En)
            };
            let css = style_sheet(&appearance);
            let (_, english) = css.split_once(":root:lang(en){--font:").unwrap();
            let (english, _) = english.split_once("}\n").unwrap();
            let place = |name: &str| english.find(name).unwrap();
            let latin = match font {
                FontFamily::SansSerif => "Liberation Sans",
                FontFamily::Serif => "Liberation Serif",
                FontFamily::Monospace => "DejaVu Sans Mono",
            };
            assert!(place(latin) < place("CJK SC"), "{english}");
            assert!(english.ends_with(font.stack()), "{english}");
        }
    }

    #[test]
    fn paper_is_light_whatever_the_reader_and_the_system_chose() {
        let appearance = Appearance::initial(SiteLanguage::ZhCn);
        let css = style_sheet(&appearance);
        let (_, paper) = css.split_once("@media print{").unwrap();
        let code = scoped(
            moyan_highlight::theme_css(&appearance.code_theme).unwrap(),
            ":root",
        );
        assert!(paper.starts_with(&code), "{paper}");
        for rule in ["{color-scheme:dark;", ":root[data-theme="] {
            for (at, _) in css.match_indices(rule) {
                let before = css.get(..at).unwrap();
                let media = before
                    .rfind("@media")
                    .and_then(|start| before.get(start..))
                    .unwrap();
                assert!(media.starts_with("@media screen"), "{media}");
            }
        }
    }

    #[test]
    fn texts_have_the_size_that_the_browser_is_set_to() {
        let css = style_sheet(&Appearance::initial(SiteLanguage::ZhCn));
        let (variables, _) = css.split_once("}\n").unwrap();
        assert!(variables.contains("  --size: 1rem;\n"), "{variables}");
        let sizes: Vec<_> = variables.lines().filter(|line| line.contains("--size")).collect();
        assert!(
            sizes.len() > 3 && sizes.iter().all(|line| line.ends_with("rem;")),
            "{sizes:?}"
        );
    }
}
