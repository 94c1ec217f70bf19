import type { words } from './locales/chinese';

/** The words of every namespace; zh-CN is the pattern that the other languages follow. */
export type Words = typeof words;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: Words;
    returnNull: false;
  }
}
