import { expect, test, vi } from 'vitest';
import { ApiError } from '../../../api/api-error';
import { Draft, type Problems, type Stored } from './draft';

interface Page {
  title: string;
  items: { id: string; text: string }[];
}

const page: Page = { title: 'a', items: [{ id: '1', text: 'x' }] };
const stored = (data: Page, revision = 1): Stored<Page> => ({ data, revision });

function draftOf(save = async (data: Page, revision: number) => stored(data, revision + 1)) {
  const check = (value: Page): Problems =>
    value.title === '' ? { title: { key: 'field.required' } } : {};
  return new Draft(stored(page), { save, check });
}

test('letters_in_one_field_are_one_step_until_it_is_left', () => {
  const draft = draftOf();
  draft.setField('title', 'ab');
  draft.setField('title', 'abc');
  draft.settle();
  draft.setField('title', 'abcd');
  draft.undo();
  expect(draft.get().value.title).toBe('abc');
  draft.undo();
  expect(draft.get().value.title).toBe('a');
  expect(draft.get()).toMatchObject({ isDirty: false, canUndo: false, canRedo: true });
  draft.redo();
  expect(draft.get().value.title).toBe('abc');
});

test('a_value_that_is_written_back_is_no_change', () => {
  const draft = draftOf();
  draft.setField('items[0].text', 'y');
  expect(draft.get().isDirty).toBe(true);
  draft.setField('items[0].text', 'x');
  expect(draft.get().isDirty).toBe(false);
});

test('what_is_wrong_is_not_sent_and_its_field_is_wanted', async () => {
  const save = vi.fn(async (data: Page) => stored(data, 2));
  const draft = draftOf(save);
  draft.setField('title', '');
  expect(draft.get().errors).toEqual({});
  expect(await draft.save()).toBe(false);
  expect(save).not.toHaveBeenCalled();
  expect(draft.get()).toMatchObject({
    errors: { title: { key: 'field.required' } },
    wanted: 'title',
  });
  draft.setField('title', 'b');
  expect(draft.get().errors).toEqual({});
});

test('what_the_server_refuses_stands_at_its_field_until_that_changes', async () => {
  const draft = draftOf(async () => {
    const fields = { 'items[0].text': 'field.tooLong', title: 'field.invalid' };
    const parameters = { 'items[0].text': { max: 3 } };
    throw new ApiError('request.fieldsInvalid', '', 422, { fields, parameters });
  });
  draft.setField('title', 'b');
  await draft.save();
  expect(draft.get().errors['items[0].text']).toEqual({
    key: 'field.tooLong',
    parameters: { max: 3 },
  });
  draft.setField('items[0].text', 'y');
  expect(Object.keys(draft.get().errors)).toEqual(['title']);
  expect(draft.get().failure).toBeNull();
});

test('a_conflict_is_answered_on_the_ground_of_the_other_revision', async () => {
  const sent: number[] = [];
  const draft = draftOf(async (data, revision) => {
    sent.push(revision);
    if (revision === 7) return stored(data, 8);
    throw new ApiError('site.changed', '', 409, {
      current: stored({ ...page, title: 'theirs' }, 7),
    });
  });
  draft.setField('items[0].text', 'mine');
  expect(await draft.save()).toBe(false);
  const theirs = draft.get().conflict?.data;
  expect(theirs?.title).toBe('theirs');
  draft.resolve({ title: 'theirs', items: [{ id: '1', text: 'mine' }] });
  expect(await draft.save()).toBe(true);
  expect(sent).toEqual([1, 7]);
  expect(draft.get()).toMatchObject({ isDirty: false, conflict: null, revision: 8 });
});

test('an_older_revision_never_replaces_a_newer_one', async () => {
  const draft = draftOf();
  draft.setField('title', 'b');
  await draft.save();
  draft.load(stored(page, 1));
  expect(draft.get()).toMatchObject({ value: { title: 'b' }, revision: 2, canUndo: true });
  draft.load(stored({ ...page, title: 'c' }, 3));
  expect(draft.get()).toMatchObject({ value: { title: 'c' }, revision: 3, canUndo: false });
});

test('undo_never_goes_behind_a_merge', async () => {
  const draft = draftOf(async () => {
    const current = stored({ ...page, title: 'theirs' }, 7);
    throw new ApiError('site.changed', '', 409, { current });
  });
  draft.setField('items[0].text', 'mine');
  await draft.save();
  draft.resolve({ title: 'theirs', items: [{ id: '1', text: 'mine' }] });
  expect(draft.get()).toMatchObject({ canUndo: false, canRedo: false, isDirty: true });
  draft.undo();
  expect(draft.get().value.title).toBe('theirs');
});

test('who_may_write_again_writes', () => {
  const draft = draftOf();
  draft.isReadOnly = true;
  draft.setField('title', 'b');
  expect(draft.get().isDirty).toBe(false);
  draft.isReadOnly = false;
  draft.setField('title', 'b');
  expect(draft.get().isDirty).toBe(true);
});

test('what_is_typed_while_saving_stays', async () => {
  let answer: (value: Stored<Page>) => void = () => undefined;
  const draft = draftOf(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  draft.setField('title', 'b');
  const saving = draft.save();
  draft.setField('title', 'bc');
  answer(stored({ ...page, title: 'b' }, 2));
  expect(await saving).toBe(true);
  expect(draft.get()).toMatchObject({ isDirty: true, revision: 2 });
  expect(draft.get().value.title).toBe('bc');
});

test('a_value_that_is_loaded_again_does_not_replace_what_is_typed', () => {
  const draft = draftOf();
  draft.load(stored({ ...page, title: 'newer' }, 2));
  expect(draft.get().value.title).toBe('newer');
  draft.setField('title', 'mine');
  draft.load(stored({ ...page, title: 'newest' }, 3));
  expect(draft.get()).toMatchObject({ revision: 2, isDirty: true });
  expect(draft.get().value.title).toBe('mine');
});

test('whoever_may_only_look_changes_nothing', async () => {
  const draft = draftOf();
  draft.isReadOnly = true;
  draft.setField('title', 'b');
  expect(draft.get().value.title).toBe('a');
  expect(await draft.save()).toBe(false);
});
