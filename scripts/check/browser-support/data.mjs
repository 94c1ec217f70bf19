// What the published compatibility data says of a feature, and how its features are found by the names that code uses.

import { createRequire } from 'node:module';
import path from 'node:path';
import { frontend } from '../../paths.mjs';
import { compareVersions } from '../browser-floor.mjs';

const require = createRequire(path.join(frontend, 'package.json'));
export const data = require('@mdn/browser-compat-data');

/**
 * The browsers of a floor that lack a feature: `['safari 16.4 (from 17.4)']`. Empty when all of them have it.
 *
 * `feature`: a node of the data. One that says nothing counts as there; a prefix, another name or a flag as absent.
 */
export function lacking(feature, floor) {
  const known = remembered.get(floor) ?? remembered.set(floor, new Map()).get(floor);
  if (!known.has(feature)) known.set(feature, lackingIn(feature, floor));
  return known.get(feature);
}

/** By floor and feature: a program of megabytes asks for the same few names again and again. */
const remembered = new WeakMap();

function lackingIn(feature, floor) {
  const support = feature.__compat?.support ?? {};
  return Object.entries(floor)
    .filter(([browser, version]) => !isSupported(support[browser], version))
    .map(([browser, version]) => `${browser} ${version} (${since(support[browser])})`);
}

function isSupported(support, version) {
  if (support === undefined) return true;
  return [support].flat().some((entry) => {
    const { version_added: added, version_removed: removed } = entry;
    if (entry.flags ?? entry.prefix ?? entry.alternative_name) return false;
    if (added === null || added === true) return true;
    return isReached(added, version) && !isReached(removed, version);
  });
}

function isReached(since_, version) {
  if (typeof since_ !== 'string' || since_ === 'preview') return false;
  return compareVersions(since_.replace('≤', ''), version) <= 0;
}

function since(support) {
  const added = [support].flat()[0]?.version_added;
  return typeof added === 'string' && added !== 'preview' ? `from ${added}` : 'no version';
}

/** Every feature of the data below `node`, with the keys that lead to it. */
export function* featuresBelow(node, keys = []) {
  for (const [key, child] of Object.entries(node)) {
    if (key === '__compat' || child === null || typeof child !== 'object') continue;
    if (child.__compat !== undefined) yield { keys: [...keys, key], feature: child };
    yield* featuresBelow(child, [...keys, key]);
  }
}

const { api, javascript, css } = data;
const { builtins } = javascript;

/** Global names of JavaScript and of the browser: constructors, namespaces, functions, properties of the window. */
export const globals = new Map([
  ...Object.entries(api.Window),
  ...Object.entries(api),
  ...Object.entries(builtins),
]);
globals.delete('__compat');

/** Members that are reached from a global name, as in `Object.groupBy`, `URL.canParse` and `navigator.share`. */
export function staticMember(global, name) {
  const holder = builtins[global];
  if (holder?.[name]?.__compat !== undefined && !isOfPrototype(holder[name])) return holder[name];
  return api[global]?.[`${name}_static`] ?? api[holderOf(global)]?.[name];
}

/** What a well-known object is an instance of. */
const INSTANCES = {
  caches: 'CacheStorage',
  customElements: 'CustomElementRegistry',
  indexedDB: 'IDBFactory',
  localStorage: 'Storage',
  sessionStorage: 'Storage',
  visualViewport: 'VisualViewport',
};

function holderOf(global) {
  const capitalized = global.charAt(0).toUpperCase() + global.slice(1);
  return INSTANCES[global] ?? (capitalized === global ? undefined : capitalized);
}

/**
 * By name, every member in JavaScript and in the browser: of instances, and static ones, whose object may have got another
 * name. A member is the browser's for certain only when all of them are newer than a floor.
 */
export const members = new Map();
for (const { keys, feature } of [...membersOf(builtins), ...membersOf(api)]) {
  const name = keys[1].replace(/_static$/, '');
  members.set(name, [...(members.get(name) ?? []), feature]);
}
// `style.textWrap` and `style['text-wrap']`: what is not understood changes nothing.
for (const name of Object.keys(css.properties)) {
  members.delete(name);
  members.delete(name.replace(/-(.)/g, (_, letter) => letter.toUpperCase()));
}

function membersOf(holder) {
  return [...featuresBelow(holder)].filter(({ keys }) => keys.length === 2);
}

/** In the data of JavaScript only the address of the specification tells an instance's member from a static one. */
export function isOfPrototype(feature) {
  return [feature.__compat.spec_url].flat().some((url) => /prototype|properties-of-/i.test(url));
}

/** Functions of CSS by their names, units by theirs. */
export const cssFunctions = new Map();
export const cssUnits = new Map();
for (const { keys, feature } of featuresBelow(css.types)) {
  const name = keys.at(-1);
  cssFunctions.set(name, [...(cssFunctions.get(name) ?? []), feature]);
  if (keys[0] !== 'length' || keys.length < 2) continue;
  const units = (feature.__compat.description ?? '').matchAll(/<code>([a-zA-Z]+)<\/code>/g);
  for (const [, unit] of units) cssUnits.set(unit, feature);
}
