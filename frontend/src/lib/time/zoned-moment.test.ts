import { expect, test } from 'vitest';
import { clockOf, momentOf } from './zoned-moment';

test('a_clock_of_a_zone_names_its_moment_and_the_moment_its_clock', () => {
  for (const [clock, zone, iso] of [
    ['2026-12-01T08:30', 'Asia/Shanghai', '2026-12-01T00:30:00.000Z'],
    ['2026-12-01T08:30', 'UTC', '2026-12-01T08:30:00.000Z'],
    ['2026-07-01T00:00', 'America/New_York', '2026-07-01T04:00:00.000Z'],
    ['2026-12-31T23:59', 'Asia/Kolkata', '2026-12-31T18:29:00.000Z'],
    // The day on which the clocks of Berlin change, before and after.
    ['2026-10-25T01:30', 'Europe/Berlin', '2026-10-24T23:30:00.000Z'],
    ['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
  ] as const) {
    expect(momentOf(clock, zone)?.toISOString(), `${clock} ${zone}`).toBe(iso);
    expect(clockOf(new Date(iso), zone)).toBe(clock);
  }
  expect(momentOf('', 'UTC')).toBeNull();
});
