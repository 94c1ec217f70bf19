import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextAction } from './plan.mjs';

const ready = { state: 'ready', path: '/usr/bin/some-browser', takesExtensions: true };
const missing = { state: 'missing' };
const debianAsRoot = { isRoot: true, hasApt: true };
const debianAsUser = { isRoot: false, hasApt: true };
const elsewhere = { isRoot: false, hasApt: false };

function decide({
  chromium = ready,
  firefox = ready,
  webkit = ready,
  machine = debianAsRoot,
  tried = ['apt', 'download'],
}) {
  return nextAction({ chromium, firefox, webkit, machine, tried });
}

test('nothing is done when every browser runs', () => {
  assert.deepEqual(decide({ tried: [] }), { action: 'go', notes: [] });
});

test('root on Debian gets browsers and the font from apt', () => {
  assert.deepEqual(decide({ chromium: missing, firefox: missing, webkit: missing, tried: [] }), {
    action: 'apt',
    packages: [
      'chromium',
      'chromium-headless-shell',
      'fonts-noto-cjk',
      'firefox-esr',
      'webkit2gtk-driver',
      'xvfb',
      'xclip',
      'locales',
    ],
  });
});

test('what an empty variable leaves out is not installed', () => {
  const off = { state: 'off' };
  const { action, notes } = decide({ firefox: off, webkit: off, tried: [] });
  assert.equal(action, 'go');
  assert.equal(notes.length, 2);
});

test('root on Debian gets only what is missing', () => {
  const noChinese = { state: 'noChinese', path: '/usr/bin/chromium' };
  assert.deepEqual(decide({ chromium: noChinese, tried: [] }).packages, ['fonts-noto-cjk']);
  assert.deepEqual(decide({ firefox: missing, tried: [] }).packages, ['firefox-esr']);
});

test("Playwright's Chromium is downloaded where apt is not there, not allowed or of no help", () => {
  for (const [machine, tried] of [
    [elsewhere, []],
    [debianAsUser, []],
    [debianAsRoot, ['apt']],
  ]) {
    assert.deepEqual(decide({ chromium: missing, machine, tried }), { action: 'download' });
  }
});

test('without a Chromium the message has the command that installs one', () => {
  const command = (machine) => decide({ chromium: missing, machine }).message;
  assert.match(command(debianAsUser), /Run: sudo apt-get install chromium fonts-noto-cjk$/);
  assert.match(command(debianAsRoot), /Run: apt-get install chromium fonts-noto-cjk$/);
  assert.match(command(elsewhere), /CHROMIUM_PATH/);
});

test('without a Chinese font the message has the command that installs one', () => {
  const chromium = { state: 'noChinese', path: '/usr/bin/chromium' };
  const { action, message } = decide({ chromium, machine: debianAsUser, tried: [] });
  assert.equal(action, 'refuse');
  assert.match(
    message,
    /^\/usr\/bin\/chromium draws no Chinese.*sudo apt-get install fonts-noto-cjk$/,
  );
  assert.match(decide({ chromium, machine: elsewhere }).message, /Noto Sans CJK/);
});

test('a browser that does not run is named, with what it said', () => {
  const chromium = { state: 'broken', path: '/opt/chrome', reason: 'cannot open libnss3.so' };
  const { action, message } = decide({ chromium, tried: [] });
  assert.equal(action, 'refuse');
  assert.match(message, /^\/opt\/chrome cannot run.*CHROMIUM_PATH.*\ncannot open libnss3.so$/);
  const firefox = { state: 'broken', path: '/opt/firefox', reason: 'no profile' };
  assert.match(decide({ firefox }).message, /^\/opt\/firefox cannot run.*FIREFOX_PATH/);
  const webkit = { state: 'broken', path: '/opt/driver', reason: 'no display' };
  assert.match(decide({ webkit }).message, /^\/opt\/driver cannot run.*WEBKIT_DRIVER_PATH/);
});

test("where Playwright's Chromium does not run, Debian's is installed or named", () => {
  const chromium = { state: 'broken', path: undefined, reason: 'cannot open libnss3.so' };
  assert.equal(decide({ chromium, tried: ['download'] }).action, 'apt');
  assert.match(
    decide({ chromium, machine: debianAsUser }).message,
    /sudo apt-get install chromium fonts-noto-cjk\ncannot open libnss3.so$/,
  );
});

test('a missing Firefox or WebKit stops nothing and is said in one line', () => {
  const { action, notes } = decide({ firefox: missing, webkit: missing });
  assert.equal(action, 'go');
  assert.match(notes[0], /Firefox are left out/);
  assert.match(notes[1], /WebKit are left out/);
  assert.equal(notes.length, 2);
});

test('a Chromium that takes no extensions gets another one beside it, or their journeys are left out', () => {
  const shell = { ...ready, takesExtensions: false };
  assert.deepEqual(decide({ chromium: shell, tried: [] }).packages, ['chromium']);
  const { action, notes } = decide({ chromium: shell });
  assert.equal(action, 'go');
  assert.match(notes[0], /extension are left out/);
});
