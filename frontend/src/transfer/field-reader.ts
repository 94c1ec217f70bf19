import { loadSource } from '../engine/source';
import { localDay } from '../lib/time/dates';
import { frontMatterFields } from '../storage/front-matter-fields';
import type { PostFrontMatter } from '../storage/schema';

/** Reads of a text what its record says, as the editor does. Errors: the module cannot be loaded. */
export async function fieldReader(): Promise<(content: string, title: string) => PostFrontMatter> {
  const { parseFrontMatter } = await loadSource();
  return (content, title) => {
    const old = { title, date: localDay(new Date()), tags: [], draft: false };
    return frontMatterFields(old, parseFrontMatter(content).frontMatter).frontMatter;
  };
}
