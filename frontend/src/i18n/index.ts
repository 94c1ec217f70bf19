import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LOCALE, type Locale } from '../config/constants';
import { loadPart } from '../lib/browser/load-part';
import { type FeatureNamespace, fetchFeatureWords } from './feature-words';
import { words as chinese } from './locales/chinese';
import type { FirstWords } from './types';

// The default language comes with the first script: most authors need no other.
const loaders: Record<Locale, () => Promise<FirstWords>> = {
  'zh-CN': async () => chinese,
  en: async () => (await loadPart(() => import('./locales/english'))).words,
};

/** Starts i18n in `locale`. The other language is loaded when it is chosen. */
export async function startI18n(locale: Locale): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    ns: ['app', 'errors', 'editor', 'library', 'tools'],
    defaultNS: 'app',
    resources: { [locale]: { ...(await loaders[locale]()) } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  return instance;
}

// Features whose words are in use: another language must bring them too.
const features = new Set<FeatureNamespace>();

/** Fetches the words of a feature in the language of `instance`; instant when they are there. */
export async function loadFeatureWords(
  instance: i18n,
  ...namespaces: FeatureNamespace[]
): Promise<void> {
  for (const namespace of namespaces) features.add(namespace);
  await addFeatureWords(instance, localeOf(instance), namespaces);
}

async function addFeatureWords(
  instance: i18n,
  locale: Locale,
  namespaces: Iterable<FeatureNamespace>,
): Promise<void> {
  await Promise.all(
    [...namespaces]
      .filter((namespace) => !instance.hasResourceBundle(locale, namespace))
      .map(async (namespace) => {
        instance.addResourceBundle(locale, namespace, await fetchFeatureWords(locale, namespace));
      }),
  );
}

/** Changes the language of the interface at once. */
export async function switchLocale(instance: i18n, locale: Locale): Promise<void> {
  if (!instance.hasResourceBundle(locale, 'app')) {
    const words = await loaders[locale]();
    for (const [namespace, bundle] of Object.entries(words)) {
      instance.addResourceBundle(locale, namespace, bundle);
    }
  }
  await addFeatureWords(instance, locale, features);
  await instance.changeLanguage(locale);
  document.documentElement.lang = locale;
}

/** The language that an instance shows. */
export function localeOf(instance: i18n): Locale {
  return instance.language === 'en' ? 'en' : DEFAULT_LOCALE;
}
