/** What a Notion export writes in its own way: each name ends with the id of its page. */

export const NOTION_NAME = /\s[0-9a-f]{32}(?=\.md$|\.csv$|_all\.csv$|$)/i;

export function withoutNotionId(name: string): string {
  return name.replace(NOTION_NAME, '');
}
