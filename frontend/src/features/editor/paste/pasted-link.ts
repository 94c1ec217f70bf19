const ADDRESS = /^https?:\/\/\S+$/i;

/** An address pasted over words makes them a link; null when it is something else. */
export function pastedLink(selected: string, pasted: string): string | null {
  const address = pasted.trim();
  if (selected.trim() === '' || selected.includes('\n') || !ADDRESS.test(address)) return null;
  if (ADDRESS.test(selected.trim())) return null;
  const target = /[()]/.test(address) ? `<${address}>` : address;
  return `[${selected.replace(/[[\]]/g, '\\$&')}](${target})`;
}
