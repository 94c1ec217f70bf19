import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { keepSourceTimes } from './source-times.mjs';

const place = mkdtempSync(path.join(tmpdir(), 'source-times-'));
const checkout = path.join(place, 'checkout');
const target = path.join(place, 'target');
after(() => rmSync(place, { recursive: true }));

const timeOf = (name) => statSync(path.join(checkout, name)).mtimeMs / 1000;
/** Sets the time of what is stored back, as if the last run had been a day ago. */
const A_DAY_AGO = Math.floor(Date.now() / 1000) - 86_400;

/** A new clone with these files, in the place of the one before. */
function clone(files) {
  rmSync(checkout, { recursive: true, force: true });
  mkdirSync(checkout, { recursive: true });
  const git = (...args) => execFileSync('git', args, { cwd: checkout });
  git('init', '--quiet');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(checkout, name)), { recursive: true });
    writeFileSync(path.join(checkout, name), text);
  }
  git('add', '.');
}

/** A first run, a day ago. */
function firstRun(t, files) {
  rmSync(target, { recursive: true, force: true });
  clone(files);
  t.mock.method(Date, 'now', () => A_DAY_AGO * 1000);
  keepSourceTimes(checkout, target);
  t.mock.restoreAll();
}

test('a_file_that_did_not_change_keeps_its_time_in_a_new_clone', (t) => {
  firstRun(t, { 'a.rs': 'a', 'src/b.rs': 'b' });
  clone({ 'a.rs': 'other', 'src/b.rs': 'b', 'src/c.rs': 'c' });
  assert.equal(keepSourceTimes(checkout, target), 3);
  assert.equal(timeOf('src/b.rs'), A_DAY_AGO);
  for (const changed of ['a.rs', 'src/c.rs', 'src']) {
    assert.ok(timeOf(changed) > A_DAY_AGO, changed);
  }
});

test('a_file_that_is_as_it_once_was_is_new_when_it_was_different_in_between', (t) => {
  firstRun(t, { 'a.rs': 'a' });
  clone({ 'a.rs': 'other' });
  keepSourceTimes(checkout, target);
  clone({ 'a.rs': 'a' });
  assert.equal(keepSourceTimes(checkout, target), 1);
  assert.ok(timeOf('a.rs') > A_DAY_AGO);
});

test('what_was_compiled_in_another_place_is_compiled_again', (t) => {
  firstRun(t, { 'a.rs': 'a' });
  const other = path.join(place, 'other');
  cpSync(checkout, other, { recursive: true });
  rmSync(path.join(other, '.git', 'source-times'));
  assert.equal(keepSourceTimes(other, target), 2);
  clone({ 'a.rs': 'a' });
  assert.equal(keepSourceTimes(checkout, target), 2);
  assert.ok(timeOf('a.rs') > A_DAY_AGO);
});

test('a_clone_that_was_treated_keeps_its_own_times', (t) => {
  firstRun(t, { 'a.rs': 'a' });
  clone({ 'a.rs': 'a' });
  keepSourceTimes(checkout, target);
  const edited = A_DAY_AGO + 3600;
  utimesSync(path.join(checkout, 'a.rs'), edited, edited);
  assert.equal(keepSourceTimes(checkout, target), undefined);
  assert.equal(timeOf('a.rs'), edited);
});

test('files_that_are_no_clone_keep_their_times', () => {
  assert.equal(keepSourceTimes(mkdtempSync(path.join(place, 'files-')), target), undefined);
});
