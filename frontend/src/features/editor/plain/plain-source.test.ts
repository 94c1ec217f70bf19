// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { PlainSource } from './plain-source';

test('an_edit_from_beside_is_not_heard_of_as_a_change_of_the_focus', () => {
  document.body.innerHTML = '<textarea></textarea><div role="menu"><button>Item</button></div>';
  const box = document.querySelector('textarea') as HTMLTextAreaElement;
  const menu = document.querySelector('[role=menu]') as HTMLElement;
  const item = document.querySelector('button') as HTMLButtonElement;
  Object.assign(document, { execCommand: () => false });
  const source = new PlainSource(box, { onText() {}, onSelection() {}, onFind() {} });
  source.open('post', 'one two');
  item.focus();
  const heard = vi.fn();
  for (const name of ['focusin', 'focusout']) document.addEventListener(name, heard);
  menu.addEventListener('blur', heard, true);
  source.splice(0, 3, '1');
  expect(box.value).toBe('1 two');
  expect(document.activeElement).toBe(item);
  expect(heard).not.toHaveBeenCalled();
  item.blur();
  expect(heard).toHaveBeenCalled();
  source.dispose();
});
