import type { TFunction } from 'i18next';
import type { Locale } from '../../config/constants';
import { localDay } from '../../lib/time/dates';
import type { FirstWords } from '../../storage/first-data';
import { frontMatterFields } from '../../storage/front-matter-fields';
import type { FirstPreview } from './workbench/first-preview';

/** The tutorial article in a language, with the blocks that the build has rendered. */
export async function tutorial(locale: Locale): Promise<FirstPreview> {
  return (await rendered(locale)).preview;
}

function rendered(locale: Locale) {
  return locale === 'en'
    ? import('../../../../seeds/articles/tutorial.en.md?rendered')
    : import('../../../../seeds/articles/tutorial.zh-CN.md?rendered');
}

/** Words of the records that the first start makes. */
export function firstWords(t: TFunction<'editor'>, locale: Locale): FirstWords {
  return {
    knowledgeBaseName: t('firstData.knowledgeBase'),
    knowledgeBaseDescription: t('firstData.description'),
    postTitle: t('firstData.post'),
    content: async () => (await tutorial(locale)).text,
    fields: async () => {
      const none = { title: '', date: localDay(new Date()), tags: [], draft: false };
      return frontMatterFields(none, (await rendered(locale)).frontMatter);
    },
  };
}
