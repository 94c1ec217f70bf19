import { PAGE_MAX_ITEMS } from '../config/http';
import type { Page } from './types';

/** Where a page of a list begins and how much it holds, as the query of a request. */
interface PageQuery {
  limit: number;
  cursor?: string;
}

/** Every item of a list, whatever the number of pages, which are asked for one after the other. */
export async function allPages<T>(fetchPage: (query: PageQuery) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await fetchPage({ limit: PAGE_MAX_ITEMS, ...(cursor ? { cursor } : {}) });
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor);
  return items;
}
