import { expect, test } from 'vitest';
import type { BasicInfo } from '../../../api/site-settings';
import { tabs } from '../check/limits.json';
import { checkBasicInfo } from './check-basic-info';
import { invalid, valid } from './icp-numbers.json';

const problemsOf = (icpNumber: string) =>
  checkBasicInfo({ ...(tabs['basic-info'] as BasicInfo), icpNumber });

// The server reads the same numbers: `server/src/features/site/settings/basic_info.rs`.
test('a_number_of_the_chinese_registration_is_read_as_the_server_reads_it', () => {
  for (const number of valid) expect(problemsOf(number), number).toEqual({});
  for (const number of invalid) {
    expect(problemsOf(number), number).toEqual({
      icpNumber: { key: 'icp.invalid', parameters: {} },
    });
  }
});
