// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { morph } from './morph';

function element(html: string): Element {
  const template = document.createElement('template');
  template.innerHTML = html;
  return template.content.firstElementChild as Element;
}

test('what_is_the_same_in_both_stays', () => {
  const shown = element('<table><tr><td>a</td><td><b>b</b></td></tr><tr><td>c</td></tr></table>');
  const [a, b] = shown.querySelectorAll('td');
  const bold = shown.querySelector('b');
  const last = shown.querySelector('tr:last-child');
  morph(shown, element('<table><tr><td>a1</td><td><b>b</b></td></tr><tr><td>c</td></tr></table>'));
  expect([...shown.querySelectorAll('td')].slice(0, 2)).toEqual([a, b]);
  expect(a?.textContent).toBe('a1');
  expect(shown.querySelector('b')).toBe(bold);
  expect(shown.querySelector('tr:last-child')).toBe(last);
});

test('several_nodes_that_change_become_others_one_by_one', () => {
  const shown = element('<ul><li>a</li><li>b</li><li>c</li>d<li>e</li></ul>');
  const items = [...shown.children];
  morph(shown, element('<ul><li>a</li><li>B</li><p>c</p>D<li>E</li></ul>'));
  expect(shown.outerHTML).toBe('<ul><li>a</li><li>B</li><p>c</p>D<li>E</li></ul>');
  expect(shown.children[1]).toBe(items[1]);
  expect(shown.children[3]).toBe(items[3]);
});

test('an_image_that_changes_is_put_in_anew', () => {
  const shown = element('<p><img alt="a">b<img alt="c"></p>');
  const [first] = shown.children;
  const next = element('<p><img alt="a">b<img alt="d"></p>');
  const last = next.children[1];
  morph(shown, next);
  expect([...shown.children]).toEqual([first, last]);
  expect(shown.children[1]).toBe(last);
});

test('attributes_come_change_and_go', () => {
  const shown = element('<p id="a" class="b" title="c">d</p>');
  morph(shown, element('<p class="e" lang="f" title="c">d</p>'));
  expect(shown.outerHTML).toBe('<p class="e" title="c" lang="f">d</p>');
});

test('nodes_come_and_go_at_the_beginning_in_the_middle_and_at_the_end', () => {
  const items = ['<i>1</i>', 'text', '<b>2</b>', '<!--3-->', '<u>4</u>'];
  for (let from = 0; from <= items.length; from += 1) {
    for (let to = from; to <= items.length; to += 1) {
      for (const insert of [[], ['<em>5</em>'], ['6', '<i>1</i>']]) {
        const all = `<p>${items.join('')}</p>`;
        const other = `<p>${items.toSpliced(from, to - from, ...insert).join('')}</p>`;
        for (const [before, after] of [
          [all, other],
          [other, all],
        ] as const) {
          const shown = element(before);
          morph(shown, element(after));
          expect(shown.outerHTML).toBe(after);
        }
      }
    }
  }
});

test('of_nodes_that_are_alike_the_outer_ones_stay', () => {
  const shown = element('<p><i>a</i><i>a</i></p>');
  const [first, second] = shown.children;
  morph(shown, element('<p><i>a</i></p>'));
  expect(shown.children).toHaveLength(1);
  expect(shown.firstChild).toBe(first);
  morph(shown, element('<p><i>b</i><i>a</i></p>'));
  expect(shown.outerHTML).toBe('<p><i>b</i><i>a</i></p>');
  expect(second?.isConnected).toBe(false);
});

test('what_the_reader_unfolded_stays_unfolded', () => {
  const shown = element('<details open=""><summary>a</summary>b</details>');
  morph(shown, element('<details><summary>a</summary>bc</details>'));
  expect(shown.outerHTML).toBe('<details open=""><summary>a</summary>bc</details>');
  const inner = element('<div><details open="">b</details><p>c</p>d</div>');
  morph(inner, element('<div><details>b</details><p>ce</p>d</div>'));
  expect(inner.innerHTML).toBe('<details open="">b</details><p>ce</p>d');
});
