import type { words } from './locales/chinese';
import type auth from './locales/zh-CN/auth.json';
import type console from './locales/zh-CN/console.json';
import type help from './locales/zh-CN/help.json';
import type landing from './locales/zh-CN/landing.json';
import type sales from './locales/zh-CN/sales.json';
import type siteConfig from './locales/zh-CN/siteConfig.json';
import type sync from './locales/zh-CN/sync.json';
import type transfer from './locales/zh-CN/transfer.json';

/** Words that come with the first script. */
export type FirstWords = typeof words;

/** Words that come with the feature that says them. */
export interface FeatureWords {
  landing: typeof landing;
  auth: typeof auth;
  console: typeof console;
  help: typeof help;
  sales: typeof sales;
  siteConfig: typeof siteConfig;
  sync: typeof sync;
  transfer: typeof transfer;
}

/** The words of every namespace; zh-CN is the pattern that the other languages follow. */
export type Words = FirstWords & FeatureWords;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: Words;
    returnNull: false;
  }
}
