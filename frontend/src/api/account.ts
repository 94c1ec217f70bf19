import type { Locale } from '../config/constants';
import { client, dataOf, envelopeOf, fileOf, sendUpload } from './client';
import type {
  CodePurpose,
  CodeSent,
  DeviceSession,
  IdentityType,
  ServerConfig,
  UserInfo,
} from './types';

/** Account calls. Every one fails with an {@link import('./api-error').ApiError}. */

/** An e-mail address or phone number, as the API takes it. */
interface Identifier {
  identifier: string;
  identityType: IdentityType;
}

const PHONE_PREFIX = '+86-';

/** The identifier that a form holds, as the API takes it: digits alone are a phone number. Source: specification §5. */
export function identifierOf(text: string): Identifier {
  const trimmed = text.trim();
  const digits = trimmed.replace(/^\+86-?/, '');
  return /^\d+$/.test(digits)
    ? { identifier: `${PHONE_PREFIX}${digits}`, identityType: 'phone' }
    : { identifier: trimmed, identityType: 'email' };
}

/** How users log in to this server. */
function getConfig(): Promise<ServerConfig> {
  return dataOf(client.GET('/api/config'));
}

/** {@link getConfig} as a cached query. It changes when the server is set up anew. */
export const configQuery = { queryKey: ['config'], queryFn: getConfig, staleTime: 300_000 };

/** Logs in with a password or with a code. */
export async function login(
  who: Identifier,
  proof: { passwd: string } | { code: string },
): Promise<{ token: string; user: UserInfo }> {
  const { token, data } = await envelopeOf(
    client.POST('/api/account/loginByIdentifier', { body: { ...who, ...proof, device: 'web' } }),
  );
  return { token, user: data };
}

interface Registration {
  nickname: string;
  code: string;
  passwd: string;
  passwdConfirmPasswd: string;
}

export async function register(who: Identifier, registration: Registration): Promise<void> {
  await dataOf(
    client.POST('/api/account/registerByIdentifier', {
      // The form asks for the consent before it can be sent.
      body: { ...who, ...registration, from: 'web editor', agreesToTerms: true },
    }),
  );
}

/** The authenticated user as the server knows it now; fails when the session has ended. */
export function isLogin(): Promise<UserInfo> {
  return dataOf(client.POST('/api/account/isLogin'));
}

export async function logout(): Promise<void> {
  await envelopeOf(client.POST('/api/account/logout'));
}

export function sendCode(who: Identifier, purpose: CodePurpose): Promise<CodeSent> {
  return dataOf(client.POST('/api/account/sendCode', { body: { ...who, purpose } }));
}

export async function resetPassword(
  who: Identifier,
  reset: { code: string; passwd: string; passwdConfirmPasswd: string },
): Promise<void> {
  await envelopeOf(client.POST('/api/account/resetPassword', { body: { ...who, ...reset } }));
}

export function updateAccount(changes: { nickname?: string; locale?: Locale }): Promise<UserInfo> {
  return dataOf(client.PATCH('/api/account', { body: changes }));
}

export async function changePassword(body: {
  currentPasswd: string;
  passwd: string;
  passwdConfirmPasswd: string;
}): Promise<void> {
  await envelopeOf(client.PUT('/api/account/password', { body }));
}

/** Changes the e-mail address or phone number of the account. */
export function changeIdentifier(
  who: Identifier,
  proof: { code: string; currentPasswd: string },
): Promise<UserInfo> {
  return dataOf(client.PUT('/api/account/identifier', { body: { ...who, ...proof } }));
}

/** `image`: JPG, PNG or WebP. */
export function uploadAvatar(image: Blob): Promise<UserInfo> {
  return dataOf(
    client.PUT('/api/account/avatar', {
      body: image as never,
      bodySerializer: (body: unknown) => body as Blob,
      headers: { 'Content-Type': image.type },
      fetch: sendUpload,
    }),
  );
}

export function deleteAvatar(): Promise<UserInfo> {
  return dataOf(client.DELETE('/api/account/avatar'));
}

export function listSessions(): Promise<DeviceSession[]> {
  return dataOf(client.GET('/api/account/sessions'));
}

export async function endSession(sessionId: string): Promise<void> {
  await envelopeOf(
    client.DELETE('/api/account/sessions/{sessionId}', { params: { path: { sessionId } } }),
  );
}

/** Ends all other sessions and returns how many. */
export async function endOtherSessions(): Promise<number> {
  return (await dataOf(client.DELETE('/api/account/sessions'))).nEnded;
}

/** Everything that the server knows of the account, as a JSON file. */
export function exportAccount(): Promise<Blob> {
  return fileOf(client.GET('/api/account/export', { parseAs: 'blob' }));
}

/** Schedules the deletion of the account; it can be canceled for seven days. */
export function requestDeletion(currentPasswd: string): Promise<UserInfo> {
  return dataOf(client.POST('/api/account/deletion', { body: { currentPasswd } }));
}

export function cancelDeletion(): Promise<UserInfo> {
  return dataOf(client.DELETE('/api/account/deletion'));
}
