import type { TFunction } from 'i18next';
import type { Locale } from '../../config/constants';
import type { FirstWords } from '../../storage/first-data';

/** The tutorial article in a language. */
export async function tutorial(locale: Locale): Promise<string> {
  const file =
    locale === 'en'
      ? await import('../../../../seeds/articles/tutorial.en.md?raw')
      : await import('../../../../seeds/articles/tutorial.zh-CN.md?raw');
  return file.default;
}

/** Words of the records that the first start makes. */
export function firstWords(t: TFunction<'editor'>, locale: Locale): FirstWords {
  return {
    knowledgeBaseName: t('firstData.knowledgeBase'),
    knowledgeBaseDescription: t('firstData.description'),
    postTitle: t('firstData.post'),
    content: () => tutorial(locale),
  };
}
