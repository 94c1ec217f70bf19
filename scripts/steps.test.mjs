import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chosenSteps, runSteps } from './steps.mjs';

/** A step that notes when it begins and ends, and ends when `end` is called. */
function heldStep(log, key, rest = {}) {
  let end;
  const held = new Promise((resolve) => {
    end = resolve;
  });
  const run = async (part) => {
    log.push(part ? `${key}/${part}` : key);
    await held;
    log.push(`${key} ended`);
  };
  return { key, name: key, run, end, ...rest };
}

const moment = () => new Promise((resolve) => setImmediate(resolve));

test('a_step_runs_beside_another_when_what_it_waits_for_has_passed', async () => {
  const log = [];
  const first = heldStep(log, 'first');
  const second = heldStep(log, 'second', { needs: ['first'] });
  const third = heldStep(log, 'third', { after: ['first', 'not here'] });
  const fourth = heldStep(log, 'fourth');
  const all = runSteps('a test', [first, second, third, fourth], { concurrency: 2 });
  await moment();
  assert.deepEqual(log, ['first', 'fourth']);
  first.end();
  await moment();
  assert.deepEqual(log, ['first', 'fourth', 'first ended', 'second']);
  fourth.end();
  await moment();
  assert.deepEqual(log.slice(4), ['fourth ended', 'third']);
  second.end();
  third.end();
  await all;
});

test('by_itself_a_step_waits_for_the_one_before_it', async () => {
  const log = [];
  const steps = [heldStep(log, 'first'), heldStep(log, 'second')];
  const all = runSteps('a test', steps);
  await moment();
  assert.deepEqual(log, ['first']);
  for (const step of steps) step.end();
  await all;
  assert.deepEqual(log, ['first', 'first ended', 'second', 'second ended']);
});

test('steps_that_wait_for_each_other_are_a_fault', async () => {
  const steps = [heldStep([], 'a', { needs: ['b'] }), heldStep([], 'b', { needs: ['a'] })];
  await assert.rejects(runSteps('a test', steps), /wait for each other: a, b/);
});

test('what_is_chosen_brings_what_it_needs_and_hands_its_part_on', () => {
  const steps = [
    { key: 'modules' },
    { key: 'build', needs: ['modules'] },
    { key: 'types', needs: ['modules'] },
    { key: 'journeys', needs: ['build'], after: ['types'], takesPart: 'FOLDER' },
  ];
  const chosen = chosenSteps(steps, ['journeys/writing/typing.spec.ts']);
  assert.deepEqual(
    chosen.map(({ key, part }) => [key, part]),
    [
      ['modules', undefined],
      ['build', undefined],
      ['journeys', 'writing/typing.spec.ts'],
    ],
  );
  assert.throws(() => chosenSteps(steps, ['journey']), /no step journey;.*journeys\[\/FOLDER\]/s);
  assert.throws(() => chosenSteps(steps, ['types/src']), /types runs as a whole/);
});
