import type app from './locales/zh-CN/app.json';
import type editor from './locales/zh-CN/editor.json';
import type errors from './locales/zh-CN/errors.json';

/** The words of every namespace; zh-CN is the pattern that the other languages follow. */
export interface Words {
  app: typeof app;
  errors: typeof errors;
  editor: typeof editor;
}

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: Words;
    returnNull: false;
  }
}
