import { expect, test } from 'vitest';
import openapi from '../../../api/generated/openapi.json';
import type { SettingsTab } from '../../../api/site-settings';
import { DRAFT_TABS } from '../../../config/site-tabs';
import { loadFeatureWords, startI18n } from '../../../i18n';
import { nameSetting, type SettingWords, valueWord } from './setting-words';

interface Schema {
  $ref?: string;
  enum?: string[];
  items?: Schema;
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
}

interface Leaf {
  path: string;
  settings: unknown;
  values: string[];
}

const schemas = openapi.components.schemas as unknown as Record<string, Schema>;
/** The tabs that a release freezes. */
const TABS = Object.entries(DRAFT_TABS).filter(
  ([tab]) => !['membership', 'access', 'redirects'].includes(tab),
) as [SettingsTab, (typeof DRAFT_TABS)[SettingsTab]][];

/** Every field below a schema, in settings that hold nothing else. */
function leavesOf(schema: Schema): Leaf[] {
  const { $ref, items, oneOf, allOf, properties } = schema;
  if ($ref !== undefined) return leavesOf(schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  if (oneOf !== undefined) return oneOf.flatMap(leavesOf);
  if (allOf !== undefined) {
    const fields = allOf.flatMap(leavesOf);
    const kind = fields.find(({ path }) => path === 'kind')?.values[0];
    const own = fields.filter(({ path }) => path !== 'kind');
    return own.map((leaf) => ({ ...leaf, settings: { ...(leaf.settings as object), kind } }));
  }
  if (items !== undefined) {
    return leavesOf(items).map((leaf) => ({
      ...leaf,
      path: leaf.path === '' ? '' : `[0].${leaf.path}`,
      settings: [leaf.settings],
    }));
  }
  if (properties === undefined || 'alt' in properties) {
    return [{ path: '', settings: 'x', values: schema.enum ?? [] }];
  }
  return Object.entries(properties).flatMap(([name, field]) =>
    leavesOf(field).map((leaf) => ({
      ...leaf,
      path:
        leaf.path.startsWith('[') || leaf.path === '' ? name + leaf.path : `${name}.${leaf.path}`,
      settings: { [name]: leaf.settings },
    })),
  );
}

async function wordsIn(locale: 'zh-CN' | 'en'): Promise<SettingWords> {
  const i18n = await startI18n(locale);
  await loadFeatureWords(i18n, 'siteConfig');
  return i18n.getFixedT(locale, ['siteConfig', 'editor']);
}

test('every_setting_and_every_value_to_choose_has_words', async () => {
  for (const locale of ['zh-CN', 'en'] as const) {
    const t = await wordsIn(locale);
    const leaves = TABS.flatMap(([tab, { type }]) =>
      leavesOf({ $ref: type }).map((leaf) => ({ tab, ...leaf })),
    );
    expect(leaves.length).toBeGreaterThan(100);
    for (const { tab, path, settings, values } of leaves) {
      if (/(^|\.|\])(id|categoryId)$/.test(path)) continue;
      const { name, field } = nameSetting(t, tab, path, settings);
      expect(name, `${locale} ${tab} ${path}`).not.toMatch(/\w\.\w/);
      expect(name, `${locale} ${tab} ${path}`).not.toContain(t('conflict.field'));
      for (const value of values) {
        const word = valueWord(t, field, value);
        expect(word, `${locale} ${field} ${value}`).toBeTruthy();
        expect(word, `${locale} ${field} ${value}`).not.toBe(value);
      }
    }
    expect(valueWord(t, 'appearance.theme', 'elegant')).not.toBe('elegant');
    expect(valueWord(t, 'appearance.font', 'serif')).not.toBe('serif');
  }
});

test('a_setting_is_named_with_what_it_stands_in', async () => {
  const t = await wordsIn('en');
  const hero = { id: '1', content: { kind: 'hero', primaryButton: { text: 'x' } } };
  const faq = (id: string) => ({ id, content: { kind: 'faq', items: [{ question: 'x' }] } });
  const homepage = { sections: [hero, faq('2'), faq('3')] };
  const nameOf = (path: string) => nameSetting(t, 'homepage', path, homepage).name;
  expect(nameOf('sections[0].content.primaryButton.text')).toBe('Hero · Primary button · Text');
  expect(nameOf('sections[2].content.items[0].question')).toBe(
    'Questions 2 · Questions · Item 1 · Question',
  );
  expect(nameOf('sections[1]')).toBe('Questions 1');
  expect(nameOf('sections')).toBe('Sections');
  const slides = { slides: [{ id: '1', title: 'x' }] };
  expect(nameSetting(t, 'carousel', 'slides[0].title', slides).name).toBe('Slide 1 · Title');
});
