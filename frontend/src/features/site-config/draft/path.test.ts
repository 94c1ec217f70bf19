import { expect, test } from 'vitest';
import { isWithin, stepsOf, valueAt, withValueAt } from './path';

const page = { sections: [{ content: { items: [{ question: 'a' }] } }, { content: null }] };
const path = 'sections[0].content.items[0].question';

test('a_path_is_read_into_names_and_places', () => {
  expect(stepsOf(path)).toEqual(['sections', 0, 'content', 'items', 0, 'question']);
});

test('a_value_is_found_by_its_path_and_nothing_where_it_leads_nowhere', () => {
  expect(valueAt(page, path)).toBe('a');
  expect(valueAt(page, 'sections[1].content.title')).toBeUndefined();
});

test('a_replaced_value_leaves_what_lies_beside_it', () => {
  const next = withValueAt(page, path, 'b');
  expect(valueAt(next, path)).toBe('b');
  expect(valueAt(page, path)).toBe('a');
  expect(next.sections[1]).toBe(page.sections[1]);
});

test('a_path_is_within_its_parents_only', () => {
  expect(isWithin(path, 'sections[0]')).toBe(true);
  expect(isWithin('sections[10].title', 'sections[1]')).toBe(false);
  expect(isWithin('titles', 'title')).toBe(false);
});
