import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faults } from './faults.mjs';
import { randomOf, scheduleOf } from './schedule.mjs';

const kindsOf = (events) => new Set(events.map(({ kind }) => kind));

test('the_same_seed_gives_the_same_faults_at_the_same_moments', () => {
  const run = { seed: '7', seconds: 600 };
  assert.deepEqual(scheduleOf(faults, run), scheduleOf(faults, run));
  assert.notDeepEqual(scheduleOf(faults, run), scheduleOf(faults, { ...run, seed: '8' }));
});

test('no_client_moves_the_numbers_of_another', () => {
  const draw = (random) => [random.next(), random.uuid(), random.pick([1, 2, 3])];
  const first = draw(randomOf('7', 'writers 0'));
  draw(randomOf('7', 'writers 1'));
  assert.deepEqual(draw(randomOf('7', 'writers 0')), first);
  assert.notDeepEqual(draw(randomOf('7', 'writers 1')), first);
});

test('faults_do_not_overlap_and_the_last_one_leaves_time_to_heal', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    for (const seconds of [120, 600]) {
      const events = scheduleOf(faults, { seed, seconds });
      for (const [index, { atS, forS }] of events.entries()) {
        const next = events[index + 1]?.atS ?? seconds;
        assert.ok(
          atS + forS <= next,
          `seed ${seed}: ${JSON.stringify(events[index])}, then ${next}`,
        );
      }
    }
  }
});

test('every_kind_comes_about_in_a_run_of_ten_minutes_and_the_promotion_last', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const events = scheduleOf(faults, { seed, seconds: 600 });
    assert.deepEqual(kindsOf(events), new Set(Object.keys(faults)));
    assert.deepEqual(
      events.filter(({ kind }) => faults[kind].isOnce).map(({ kind }) => kind),
      ['pause', 'promotion'],
    );
    assert.equal(events.at(-1).kind, 'promotion');
    assert.ok(events.length >= 25, `${events.length} faults`);
  }
});

test('a_short_run_leaves_the_long_pause_out', () => {
  const kinds = kindsOf(scheduleOf(faults, { seed: 1, seconds: 120 }));
  assert.ok(!kinds.has('pause') && kinds.has('promotion'));
});

test('one_kind_alone_comes_again_and_again_unless_it_comes_once', () => {
  const run = { seed: 1, seconds: 120 };
  const kills = scheduleOf(faults, { ...run, only: 'kill' });
  assert.deepEqual(kindsOf(kills), new Set(['kill']));
  assert.ok(kills.length > 5);
  assert.equal(scheduleOf(faults, { ...run, only: 'promotion' }).length, 1);
  assert.equal(scheduleOf(faults, { ...run, only: 'pause' }).length, 1);
});
