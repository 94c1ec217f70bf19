import type { TextEdit } from './text-edit';

/** The words of a link that nobody has changed yet, in each language. */
export const LINK_WORDS: readonly string[] = ['链接文字', 'link text'];

const URL_ONLY = /^(https?:\/\/|mailto:)\S+$/i;

export const link: TextEdit = ({ text, start, end }, wordsFor) => {
  const body = text.slice(start, end);
  if (URL_ONLY.test(body)) {
    const words = wordsFor('link');
    return {
      from: start,
      to: end,
      insert: `[${words}](${body})`,
      selectStart: start + 1,
      selectEnd: start + 1 + words.length,
    };
  }
  const words = body === '' ? wordsFor('link') : body.replace(/([[\]])/g, '\\$1');
  const address = 'https://';
  const addressAt = start + words.length + 3;
  return {
    from: start,
    to: end,
    insert: `[${words}](${address})`,
    selectStart: addressAt,
    selectEnd: addressAt + address.length,
  };
};
