import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../api/types';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { detailLines } from './audit-details';

async function linesOf(
  details: AuditEntry['details'],
  action: AuditEntry['action'] = 'team.renamed',
  locale: 'zh-CN' | 'en' = 'en',
) {
  const i18n = await startI18n(locale);
  await loadFeatureWords(i18n, 'console');
  const entry: AuditEntry = { id: '1', createdAt: '2026-01-01T00:00:00Z', action, details };
  return detailLines(i18n.getFixedT(null, 'console'), locale, entry);
}

test('an_entry_without_details_says_nothing_more', async () => {
  expect(await linesOf({})).toEqual([]);
});

test('a_change_of_role_names_the_roles_and_one_of_name_the_names', async () => {
  const change = { from: 'editor', to: 'admin' };
  expect(await linesOf(change, 'team.roleChanged')).toEqual(['From “Editor” to “Administrator”']);
  expect(await linesOf(change, 'team.roleChanged', 'zh-CN')).toEqual(['从“编辑”改为“管理员”']);
  expect(await linesOf(change)).toEqual(['From “editor” to “admin”']);
});

test('a_change_of_status_names_the_states_of_a_knowledge_base', async () => {
  const change = { name: '手册', from: 'active', to: 'archived' };
  const lines = await linesOf(change, 'knowledgeBase.statusChanged', 'zh-CN');
  expect(lines[0]).toBe('从“使用中”改为“已归档”');
});

test('a_plan_is_named_with_its_end_where_it_has_one', async () => {
  expect(await linesOf({ plan: 'professional', endsAt: '2026-12-31T12:00:00Z' })).toEqual([
    'Plan: Professional, until Dec 31, 2026',
  ]);
  expect(await linesOf({ plan: 'creator', endsAt: null })).toEqual(['Plan: Creator']);
});

test('what_is_done_to_sites_orders_and_settings_is_said_in_words', async () => {
  for (const [action, details, expected] of [
    ['site.published', { name: '手册', number: 27, note: '' }, ['名称：手册', '第 27 版']],
    [
      'site.statusChanged',
      { name: '手册', slug: 'book', from: 'draft', to: 'published' },
      ['从“草稿”改为“已发布”', '名称：手册', '地址：book'],
    ],
    ['site.redirectsChanged', { from: 2, to: 3 }, ['从“2 条”改为“3 条”']],
    ['order.confirmed', { number: '2026', amountFen: 9900 }, ['订单号：2026', '金额：¥99.00']],
    [
      'site.scheduleFailed',
      { document: '第三章', error: 'site.withoutDocuments' },
      ['文档：第三章', '原因：没有可发布的文档，请先写一篇'],
    ],
    [
      'site.settingsChanged',
      {
        tab: 'access',
        to: { guest: 'partial', nonMember: 'members', categories: [{}], documents: [] },
      },
      ['访客：部分可见；非会员：仅会员', '单独设置：1 个分类，0 篇文档', '设置：访问权限'],
    ],
    [
      'site.paymentMethodChanged',
      { method: 'alipay', isEnabled: true },
      ['收款方式：支付宝', '已开启'],
    ],
  ] as const) {
    expect(await linesOf(details, action, 'zh-CN'), action).toEqual(expected);
  }
});

test('what_this_release_does_not_know_is_shown_as_it_is', async () => {
  expect(await linesOf({ device: 'web', sizes: [1, 2], role: 'abbot' })).toEqual([
    'device: web',
    'sizes: [1,2]',
    'Role: abbot',
  ]);
});
