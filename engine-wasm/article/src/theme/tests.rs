use super::palette::PRESETS;
use super::*;

fn css_of(theme: Theme) -> String {
    theme_css(&StyleOptions {
        theme,
        ..Default::default()
    })
    .unwrap()
}

/// Selector and declarations of every rule.
fn rules_of(css: &str) -> Vec<(String, Vec<(String, String)>)> {
    let rules = css.split('}').filter_map(|rule| rule.split_once('{'));
    rules
        .map(|(selector, body)| {
            let declarations = body
                .split(';')
                .filter_map(|declaration| declaration.split_once(':'));
            let declarations =
                declarations.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
            (selector.trim().to_owned(), declarations.collect())
        })
        .collect()
}

#[test]
fn options_default_to_those_of_the_specification() {
    let options: StyleOptions = serde_json::from_str("{}").unwrap();
    assert_eq!(options, StyleOptions::default());
    let json = r##"{"theme":"classic","font":"sans-serif","sizePx":16,"color":"#0F4C81","indent":false,"justify":false,"lineHeightPercent":null,"letterSpacingTenths":null,"paragraphSpacingPx":null,"headings":["default","default","default","default","default","default"]}"##;
    assert_eq!(serde_json::to_string(&options).unwrap(), json);
    assert_eq!(PRESETS.len(), 11);
    assert_eq!(PRESETS[0].hex, DEFAULT_COLOR);
}

#[test]
fn unknown_names_and_values_are_errors_with_a_key() {
    assert_eq!("neon".parse::<Theme>().unwrap_err().key(), "engine.unknownTheme");
    assert_eq!(
        "comic".parse::<FontFamily>().unwrap_err().key(),
        "engine.unknownFont"
    );
    for color in ["", "red", "#12", "#1234", "#12345g", "#1234567", "#0F4C81;}"] {
        let options = StyleOptions {
            color: color.to_owned(),
            ..Default::default()
        };
        assert_eq!(
            theme_css(&options).unwrap_err().key(),
            "engine.invalidColor",
            "{color}"
        );
    }
    for size_px in [0, 13, 19, 255] {
        let options = StyleOptions {
            size_px,
            ..Default::default()
        };
        assert_eq!(theme_css(&options), Err(EngineError::InvalidSize(size_px)));
    }
    assert!(serde_json::from_str::<StyleOptions>(r#"{"colour":"red"}"#).is_err());
}

#[test]
fn every_name_reads_back() {
    for theme in Theme::ALL {
        assert_eq!(theme.name().parse::<Theme>().unwrap(), theme);
        assert_eq!(serde_json::to_string(&theme).unwrap(), format!("\"{theme}\""));
    }
    for font in FontFamily::ALL {
        assert_eq!(font.name().parse::<FontFamily>().unwrap(), font);
        assert_eq!(serde_json::to_string(&font).unwrap(), format!("\"{font}\""));
    }
}

#[test]
fn a_short_color_is_a_long_one() {
    let css = theme_css(&StyleOptions {
        color: "#abc".to_owned(),
        ..Default::default()
    })
    .unwrap();
    assert!(css.contains("--color: #AABBCC;"));
}

#[test]
fn sizes_follow_the_size() {
    let css = theme_css(&StyleOptions {
        size_px: 18,
        ..Default::default()
    })
    .unwrap();
    for variable in [
        "--size: 18px;",
        "--size-xs: 14px;",
        "--size-s: 16px;",
        "--size-xxl: 26px;",
    ] {
        assert!(css.contains(variable), "{variable}");
    }
}

#[test]
fn indent_and_justify_are_rules_of_their_own() {
    let plain = theme_css(&StyleOptions::default()).unwrap();
    assert!(!plain.contains("2em") && !plain.contains("justify"));
    let css = theme_css(&StyleOptions {
        indent: true,
        justify: true,
        ..Default::default()
    })
    .unwrap();
    assert!(css.contains(".article > p { text-indent: 2em; }"));
    assert!(css.contains("text-align: justify;"));
}

#[test]
fn a_sheet_holds_only_what_can_be_inlined() {
    for theme in Theme::ALL {
        let css = css_of(theme);
        for word in [
            ":is(",
            ":where(",
            ":has(",
            "::",
            "@",
            ":root",
            "#{",
            "calc(",
            "color-mix",
            "rgb",
            "hsl",
            "url(",
            "!important",
            "/*",
            "&",
        ] {
            assert!(!css.contains(word), "{theme}: {word}");
        }
        for (selector, _) in rules_of(&css) {
            assert!(
                !selector.contains('#') && !selector.contains('*'),
                "{theme}: {selector}"
            );
        }
    }
}

#[test]
fn an_authors_element_rule_wins_over_the_themes() {
    // Elements that authors restyle have one element, or one class, as the whole selector.
    for theme in Theme::ALL {
        for (selector, _) in rules_of(&css_of(theme)) {
            for part in selector.split(',').map(str::trim) {
                let last = part.split(' ').next_back().unwrap();
                if [
                    "h1",
                    "h2",
                    "h3",
                    "h5",
                    "h6",
                    "blockquote",
                    "hr",
                    "mark",
                    "table",
                    "strong",
                ]
                .contains(&last)
                {
                    // On a filled title, or a table's head, the mark's own colors could not be read.
                    let is_own = ["h2 strong", "h2 mark", "th mark"].contains(&part)
                        || part.starts_with("blockquote ");
                    assert!(part == last || is_own, "{theme}: {part}");
                }
            }
        }
    }
}

#[test]
fn every_variable_is_defined_and_every_color_is_a_variable() {
    for theme in Theme::ALL {
        let css = css_of(theme);
        let rules = rules_of(&css);
        let (_, variables) = &rules[0];
        for used in css
            .split("var(--")
            .skip(1)
            .map(|rest| rest.split_once(')').unwrap().0)
        {
            assert!(
                variables.iter().any(|(name, _)| name == &format!("--{used}")),
                "{theme}: {used}"
            );
        }
        for (selector, declarations) in &rules[1..] {
            for (name, value) in declarations {
                assert!(!value.contains('#'), "{theme}: {selector} {name}: {value}");
                if name == "color" {
                    assert!(
                        value.starts_with("var(") || value == "inherit",
                        "{theme}: {selector} {value}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_rule_with_a_background_says_its_color_or_holds_ink() {
    let under_text = [
        "--paper",
        "--surface",
        "--tint-1",
        "--tint-2",
        "--highlight",
        "--fill",
    ];
    for theme in Theme::ALL {
        for (selector, declarations) in rules_of(&css_of(theme)).iter().skip(1) {
            let value = |name: &str| {
                declarations
                    .iter()
                    .find(|(other, _)| other == name)
                    .map(|(_, value)| value.as_str())
            };
            let Some(background) =
                value("background").filter(|value| value.starts_with("var(") && selector != "hr")
            else {
                continue;
            };
            let name = background.trim_start_matches("var(").trim_end_matches(')');
            assert!(
                under_text.contains(&name) || name.ends_with("-tint"),
                "{theme}: {selector} {name}"
            );
            let on_fill = value("color") == Some("var(--on-fill)");
            assert_eq!(on_fill, name == "--fill", "{theme}: {selector}");
        }
    }
}

#[test]
fn themes_and_fonts_differ() {
    assert_ne!(css_of(Theme::Classic), css_of(Theme::Elegant));
    assert_ne!(css_of(Theme::Elegant), css_of(Theme::Concise));
    for font in FontFamily::ALL {
        let names: Vec<&str> = font.stack().split(", ").collect();
        let (generic, named) = names.split_last().unwrap();
        assert_eq!(*generic, font.name());
        assert!(
            named
                .iter()
                .all(|name| !name.contains(' ') || name.starts_with('"')),
            "{font}"
        );
        assert!(
            !named
                .iter()
                .any(|name| ["serif", "sans-serif", "monospace"].contains(name)),
            "{font}"
        );
    }
}

#[test]
fn a_sheet_is_the_same_every_time() {
    assert_eq!(css_of(Theme::Elegant), css_of(Theme::Elegant));
}

#[test]
fn the_dark_rule_sets_every_color_of_the_light_one() {
    for theme in Theme::ALL {
        let options = StyleOptions {
            theme,
            ..Default::default()
        };
        let dark = rules_of(&dark_css(&options).unwrap());
        let light = rules_of(&theme_css(&options).unwrap());
        let names = |rule: &(String, Vec<(String, String)>)| {
            let colors = rule.1.iter().filter(|(_, value)| value.starts_with('#'));
            colors.map(|(name, _)| name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(dark.len(), 1);
        assert_eq!(names(&dark[0]), names(&light[0]));
    }
}
