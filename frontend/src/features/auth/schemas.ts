import type { IdentityType } from '../../api/types';
import {
  CODE_PATTERN,
  NICKNAME_MAX_CHARS,
  PASSWORD_MAX_BYTES,
  PHONE_PATTERN,
} from '../../config/account';
import { readCode, readEmail, readPhone } from '../../lib/addresses/typed-identifier';
import { z } from '../../lib/zod';

/**
 * Rules of the account forms. A message is a key under `auth:error`; the form puts the numbers in.
 * Source: specification §5.
 */

export interface Minimums {
  passwordMin: number;
  nicknameMin: number;
}

const email = z.email();

/** An identifier of the chosen type, as it was meant; `words` selects the messages. */
export function identifier(kind: IdentityType, words: IdentityType | 'identifier' = kind) {
  return z
    .string()
    .overwrite(kind === 'email' ? readEmail : readPhone)
    .min(1, `${words}.required`)
    .refine(
      (text) => (kind === 'email' ? email.safeParse(text).success : PHONE_PATTERN.test(text)),
      `${words}.invalid`,
    );
}

/** A new password; its length is counted in characters as users see them. */
function newPassword(min: number) {
  return z
    .string()
    .min(1, 'password.required')
    .refine((text) => Array.from(text).length >= min, 'password.min')
    .refine((text) => new TextEncoder().encode(text).length <= PASSWORD_MAX_BYTES, 'password.max');
}

const code = z
  .string()
  .overwrite(readCode)
  .min(1, 'code.required')
  .regex(CODE_PATTERN, 'code.format');

function nickname(min: number) {
  return z
    .string()
    .trim()
    .min(1, 'nickname.required')
    .refine((text) => Array.from(text).length >= min, 'nickname.min')
    .refine((text) => Array.from(text).length <= NICKNAME_MAX_CHARS, 'nickname.max');
}

const confirmation = z.string().min(1, 'confirm.required');

/** Both passwords are the same. */
function matches<S extends z.ZodType<{ passwd: string; passwdConfirmPasswd: string }>>(schema: S) {
  return schema.refine((form) => form.passwd === form.passwdConfirmPasswd, {
    path: ['passwdConfirmPasswd'],
    message: 'confirm.mismatch',
    // Checked as soon as both are filled in, whatever else is missing.
    when: ({ value }) =>
      typeof value === 'object' &&
      value !== null &&
      'passwdConfirmPasswd' in value &&
      value.passwdConfirmPasswd !== '',
  });
}

export function loginSchema(kind: IdentityType, proof: 'password' | 'code', min: number) {
  return z.object({
    // The messages are the same on both tabs, as the specification has them.
    identifier: identifier(kind, 'identifier'),
    passwd: proof === 'password' ? newPassword(min) : z.string(),
    code: proof === 'code' ? code : z.string(),
  });
}

export function registerSchema(kind: IdentityType, { passwordMin, nicknameMin }: Minimums) {
  return matches(
    z.object({
      nickname: nickname(nicknameMin),
      identifier: identifier(kind),
      code,
      passwd: newPassword(passwordMin),
      passwdConfirmPasswd: confirmation,
      isAgreed: z.boolean('terms').refine((isAgreed) => isAgreed, 'terms'),
    }),
  );
}

export function resetSchema(kind: IdentityType, min: number) {
  return matches(
    z.object({
      identifier: identifier(kind),
      code,
      passwd: newPassword(min),
      passwdConfirmPasswd: confirmation,
    }),
  );
}

export function changePasswordSchema(min: number) {
  return matches(
    z.object({
      currentPasswd: z.string().min(1, 'password.required'),
      passwd: newPassword(min),
      passwdConfirmPasswd: confirmation,
    }),
  );
}

export function changeIdentifierSchema(kind: IdentityType) {
  return z.object({
    identifier: identifier(kind),
    code,
    currentPasswd: z.string().min(1, 'password.required'),
  });
}

export function nicknameSchema(min: number) {
  return z.object({ nickname: nickname(min) });
}
