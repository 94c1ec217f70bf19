// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { carryOver } from './carry-over';

const made: string[] = [];
let from: HTMLElement;
let to: HTMLElement;

/** The same screen twice: as the build has rendered it, and as the program draws it. */
function screens(html: string, drawn = html): void {
  document.body.innerHTML = `<div id="from">${html}</div><div id="to">${drawn}</div>`;
  from = document.getElementById('from') as HTMLElement;
  to = document.getElementById('to') as HTMLElement;
  to.addEventListener('click', ({ target }) => made.push((target as Element).id));
  to.addEventListener('submit', (event) => {
    event.preventDefault();
    made.push('submit');
  });
}

/** Marks what was pressed, as `public/theme.js` does. */
function pressed(...names: string[]): void {
  for (const [index, id] of names.entries()) {
    const control = from.querySelector<HTMLElement>(`#${id}`) as HTMLElement;
    control.dataset[control.localName === 'form' ? 'submitted' : 'pressed'] = String(index + 1);
  }
}

beforeEach(() => made.splice(0));

test('presses_are_done_in_their_order_and_the_form_is_sent_then', async () => {
  screens(
    '<button id="menu">菜单</button><form id="form"><button type="button" id="send">发送</button></form>',
  );
  pressed('send', 'form');
  carryOver(from, to);
  await vi.waitFor(() => expect(made).toEqual(['send', 'submit']));
});

test('of_controls_with_one_name_the_same_one_is_pressed', async () => {
  const eye = (id: string) => `<button id="${id}" aria-label="显示密码"></button>`;
  screens(`${eye('first')}${eye('second')}`);
  pressed('second');
  carryOver(from, to);
  await vi.waitFor(() => expect(made).toEqual(['second']));
});

test('a_control_whose_words_change_is_found_by_its_name', async () => {
  const toggle = (label: string) =>
    `<button id="toggle" data-control="theme" aria-label="${label}"></button>`;
  screens(toggle('切换到深色'), toggle('切换到浅色'));
  pressed('toggle');
  carryOver(from, to);
  await vi.waitFor(() => expect(made).toEqual(['toggle']));
});

test('what_was_filled_in_waits_for_a_form_that_comes_later', async () => {
  const form = '<form id="form"><input name="identifier"></form>';
  screens(form, '<p>正在连接服务器…</p>');
  (from.querySelector('input') as HTMLInputElement).value = 'mo@example.com';
  pressed('form');
  carryOver(from, to);
  expect(made).toEqual([]);
  to.innerHTML = form;
  await vi.waitFor(() => expect(made).toEqual(['submit']));
  expect(to.querySelector('input')?.value).toBe('mo@example.com');
});

test('a_press_that_has_no_place_any_more_stops_nothing', async () => {
  screens(
    '<button id="gone">登录</button><button id="menu">菜单</button>',
    '<button id="menu">菜单</button>',
  );
  pressed('gone', 'menu');
  carryOver(from, to);
  await vi.waitFor(() => expect(made).toEqual(['menu']));
});

test('a_tab_that_empties_its_fields_is_pressed_before_they_are_filled_in', () => {
  screens('<button id="phone" role="tab">手机号</button><form><input name="identifier"></form>');
  to.querySelector('#phone')?.addEventListener('click', () => {
    (to.querySelector('input') as HTMLInputElement).value = '';
  });
  (from.querySelector('input') as HTMLInputElement).value = '13800138000';
  pressed('phone');
  carryOver(from, to);
  expect(made).toEqual(['phone']);
  expect(to.querySelector('input')?.value).toBe('13800138000');
});
