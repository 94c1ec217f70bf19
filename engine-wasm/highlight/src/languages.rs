//! Names of languages as authors write them after a code fence.

/// A language and its grammar.
#[derive(Debug)]
pub struct Language {
    /// The name that highlight.js uses, as in `class="language-…"`.
    pub name: &'static str,
    /// Other names, in lower case.
    pub aliases: &'static [&'static str],
    /// Name of the grammar.
    pub grammar: &'static str,
}

const fn language(name: &'static str, aliases: &'static [&'static str], grammar: &'static str) -> Language {
    Language {
        name,
        aliases,
        grammar,
    }
}

/// Every language, by canonical name.
pub const LANGUAGES: &[Language] = &[
    language(
        "asm",
        &["assembly", "nasm", "x86", "x86asm", "x86_64"],
        "x86_64 Assembly",
    ),
    language(
        "bash",
        &[
            "sh",
            "zsh",
            "shell",
            "console",
            "shellsession",
            "shellscript",
            "ksh",
        ],
        "Bourne Again Shell (bash)",
    ),
    language("bat", &["batch", "cmd", "dos"], "Batch File"),
    language("c", &["h"], "C"),
    language("clojure", &["clj", "cljs", "edn"], "Clojure"),
    language("cmake", &["cmakelists"], "CMake"),
    language(
        "cpp",
        &[
            "c++", "cc", "cxx", "hpp", "hh", "hxx", "h++", "arduino", "ino", "cuda", "cu",
        ],
        "C++",
    ),
    language("csharp", &["c#", "cs", "dotnet"], "C#"),
    language("css", &["wxss", "acss"], "CSS"),
    language("dart", &["flutter"], "Dart"),
    language("diff", &["patch", "udiff"], "Unified Diff"),
    language("dockerfile", &["docker", "containerfile"], "Dockerfile"),
    language("elixir", &["ex", "exs"], "Elixir"),
    language("env", &["dotenv", ".env"], "DotENV"),
    language("erlang", &["erl", "hrl"], "Erlang"),
    language("fish", &[], "Fish"),
    language(
        "fortran",
        &["f77", "f90", "f95", "f03", "f08"],
        "Fortran (Modern)",
    ),
    language("fsharp", &["f#", "fs", "fsx"], "F#"),
    language("go", &["golang"], "Go"),
    language("gomod", &["go.mod", "go-mod"], "Gomod"),
    language("graphql", &["gql", "graphqls"], "GraphQL"),
    language("groovy", &["gradle", "jenkinsfile"], "Groovy"),
    language("haskell", &["hs"], "Haskell"),
    language("http", &["https"], "HTTP Request and Response"),
    language(
        "ini",
        &["cfg", "conf", "config", "editorconfig", "gitconfig", "systemd"],
        "Settings",
    ),
    language("java", &["jsp"], "Java"),
    language(
        "javascript",
        &["js", "mjs", "cjs", "node", "nodejs", "ecmascript", "wxs"],
        "JavaScript",
    ),
    language(
        "json",
        &["jsonc", "json5", "jsonl", "ndjson", "webmanifest"],
        "JSON",
    ),
    language("julia", &["jl"], "Julia"),
    language("kotlin", &["kt", "kts"], "Kotlin"),
    language("latex", &["tex", "katex"], "LaTeX"),
    language("less", &[], "Less"),
    language(
        "lisp",
        &["cl", "elisp", "emacs-lisp", "scheme", "scm", "racket"],
        "Lisp",
    ),
    language("lua", &["luau"], "Lua"),
    language("makefile", &["make", "mk", "mak"], "Makefile"),
    language("markdown", &["md", "mkd", "mdx"], "Markdown"),
    language("matlab", &["octave"], "MATLAB"),
    language("nginx", &["nginxconf"], "nginx"),
    language("nix", &[], "Nix"),
    language(
        "objectivec",
        &["objective-c", "objc", "obj-c", "mm", "m"],
        "Objective-C",
    ),
    language("ocaml", &["ml", "mli"], "OCaml"),
    language("pascal", &["delphi", "pas"], "Pascal"),
    language("perl", &["pl", "pm"], "Perl"),
    language("php", &["php3", "php4", "php5", "php7", "php8"], "PHP"),
    language(
        "plaintext",
        &["text", "txt", "plain", "none", "nohighlight"],
        "Plain Text",
    ),
    language("powershell", &["ps", "ps1", "pwsh", "psm1"], "PowerShell"),
    language("properties", &[], "Java Properties"),
    language("protobuf", &["proto", "proto3"], "Protocol Buffer"),
    language(
        "python",
        &["py", "py3", "python3", "gyp", "ipython", "pycon", "cython"],
        "Python",
    ),
    language("r", &["rlang"], "R"),
    language("ruby", &["rb", "gemspec", "podfile", "rake", "irb"], "Ruby"),
    language("rust", &["rs"], "Rust"),
    language("sass", &[], "Sass"),
    language("scala", &["sbt", "sc"], "Scala"),
    language("scss", &[], "SCSS"),
    language("solidity", &["sol"], "Solidity"),
    language(
        "sql",
        &[
            "mysql",
            "pgsql",
            "postgres",
            "postgresql",
            "sqlite",
            "plsql",
            "tsql",
            "mariadb",
            "hive",
        ],
        "SQL",
    ),
    language("svelte", &[], "Svelte"),
    language("swift", &["swiftui"], "Swift 6"),
    language("terraform", &["tf", "hcl", "tfvars"], "Terraform"),
    language("toml", &[], "TOML"),
    language(
        "tsx",
        &["typescriptreact", "jsx", "javascriptreact"],
        "TypeScriptReact",
    ),
    language("typescript", &["ts", "mts", "cts", "arkts", "ets"], "TypeScript"),
    language("verilog", &["v", "sv", "systemverilog"], "Verilog"),
    language("vim", &["viml", "vimscript"], "VimL"),
    language("vue", &["vue-html", "vue3", "uvue"], "Vue Component"),
    language(
        "html",
        &["htm", "xhtml", "wxml", "axml", "handlebars", "hbs", "ejs"],
        "HTML",
    ),
    language(
        "xml",
        &["xsd", "xsl", "xslt", "svg", "rss", "atom", "plist", "pom", "xaml"],
        "XML",
    ),
    language(
        "yaml",
        &["yml", "docker-compose", "compose", "k8s", "kubernetes"],
        "YAML",
    ),
    language("zig", &["zon"], "Zig"),
];

/// The language that `name` means; case and surrounding space do not matter.
pub fn find(name: &str) -> Option<&'static Language> {
    let name = name.trim().to_lowercase();
    LANGUAGES
        .iter()
        .find(|language| language.name == name || language.aliases.contains(&name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::{LANGUAGES, find};
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_lower_case() {
        let mut seen = BTreeSet::new();
        for language in LANGUAGES {
            for name in std::iter::once(&language.name).chain(language.aliases) {
                assert_eq!(*name, name.to_lowercase());
                assert!(seen.insert(*name), "{name} twice");
            }
        }
    }

    #[test]
    fn authors_names_are_known() {
        for (name, canonical) in [
            ("JSX", "tsx"),
            ("zsh", "bash"),
            ("golang", "go"),
            ("C#", "csharp"),
            ("objc", "objectivec"),
        ] {
            assert_eq!(find(name).unwrap().name, canonical);
        }
        assert!(find("klingon").is_none());
    }
}
