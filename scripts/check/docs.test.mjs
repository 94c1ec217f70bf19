import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missingLinks, missingPaths, unknownNames, wrongBrowsers, wrongNumbers } from './docs.mjs';

test('a link that leads nowhere is found, from the folder of the page', () => {
  const page = '[a](STYLE.md) [b](../README.md#run-it) [c](https://example.com) [d](gone.md)';
  assert.deepEqual(missingLinks(page, 'docs'), ['gone.md']);
});

test('a path in code marks that is not there is found', () => {
  assert.deepEqual(missingPaths('`scripts/setup --browsers` and `scripts/gone.mjs`'), [
    'scripts/gone.mjs',
  ]);
});

test('braces are alternatives', () => {
  assert.deepEqual(missingPaths('`scripts/{test,gone}.mjs`'), ['scripts/gone.mjs']);
});

test('patterns and what commands make are not looked at', () => {
  assert.deepEqual(missingPaths('`server/tests/<feature>/*.rs`, `frontend/dist/x`'), []);
});

test('another version of a browser than that of the list is found, and one that is not named', () => {
  assert.deepEqual(
    wrongBrowsers('From Safari 16.2 and Firefox 128 on.', ['Safari 16.4', 'Firefox 128']),
    [
      'does not name Safari 16.4',
      'Safari 16.2 is not in the browserslist of frontend/package.json',
    ],
  );
});

test('a decision that has another number than its file is found', () => {
  const titles = { '0007-a.md': '# 7. A', '0008-b.md': '# 9. B' };
  assert.deepEqual(wrongNumbers(titles), ['0008-b.md']);
});

test('a command, a variable and a unit that are not there are found in code, and not in words', () => {
  const names = {
    commands: new Set(['serve']),
    variables: new Set(['JWT_SECRET']),
    units: new Set(['moyan.service']),
  };
  const page = [
    'Do not say moyan gone or GONE_URL.',
    '`moyan serve`, `JWT_SECRET_FILE`, `moyan.service`, `GONE_URL`',
    '```sh',
    "runuser -u moyan -- sh -c 'JWT_SECRET=x moyan gone'",
    'systemctl start moyan.service moyan-gone.timer',
    '```',
  ].join('\n');
  assert.deepEqual(unknownNames(page, names), ['moyan gone', 'GONE_URL', 'moyan-gone.timer']);
});
