// The oldest browsers that the product is made for, from the browserslist in frontend/package.json.

import { createRequire } from 'node:module';
import path from 'node:path';
import { frontend } from '../paths.mjs';

const require = createRequire(path.join(frontend, 'package.json'));
const browserslist = require('browserslist');

/** The name of a browser in the compatibility data, and the one that readers know. */
const BROWSERS = {
  chrome: { dataName: 'chrome', name: 'Chrome' },
  edge: { dataName: 'edge', name: 'Edge' },
  safari: { dataName: 'safari', name: 'Safari' },
  ios_saf: { dataName: 'safari_ios', name: 'Safari' },
  firefox: { dataName: 'firefox', name: 'Firefox' },
};

/**
 * The oldest version of each browser of an environment, by its name in the compatibility data:
 * `{ chrome: '111', safari: '16.4', safari_ios: '16.4', … }`.
 *
 * `environment`: `app` is the editor and the console, `sites` are published sites.
 */
export function floorOf(environment) {
  if (floors.has(environment)) return floors.get(environment);
  const floor = {};
  for (const entry of browserslist(null, { path: frontend, env: environment })) {
    const [browser, versions] = entry.split(' ');
    const { dataName } = BROWSERS[browser];
    const [version] = versions.split('-');
    if (floor[dataName] === undefined || compareVersions(version, floor[dataName]) < 0) {
      floor[dataName] = version;
    }
  }
  floors.set(environment, floor);
  return floor;
}

const floors = new Map();

/** Versions as readers know them, each once: `['Chrome 111', 'Edge 111', 'Safari 16.4', 'Firefox 128']`. */
export function versionsOf(environment) {
  const floor = floorOf(environment);
  const named = Object.values(BROWSERS).map(({ dataName, name }) => `${name} ${floor[dataName]}`);
  return [...new Set(named)];
}

/** Less than zero when the version `a` is older than `b`. */
export function compareVersions(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  const length = Math.max(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
