// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { patchHighlighting } from './patch-highlighting';

const old =
  '<span class="hljs-keyword">let</span> a;\n<span class="hljs-comment">/* x\ny */</span>\nend';
const oldCode = 'let a;\n/* x\ny */\nend';

test('unchanged_lines_keep_their_colors', () => {
  expect(patchHighlighting(old, oldCode, 'let a;\n/* xz\ny */\nend')).toBe(
    '<span class="hljs-keyword">let</span> a;\n/* xz\n<span class="hljs-comment">y */</span>\nend',
  );
});

test('new_lines_are_plain_and_escaped', () => {
  expect(patchHighlighting(old, oldCode, 'let a;\n<b>\n/* x\ny */\nend')).toContain(
    '\n&lt;b&gt;\n',
  );
});

test('the_text_is_always_that_of_the_new_code', () => {
  for (const code of [
    'let a;',
    'end',
    'let a;\n\nend',
    'q\n/* x\ny */\nend',
    'let a;\n/* x\ny */\nend\n',
  ]) {
    const html = patchHighlighting(old, oldCode, code);
    if (html === null) continue;
    const holder = document.createElement('code');
    holder.innerHTML = html;
    expect(holder.textContent).toBe(code);
  }
});

test('nothing_shared_means_nothing_kept', () => {
  expect(patchHighlighting(old, oldCode, 'other')).toBeNull();
});
