import type { Note } from '../model';

/** What an export of Yuque writes in its own way. */

const FONT = /<\/?font\b[^<>]*>/gi;
const ANCHOR = /<a\s+(?:name|id)=(["'])[^"'<>]*\1>\s*<\/a>/gi;
const IMAGE = /!\[[^\]\n]*\]\(https?:\/\/[\w.-]*(?:nlark|yuque)\.com\/[^)\s]+/g;

export function looksLikeYuque(text: string): boolean {
  return (
    /<font style="color:/i.test(text) ||
    /<a\s+name="[\w]{4,6}"><\/a>/i.test(text) ||
    /\]\(https?:\/\/cdn\.(?:nlark|yuque)\.com\//.test(text)
  );
}

/** Colors of the web editor and empty anchors go, their texts stay; its tips are ours. Images stay on Yuque's server, and are counted. */
export function fromYuque(prose: string, note: Note): string {
  const nImages = [...prose.matchAll(IMAGE)].length;
  if (nImages > 0) note('remoteImages', nImages);
  return prose
    .replace(/^:::tips[ \t]*$/gm, ':::tip')
    .replace(ANCHOR, () => {
      note('anchors');
      return '';
    })
    .replace(FONT, (tag) => {
      if (!tag.startsWith('</')) note('fonts');
      return '';
    });
}
