import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LOCALE, type Locale } from '../config/constants';
import type { Words } from './types';

const loaders: Record<Locale, () => Promise<Words>> = {
  'zh-CN': async () => ({
    app: (await import('./locales/zh-CN/app.json')).default,
    errors: (await import('./locales/zh-CN/errors.json')).default,
    editor: (await import('./locales/zh-CN/editor.json')).default,
  }),
  en: async () => ({
    app: (await import('./locales/en/app.json')).default,
    errors: (await import('./locales/en/errors.json')).default,
    editor: (await import('./locales/en/editor.json')).default,
  }),
};

/** Starts the words of the interface in `locale`. The other language is fetched when it is chosen. */
export async function startI18n(locale: Locale): Promise<i18n> {
  const instance = i18next.createInstance();
  await instance.use(initReactI18next).init({
    lng: locale,
    fallbackLng: false,
    ns: ['app', 'errors', 'editor'],
    defaultNS: 'app',
    resources: { [locale]: { ...(await loaders[locale]()) } },
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  document.documentElement.lang = locale;
  return instance;
}

/** Changes the language of the interface at once. */
export async function switchLocale(instance: i18n, locale: Locale): Promise<void> {
  if (!instance.hasResourceBundle(locale, 'app')) {
    const words = await loaders[locale]();
    for (const [namespace, bundle] of Object.entries(words)) {
      instance.addResourceBundle(locale, namespace, bundle);
    }
  }
  await instance.changeLanguage(locale);
  document.documentElement.lang = locale;
}

/** The language that an instance shows. */
export function localeOf(instance: i18n): Locale {
  return instance.language === 'en' ? 'en' : DEFAULT_LOCALE;
}
