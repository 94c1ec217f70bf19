// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Picker, type PickerGroup, type PickerItem } from './picker';

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  Element.prototype.scrollTo = vi.fn();
});

const item = (id: string): PickerItem => ({ id, label: id, icon: FileText });
const articles: PickerGroup<PickerItem> = {
  id: 'articles',
  label: '文章',
  items: [item('甲'), item('乙')],
};
const pages: PickerGroup<PickerItem> = { id: 'pages', label: '页面', items: [item('首页')] };

function Shown(props: { groups: PickerGroup<PickerItem>[]; onPick?: (item: PickerItem) => void }) {
  const [query, setQuery] = useState('');
  return (
    <Picker
      title="搜索"
      placeholder="输入"
      query={query}
      onQuery={setQuery}
      groups={props.groups}
      none="没有"
      onPick={props.onPick ?? (() => undefined)}
      onClose={() => undefined}
    />
  );
}

const field = () => screen.getByRole('combobox');
const press = (key: string, more = {}) => fireEvent.keyDown(field(), { key, ...more });
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

test('the_arrows_walk_through_all_groups_and_round', () => {
  render(<Shown groups={[articles, { id: 'bases', label: '知识库', items: [] }, pages]} />);
  expect(
    screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby')),
  ).toEqual(screen.getAllByText(/^(文章|页面)$/).map(({ id }) => id));
  expect(chosen()).toBe('甲');
  press('ArrowDown');
  press('ArrowDown');
  expect(chosen()).toBe('首页');
  expect(field().getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { selected: true }).id,
  );
  press('ArrowDown');
  expect(chosen()).toBe('甲');
  press('ArrowUp');
  expect(chosen()).toBe('首页');
  press('Home');
  expect(chosen()).toBe('甲');
  press('End');
  expect(chosen()).toBe('首页');
});

test('what_arrives_later_does_not_take_the_place_of_what_was_chosen', () => {
  const { rerender } = render(<Shown groups={[pages]} />);
  press('End');
  rerender(<Shown groups={[articles, pages]} />);
  expect(chosen()).toBe('首页');
  // Another query begins at its first entry.
  fireEvent.change(field(), { target: { value: '字' } });
  expect(chosen()).toBe('甲');
});

test('the_keys_of_an_input_method_choose_nothing', () => {
  const pick = vi.fn();
  render(<Shown groups={[articles]} onPick={pick} />);
  press('Enter', { isComposing: true });
  press('ArrowDown', { isComposing: true });
  press('Enter', { keyCode: 229 });
  expect(chosen()).toBe('甲');
  expect(pick).not.toHaveBeenCalled();
  press('Enter');
  expect(pick).toHaveBeenCalledWith(articles.items[0]);
});

test('a_match_is_marked_in_its_line', () => {
  const hit = { ...item('甲'), excerpt: { before: '前', found: '字', after: '后' } };
  render(<Shown groups={[{ id: 'articles', items: [hit] }]} />);
  expect(screen.getByRole('option').textContent).toBe('甲前字后');
  expect(screen.getByText('字').tagName).toBe('MARK');
  // One group alone needs no heading.
  expect(screen.queryByRole('group')).toBeNull();
});
