// The syntax that is newer than the oldest browsers, and how it is told in the tree of a script.
//
// A test compares the list with the data: what the data calls newer must be told here, or be no syntax of one script.

import { data, featuresBelow } from './data.mjs';

const { javascript } = data;
const { regular_expressions: regexp, statements, operators, classes } = javascript;

const NAMES = new Map(
  [...featuresBelow(javascript)].map(({ keys, feature }) => [feature, keys.join('.')]),
);

/** The name of a syntax: its keys in the data. */
export function nameOfSyntax(feature) {
  return NAMES.get(feature);
}

/** By type of a node: the feature, if the node is one. */
const BY_TYPE = {
  StaticBlock: () => classes.static.initialization_blocks,
  VariableDeclaration: ({ kind }) =>
    ({ using: statements.using, 'await using': statements.await_using })[kind],
  ImportDeclaration: importFeature,
  ExportNamedDeclaration: importFeature,
  ExportAllDeclaration: importFeature,
  MemberExpression: ({ object, property }) =>
    object.type === 'MetaProperty' && property.name === 'resolve'
      ? operators.import_meta.resolve
      : undefined,
  ImportExpression: (node) =>
    ({ defer: operators.import.defer, source: operators.import.import_source })[node.phase] ??
    (node.options ? operators.import.options_parameter : undefined),
};

function importFeature(node) {
  const phase = { defer: statements.import.defer, source: statements.import.import_source };
  if (node.phase) return phase[node.phase];
  return node.attributes?.length > 0 ? statements.import.import_attributes : undefined;
}

/** What a pattern is tested for. Escapes and classes are taken out first. */
const IN_PATTERNS = [
  [/\(\?<[=!]/, regexp.lookbehind_assertion],
  [/\(\?[ims]*(?:-[ims]*)?:(?<!\(\?:)/, regexp.modifier],
];
const FLAGS = { v: 'unicodeSets', d: 'hasIndices', s: 'dotAll', u: 'unicode', y: 'sticky' };

/** The features that make this node a newer syntax, as nodes of the data. */
export function syntaxOf(node) {
  const feature = BY_TYPE[node.type]?.(node);
  return feature === undefined ? patternOf(node).flatMap(featuresOfPattern) : [feature];
}

/** The pattern of `/a/v` and of `new RegExp('a', 'v')`. */
function patternOf(node) {
  if (node.type === 'Literal' && node.regex) return [node.regex];
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  if (!isCall || node.callee.name !== 'RegExp') return [];
  const [pattern, flags] = node.arguments.map((argument) => String(argument.value ?? ''));
  return pattern === undefined ? [] : [{ pattern, flags: flags ?? '' }];
}

function featuresOfPattern({ pattern, flags }) {
  const bare = pattern.replace(/\\./gs, '').replace(/\[[^\]]*\]/g, '');
  const names = [...bare.matchAll(/\(\?<([^>=!]+)>/g)].map(([, name]) => name);
  return [
    ...IN_PATTERNS.filter(([looks]) => looks.test(bare)).map(([, feature]) => feature),
    ...(new Set(names).size < names.length
      ? [regexp.named_capturing_group.duplicate_named_capturing_groups]
      : []),
    ...[...flags].map((flag) => javascript.builtins.RegExp[FLAGS[flag]]).filter(Boolean),
  ];
}
