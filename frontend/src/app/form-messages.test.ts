import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { i18n } from 'i18next';
import { expect, test } from 'vitest';
import type { ZodType } from 'zod';
import { LOCALES } from '../config/constants';
import {
  changeIdentifierSchema,
  changePasswordSchema,
  loginSchema,
  nicknameSchema,
  registerSchema,
  resetSchema,
} from '../features/auth/schemas';
import { invitationSchema } from '../features/console/team/invitation-schema';
import { loadFeatureWords, startI18n } from '../i18n';
import { INVALID } from '../lib/zod';

const minimums = { passwordMin: 8, nicknameMin: 2 };
const identifier = 'mo@example.com';
const code = '123456';
const passwd = 'long enough';
const passwords = { passwd, passwdConfirmPasswd: passwd };
const registration = { nickname: '墨客', identifier, code, ...passwords, isAgreed: true };

/** Every schema of a form, where the words of its messages stand, and a form that passes. */
const FORMS: [name: string, prefix: string, schema: ZodType, filled: Record<string, unknown>][] = [
  ['login', 'auth:error.', loginSchema('email', 'password', 8), { identifier, passwd, code: '' }],
  [
    'login by code',
    'auth:error.',
    loginSchema('email', 'code', 8),
    { identifier, passwd: '', code },
  ],
  ['registration', 'auth:error.', registerSchema('email', minimums), registration],
  [
    'registration by phone',
    'auth:error.',
    registerSchema('phone', minimums),
    { ...registration, identifier: '13800138000' },
  ],
  ['reset', 'auth:error.', resetSchema('email', 8), { identifier, code, ...passwords }],
  ['password', 'auth:error.', changePasswordSchema(8), { currentPasswd: 'x', ...passwords }],
  [
    'identifier',
    'auth:error.',
    changeIdentifierSchema('email'),
    { identifier, code, currentPasswd: 'x' },
  ],
  ['nickname', 'auth:error.', nicknameSchema(2), { nickname: '墨客' }],
  ['invitation', 'console:', invitationSchema, { email: identifier }],
];

const WRONG: [name: string, value: unknown][] = [
  ['undefined', undefined],
  ['null', null],
  ['a number', 7],
  ['NaN', Number.NaN],
  ['yes', true],
  ['no', false],
  ['a list', ['a']],
  ['an object', { a: 1 }],
  ['nothing', ''],
  ['a word', 'on'],
  ['a long text', '墨'.repeat(5000)],
  ['a date', new Date(0)],
];

const words: i18n[] = await Promise.all(
  LOCALES.map(async (locale) => {
    const instance = await startI18n(locale);
    await loadFeatureWords(instance, 'auth', 'console');
    return instance;
  }),
);

/** Whether both languages have words for a message of a form. */
function hasWords(prefix: string, message: string): boolean {
  const key = message === INVALID ? `errors:${message}` : `${prefix}${message}`;
  return words.every((instance) => instance.exists(key));
}

test.each(FORMS)('a_filled_form_passes_%s', (_, _prefix, schema, filled) => {
  expect(schema.safeParse(filled).error?.issues).toBeUndefined();
});

test.each(FORMS)(
  'every_message_has_words_whatever_a_field_holds_%s',
  (_, prefix, schema, filled) => {
    const unspoken: string[] = [];
    let nRefused = 0;
    const judge = (what: string, form: unknown) => {
      for (const { message } of schema.safeParse(form).error?.issues ?? []) {
        nRefused += 1;
        if (!hasWords(prefix, message)) unspoken.push(`${what}: ${message}`);
      }
    };
    for (const field of Object.keys(filled)) {
      for (const [name, value] of WRONG)
        judge(`${field} is ${name}`, { ...filled, [field]: value });
      const { [field]: _left, ...rest } = filled;
      judge(`${field} is not there`, rest);
    }
    for (const [name, value] of WRONG) judge(`the form is ${name}`, value);
    expect(unspoken).toEqual([]);
    expect(nRefused).toBeGreaterThan(0);
  },
);

test('every_schema_of_a_form_is_judged', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const withSchema = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .filter((file) =>
      /^import \{.*\bz\b.*\} from/m.test(readFileSync(path.join(source, file), 'utf8')),
    )
    .filter((file) => file !== 'lib/zod.ts');
  expect(withSchema.sort()).toEqual([
    'features/auth/schemas.ts',
    'features/console/team/invitation-schema.ts',
  ]);
});
