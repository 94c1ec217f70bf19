//! Builds the grammar dump of the `highlight` crate.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use syntect_published::parsing::SyntaxDefinition;

use crate::dump::SetDump;
use crate::prune::{Pruned, prune};
use crate::scopes::Scopes;

/// Grammars that a reader can ask for. `docs/highlighting.md` says how to add one.
const ENTRIES: &[&str] = &[
    "Bourne Again Shell (bash)",
    "Batch File",
    "C",
    "C#",
    "C++",
    "Clojure",
    "CMake",
    "CSS",
    "Dart",
    "Dockerfile",
    "DotENV",
    "Elixir",
    "Erlang",
    "F#",
    "Fish",
    "Fortran (Modern)",
    "Go",
    "Gomod",
    "GraphQL",
    "Groovy",
    "Haskell",
    "HTML",
    "HTTP Request and Response",
    "Java",
    "Java Properties",
    "JavaScript",
    "JSON",
    "Julia",
    "Kotlin",
    "LaTeX",
    "Less",
    "Lisp",
    "Lua",
    "Makefile",
    "Markdown",
    "MATLAB",
    "nginx",
    "Nix",
    "Objective-C",
    "OCaml",
    "Pascal",
    "Perl",
    "PHP",
    "Plain Text",
    "Protocol Buffer",
    "Python",
    "R",
    "Ruby",
    "Rust",
    "Sass",
    "Scala",
    "SCSS",
    "Solidity",
    "SQL",
    "Svelte",
    "Terraform",
    "TOML",
    "TypeScript",
    "TypeScriptReact",
    "Verilog",
    "VimL",
    "Vue Component",
    "x86_64 Assembly",
    "XML",
    "YAML",
    "Zig",
];

/// Grammars that exist only inside others.
const HELPERS: &[&str] = &[
    "commands-builtin-shell-bash",
    "CMakeCommands",
    "PHP Source",
    "Protocol Buffer (TEXT)",
    "Regular Expression",
    "Regular Expressions (Javascript)",
    "Regular Expressions (PHP)",
    "Regular Expressions (Python)",
    "Shell-Unix-Generic",
    "TeX",
];

/// Where the dump is committed.
pub fn asset() -> PathBuf {
    highlight().join("assets/grammars.packdump")
}

/// The folder of the `highlight` crate.
pub fn highlight() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../highlight")
}

/// Builds the grammars in memory: those of two-face and our own, pruned.
pub fn build(scopes: &Scopes) -> Result<Pruned> {
    let mut builder = two_face::syntax::extra_newlines().into_builder();
    let own = own_grammars()?;
    let names: Vec<String> = own.iter().map(|definition| definition.name.clone()).collect();
    for definition in own {
        builder.add(definition);
    }
    let mut entries = ENTRIES.to_vec();
    entries.extend(names.iter().map(String::as_str));
    prune(SetDump::of(&builder.build())?, &entries, HELPERS, scopes)
}

/// The licenses of the grammars that come from two-face.
fn licenses() -> String {
    let mut text = String::from(
        "# Licenses of the grammars in `grammars.packdump`\n\n\
         The grammars are those of the crate two-face, which takes them from the project bat, and the files in \
         `../grammars`, which are under the license of this repository.\n\
         Regular expressions were simplified and contexts that no bundled language reaches were left out.\n\
         The file is written by `cargo run -p xtask -- grammars` and names every grammar of two-face, \
         also those that were left out.\n\n",
    );
    for license in two_face::acknowledgement::listing().for_syntaxes() {
        license.write_md(&mut text);
    }
    text
}

/// The grammars under `highlight/grammars`, by file name.
fn own_grammars() -> Result<Vec<SyntaxDefinition>> {
    let folder = highlight().join("grammars");
    let mut paths: Vec<PathBuf> = std::fs::read_dir(&folder)
        .with_context(|| format!("{}", folder.display()))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<std::io::Result<_>>()?;
    paths.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "sublime-syntax")
    });
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let text = std::fs::read_to_string(path)?;
            SyntaxDefinition::load_from_str(&text, true, None).with_context(|| format!("{}", path.display()))
        })
        .collect()
}

/// Builds the file and writes it to the crate.
pub fn write() -> Result<()> {
    let Pruned { syntaxes, left_out } = build(&Scopes::of_rules())?;
    let bytes = moyan_highlight::dump::write(&syntaxes);
    std::fs::write(asset(), &bytes)?;
    std::fs::write(asset().with_file_name("grammars.LICENSES.md"), licenses())?;
    let n_contexts: usize = syntaxes.iter().map(|syntax| syntax.contexts.len()).sum();
    eprintln!(
        "{} syntaxes, {n_contexts} contexts, {} bytes",
        syntaxes.len(),
        bytes.len()
    );
    eprintln!(
        "left out: {}",
        left_out.into_iter().collect::<Vec<_>>().join(", ")
    );
    Ok(())
}

/// Writes a file with the scopes as the grammars have them, for `explain`.
pub fn write_with_all_scopes(path: &Path) -> Result<()> {
    let bytes = moyan_highlight::dump::write(&build(&Scopes::whole())?.syntaxes);
    Ok(std::fs::write(path, bytes)?)
}

#[cfg(test)]
mod tests {
    use syntect::parsing::Regex;
    use syntect::parsing::syntax_definition::Pattern;

    use super::{asset, build};
    use crate::scopes::Scopes;

    #[test]
    fn committed_dump_is_current() {
        let built = moyan_highlight::dump::write(&build(&Scopes::of_rules()).unwrap().syntaxes);
        let committed = std::fs::read(asset()).unwrap();
        assert!(built == committed, "run `cargo run -p xtask -- grammars`");
    }

    /// A pattern that does not compile never matches, and nobody would notice.
    #[test]
    fn every_pattern_compiles() {
        for syntax in build(&Scopes::of_rules()).unwrap().syntaxes {
            for pattern in syntax.contexts.iter().flat_map(|context| &context.patterns) {
                let Pattern::Match(rule) = pattern else { continue };
                let with_text = rule.has_captures.then(|| rule.regex_with_refs(&[]));
                let pattern = with_text.as_ref().unwrap_or(&rule.regex).regex_str();
                let error = Regex::try_compile(pattern);
                assert!(error.is_none(), "{}: {pattern}: {error:?}", syntax.name);
            }
        }
    }
}
