const FRONT_MATTER = /^---\n[\s\S]*?\n---(?:\n|$)/;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;

/** About how many words a Markdown text has: each Chinese character is one, and each word of other scripts. */
export function countWords(text: string): number {
  const body = text.replace(FRONT_MATTER, '');
  const nIdeographs = body.match(IDEOGRAPH)?.length ?? 0;
  return nIdeographs + (body.replace(IDEOGRAPH, ' ').match(WORD)?.length ?? 0);
}
