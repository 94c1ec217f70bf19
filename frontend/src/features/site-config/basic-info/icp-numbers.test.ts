import { expect, test } from 'vitest';
import { LIMITS } from '../../../api/generated/site-settings';
import { checkSettings } from '../check/check-settings';
import { invalid, valid } from './icp-numbers.json';

const problemsOf = (icpNumber: string) => checkSettings('BasicInfo', { name: 'a', icpNumber });

// The server reads the same numbers: `server/src/features/site/settings/basic_info.rs`.
test('a_number_of_the_chinese_registration_is_read_as_the_server_reads_it', () => {
  expect(LIMITS.BasicInfo.icpNumber.format).toBe('icp');
  for (const number of valid) expect(problemsOf(number), number).toEqual({});
  for (const number of invalid) {
    expect(problemsOf(number), number).toEqual({
      icpNumber: { key: 'icp.invalid', parameters: {} },
    });
  }
});
