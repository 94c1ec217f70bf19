const ADDRESS = /^https?:\/\/\S+$/i;

/** The link that an address pasted over a selection makes; null for any other paste. */
export function pastedLink(selected: string, pasted: string): string | null {
  const address = pasted.trim();
  if (selected.trim() === '' || selected.includes('\n') || !ADDRESS.test(address)) return null;
  if (ADDRESS.test(selected.trim())) return null;
  const target = /[()]/.test(address) ? `<${address}>` : address;
  return `[${selected.replace(/[[\]]/g, '\\$&')}](${target})`;
}
