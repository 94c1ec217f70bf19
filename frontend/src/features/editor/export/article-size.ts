/**
 * Characters of a copied article as WeChat counts them, styles included.
 *
 * Pictures as data do not count: WeChat's editor uploads them on paste and keeps an address.
 */
export function articleSize(html: string): number {
  const text = html.replace(/src="data:[^"]*"/g, 'src=""');
  // Not UTF-16 units.
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}
