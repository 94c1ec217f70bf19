import { expect, test } from 'vitest';
import { HISTORY_MAX_CHARS, HISTORY_MAX_VERSIONS } from '../config/constants';
import { thinned, type Version, withVersion } from './post-history';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const NOW = 20_000 * DAY + 12 * HOUR;
const at = (datetime: number, content = String(datetime)): Version => ({ datetime, content });
const texts = (history: readonly Version[]) => history.map(({ content }) => content).join(' ');

test('the_text_before_the_first_edit_is_kept', () => {
  expect(withVersion([], at(NOW - DAY, 'old'), NOW)).toEqual([at(NOW - DAY, 'old')]);
});

test('within_a_minute_no_second_version_is_made_unless_forced', () => {
  const history = [at(NOW - 30_000, 'a')];
  expect(texts(withVersion(history, at(NOW - 1000, 'b'), NOW))).toBe('a');
  expect(texts(withVersion(history, at(NOW - 1000, 'b'), NOW, true))).toBe('a b');
});

test('an_equal_or_empty_text_is_no_version', () => {
  const history = [at(NOW - HOUR, 'a')];
  expect(texts(withVersion(history, at(NOW - 1000, 'a'), NOW, true))).toBe('a');
  expect(texts(withVersion(history, at(NOW - 1000, ''), NOW, true))).toBe('a');
});

test('minutes_for_an_hour_hours_for_a_day_days_for_ever', () => {
  const every10Minutes = Array.from({ length: 6 * 24 * 5 }, (_, i) =>
    at(NOW - (6 * 24 * 5 - i) * 10 * MINUTE, `v${i}`),
  );
  const kept = thinned(every10Minutes, NOW);
  const ages = kept.map(({ datetime }) => NOW - datetime);
  expect(ages.filter((age) => age < HOUR)).toHaveLength(5);
  expect(ages.filter((age) => age >= HOUR && age < DAY).length).toBeGreaterThanOrEqual(23);
  expect(ages.filter((age) => age >= HOUR && age < DAY).length).toBeLessThanOrEqual(25);
  expect(ages.filter((age) => age >= DAY).length).toBeGreaterThanOrEqual(4);
  expect(ages.filter((age) => age >= DAY).length).toBeLessThanOrEqual(6);
});

test('years_of_days_stay_within_the_bound', () => {
  const daily = Array.from({ length: 3000 }, (_, i) => at(NOW - (3000 - i) * DAY, `第${i}天`));
  const kept = thinned(daily, NOW);
  expect(kept.length).toBeLessThanOrEqual(HISTORY_MAX_VERSIONS);
  expect(kept.length).toBeGreaterThan(HISTORY_MAX_VERSIONS / 4);
  expect(kept.at(-1)?.content).toBe('第2999天');
});

test('long_texts_stay_within_the_bound_and_the_newest_stays', () => {
  const long = Array.from({ length: 20 }, (_, i) =>
    at(NOW - (20 - i) * 2 * MINUTE, `${i}`.padEnd(HISTORY_MAX_CHARS / 4, 'x')),
  );
  const kept = thinned(long, NOW);
  expect(kept.reduce((sum, { content }) => sum + content.length, 0)).toBeLessThanOrEqual(
    HISTORY_MAX_CHARS,
  );
  expect(kept.at(-1)).toBe(long.at(-1));
});

test('a_text_beyond_the_bound_keeps_its_newest_version', () => {
  const huge = [1, 2, 3].map((i) => at(NOW - i, 'x'.repeat(HISTORY_MAX_CHARS + i)));
  expect(thinned(huge, NOW)).toEqual([huge[2]]);
});

test('named_versions_are_never_thinned', () => {
  const named = { ...at(NOW - 400 * DAY - 5, '初稿'), name: '初稿' };
  const history = [named, at(NOW - 400 * DAY, 'same day')];
  expect(texts(thinned(history, NOW))).toBe('初稿 same day');
  const many = Array.from({ length: 500 }, (_, i) => at(NOW - (500 - i) * DAY));
  expect(thinned([named, ...many], NOW)).toContain(named);
});

test('a_clock_moved_back_does_not_stop_the_history', () => {
  // Written while the clock was a year ahead.
  const ahead = [at(NOW + 365 * DAY, 'a')];
  const first = withVersion(ahead, at(NOW + 365 * DAY + 1, 'b'), NOW);
  expect(first).toEqual([at(NOW, 'a')]);
  const later = withVersion(first, at(NOW + 365 * DAY + 2, 'c'), NOW + 2 * MINUTE);
  expect(later).toEqual([at(NOW, 'a'), at(NOW + 2 * MINUTE, 'c')]);
});
