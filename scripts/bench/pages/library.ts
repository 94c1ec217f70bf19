// A library of many posts in the browser's database, by the editor's own repositories.

import { visibleRows } from '../../../frontend/src/lib/posts/post-order';
import { readFirstData } from '../../../frontend/src/storage/first-data';
import { restoreRecords } from '../../../frontend/src/storage/knowledge-bases';
import { newPost } from '../../../frontend/src/storage/new-records';
import { getPost, listPosts, savePost } from '../../../frontend/src/storage/posts';
import type { PostRecord } from '../../../frontend/src/storage/schema';
import {
  PostTexts,
  replacedPosts,
  searchPosts,
} from '../../../frontend/src/storage/search/search-posts';

const words = {
  knowledgeBaseName: '我的知识库',
  knowledgeBaseDescription: '',
  postTitle: '内容 1',
  content: async () => '# 教程',
};

const posts: PostRecord[] = [];

/** Fills the database: `count` posts of `text`, each with `nVersions` past ones, a tenth of them below another. */
async function fillLibrary(count: number, text: string, nVersions: number): Promise<void> {
  const { post } = await readFirstData(words);
  if (post === null) throw new Error('no first post');
  const { knowledgeBaseId, categoryId } = post;
  for (let i = 0; i < count; i += 1) {
    const parentId = i % 10 === 0 ? null : (posts[i - (i % 10)]?.id ?? null);
    const title = `第 ${i} 篇`;
    const content = `# ${title}\n\n${text}\n\n编号 ${i}`;
    const made = newPost({ title, content, knowledgeBaseId, categoryId, parentId, order: i + 2 });
    made.history = Array.from({ length: nVersions }, (_, n) => ({ datetime: n, content }));
    posts.push(made);
  }
  for (let i = 0; i < posts.length; i += 100) {
    await restoreRecords({ knowledgeBases: [], categories: [], posts: posts.slice(i, i + 100) });
  }
}

async function timed<T>(work: () => Promise<T> | T): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const search = { query: '编号', replacement: '号码', isRegex: false, isCaseSensitive: false };

/**
 * One round, in milliseconds: `opening` until the editor has its post, `list` until the tree has its rows,
 * `switching` to another post, `saving` one edit, `plain` and `regex` search through all posts, `replacing` in all
 * of them without writing; `again` is a search by the texts that one before it has read.
 */
async function libraryRound(round: number) {
  const texts = new PostTexts();
  const target = posts[(round * 37) % posts.length] as PostRecord;
  return {
    opening: await timed(() => readFirstData(words)),
    list: await timed(async () => visibleRows(await listPosts(target.categoryId))),
    switching: await timed(() => getPost(target.id)),
    saving: await timed(async () => {
      const stored = (await getPost(target.id)) as PostRecord;
      await savePost(stored, { content: `${stored.content}.` }, stored.updateDatetime);
    }),
    plain: await timed(() => searchPosts(texts, search)),
    again: await timed(() => searchPosts(texts, search)),
    regex: await timed(() =>
      searchPosts(texts, { ...search, query: '编号 (\\d+)5$', isRegex: true }),
    ),
    replacing: await timed(() => replacedPosts(texts, search, [])),
  };
}

Object.assign(globalThis, { ready: Promise.resolve(), fillLibrary, libraryRound });
