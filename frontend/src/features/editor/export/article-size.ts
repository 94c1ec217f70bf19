/**
 * Characters of a copied article as WeChat counts them, styles included.
 *
 * Pictures that are carried as data do not count: the editor uploads them when they are pasted, and an address stays.
 */
export function articleSize(html: string): number {
  const text = html.replace(/src="data:[^"]*"/g, 'src=""');
  // Not UTF-16 units.
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}
