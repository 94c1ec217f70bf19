import { expect, test } from 'vitest';
import { pageOfLink, readMessage, settingOf } from './messages';

test('only_messages_of_the_frame_are_taken', () => {
  expect(readMessage({ type: 'ready', more: 1 })).toEqual({ type: 'ready' });
  expect(readMessage({ type: 'field', field: 'a.b' })).toEqual({ type: 'field', field: 'a.b' });
  expect(readMessage({ type: 'field', field: 1 })).toBeNull();
  expect(readMessage({ type: 'link' })).toBeNull();
  expect(readMessage({ type: 'edit', documentId: 'd' })).toEqual({ type: 'edit', documentId: 'd' });
  expect(readMessage({ type: 'edit' })).toBeNull();
  expect(readMessage('ready')).toBeNull();
  expect(readMessage(null)).toBeNull();
});

test('links_of_the_site_lead_to_its_pages_and_others_nowhere', () => {
  expect(pageOfLink('/docs#top')).toEqual({ kind: 'index' });
  for (const path of ['/docs?page=2', '/docs/guide', '/docs/guide/%E5%A2%A8#top']) {
    expect(pageOfLink(path)).toEqual({ kind: 'path', path });
  }
  expect(pageOfLink('/login')).toBeNull();
  expect(pageOfLink('/')).toEqual({ kind: 'home' });
  expect(pageOfLink('/plans?from=%2F')).toEqual({ kind: 'plans' });
  expect(pageOfLink('/search?q=%E5%A2%A8')).toEqual({ kind: 'search', question: '墨' });
  expect(pageOfLink('//example.com')).toBeNull();
  expect(pageOfLink('https://example.com/docs')).toBeNull();
  expect(pageOfLink('#faq')).toBeNull();
});

test('a_setting_is_found_by_its_tab', () => {
  expect(settingOf('homepage.sections[0].content.title')).toEqual({
    tab: 'homepage',
    path: 'sections[0].content.title',
  });
  expect(settingOf('homepage')).toBeNull();
});
