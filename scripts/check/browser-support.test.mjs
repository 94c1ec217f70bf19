import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floorOf } from './browser-floor.mjs';
import { data, featuresBelow, lacking } from './browser-support/data.mjs';
import { newerNames } from './browser-support/newer.mjs';
import { problemsOf } from './browser-support.mjs';

/** The features that are found in one file. */
function found(text, name = 'a.js', floor = 'app') {
  return problemsOf([{ name, text, floor }]).map(
    (problem) => /^\S+: (.*?) is missing/.exec(problem)[1],
  );
}

test('a static member is found by its global name', () => {
  assert.deepEqual(found('const s = AbortSignal.any([a]);'), ['AbortSignal.any']);
  assert.deepEqual(found('Object.groupBy(a, b); URL.canParse(c)'), [
    'URL.canParse',
    'Object.groupBy',
  ]);
  assert.deepEqual(found('Promise.withResolvers(); Array.fromAsync(a)'), [
    'Array.fromAsync',
    'Promise.withResolvers',
  ]);
  assert.deepEqual(found('Promise.any(a); Object.keys(b)'), []);
});

test('a global name is found, also as a member of the window', () => {
  assert.deepEqual(found('requestIdleCallback(run)'), ['requestIdleCallback']);
  assert.deepEqual(found('window.navigation.back()'), ['navigation']);
  assert.deepEqual(found('new CloseWatcher()'), ['CloseWatcher']);
  assert.deepEqual(found('structuredClone(a)'), []);
});

test('a name of the script itself is no global name', () => {
  assert.deepEqual(found('function requestIdleCallback() {} requestIdleCallback();'), []);
  assert.deepEqual(found("import { navigation } from './a'; navigation.back();"), []);
  assert.deepEqual(found('typeof requestIdleCallback'), []);
});

test('a method whose name only new objects have is found', () => {
  assert.deepEqual(found('a.isSubsetOf(b)'), ['.isSubsetOf']);
  assert.deepEqual(found('a.checkVisibility()'), ['.checkVisibility']);
  assert.deepEqual(found('a.toSorted()', 'a.js', 'sites'), ['.toSorted']);
  assert.deepEqual(found('a.toSorted()'), []);
});

test('a method that the program names is its own, wherever it is called', () => {
  const files = [
    { name: 'a.js', text: 'class A { isSubsetOf() {} }', floor: 'app' },
    { name: 'b.js', text: 'a.isSubsetOf(b)', floor: 'app' },
  ];
  assert.deepEqual(problemsOf(files), []);
  assert.deepEqual(found('interface A { detached: boolean } f(a.detached)', 'a.ts'), []);
});

test('types of TypeScript are no uses', () => {
  assert.deepEqual(found('const a: CloseWatcher = b as CloseWatcher;', 'a.ts'), []);
  assert.deepEqual(found('const a = (b as any).isSubsetOf(c)!;', 'a.ts'), ['.isSubsetOf']);
});

test('an event is found by its name', () => {
  assert.deepEqual(found("a.addEventListener('scrollend', run)"), ['the event scrollend']);
});

test('syntax is found', () => {
  const uses = {
    'class A { static { run(); } }': 'classes.static.initialization_blocks',
    "import a from './a.json' with { type: 'json' };": 'statements.import.import_attributes',
    '/(?<=a)b/.test(c)': 'regular_expressions.lookbehind_assertion',
    "new RegExp('(?<!a)b')": 'regular_expressions.lookbehind_assertion',
    '/[a--b]/v': 'builtins.RegExp.unicodeSets',
    '/(?<a>b)|(?<a>c)/':
      'regular_expressions.named_capturing_group.duplicate_named_capturing_groups',
    '/(?i:a)/': 'regular_expressions.modifier',
    'for (using a of b) {}': 'statements.using',
    'import.meta.resolve(a)': 'operators.import_meta.resolve',
  };
  for (const [text, feature] of Object.entries(uses)) {
    assert.deepEqual(found(text, 'a.js', 'sites'), [feature], text);
  }
  assert.deepEqual(found('class A { static { run(); } } /(?<=a)b/; /(?:a)\\(\\?<=b/'), []);
});

test('what the data calls newer syntax has a case here', () => {
  // They are no syntax of one script: what a server answers, where a script runs, files of another kind, a comma.
  const elsewhere =
    /http_errors|_support$|type_(css|json|text)$|import_wasm_modules|import_assertions|trailing_commas|buffer_boundary/;
  const known = [
    'classes.static.initialization_blocks',
    'operators.import.defer',
    'operators.import.import_source',
    'operators.import.options_parameter',
    'operators.import_meta.resolve',
    'statements.await_using',
    'statements.import.defer',
    'statements.import.import_attributes',
    'statements.import.import_source',
    'statements.using',
    'regular_expressions.lookbehind_assertion',
    'regular_expressions.modifier',
    'regular_expressions.named_capturing_group.duplicate_named_capturing_groups',
  ];
  const { classes, functions, grammar, operators, statements, regular_expressions } =
    data.javascript;
  const syntax = { classes, functions, grammar, operators, statements, regular_expressions };
  const newer = [...featuresBelow(syntax)]
    .filter(({ feature }) => lacking(feature, floorOf('sites')).length > 0)
    .map(({ keys }) => keys.join('.'))
    .filter((key) => !elsewhere.test(key));
  assert.deepEqual(newer.sort(), known.sort());
});

test('properties, values, functions, units, selectors and at-rules of CSS are found', () => {
  const uses = {
    'a { field-sizing: content }': ['field-sizing', 'field-sizing: content'],
    'a { display: ruby }': ['display: ruby'],
    'a { color: light-dark(red, blue) }': ['light-dark()'],
    'a { --b: color-mix(in srgb, red, blue) }': ['color-mix()'],
    'a { height: 1dvh }': ['unit dvh'],
    'a:has(b) { color: red }': [':has'],
    '@starting-style { a { opacity: 0 } }': ['@starting-style'],
    '@property --a { syntax: "*"; inherits: false }': ['@property'],
    'a { b { color: red } }': [],
    'a { color: red }': [],
  };
  for (const [text, features] of Object.entries(uses)) {
    assert.deepEqual(found(text, 'a.css', 'sites'), features, text);
  }
});

test('an older declaration before it, another name for it and a test are fallbacks', () => {
  assert.deepEqual(found('a { height: 1vh; height: 1dvh }', 'a.css', 'sites'), []);
  assert.deepEqual(found('a { height: 1dvh; height: 1vh }', 'a.css', 'sites'), ['unit dvh']);
  assert.deepEqual(found('a { width: 1vh; height: 1dvh }', 'a.css', 'sites'), ['unit dvh']);
  assert.deepEqual(found('a { height: 1vh } b { height: 1dvh }', 'a.css', 'sites'), ['unit dvh']);
  assert.deepEqual(found('a { -webkit-mask-image: none; mask-image: none }', 'a.css', 'sites'), []);
  const tested = '@supports selector(:has(a)) { @media print { a:has(b) { height: 1dvh } } }';
  assert.deepEqual(found(tested, 'a.css', 'sites'), []);
  assert.deepEqual(found('@media print { a:has(b) { color: red } }', 'a.css', 'sites'), [':has']);
});

test('what is allowed and not used any more is found', () => {
  const lists = {
    droppable: [{ feature: 'cursor', reason: '' }],
    guarded: [{ files: 'a.js', features: ['.use'], reason: '' }],
  };
  assert.deepEqual(problemsOf([{ name: 'a.js', text: '', floor: 'app' }], lists), [
    'cursor is allowed and not used',
    '.use is allowed in a.js and not used',
  ]);
});

test('the names that are newer than the oldest browsers stand with what holds them', () => {
  const names = newerNames('app').map(([holder, name]) => `${holder}#${name}`);
  for (const name of [
    'AbortSignal#any',
    'URL#canParse',
    'Object#groupBy',
    'Set.prototype#union',
    '#CloseWatcher',
    '#navigation',
    'Element.prototype#onscrollend',
    'Element.prototype#checkVisibility',
  ]) {
    assert.ok(names.includes(name), name);
  }
  for (const name of ['Array.prototype#toSorted', '#structuredClone', 'AbortSignal#timeout']) {
    assert.ok(!names.includes(name), name);
  }
});
