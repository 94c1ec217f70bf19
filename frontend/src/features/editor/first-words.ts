import type { TFunction } from 'i18next';
import type { Locale } from '../../config/constants';
import type { FirstWords } from '../../storage/first-data';
import type { FirstPreview } from './workbench/first-preview';

/** The tutorial article in a language, with the blocks that the build has rendered. */
export async function tutorial(locale: Locale): Promise<FirstPreview> {
  const file =
    locale === 'en'
      ? await import('../../../../seeds/articles/tutorial.en.md?rendered')
      : await import('../../../../seeds/articles/tutorial.zh-CN.md?rendered');
  return file.preview;
}

/** Words of the records that the first start makes. */
export function firstWords(t: TFunction<'editor'>, locale: Locale): FirstWords {
  return {
    knowledgeBaseName: t('firstData.knowledgeBase'),
    knowledgeBaseDescription: t('firstData.description'),
    postTitle: t('firstData.post'),
    content: async () => (await tutorial(locale)).text,
  };
}
