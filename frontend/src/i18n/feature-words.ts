import type { Locale } from '../config/constants';
import { loadPart } from '../lib/browser/load-part';
import type { FeatureWords } from './types';

/** Name of a namespace that is fetched with its feature. */
export type FeatureNamespace = keyof FeatureWords;

type Loader<N extends FeatureNamespace> = () => Promise<{ default: FeatureWords[N] }>;

/** Where the words of each feature lie. English has plural forms that Chinese has not, hence the looser type. */
const files: Record<Locale, { [N in FeatureNamespace]: Loader<N> }> = {
  'zh-CN': {
    landing: () => import('./locales/zh-CN/landing.json'),
    auth: () => import('./locales/zh-CN/auth.json'),
    console: () => import('./locales/zh-CN/console.json'),
    help: () => import('./locales/zh-CN/help.json'),
    sales: () => import('./locales/zh-CN/sales.json'),
    siteConfig: () => import('./locales/zh-CN/siteConfig.json'),
    sync: () => import('./locales/zh-CN/sync.json'),
    transfer: () => import('./locales/zh-CN/transfer.json'),
  },
  en: {
    landing: () => import('./locales/en/landing.json'),
    auth: () => import('./locales/en/auth.json'),
    console: () => import('./locales/en/console.json'),
    help: () => import('./locales/en/help.json'),
    sales: () => import('./locales/en/sales.json'),
    siteConfig: () => import('./locales/en/siteConfig.json'),
    sync: () => import('./locales/en/sync.json'),
    transfer: () => import('./locales/en/transfer.json'),
  },
};

/** The translations of a feature in a language. Errors: those of {@link loadPart}. */
export async function fetchFeatureWords(
  locale: Locale,
  namespace: FeatureNamespace,
): Promise<object> {
  return (await loadPart<{ default: object }>(files[locale][namespace])).default;
}
