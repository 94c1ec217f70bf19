import type { FrontMatterChanges } from '../engine/types';
import { Library } from '../features/editor/posts/library/library';
import { Workbench } from '../features/editor/workbench';
import { type FirstData, type FirstWords, readFirstData } from '../storage/first-data';
import type { PostRecord } from '../storage/schema';
import { fakeModule } from './fake-engine';
import { closeBrowser, emptyBrowser } from './first-post';

/** What the first start writes: one knowledge base with the post `内容 1`, whose text is `甲`. */
export const libraryWords: FirstWords = {
  knowledgeBaseName: '库',
  knowledgeBaseDescription: '',
  postTitle: '内容 1',
  content: async () => '甲',
};

const LABEL_LINE = /^label (.*)\n/;

/** Writes labels as a line on top, which is enough to see them arrive. */
const source = async () => ({
  formatSource: (text: string) => text,
  parseFrontMatter: (text: string) => {
    const sidebarLabel = LABEL_LINE.exec(text)?.[1] ?? null;
    return { frontMatter: { sidebarLabel }, bodyStart: 0, bodyLine: 1, warnings: [] };
  },
  writeFrontMatter: (text: string, { sidebarLabel }: FrontMatterChanges) =>
    sidebarLabel === null ? text.replace(LABEL_LINE, '') : `label ${sidebarLabel}\n${text}`,
  categorySlug: (name: string) => name.toLowerCase(),
});

/** The documents of the editor, as a page has them. */
export interface RunningLibrary {
  workbench: Workbench;
  library: Library;
  stop: () => void;
}

/** An empty browser after its first start. `prepare` changes the database before the library reads it. */
export async function startLibrary(
  prepare?: (post: PostRecord) => Promise<void>,
): Promise<RunningLibrary & { post: PostRecord }> {
  emptyBrowser();
  const data = await readFirstData(libraryWords);
  if (data.post === null) throw new Error('no post');
  await prepare?.(data.post);
  return { ...(await runLibrary(newWorkbench(data))), post: data.post };
}

/** The workbench of a page that starts with `data`. */
export function newWorkbench(data: Pick<FirstData, 'settings' | 'post'>): Workbench {
  return new Workbench(data, fakeModule(), 'zh-CN');
}

/** The library of a page; `settled` as in {@link Library}. */
export async function runLibrary(
  workbench: Workbench,
  settled?: Promise<FirstData>,
): Promise<RunningLibrary> {
  const library = new Library(workbench, source, settled);
  const stop = library.start('找回的文章');
  await library.whenIdle();
  return { workbench, library, stop };
}

/** Closes the page and its database. */
export async function stopLibrary({ workbench, library, stop }: RunningLibrary): Promise<void> {
  stop();
  await library.whenIdle();
  // A write that is due would land in the database of the next test.
  workbench.session.abandon();
  await workbench.css.follow();
  await closeBrowser();
}
