import { expect, test } from 'vitest';
import type { CssConfig } from '../../../storage/settings';
import { activeCss } from '../workbench/article-options';
import {
  addTab,
  ensureTab,
  freeName,
  isNameFree,
  nextName,
  removeTab,
  renameTab,
  restoreTab,
  setActiveCss,
  startEmptyTab,
  undoEmptyTab,
} from './css-tabs';

const none: CssConfig = { active: '', tabs: [] };
const plan = (n: number) => `plan ${n}`;
const two = addTab(addTab(none, 'a', 'h1{}'), 'b', 'h2{}');

test('the_first_tab_is_made_when_there_is_none', () => {
  expect(ensureTab(none, 'plan 1')).toEqual({
    active: 'plan 1',
    tabs: [{ title: 'plan 1', name: 'plan 1', content: '' }],
  });
  expect(activeCss(none)).toBe('');
});

test('a_lost_active_name_falls_back_to_the_first_tab', () => {
  expect(ensureTab({ ...two, active: 'gone' }, 'x').active).toBe('a');
  expect(ensureTab(two, 'x')).toBe(two);
});

test('names_are_unique', () => {
  expect(isNameFree(two, ' a ')).toBe(false);
  expect(freeName(two, 'a')).toBe('a 2');
  expect(freeName(two, 'c')).toBe('c');
  expect(nextName(addTab(addTab(none, 'plan 2'), 'x'), plan)).toBe('plan 3');
});

test('a_new_tab_holds_and_a_renamed_one_still_does', () => {
  expect(two.active).toBe('b');
  expect(activeCss(renameTab(two, 'b', 'c'))).toBe('h2{}');
  expect(renameTab(two, 'a', 'c').active).toBe('b');
});

test('a_deleted_tab_hands_over_to_its_neighbor_and_the_last_one_stays', () => {
  const one = removeTab(two, 'b');
  expect(one).toEqual({ active: 'a', tabs: [{ title: 'a', name: 'a', content: 'h1{}' }] });
  expect(removeTab(one, 'a')).toBe(one);
  expect(removeTab(two, 'a').active).toBe('b');
});

test('writing_changes_the_active_tab_only', () => {
  expect(setActiveCss(two, 'p{}').tabs.map((tab) => tab.content)).toEqual(['h1{}', 'p{}']);
});

test('a_reset_keeps_what_was_written_and_turns_it_off', () => {
  const after = startEmptyTab(two, plan);
  expect(after.active).toBe('plan 3');
  expect(after.tabs.map((tab) => tab.content)).toEqual(['h1{}', 'h2{}', '']);
  expect(startEmptyTab({ ...after, active: 'a' }, plan).active).toBe('plan 3');
  expect(startEmptyTab(after, plan)).toBe(after);
});

test('a_removed_tab_comes_back_beside_what_was_written_since', () => {
  const removed = two.tabs[1];
  if (removed === undefined) throw new Error('no tab');
  const since = setActiveCss(removeTab(two, 'b'), 'h1{color:red}');
  expect(restoreTab(since, removed, 1)).toEqual({
    active: 'b',
    tabs: [{ title: 'a', name: 'a', content: 'h1{color:red}' }, removed],
  });
  expect(restoreTab(addTab(since, 'b', '新的'), removed, 1).tabs.map(({ name }) => name)).toEqual([
    'a',
    'b 2',
    'b',
  ]);
});

test('taking_a_reset_back_keeps_what_was_written_since', () => {
  const reset = startEmptyTab(two, plan);
  expect(undoEmptyTab(reset, two)).toEqual(two);
  const since = setActiveCss(reset, 'p{}');
  expect(undoEmptyTab(since, two)).toEqual({ ...since, active: two.active });
});
