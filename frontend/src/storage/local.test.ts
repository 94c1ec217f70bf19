// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readLocale, writeLocale } from './local';

/** The languages of a browser, the one its reader likes best first. */
function browserIn(...languages: string[]): void {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
}

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('the first language', () => {
  it.each([
    [['en-US', 'zh-CN'], 'en'],
    [['en'], 'en'],
    [['zh-TW', 'en-US'], 'zh-CN'],
    [['zh-Hans-CN'], 'zh-CN'],
    [['ja-JP', 'EN-gb', 'zh-CN'], 'en'],
    [['enm', 'de'], 'zh-CN'],
    [[], 'zh-CN'],
  ])('of a browser in %j is %s', (languages, locale) => {
    browserIn(...languages);
    expect(readLocale()).toBe(locale);
  });

  it('is the one that was chosen, whatever the browser speaks', () => {
    browserIn('en-US');
    writeLocale('zh-CN');
    expect(readLocale()).toBe('zh-CN');
    localStorage.setItem('locale', 'xx');
    expect(readLocale()).toBe('en');
  });
});
