import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareVersions, floorOf, versionsOf } from './browser-floor.mjs';

test('an environment has one oldest version of each browser', () => {
  for (const environment of ['app', 'sites']) {
    const browsers = Object.keys(floorOf(environment)).sort();
    assert.deepEqual(browsers, ['chrome', 'edge', 'firefox', 'safari', 'safari_ios']);
  }
});

test('versions are compared number by number', () => {
  assert.ok(compareVersions('9.1', '16.4') < 0);
  assert.ok(compareVersions('16.4', '16') > 0);
  assert.equal(compareVersions('16.0', '16'), 0);
});

test('readers are told the version of Safari once', () => {
  assert.equal(versionsOf('app').filter((name) => name.startsWith('Safari ')).length, 1);
});
