import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { codeFor, invitationFor } from './outbox';

const root = path.resolve(import.meta.dirname, '../../..');
/** The program that runs the product; `make test` has built it. */
const program = path.resolve(root, process.env.CARGO_TARGET_DIR ?? 'target', 'debug/moyan');

/** What every account of the journeys logs in with. */
export const PASSWORD = 'moyan-e2e-1';

/** Somebody who can log in. */
export interface Person {
  nickname: string;
  email: string;
}

/** An address of its own for every run. */
export function freshEmail(name: string): string {
  return `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`;
}

/** A new account, made as an administrator makes one: on the command line. */
export function person(nickname: string, { admin = false, english = false } = {}): Person {
  const database = process.env.E2E_DATABASE_URL;
  if (database === undefined) throw new Error('E2E_DATABASE_URL names no database');
  const email = freshEmail('person');
  const options = [...(admin ? ['--admin'] : []), ...(english ? ['--english'] : [])];
  execFileSync(program, ['user', 'create', '--nickname', nickname, ...options, email], {
    cwd: root,
    input: `${PASSWORD}\n`,
    env: { ...process.env, DATABASE_URL: database, MOYAN_ENV: 'development', BCRYPT_COST: '4' },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  return { nickname, email };
}

/** Gives the personal space of somebody a plan. */
export function givePlan({ email }: Person, plan: 'creator' | 'professional'): void {
  const database = process.env.E2E_DATABASE_URL;
  if (database === undefined) throw new Error('E2E_DATABASE_URL names no database');
  execFileSync(program, ['user', 'plan', email, plan], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: database, MOYAN_ENV: 'development' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/** Gives the personal space of somebody the plan that includes sites. */
export function giveProfessional(author: Person): void {
  givePlan(author, 'professional');
}

/** Registers on the screen that is open, and comes to the login. */
export async function register(
  page: Page,
  request: APIRequestContext,
  email: string,
  nickname: string,
) {
  await page.getByLabel('昵称').fill(nickname);
  await page.getByRole('textbox', { name: '邮箱' }).fill(email);
  await page.getByRole('button', { name: '发送验证码' }).click();
  await expect(page.getByRole('button', { name: /秒后重发/ })).toBeDisabled();
  await page.getByLabel('验证码', { exact: true }).fill(await codeFor(request, email));
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await page.getByLabel('确认密码', { exact: true }).fill(PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '注册' }).click();
  await expect(page.getByText('注册成功，请登录')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  // The screen before it has a password as well, and stands until this one is drawn.
  await expect(page.getByRole('heading', { name: '登录', exact: true })).toBeVisible();
}

/** What the server answers to a login. */
export async function session(request: APIRequestContext, email: string, passwd: string) {
  const answer = await request.post('/api/account/loginByIdentifier', {
    data: { identifier: email, identityType: 'email', passwd, device: 'web' },
  });
  const { code, message, token, data } = await answer.json();
  expect(code, message).toBe(1);
  return { token: String(token), user: data as object };
}

/** Is logged in as by the form and goes to `to`; the journeys of accounts use the form itself. */
export async function logIn(page: Page, { email }: Person, to: string, password = PASSWORD) {
  const { token, user } = await session(page.request, email, password);
  // The smallest page of the address: what it stores is there before the first screen asks.
  await page.goto('/robots.txt');
  await page.evaluate(
    ([userInfo, value]) => {
      localStorage.setItem('userInfo', userInfo);
      localStorage.setItem('token', value);
    },
    [JSON.stringify(user), token] as const,
  );
  await page.goto(to);
  await expect(page).toHaveURL(new RegExp(`${to}$`));
}

/** A session by the wire alone: its token, and a way to ask with it. */
export async function sessionOf(request: APIRequestContext, { email }: Person) {
  const { token } = await session(request, email, PASSWORD);
  return async <T>(
    method: 'get' | 'post' | 'patch' | 'put' | 'delete',
    path: string,
    data?: object,
    headers: Record<string, string> = {},
  ): Promise<T> => {
    const response = await request[method](`/api${path}`, {
      headers: { ...headers, token },
      ...(data === undefined ? {} : { data }),
    });
    const body = await response.json();
    expect(body.code, `${path}: ${body.message}`).toBe(1);
    return body.data as T;
  };
}

/** A team of `owner` with `members`, who have accepted. Returns its id. */
export async function teamOf(
  request: APIRequestContext,
  owner: Person,
  name: string,
  members: readonly { person: Person; role: string }[] = [],
): Promise<string> {
  const asOwner = await sessionOf(request, owner);
  const team = await asOwner<{ id: string }>('post', '/teams', { name });
  for (const { person: member, role } of members) {
    await asOwner('post', `/teams/${team.id}/invitations`, { email: member.email, role });
    const invitation = await invitationFor(request, member.email);
    const asMember = await sessionOf(request, member);
    await asMember('post', '/invitations/accept', { token: invitation.split('#').at(-1) });
  }
  return team.id;
}
