import type { Page } from '@playwright/test';
import { SITE_TABS } from '../../src/config/paths';
import { giveProfessional, logIn, person } from '../support/accounts';
import { siteOf } from '../support/site';
import { expect, test } from '../support/visitor';

/** Opens each page and returns its title, which names the page first. */
async function titlesOf(page: Page, paths: readonly string[]): Promise<string[]> {
  const titles: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const [name = ''] = await heading.allTextContents();
    await expect.poll(() => page.title(), path).toContain(name);
    titles.push(await page.title());
  }
  return titles;
}

test('each_page_of_the_console_has_a_title_of_its_own', async ({ page, request, visitor: _ }) => {
  const site = await siteOf(request);
  await logIn(page, site.author, '/account');
  const ofSite = SITE_TABS.map((tab) => `${site.path}/${tab}`);
  const ofTeam = ['overview', 'sites', 'knowledge', 'members', 'settings'].map(
    (name) => `/team/personal/${name}`,
  );
  const titles = await titlesOf(page, [...ofSite, ...ofTeam, '/account']);
  expect(new Set(titles).size).toBe(titles.length);
  // Of many tabs of a browser only the first words are seen.
  for (const title of titles.slice(0, ofSite.length))
    expect(title).toMatch(/^.+ · 墨砚手册 · 墨砚$/);
});

test('each_page_of_the_administration_has_a_title_of_its_own', async ({ page, visitor: _ }) => {
  const admin = person('管理员', { admin: true });
  giveProfessional(admin);
  await logIn(page, admin, '/account');
  const tabs = ['', '/users', '/teams', '/audit', '/mails', '/jobs'];
  const titles = await titlesOf(
    page,
    tabs.map((tab) => `/platform${tab}`),
  );
  expect(new Set(titles).size).toBe(titles.length);
});
