import type { TFunction } from 'i18next';
import type { SettingsTab } from '../../../api/site-settings';
import { isRecord } from '../../../lib/is-record';
import { type FieldPath, stepsOf } from '../draft/path';
import { iconWord } from '../icons/icon-field';

/** The words of the console that name settings. */
export type SettingWords = TFunction<['siteConfig', 'editor']>;

/** Fields within the fields of a tab, as their forms call them; of one kind of section where it says it otherwise. */
const FIELDS = {
  'hero.title': 'homepage.heroTitle',
  'hero.variant': 'homepage.ground',
  'stats.items': 'homepage.figures',
  'features.items': 'homepage.features',
  'testimonials.items': 'homepage.testimonials',
  'testimonials.content': 'homepage.quote',
  'testimonials.author': 'homepage.reviewer',
  'faq.items': 'homepage.questions',
  'partners.items': 'homepage.partners',
  'partners.name': 'homepage.partnerName',
  'index.name': 'index.categoryName',
  'appearance.text': 'appearance.notFoundText',
  alt: 'image.alt',
  answer: 'homepage.answer',
  author: 'homepage.author',
  avatar: 'homepage.avatar',
  benefits: 'homepage.benefits',
  button: 'homepage.button',
  cardStyle: 'homepage.cardStyle',
  category: 'homepage.category',
  columns: 'homepage.columns',
  date: 'homepage.date',
  description: 'homepage.description',
  emailPlaceholder: 'homepage.emailPlaceholder',
  endsAt: 'carousel.endsAt',
  excerpt: 'homepage.excerpt',
  hasHoverEffect: 'homepage.hasHoverEffect',
  icon: 'homepage.icon',
  image: 'homepage.image',
  isVisible: 'changes.isVisible',
  label: 'homepage.label',
  layout: 'homepage.layout',
  link: 'link.url',
  logo: 'homepage.logo',
  nLatest: 'homepage.nLatest',
  namePlaceholder: 'homepage.namePlaceholder',
  position: 'homepage.position',
  posts: 'homepage.posts',
  primaryButton: 'homepage.primaryButton',
  privacyLink: 'homepage.privacyLink',
  privacyText: 'homepage.privacyText',
  question: 'homepage.question',
  readTimeMin: 'homepage.readTime',
  secondaryButton: 'homepage.secondaryButton',
  showsAuthor: 'homepage.showsAuthor',
  showsIcons: 'homepage.showsIcons',
  showsImage: 'homepage.showsImage',
  showsLogos: 'homepage.showsLogos',
  showsNameField: 'homepage.showsNameField',
  showsReadTime: 'homepage.showsReadTime',
  source: 'homepage.blogSource',
  startsAt: 'carousel.startsAt',
  submitText: 'homepage.submitText',
  subtitle: 'homepage.subtitle',
  successMessage: 'homepage.successMessage',
  text: 'link.text',
  title: 'homepage.itemTitle',
  url: 'link.url',
  value: 'homepage.figure',
  variant: 'homepage.variant',
  viewAll: 'homepage.viewAll',
} as const;

/** Where the words for the values of fields stand that have names for their values. */
const VALUES: Record<string, string> = {
  'hero.layout': 'homepage.heroLayouts',
  'hero.variant': 'homepage.heroVariants',
  'stats.layout': 'homepage.statsLayouts',
  'stats.variant': 'homepage.statsVariants',
  'features.layout': 'homepage.rowLayouts',
  'features.cardStyle': 'homepage.cardStyles',
  'testimonials.layout': 'homepage.rowLayouts',
  'testimonials.variant': 'homepage.textVariants',
  'blog.source': 'homepage.blogSources',
  'faq.layout': 'homepage.faqLayouts',
  'faq.variant': 'homepage.textVariants',
  'partners.layout': 'homepage.statsLayouts',
  'partners.variant': 'homepage.partnersVariants',
  'newsletter.layout': 'homepage.newsletterLayouts',
  'newsletter.variant': 'homepage.newsletterVariants',
  'index.layout': 'index.layouts',
  'appearance.theme': 'editor:style.theme',
  'appearance.font': 'appearance.fonts',
  'appearance.colorScheme': 'appearance.schemes',
};

/** Languages of pages, each in its own words. */
const LANGUAGES: Record<string, string> = { 'zh-CN': '简体中文', en: 'English' };

/** The words of a key that is made of names of fields and values. */
function lookUp(t: SettingWords, key: string, options: object = {}): string {
  return (t as unknown as (key: string, options: object) => string)(key, options);
}

type Steps = Record<string | number, unknown>;

/** A setting in words. */
export interface NamedSetting {
  /** The words over it in its form, with what it stands in: `Hero · Primary button · Text`. */
  name: string;
  /** What it is a field of, a tab or a kind of section, and which one: `hero.layout`. */
  field: string;
}

/** The words for a setting; `settings` are those of the tab in which its path leads somewhere. */
export function nameSetting(
  t: SettingWords,
  tab: SettingsTab,
  path: FieldPath,
  settings: unknown,
): NamedSetting {
  let names: string[] = [];
  let owner: string = tab;
  let value = settings;
  const steps = stepsOf(path);
  for (const [depth, step] of steps.entries()) {
    const around = value;
    value = (around as Steps | null | undefined)?.[step];
    const kind = kindOf(value);
    if (kind !== null) {
      owner = kind;
      names = [sectionWord(t, kind, around, value)];
    } else if (typeof step === 'number') {
      const place = step + 1;
      if (tab === 'carousel') names = [t('carousel.slide', { place })];
      else names.push(t('list.item', { place }));
    } else if (depth === 0) {
      names.push(lookUp(t, `fields.${tab}.${step}`));
    } else if (!isRecord(value) || !('kind' in value)) {
      names.push(fieldWord(t, owner, step));
    }
  }
  return { name: names.join(' · '), field: `${owner}.${steps.at(-1)}` };
}

function kindOf(section: unknown): string | null {
  const content = isRecord(section) && isRecord(section.content) ? section.content : {};
  return typeof content.kind === 'string' ? content.kind : null;
}

/** The kind of a section, with a number when there are more of it. */
function sectionWord(t: SettingWords, kind: string, sections: unknown, section: unknown): string {
  const word = lookUp(t, `homepage.kinds.${kind}.name`);
  const alike = (sections as unknown[]).filter((other) => kindOf(other) === kind);
  return alike.length > 1 ? `${word} ${alike.indexOf(section) + 1}` : word;
}

function fieldWord(t: SettingWords, owner: string, field: string): string {
  const key = [`${owner}.${field}`, field].find((name): name is keyof typeof FIELDS =>
    Object.hasOwn(FIELDS, name),
  );
  return key === undefined ? t('conflict.field') : t(FIELDS[key]);
}

/** What the form calls a value; nothing for one that says itself what it is. */
export function valueWord(t: SettingWords, field: string, value: unknown): string | null {
  if (typeof value === 'boolean') return t(value ? 'conflict.on' : 'conflict.off');
  if (typeof value !== 'string' || value === '') return null;
  if (field === 'basicInfo.language') return LANGUAGES[value] ?? null;
  if (field.endsWith('.icon')) return iconWord(t, value);
  const words = VALUES[field];
  return words === undefined ? null : lookUp(t, `${words}.${value}`, { defaultValue: value });
}
