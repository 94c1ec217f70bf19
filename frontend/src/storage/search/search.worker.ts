import { KeyedError, messageOf } from '../../lib/keyed-error';
import {
  type Found,
  type PostSearch,
  PostTexts,
  type ReplacedPost,
  replacedPosts,
  searchPosts,
} from './search-posts';

export type SearchRequest = { find: PostSearch } | { replace: PostSearch; except: string[] };
export type SearchAnswer =
  | { found: Found | null }
  | { replaced: ReplacedPost[] }
  | { failure: { key: string; message: string } };

const texts = new PostTexts();

self.addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  void answer(data).then((done) => self.postMessage(done));
});

async function answer(request: SearchRequest): Promise<SearchAnswer> {
  try {
    if ('find' in request) return { found: await searchPosts(texts, request.find) };
    return { replaced: await replacedPosts(texts, request.replace, request.except) };
  } catch (error) {
    const key = error instanceof KeyedError ? error.key : 'unknown';
    return { failure: { key, message: messageOf(error) } };
  }
}
