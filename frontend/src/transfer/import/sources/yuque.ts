import { decodePart } from '../../../lib/addresses/percent-encoding';
import type { Note } from '../model';

/** What an export of Yuque writes in its own way. */

const FONT = /<\/?font\b[^<>]*>/gi;
const ANCHOR = /<a\s+(?:name|id)=(["'])[^"'<>]*\1>\s*<\/a>/gi;
const IMAGE = /!\[([^\]\n]*)\]\((https?:\/\/[\w.-]*(?:nlark|yuque)\.com\/[^)\s#]+)(#[^)\s]*)?/g;
/** The picture of a formula, whose source stands in its address. */
const FORMULA =
  /!\[[^\]\n]*\]\(https?:\/\/[\w.-]*(?:nlark|yuque)\.com\/[^)\s#]*\/__latex\/[^)\s#]+#([^)\s]*)\)/g;
const FORMULA_LINE = new RegExp(`^([ \\t]*)${FORMULA.source}[ \\t]*$`, 'gm');

export function looksLikeYuque(text: string): boolean {
  return (
    /<font style="color:/i.test(text) ||
    /<a\s+name="[\w]{4,6}"><\/a>/i.test(text) ||
    /\]\(https?:\/\/cdn\.(?:nlark|yuque)\.com\//.test(text)
  );
}

/**
 * Colors of the web editor and empty anchors go, their texts stay; its tips are ours, and pictures of formulas become
 * formulas. Other images stay on Yuque's server, in the size that they have there, and are counted.
 */
export function fromYuque(prose: string, note: Note): string {
  const formula = (whole: string, fields: string, written: (tex: string) => string): string => {
    const tex = fieldOf(fields, 'code').replace(/\s+/g, ' ').trim();
    if (tex === '') return whole;
    note('formulas');
    return written(tex);
  };
  const next = prose
    .replace(FORMULA_LINE, (whole, indent: string, fields: string) =>
      formula(whole, fields, (tex) => `${indent}$$\n${indent}${tex}\n${indent}$$`),
    )
    .replace(FORMULA, (whole, fields: string) => formula(whole, fields, (tex) => `$${tex}$`))
    .replace(IMAGE, (_, text: string, address: string, fields = '') => {
      note('remoteImages');
      const width = Math.round(Number(fieldOf(fields.slice(1), 'width')));
      const size = width > 0 && !text.includes('|') ? `|${width}` : '';
      return `![${text}${size}](${address}${fields.includes('=') ? '' : fields}`;
    });
  return next
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

/** A value of `a=b&c=d`. */
function fieldOf(fields: string, name: string): string {
  const field = fields.split('&').find((one) => one.startsWith(`${name}=`));
  return decodePart(field?.slice(name.length + 1) ?? '');
}
