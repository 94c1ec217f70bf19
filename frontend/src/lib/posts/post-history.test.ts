import { expect, test } from 'vitest';
import { HISTORY_MAX_CHARS, HISTORY_MAX_VERSIONS } from '../../config/constants';
import { isLargeDeletion, mergedHistory, thinned, type Version, withVersion } from './post-history';

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

/** A version a minute for an hour, one an hour for a day, one a day for `nDays` days before that. */
function promised(nDays: number, content: (i: number) => string): Version[] {
  const days = Array.from({ length: nDays }, (_, i) => NOW - (nDays - i + 1) * DAY);
  const hours = Array.from({ length: 23 }, (_, i) => NOW - (24 - i) * HOUR);
  const minutes = Array.from({ length: 60 }, (_, i) => NOW - (60 - i) * MINUTE);
  return [...days, ...hours, ...minutes].map((datetime, i) => at(datetime, content(i)));
}

test('minutes_for_an_hour_hours_for_a_day_days_for_two_months_are_all_kept', () => {
  const history = promised(60, (i) => `${i}`.padEnd(3000, '字'));
  expect(thinned(history, NOW)).toEqual(history);
});

test('what_is_denser_than_promised_goes_first', () => {
  const denser = Array.from({ length: 400 }, (_, i) => at(NOW - 10 * DAY - (400 - i) * MINUTE));
  const history = [...denser, ...promised(9, (i) => `v${i}`)];
  const kept = thinned(history, NOW);
  expect(kept).toHaveLength(HISTORY_MAX_VERSIONS);
  for (const version of promised(9, (i) => `v${i}`)) expect(kept).toContainEqual(version);
});

test('years_of_days_stay_within_the_bound_and_are_spread_evenly', () => {
  const daily = Array.from({ length: 3000 }, (_, i) => at(NOW - (3000 - i) * DAY, `第${i}天`));
  const kept = thinned(daily, NOW);
  expect(kept).toHaveLength(HISTORY_MAX_VERSIONS);
  expect(kept[0]?.content).toBe('第0天');
  expect(kept.at(-1)?.content).toBe('第2999天');
  const gaps = kept.slice(1).map(({ datetime }, i) => datetime - (kept[i]?.datetime ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual((2 * 2 * 3000 * DAY) / HISTORY_MAX_VERSIONS);
});

test('named_versions_leave_the_automatic_ones_their_room', () => {
  const named = Array.from({ length: 200 }, (_, i) => {
    const name = `第${i}稿`;
    return { ...at(NOW - 300 * DAY + i, name.padEnd(9000, 'x')), name };
  });
  const history = [...named, ...promised(20, (i) => `${i}`)];
  expect(thinned(history, NOW)).toEqual(history);
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
  const many = Array.from({ length: 500 }, (_, i) => at(NOW - (500 - i) * DAY));
  expect(thinned([named, ...many], NOW)).toContain(named);
});

test('a_clock_moved_back_does_not_stop_the_history_and_keeps_its_stamps', () => {
  // Written while the clock was a year ahead.
  const ahead = [at(NOW + 365 * DAY, 'a')];
  const first = withVersion(ahead, at(NOW + 365 * DAY + 1, 'b'), NOW);
  expect(first).toEqual([...ahead, at(NOW, 'b')]);
  const soon = withVersion(first, at(NOW + 365 * DAY + 2, 'c'), NOW + 1000);
  expect(soon).toEqual(first);
  const later = withVersion(first, at(NOW + 365 * DAY + 3, 'd'), NOW + 2 * MINUTE);
  expect(later).toEqual([...first, at(NOW + 2 * MINUTE, 'd')]);
});

test.each([-400 * DAY, -8 * HOUR, 3 * HOUR, 400 * DAY])(
  'a_clock_that_is_wrong_by_%d_ms_for_one_edit_costs_no_version',
  (error) => {
    const history = promised(8, (i) => `v${i}`);
    const wrong = withVersion(history, at(NOW, 'before'), NOW + error);
    const right = withVersion(wrong, at(Math.max(NOW, NOW + error), 'during'), NOW + 5 * MINUTE);
    expect(right.slice(0, history.length)).toEqual(history);
    expect(texts(right.slice(history.length))).toBe('before during');
  },
);

test('a_large_part_that_goes_is_told_from_typing', () => {
  const long = '字'.repeat(4800);
  expect(isLargeDeletion(long, '新的字')).toBe(true);
  expect(isLargeDeletion(`开头${long}结尾`, '开头结尾')).toBe(true);
  expect(isLargeDeletion(long, `${long}再写`)).toBe(false);
  expect(isLargeDeletion(`${long}错字`, long)).toBe(false);
  // Of a short text half is much.
  expect(isLargeDeletion('这一段有二十个字，写了又全部删掉，重新开始。', '新')).toBe(true);
  expect(isLargeDeletion('你好', '您')).toBe(false);
});

test('merged_histories_keep_every_version_once', () => {
  const [a, b, c] = [at(1, 'a'), at(2, 'b'), at(3, 'c')];
  expect(mergedHistory([a, b], [a, c])).toEqual([a, b, c]);
});
