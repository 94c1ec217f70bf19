/** The Markdown of an image. `name` is that of its file; without its ending it becomes the description. */
export function imageText(name: string, address: string): string {
  const target = /[\s()]/.test(address) ? `<${address}>` : address;
  return `![${altOf(name)}](${target})`;
}

function altOf(name: string): string {
  return name
    .replace(/\.[^.]+$/, '')
    .replace(/[[\]\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
