// What a style sheet uses that the oldest browsers lack, and where nothing older stands in its place.

import { createRequire } from 'node:module';
import path from 'node:path';
import { frontend } from '../../paths.mjs';
import { cssFunctions, cssUnits, data, lacking } from './data.mjs';

const require = createRequire(path.join(frontend, 'package.json'));
const { parse, walk } = require('css-tree');
const { css } = data;

/**
 * The uses in a style sheet, as `{ feature, lacking, at }`.
 *
 * Not among them: what stands below `@supports`, and a declaration behind one of the same property that every browser
 * of the floor understands.
 */
export function lookThroughStyle(text, floor) {
  const uses = [];
  const sheet = parse(text, { positions: true, parseCustomProperty: true });
  // The declarations of the block at hand that every browser takes.
  const taken = new WeakMap();
  walk(sheet, function visit(node) {
    if (this.atrule !== null && isUnderSupports(this, node)) return;
    if (node.type === 'Declaration') {
      const found = usesOfDeclaration(node, floor);
      const block = this.block ?? sheet;
      const known = taken.get(block) ?? taken.set(block, new Set()).get(block);
      if (found.length === 0) known.add(node.property);
      else if (!known.has(node.property) && !hasTwin(block, node.property)) uses.push(...found);
    } else uses.push(...usesOf(node, floor));
  });
  return uses;
}

// css-tree tells the innermost at-rule only; those around it are noted when they are entered.
function isUnderSupports({ atrule }, node) {
  const isInside = (one) =>
    one !== undefined && (one.name === 'supports' || isInside(outer.get(one)));
  if (node.type === 'Atrule' && node !== atrule) outer.set(node, atrule);
  return isInside(node.type === 'Atrule' ? outer.get(node) : atrule);
}
const outer = new WeakMap();

function usesOfDeclaration(node, floor) {
  const { property } = node;
  const uses = [];
  const add = (name, features) => push(uses, node, name, features, floor);
  const known = property.startsWith('-') ? undefined : css.properties[property];
  if (known !== undefined) add(property, [known]);
  walk(node.value, (part) => {
    if (part.type === 'Function') add(`${part.name}()`, functionsOf(part.name, known));
    if (part.type === 'Dimension') add(`unit ${part.unit}`, [cssUnits.get(part.unit)]);
    if (part.type === 'Identifier' && known !== undefined) {
      add(`${property}: ${part.name}`, [known[part.name] ?? keyword(part.name)]);
    }
  });
  return uses;
}

/** Whether the block says the same under the name that older browsers have for the property. */
function hasTwin(block, property) {
  const twins = ['-webkit-', '-moz-'].map((prefix) => prefix + property);
  return block.children.some((sibling) => twins.includes(sibling.property));
}

/** A function of one property (`fit-content()`), else everything of the name. */
function functionsOf(name, property) {
  const own = property?.[name] ?? property?.[`${name}_function`];
  return own?.__compat !== undefined ? [own] : (cssFunctions.get(name) ?? []);
}

function keyword(name) {
  return css.types.global_keywords[name] ?? css.types.global_keywords[name.replaceAll('-', '_')];
}

function usesOf(node, floor) {
  const uses = [];
  const add = (name, feature) => push(uses, node, name, [feature], floor);
  switch (node.type) {
    case 'Atrule':
      add(`@${node.name}`, css['at-rules'][node.name]);
      break;
    case 'PseudoClassSelector':
      add(`:${node.name}`, css.selectors[node.name]);
      break;
    case 'PseudoElementSelector':
      // A name of one browser is for that one.
      if (!node.name.startsWith('-')) add(`::${node.name}`, css.selectors[node.name]);
      break;
    case 'NestingSelector':
      add('nesting', css.selectors.nesting);
      break;
    case 'Feature':
      add(`@media (${node.name})`, css['at-rules'].media[node.name]);
      break;
    case 'FeatureRange':
      add('@media with a range', css['at-rules'].media.range_syntax);
      break;
  }
  return uses;
}

function push(uses, node, feature, features, floor) {
  const each = features
    .filter((one) => one?.__compat !== undefined)
    .map((one) => lacking(one, floor));
  if (each.length === 0 || each.some((missing) => missing.length === 0)) return;
  uses.push({ feature, lacking: each[0], at: node.loc.start.offset });
}
