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

test('what_this_release_does_not_know_is_shown_as_it_is', async () => {
  expect(await linesOf({ device: 'web', sizes: [1, 2], role: 'abbot' })).toEqual([
    'device: web',
    'sizes: [1,2]',
    'Role: abbot',
  ]);
});
