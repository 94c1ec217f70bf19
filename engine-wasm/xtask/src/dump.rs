//! A mirror of the binary layout of a syntect dump.
//!
//! syntect cannot drop single syntaxes of a set, because the links between contexts are indexes.
//! This module reads a dump into the same shapes with public fields, so that `prune` can renumber the links.

use std::collections::BTreeMap;
use std::io::Read;

use anyhow::{Context as _, Result};
use flate2::read::ZlibDecoder;
use serde::{Deserialize, Serialize};
use syntect::parsing::Scope;
use syntect::parsing::syntax_definition::{Context, ContextId, ContextReference, MatchOperation, Pattern};
use syntect_published::parsing::SyntaxSet;

/// The layout of [`SyntaxSet`].
#[derive(Serialize, Deserialize)]
pub struct SetDump {
    /// Every syntax; links name them by index.
    pub syntaxes: Vec<SyntaxDump>,
    /// Where a syntax was loaded from; of no use at run time.
    pub path_syntaxes: Vec<(String, u64)>,
}

/// The layout of `SyntaxReference`.
#[derive(Serialize, Deserialize)]
pub struct SyntaxDump {
    /// The name for people, such as `JavaScript`.
    pub name: String,
    /// Tokens that name the syntax.
    pub file_extensions: Vec<String>,
    /// The scope of a whole file.
    pub scope: Scope,
    /// A pattern for shebang lines.
    pub first_line_match: Option<String>,
    /// Whether the syntax exists only to be embedded.
    pub hidden: bool,
    /// Variables of the source file, already substituted.
    pub variables: BTreeMap<String, String>,
    /// A zlib stream of [`ContextsDump`].
    pub contexts: Vec<u8>,
}

/// The layout of `LazyContexts`.
#[derive(Serialize, Deserialize)]
pub struct ContextsDump {
    /// Names of contexts; the parser asks for `__start` only.
    pub names: BTreeMap<String, ContextId>,
    /// The contexts; links name them by index.
    pub contexts: Vec<Context>,
}

/// Which context: index of the syntax, index of the context in it.
pub type ContextIndex = (usize, usize);

impl SetDump {
    /// Reads the layout of a linked set.
    pub fn of(set: &SyntaxSet) -> Result<Self> {
        Ok(bincode::deserialize(&bincode::serialize(set)?)?)
    }
}

impl ContextsDump {
    /// Inflates and reads the contexts of one syntax.
    pub fn read(stream: &[u8]) -> Result<Self> {
        let mut bytes = Vec::new();
        ZlibDecoder::new(stream).read_to_end(&mut bytes)?;
        bincode::deserialize(&bytes).context("the layout of a syntax's contexts")
    }
}

/// Drops references that syntect could not resolve: they would fail at run time. Returns what was dropped.
pub fn drop_unlinked(context: &mut Context) -> Vec<String> {
    let mut dropped = Vec::new();
    let mut linked = |reference: &ContextReference| {
        let is_linked = matches!(reference, ContextReference::Direct { .. });
        if !is_linked {
            dropped.push(format!("{reference:?}"));
        }
        is_linked
    };
    context.patterns.retain_mut(|pattern| match pattern {
        Pattern::Include(reference) => linked(reference),
        Pattern::Match(rule) => {
            if let MatchOperation::Push(targets) | MatchOperation::Set(targets) = &rule.operation
                && !targets.iter().all(&mut linked)
            {
                rule.operation = MatchOperation::None;
            }
            rule.with_prototype = rule.with_prototype.take().filter(&mut linked);
            true
        }
    });
    dropped
}

/// Calls `visit` with every link of a context.
pub fn for_each_link(
    context: &mut Context,
    visit: &mut impl FnMut(&mut ContextId) -> Result<()>,
) -> Result<()> {
    if let Some(prototype) = &mut context.prototype {
        visit(prototype)?;
    }
    let mut visit = |reference: &mut ContextReference| match reference {
        ContextReference::Direct { 0: id, .. } => visit(id),
        _ => Ok(()),
    };
    for pattern in &mut context.patterns {
        match pattern {
            Pattern::Include(reference) => visit(reference)?,
            Pattern::Match(rule) => {
                if let MatchOperation::Push(targets) | MatchOperation::Set(targets) = &mut rule.operation {
                    targets.iter_mut().try_for_each(&mut visit)?;
                }
                rule.with_prototype.iter_mut().try_for_each(&mut visit)?;
            }
        }
    }
    Ok(())
}
