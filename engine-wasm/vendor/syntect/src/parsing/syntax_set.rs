use super::dispatch::Dispatch;
use super::syntax_definition::*;
use super::ParsingError;

/// A set of syntaxes that have been linked together.
#[derive(Clone, Debug, Default)]
pub struct SyntaxSet {
    syntaxes: Vec<SyntaxReference>,
}

/// A syntax of a [`SyntaxSet`].
#[derive(Clone, Debug)]
pub struct SyntaxReference {
    /// The name for people, such as `JavaScript`.
    pub name: String,
    /// Tokens that name the syntax.
    pub file_extensions: Vec<String>,
    /// The context that a text begins in; `None` for a syntax that is only embedded.
    pub start: Option<ContextId>,
    /// The contexts; links name them by the index of the syntax in its set and their own.
    pub contexts: Vec<Context>,
}

impl SyntaxSet {
    /// A set of syntaxes whose links hold the indexes of this list.
    pub fn new(syntaxes: Vec<SyntaxReference>) -> SyntaxSet {
        SyntaxSet { syntaxes }
    }

    /// The list of syntaxes in the set
    pub fn syntaxes(&self) -> &[SyntaxReference] {
        &self.syntaxes[..]
    }

    pub fn find_syntax_by_name<'a>(&'a self, name: &str) -> Option<&'a SyntaxReference> {
        self.syntaxes.iter().rev().find(|&s| name == s.name)
    }

    pub fn find_syntax_by_extension<'a>(&'a self, extension: &str) -> Option<&'a SyntaxReference> {
        self.syntaxes.iter().rev().find(|&s| {
            s.file_extensions
                .iter()
                .any(|e| e.eq_ignore_ascii_case(extension))
        })
    }

    /// Searches for a syntax first by extension and then by case-insensitive name
    ///
    /// This is useful for things like Github-flavoured-markdown code block highlighting where all
    /// you have to go on is a short token given by the user
    pub fn find_syntax_by_token<'a>(&'a self, s: &str) -> Option<&'a SyntaxReference> {
        {
            let ext_res = self.find_syntax_by_extension(s);
            if ext_res.is_some() {
                return ext_res;
            }
        }
        self.syntaxes
            .iter()
            .rev()
            .find(|&syntax| syntax.name.eq_ignore_ascii_case(s))
    }

    #[inline(always)]
    pub(crate) fn get_context(&self, context_id: &ContextId) -> Result<&Context, ParsingError> {
        let syntax = &self
            .syntaxes
            .get(context_id.syntax_index)
            .ok_or(ParsingError::MissingContext(*context_id))?;
        syntax
            .contexts
            .get(context_id.context_index)
            .ok_or(ParsingError::MissingContext(*context_id))
    }

    /// The patterns of a context by the byte they can begin with.
    pub(crate) fn dispatch(&self, context_id: &ContextId) -> Result<&Dispatch, ParsingError> {
        let cell = &self.get_context(context_id)?.dispatch.0;
        cell.get_or_try_init(|| Dispatch::new(self, context_id))
    }
}
