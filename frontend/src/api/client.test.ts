// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HTTP_TIMEOUT_MS, UPLOAD_TIMEOUT_MS } from '../config/http';
import { identifierOf, login, logout, uploadAvatar } from './account';
import type { ApiError } from './api-error';
import { connectApi } from './client';
import { createTeam, getTeam } from './teams';

const fetcher = vi.fn<(request: Request, init?: RequestInit) => Promise<Response>>();
const onUnauthorized = vi.fn();
let token: string | null = null;

beforeEach(() => {
  token = null;
  fetcher.mockReset();
  onUnauthorized.mockReset();
  vi.stubGlobal('fetch', fetcher);
  connectApi({ token: () => token, language: () => 'en', onUnauthorized });
});
afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body: unknown): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  fetcher.mockImplementation(async () => new Response(text, { status }));
}

/** The failure of a call. */
async function failure(call: Promise<unknown>): Promise<ApiError> {
  return call.then(
    () => Promise.reject(new Error('it did not fail')),
    (error: ApiError) => error,
  );
}

test('every_request_carries_the_headers_of_the_specification', async () => {
  token = 'secret';
  answer(200, { code: 1, message: '', data: null });
  await logout();
  const headers = fetcher.mock.calls[0]?.[0].headers;
  const expected = {
    token: 'secret',
    tenantId: '1',
    version: '1.1.2',
    versionCode: '2',
    'Accept-Language': 'en',
  };
  for (const [name, value] of Object.entries(expected)) {
    expect([name, headers?.get(name)]).toEqual([name, value]);
  }
});

test('without_a_session_no_token_is_sent', async () => {
  answer(200, { code: 1, message: '', data: null });
  await logout();
  expect(fetcher.mock.calls[0]?.[0].headers.has('token')).toBe(false);
});

test('a_login_answers_with_token_and_account', async () => {
  answer(200, { code: 1, message: '', data: { nickname: '墨客' }, token: 't' });
  const who = identifierOf('13800138000');
  expect(await login(who, { passwd: 'x' })).toEqual({ token: 't', user: { nickname: '墨客' } });
  expect(await fetcher.mock.calls[0]?.[0].json()).toEqual({
    identifier: '+86-13800138000',
    identityType: 'phone',
    passwd: 'x',
    device: 'web',
  });
});

test('digits_alone_are_a_phone_number_and_all_else_is_an_address', () => {
  expect(identifierOf(' 13800138000 ').identifier).toBe('+86-13800138000');
  expect(identifierOf('+86-13800138000').identifier).toBe('+86-13800138000');
  expect(identifierOf(' a@b.cn ')).toEqual({ identifier: 'a@b.cn', identityType: 'email' });
});

test('a_refusal_keeps_its_key_its_words_and_its_fields', async () => {
  const fields = { identifier: 'email.invalid' };
  answer(422, { code: 422, message: '邮箱不对', data: { error: 'request.fieldsInvalid', fields } });
  const error = await failure(getTeam('x'));
  expect(error).toMatchObject({
    key: 'request.fieldsInvalid',
    message: '邮箱不对',
    status: 422,
    fields,
  });
});

test('a_refusal_keeps_the_numbers_of_its_fields_and_the_current_value', async () => {
  const fields = { passwd: 'password.tooShort' };
  const parameters = { passwd: { min: 8 } };
  const data = { error: 'request.fieldsInvalid', fields, parameters };
  answer(422, { code: 422, message: '', data });
  expect(await failure(getTeam('x'))).toMatchObject({ fields, parameters, current: undefined });
  const current = { revision: 7 };
  answer(409, { code: 409, message: '', data: { error: 'team.deleted', current } });
  expect(await failure(getTeam('x'))).toMatchObject({ fields: {}, parameters: {}, current });
});

test('a_fault_of_the_server_keeps_the_id_of_its_request', async () => {
  const body = (data: object) => ({ code: 500, message: 'Server error', data });
  answer(500, body({ error: 'server.internal', requestId: '1f2e3d4c5b6a7980' }));
  expect((await failure(getTeam('x'))).requestId).toBe('1f2e3d4c5b6a7980');
  answer(404, body({ error: 'team.notFound' }));
  expect((await failure(getTeam('x'))).requestId).toBeUndefined();
});

test('a_team_is_asked_for_under_the_key_of_its_request', async () => {
  answer(200, { code: 1, message: '', data: { id: 'x' } });
  await createTeam('ours', 'key-1');
  expect(fetcher.mock.calls[0]?.[0].headers.get('Idempotency-Key')).toBe('key-1');
});

test('a_code_that_is_not_1_is_a_failure_whatever_the_status', async () => {
  answer(200, { code: 0, message: 'no', data: null });
  expect(await failure(getTeam('x'))).toMatchObject({ key: 'request.failed', message: 'no' });
});

test.each([
  [401, { code: 401, message: '', data: { error: 'session.expired' } }],
  [200, { code: 401, message: '', data: { error: 'session.expired' } }],
])('status_%d_with_code_401_ends_the_session', async (status, body) => {
  token = 'old';
  answer(status, body);
  const error = await failure(getTeam('x'));
  expect(error.key).toBe('session.expired');
  expect(onUnauthorized).toHaveBeenCalledWith(error, 'old');
});

test('a_failure_without_an_envelope_is_named_by_its_status', async () => {
  answer(503, '<html>');
  expect((await failure(getTeam('x'))).key).toBe('http.503');
  answer(418, { message: 'teapot' });
  expect(await failure(getTeam('x'))).toMatchObject({ key: 'http.other', message: 'teapot' });
});

test('a_page_in_place_of_json_is_no_answer_of_our_server', async () => {
  answer(200, '<!doctype html>');
  expect((await failure(getTeam('x'))).isConnection).toBe(true);
});

test.each([
  ['an empty body', 200, ''],
  ['null', 200, 'null'],
  ['other JSON', 200, { ok: true }],
  ['no data', 200, { code: 1, message: '', data: null }],
  ['the login of a network', 511, { message: 'log in' }],
])('a_question_that_gets_%s_was_answered_by_a_gateway', async (_, status, body) => {
  answer(status, body);
  expect(await failure(getTeam('x'))).toMatchObject({ key: 'http.502', isConnection: true });
});

test('an_empty_answer_with_its_length_is_that_of_a_gateway', async () => {
  fetcher.mockImplementation(
    async () => new Response(null, { status: 200, headers: { 'Content-Length': '0' } }),
  );
  expect((await failure(getTeam('x'))).key).toBe('http.502');
});

test('silence_is_told_apart_from_being_late', async () => {
  fetcher.mockRejectedValue(new TypeError('failed'));
  expect(await failure(getTeam('x'))).toMatchObject({ key: 'network.noServer', status: 0 });
  fetcher.mockRejectedValue(new DOMException('late', 'TimeoutError'));
  expect(await failure(getTeam('x'))).toMatchObject({ key: 'network.timeout', status: 0 });
});

test('the_server_says_when_to_come_back', async () => {
  fetcher.mockImplementation(
    async () =>
      new Response(JSON.stringify({ code: 429, message: '', data: { error: 'request.tooMany' } }), {
        status: 429,
        headers: { 'Retry-After': '42' },
      }),
  );
  expect(await failure(getTeam('x'))).toMatchObject({ key: 'request.tooMany', retryAfterS: 42 });
});

test('an_upload_may_take_longer_than_other_calls', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout');
  answer(200, { code: 1, message: '', data: null });
  await logout();
  expect(limit).toHaveBeenLastCalledWith(HTTP_TIMEOUT_MS);
  answer(200, { code: 1, message: '', data: { nickname: '墨客' } });
  await uploadAvatar(new Blob(['x'], { type: 'image/png' }));
  expect(limit).toHaveBeenLastCalledWith(UPLOAD_TIMEOUT_MS);
  expect(fetcher.mock.lastCall?.[0].headers.get('Content-Type')).toBe('image/png');
});
