// The script that refuses old browsers, frontend/public/supported.js, against the published data.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { frontend } from '../paths.mjs';
import { compareVersions, floorOf } from './browser-floor.mjs';
import { data, lacking } from './browser-support/data.mjs';

const acorn = createRequire(path.join(frontend, 'package.json'))('acorn');
const read = (name) => readFileSync(path.join(frontend, 'public', name), 'utf8');

/** The names that the script tests for, as features of the data. */
function testedFeatures() {
  const names = /FUNCTIONS = \[([^\]]*)\]/.exec(read('supported.js'))[1].match(/[\w.]+/g);
  const { api, javascript, css } = data;
  const features = names.map((name) => {
    const [holder, member] = name.replace('.prototype', '').split('.');
    if (member === undefined) return api[holder];
    return javascript.builtins[holder]?.[member] ?? api[holder][`${member}_static`];
  });
  assert.match(read('supported.js'), /STYLES = \['color: color-mix\(/);
  return [...features, css.types.color['color-mix']];
}

/** The version of a browser before `version`. */
function versionBefore(browser, version) {
  return Object.keys(data.browsers[browser].releases)
    .filter((release) => compareVersions(release, version) < 0)
    .sort(compareVersions)
    .at(-1);
}

test('the oldest browsers have everything that is tested for', () => {
  for (const feature of testedFeatures()) {
    assert.deepEqual(lacking(feature, floorOf('app')), []);
  }
});

test('the version before the oldest of each browser lacks something', () => {
  for (const [browser, version] of Object.entries(floorOf('app'))) {
    const before = versionBefore(browser, version);
    const missing = testedFeatures().flatMap((feature) => lacking(feature, { [browser]: before }));
    assert.notDeepEqual(missing, [], `${browser} ${before}`);
  }
});

test('any browser reads what refuses it', () => {
  for (const name of ['supported.js', 'unsupported.js']) {
    acorn.parse(read(name), { ecmaVersion: 5 });
  }
});
