import { expect, test } from 'vitest';
import { LIMITS } from '../../../api/generated/site-settings';
import { checkSettings } from '../check/check-settings';
import { invalid, valid } from './icp-numbers.json';

const problemsOf = (icpNumber: string) => checkSettings('BasicInfo', { name: 'a', icpNumber });
const problemsOfEmail = (contactEmail: string) =>
  checkSettings('BasicInfo', { name: 'a', contactEmail });

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

test('what_is_no_email_address_is_refused_before_it_is_sent', () => {
  for (const email of ['', 'li@example.com', 'a.b+c@mail.example.com.cn']) {
    expect(problemsOfEmail(email), email).toEqual({});
  }
  for (const email of ['li', 'li@example', '@example.com', 'li @example.com', 'li@ example.com']) {
    expect(problemsOfEmail(email), email).toEqual({
      contactEmail: { key: 'email.invalid', parameters: {} },
    });
  }
});
