import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { freshEmail, logIn, sessionOf } from '../support/accounts';
import { faults } from '../support/axe';
import { expect, test } from '../support/base';
import { newsletterLinkFor } from '../support/outbox';
import { stranger } from '../support/shop';
import { siteOf } from '../support/site';

const NEWSLETTER = {
  kind: 'newsletter',
  title: '每周一封信',
  subtitle: '',
  description: '',
  showsNameField: true,
  namePlaceholder: '',
  emailPlaceholder: '',
  submitText: '订阅',
  successMessage: '欢迎，下周一见',
  privacyText: '',
  privacyLink: { text: '', url: '' },
  layout: 'centered',
  variant: 'default',
};

test('a_reader_subscribes_on_a_phone_and_unsubscribes_and_the_creator_sees_both', async ({
  browser,
  page: desk,
  request,
}) => {
  const site = await siteOf(request);
  const ask = await sessionOf(request, site.author);
  const route = `/teams/personal/sites/${site.id}/homepage`;
  const { data, revision } = await ask<{ data: { sections: object[] }; revision: number }>(
    'get',
    route,
  );
  const section = { id: randomUUID(), isVisible: true, content: NEWSLETTER };
  const homepage = { ...data, sections: [...data.sections, section] };
  await ask('put', route, homepage, { 'if-match': `"${revision}"` });
  await site.write('第一篇', '# 第一篇\n\n正文');
  await site.publish();

  const reader = await stranger(browser, { viewport: { width: 375, height: 812 } });
  const email = freshEmail('letters');
  await reader.goto(site.origin);
  const form = reader.locator('form[action="/newsletter"]');
  await form.locator('input[name="email"]').fill('nobody');
  await form.getByRole('button', { name: '订阅' }).click();
  await expect(form.getByText('邮箱地址里少了 @')).toBeVisible();
  await form.locator('input[name="email"]').fill(email);
  await form.locator('input[name="name"]').fill('小林');
  await form.getByRole('button', { name: '订阅' }).click();
  await expect(reader.getByRole('heading', { name: '请查收确认邮件' })).toBeVisible();
  expect(await faults(reader)).toEqual([]);

  await logIn(desk, site.author, `${site.path}/subscribers`);
  const row = desk.getByRole('row').filter({ hasText: email });
  await expect(row).toContainText('待确认');

  await reader.goto(await newsletterLinkFor(request, email, 'confirm'));
  await reader.getByRole('button', { name: '确认订阅' }).click();
  await expect(reader.getByText('欢迎，下周一见')).toBeVisible();
  expect(await faults(reader)).toEqual([]);
  await desk.reload();
  await expect(row).toContainText('已确认');
  await expect(row).toContainText('小林');
  const [file] = await Promise.all([
    desk.waitForEvent('download'),
    desk.getByRole('button', { name: '导出' }).click(),
  ]);
  const table = await readFile(await file.path(), 'utf8');
  expect(table).toContain(email);
  expect(table).toContain('/newsletter/unsubscribe?token=');

  await reader.goto(await newsletterLinkFor(request, email, 'unsubscribe'));
  await reader.getByRole('button', { name: '退订' }).click();
  await expect(reader.getByRole('heading', { name: '已退订' })).toBeVisible();
  expect(await faults(reader)).toEqual([]);
  await desk.reload();
  await expect(row).toContainText('已退订');
});
