import { expect, test } from 'vitest';
import { ApiError } from '../../../api/api-error';
import type { Redirects } from '../../../api/types';
import { unsavedOf } from '../preview/use-unsaved';
import { Draft, type Stored } from './draft';
import { SiteDrafts } from './site-drafts';

const list = (...paths: string[]): Redirects => ({
  redirects: paths.map((from) => ({ from, to: '/docs', isPermanent: true, isAutomatic: false })),
});

test('redirects_are_kept_unsaved_like_any_tab_and_meet_what_a_release_added', async () => {
  let server: Stored<Redirects> = { data: list('/a'), revision: 1 };
  const drafts = new SiteDrafts();
  const open = () =>
    drafts.open('redirects', server, (stored) => {
      const save = async (data: Redirects, revision: number) => {
        if (revision !== server.revision) {
          throw new ApiError('site.changed', '', 409, { current: server });
        }
        server = { data, revision: revision + 1 };
        return server;
      };
      return new Draft(stored, { save });
    });
  open().change(() => list('/mine', '/a'));
  expect(drafts.get().unsaved).toEqual(['redirects']);
  expect(unsavedOf(drafts.get().drafts)).toEqual({});
  // The tab is left and opened again, after a release.
  server = { data: list('/a', '/moved'), revision: 2 };
  const draft = open();
  expect(draft.get().value).toEqual(list('/mine', '/a'));
  expect(await drafts.saveAll()).toBe('redirects');
  expect(draft.get().conflict?.revision).toBe(2);
  draft.resolve(list('/mine', '/a', '/moved'));
  expect(await drafts.saveAll()).toBeNull();
  expect(server).toEqual({ data: list('/mine', '/a', '/moved'), revision: 3 });
});

test('a_field_that_is_wanted_of_a_tab_that_was_never_opened_is_focused_when_it_opens', () => {
  const drafts = new SiteDrafts();
  const save = async (data: Redirects, revision: number) => ({ data, revision });
  const open = () =>
    drafts.open(
      'redirects',
      { data: list('/a'), revision: 1 },
      (stored) => new Draft(stored, { save }),
    );
  drafts.want('redirects', 'redirects[0].to');
  expect(open().get().wanted).toBe('redirects[0].to');
  open().want(null);
  expect(open().get().wanted).toBeNull();
  drafts.want('redirects', 'redirects[0].from');
  expect(open().get().wanted).toBe('redirects[0].from');
});

test('what_was_kept_is_taken_back_where_nothing_else_is_being_written', () => {
  const save = async (data: Redirects, revision: number) => ({ data, revision });
  const opened = (drafts: SiteDrafts) =>
    drafts.open(
      'redirects',
      { data: list('/a'), revision: 1 },
      (stored) => new Draft(stored, { save }),
    );
  const before = new SiteDrafts();
  opened(before).change(() => list('/kept'));
  const kept = before.toKeep();
  if (kept === null) throw new Error('nothing is kept');
  const [untouched, written, closed] = [new SiteDrafts(), new SiteDrafts(), new SiteDrafts()];
  opened(untouched);
  opened(written).change(() => list('/now'));
  for (const drafts of [untouched, written, closed]) {
    drafts.restore(kept);
    expect(drafts.get().unsaved).toEqual(['redirects']);
  }
  expect(opened(untouched).get().value).toEqual(list('/kept'));
  expect(opened(written).get().value).toEqual(list('/now'));
  expect(opened(closed).get().value).toEqual(list('/kept'));
});
