// What a script uses that the oldest browsers lack: syntax, globals, static members, instance members, events.

import { globals, lacking, members, staticMember } from './data.mjs';
import { nameOfSyntax, syntaxOf } from './syntax.mjs';

/** Keys under which a tree of TypeScript holds types, which are gone when the script runs. */
const TYPES = new Set([
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'returnType',
  'superTypeArguments',
  'implements',
]);
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * Looks through the tree of one script.
 *
 * Returns `uses`, a list of `{ feature, lacking, at, member }`, and `named`: the names of members that the script gives
 * itself. A use with `member` counts only while no script of the same program is found to give that name: such a member
 * is its own and not the browser's.
 */
export function lookThrough(tree, floor) {
  const declared = new Set();
  const named = new Set();
  const uses = [];
  const add = (feature, at, use, member) => {
    const missing = lackingOf(use, floor);
    if (missing.length > 0) uses.push({ feature, lacking: missing, at, member });
  };
  walk(tree, (node, parent, key, isType) => {
    const own = memberNamedBy(node);
    if (own !== undefined) named.add(own);
    if (isType) return;
    for (const name of namesDeclaredBy(node)) declared.add(name);
    for (const syntax of syntaxOf(node)) add(nameOfSyntax(syntax), node.start, [syntax]);
    if (isReference(node, parent, key) && globals.has(node.name)) {
      add(node.name, node.start, [globals.get(node.name)]);
    }
    if (node.type === 'MemberExpression') memberUse(node, add);
    if (node.type === 'CallExpression') eventUse(node, add);
  });
  // A name that the script declares is its own wherever it stands: a shadowed name is not worth the scopes of a compiler.
  return {
    uses: uses.filter(({ feature }) => !declared.has(feature.split('.')[0])),
    named,
  };
}

/** A feature is lacking only if none of those that it may be is there. */
function lackingOf(features, floor) {
  const each = features.map((feature) => lacking(feature, floor));
  return each.some((missing) => missing.length === 0) ? [] : (each[0] ?? []);
}

const GLOBAL_OBJECTS = new Set(['window', 'globalThis', 'self']);

function memberUse({ object, property, computed, start }, add) {
  const name = computed ? stringOf(property) : property.name;
  if (typeof name !== 'string') return;
  // What the browser lends to extensions is not in the data.
  if (rootOf(object) === 'chrome') return;
  if (object.type === 'Identifier') {
    if (GLOBAL_OBJECTS.has(object.name)) {
      if (globals.has(name)) add(name, start, [globals.get(name)]);
      return;
    }
    const member = globals.has(object.name) ? staticMember(object.name, name) : undefined;
    if (member !== undefined) {
      add(`${object.name}.${name}`, start, [member]);
      return;
    }
  }
  const candidates = members.get(name);
  if (candidates !== undefined) {
    add(`.${name}`, start, candidates, name);
  }
}

function rootOf(node) {
  return node.type === 'MemberExpression' ? rootOf(node.object) : node.name;
}

function eventUse({ callee, arguments: [first], start }, add) {
  if (callee.property?.name !== 'addEventListener' && callee.name !== 'addEventListener') return;
  const candidates = members.get(`${stringOf(first)}_event`);
  if (candidates !== undefined) {
    add(`the event ${stringOf(first)}`, start, candidates);
  }
}

/** A member that the script itself names: in a class, in an object, in a type, by an assignment. */
function memberNamedBy(node) {
  if (['MethodDefinition', 'PropertyDefinition', 'AccessorProperty'].includes(node.type)) {
    return keyOf(node);
  }
  if (node.type === 'Property' || node.type === 'TSPropertySignature') return keyOf(node);
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression') {
    return node.left.property.name;
  }
  return undefined;
}

function keyOf({ key, computed }) {
  return computed ? stringOf(key) : (key.name ?? stringOf(key));
}

function stringOf(node) {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.quasis.length === 1) {
    return node.quasis[0].value.cooked;
  }
  return undefined;
}

function namesDeclaredBy(node) {
  if (node.type === 'VariableDeclarator') return namesIn(node.id);
  if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') return namesIn(node.id);
  if (FUNCTIONS.has(node.type)) return [node.id, ...node.params].flatMap(namesIn);
  if (/^Import(Default|Namespace)?Specifier$/.test(node.type)) return namesIn(node.local);
  if (node.type === 'CatchClause') return namesIn(node.param);
  return [];
}

function namesIn(pattern) {
  switch (pattern?.type) {
    case 'Identifier':
      return [pattern.name];
    case 'ObjectPattern':
      return pattern.properties.flatMap((property) => namesIn(property.value ?? property.argument));
    case 'ArrayPattern':
      return pattern.elements.flatMap(namesIn);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    case 'TSParameterProperty':
      return namesIn(pattern.parameter);
    default:
      return [];
  }
}

/** Whether an identifier reads a variable. After `typeof` it may be missing. */
function isReference(node, parent, key) {
  if (node.type !== 'Identifier') return false;
  switch (parent.type) {
    case 'MemberExpression':
      return key === 'object' || parent.computed;
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return key === 'value' || parent.computed;
    case 'UnaryExpression':
      return parent.operator !== 'typeof';
    case 'ImportSpecifier':
    case 'ExportSpecifier':
    case 'LabeledStatement':
    case 'BreakStatement':
    case 'ContinueStatement':
      return false;
    default:
      return true;
  }
}

function walk(root, visit) {
  const waiting = [[root, root, '', false]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, parent, key, isType] = next;
    visit(node, parent, key, isType);
    for (const name in node) {
      const child = node[name];
      if (child === null || typeof child !== 'object') continue;
      for (const one of Array.isArray(child) ? child : [child]) {
        if (typeof one?.type === 'string') {
          waiting.push([one, node, name, isType || TYPES.has(name) || isTypeNode(one)]);
        }
      }
    }
  }
}

/** What has no value when the script runs; `a as B`, `a!` and the like have one. */
function isTypeNode(node) {
  return node.type.startsWith('TS') && !('expression' in node || 'parameter' in node);
}
