import type { ProfileCardSetting } from '../../../storage/settings';

/**
 * An account's card, by the attributes of `mp-common-profile`. Source: specification §1.
 *
 * `id` is WeChat's own name of the account; without it the pasted card cannot be opened.
 */
export type ProfileCard = ProfileCardSetting;

export const EMPTY_CARD: ProfileCard = {
  nickname: '',
  alias: '',
  id: '',
  headimg: '',
  signature: '',
  isVerified: false,
};

const NAMES = ['nickname', 'alias', 'id', 'headimg', 'signature'] as const;
const ELEMENT = /<mp-common-profile\b([^>]*?)\/?>(?:\s*<\/mp-common-profile>)?/gi;

/** The card that holds `offset`, or null. */
export function cardAt(
  text: string,
  offset: number,
): { from: number; to: number; card: ProfileCard } | null {
  for (const match of text.matchAll(ELEMENT)) {
    const to = match.index + match[0].length;
    if (offset < match.index || offset > to) continue;
    return { from: match.index, to, card: parsed(match[1] ?? '') };
  }
  return null;
}

/** The card as source text. Attributes without a value are left out. */
export function cardText(card: ProfileCard): string {
  const attributes = NAMES.filter((name) => card[name].trim() !== '').map(
    (name) => `data-${name}="${escaped(card[name].trim())}"`,
  );
  if (card.isVerified) attributes.push('data-verify_status="1"');
  return `<mp-common-profile ${attributes.join(' ')}></mp-common-profile>`;
}

function parsed(source: string): ProfileCard {
  const card = { ...EMPTY_CARD };
  for (const [, name, value] of source.matchAll(/data-(\w+)\s*=\s*"([^"]*)"/g)) {
    const known = NAMES.find((one) => one === name);
    if (known !== undefined) card[known] = unescaped(value ?? '');
    if (name === 'verify_status') card.isVerified = value === '1';
  }
  return card;
}

function escaped(value: string): string {
  return value
    .replace(/\s+/g, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function unescaped(value: string): string {
  return value
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
