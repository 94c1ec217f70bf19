import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Watch } from './invariants.mjs';
import { canaries } from './world.mjs';

/** What a watch says of what it sees, with a fault from 100,000 to 105,000 ms. */
function seen(deed) {
  const said = [];
  const windows = [{ kind: 'cut', from: 100_000, until: 105_000 }];
  deed(new Watch(windows, (violation) => said.push(violation.message)));
  return said;
}
const answered = (answer) => seen((watch) => watch.answered({ ms: 10, ...answer }, 'GET /'));

test('an_answer_takes_fifteen_seconds_at_most_around_a_fault_too', () => {
  assert.deepEqual(answered({ status: 200, startedAt: 100_000, ms: 15_000 }), []);
  const slow = answered({ status: 200, startedAt: 100_000, ms: 15_001 });
  assert.deepEqual(slow, ['invariant 5: GET / took 15.0 s']);
});

test('a_request_fails_around_a_fault_only', () => {
  for (const startedAt of [99_990, 103_000, 115_000]) {
    assert.deepEqual(answered({ status: 503, startedAt }), [], `${startedAt}`);
  }
  for (const startedAt of [99_989, 115_001]) {
    const failed = ['invariant 5: GET / was answered 503 without a fault'];
    assert.deepEqual(answered({ status: 503, startedAt }), failed, `${startedAt}`);
  }
  const broken = ['invariant 5: GET / was answered ECONNRESET without a fault'];
  assert.deepEqual(answered({ error: 'ECONNRESET', startedAt: 50_000 }), broken);
  assert.deepEqual(answered({ status: 404, startedAt: 50_000 }), []);
});

/** A guest read a text at a moment; since when it was hidden before that, and after it. */
const read = (title, startedAt, ...hidden) =>
  seen((watch) => {
    const answer = { startedAt, ms: 10, text: `<p>${canaries[title]}</p>` };
    watch.readAsGuest(answer, title, hidden.at(0), hidden.at(-1));
  });

test('guests_never_read_what_is_always_hidden', () => {
  assert.deepEqual(read('gated', 103_000, 0), ['invariant 3: a guest read the gated text']);
  const wall = seen((watch) => watch.readAsGuest({ startedAt: 0, ms: 1, text: 'wall' }, 'gated'));
  assert.deepEqual(wall, []);
});

test('a_rule_acts_after_a_second_and_around_a_fault_after_the_time_for_old_pages', () => {
  const after = (ms) => [
    `invariant 3: a guest read the switched text ${ms} ms after it was hidden`,
  ];
  assert.deepEqual(read('switched', 51_000, 50_000), []);
  assert.deepEqual(read('switched', 51_001, 50_000), after(1001));
  assert.deepEqual(read('switched', 109_000, 100_000), []);
  assert.deepEqual(read('switched', 109_001, 100_000), after(9001));
});

test('a_text_that_may_be_open_may_be_read', () => {
  assert.deepEqual(read('switched', 50_000, undefined), []);
  // It was opened, or opened and hidden again, while the answer was made.
  assert.deepEqual(read('switched', 50_000, 10_000, undefined), []);
  assert.deepEqual(read('switched', 50_000, 10_000, 50_005), []);
});

test('a_member_reads_the_text_or_nothing', () => {
  const asMember = (answer) => seen((watch) => watch.readAsMember(answer));
  assert.deepEqual(asMember({ status: 200, text: canaries.gated }), []);
  assert.deepEqual(asMember({ status: 503, text: 'away' }), []);
  assert.equal(asMember({ status: 200, text: 'the wall' }).length, 1);
});

test('a_free_page_is_there_on_one_server', async () => {
  const said = [];
  const watch = new Watch([], (violation) => said.push(violation.message));
  await watch.readFreePage(true);
  assert.deepEqual(said, []);
  await watch.readFreePage(false, async () => [{ status: 503 }, { error: 'ECONNREFUSED' }]);
  assert.deepEqual(said, ['invariant 4: no server had the free page: 503, ECONNREFUSED']);
});
