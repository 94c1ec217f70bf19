import { expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { loginSchema, registerSchema, resetSchema } from './schemas';

/** The first problem of every field. */
function problems(schema: ZodType, form: unknown): Record<string, string> {
  const result = schema.safeParse(form);
  const found: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) found[issue.path.join('.')] ??= issue.message;
  return found;
}

const minimums = { passwordMin: 8, nicknameMin: 2 };
const registration = {
  nickname: '墨客',
  identifier: 'mo@example.com',
  code: '123456',
  passwd: 'long enough',
  passwdConfirmPasswd: 'long enough',
  isAgreed: true,
};

test('a_complete_registration_passes', () => {
  expect(problems(registerSchema('email', minimums), registration)).toEqual({});
});

test('every_missing_field_is_named', () => {
  const empty = {
    nickname: ' ',
    identifier: '',
    code: '',
    passwd: '',
    passwdConfirmPasswd: '',
    isAgreed: false,
  };
  expect(problems(registerSchema('email', minimums), empty)).toEqual({
    nickname: 'nickname.required',
    identifier: 'email.required',
    code: 'code.required',
    passwd: 'password.required',
    passwdConfirmPasswd: 'confirm.required',
    isAgreed: 'terms',
  });
});

test('the_address_must_be_of_the_chosen_kind', () => {
  const email = registerSchema('email', minimums);
  const phone = registerSchema('phone', minimums);
  expect(problems(email, { ...registration, identifier: '13800138000' })).toEqual({
    identifier: 'email.invalid',
  });
  expect(problems(phone, { ...registration, identifier: 'mo@example.com' })).toEqual({
    identifier: 'phone.invalid',
  });
  expect(problems(phone, { ...registration, identifier: '+86-13800138000' })).toEqual({});
  expect(problems(phone, { ...registration, identifier: '1380013800' })).toEqual({
    identifier: 'phone.invalid',
  });
});

test('what_is_sent_is_what_was_meant', () => {
  const typed = { ...registration, identifier: '+86 138-0013-8000', code: '１２３ ４５６' };
  expect(registerSchema('phone', minimums).parse(typed)).toMatchObject({
    identifier: '13800138000',
    code: '123456',
  });
  const login = { identifier: 'mo＠example.com。', passwd: 'long enough', code: '' };
  expect(loginSchema('email', 'password', 6).parse(login)).toMatchObject({
    identifier: 'mo@example.com',
  });
});

test('the_configured_minimum_counts_characters', () => {
  const schema = registerSchema('email', minimums);
  const withPassword = (passwd: string) => ({
    ...registration,
    passwd,
    passwdConfirmPasswd: passwd,
  });
  expect(problems(schema, withPassword('1234567'))).toEqual({ passwd: 'password.min' });
  expect(problems(schema, withPassword('😀😀😀😀'))).toEqual({ passwd: 'password.min' });
  expect(problems(schema, withPassword('墨'.repeat(43)))).toEqual({ passwd: 'password.max' });
});

test('passwords_must_match_even_while_something_else_is_missing', () => {
  const form = { ...registration, code: 'x', passwdConfirmPasswd: 'another one' };
  expect(problems(registerSchema('email', minimums), form)).toEqual({
    code: 'code.format',
    passwdConfirmPasswd: 'confirm.mismatch',
  });
  expect(
    problems(resetSchema('email', 6), { ...registration, passwdConfirmPasswd: 'x' }),
  ).toMatchObject({ passwdConfirmPasswd: 'confirm.mismatch' });
});

test('only_the_chosen_proof_is_asked_for', () => {
  const form = { identifier: 'mo@example.com', passwd: '', code: '' };
  expect(problems(loginSchema('email', 'password', 6), form)).toEqual({
    passwd: 'password.required',
  });
  expect(problems(loginSchema('email', 'code', 6), form)).toEqual({ code: 'code.required' });
});

test('the_login_asks_for_an_email_or_phone_number', () => {
  const form = { identifier: '', passwd: 'long enough', code: '' };
  const schema = loginSchema('phone', 'password', 6);
  expect(problems(schema, form)).toEqual({ identifier: 'identifier.required' });
  expect(problems(schema, { ...form, identifier: '12' })).toEqual({
    identifier: 'identifier.invalid',
  });
});
