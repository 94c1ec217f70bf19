import { KeyedError, messageOf } from '../../../../lib/keyed-error';
import {
  type Found,
  type PostSearch,
  type ReplacedPost,
  replacedPosts,
  searchPosts,
} from './search-posts';

export type SearchRequest = { find: PostSearch } | { replace: PostSearch; except: string[] };
export type SearchAnswer =
  | { found: Found | null }
  | { replaced: ReplacedPost[] }
  | { failure: { key: string; message: string } };

self.addEventListener('message', ({ data }: MessageEvent<SearchRequest>) => {
  void answer(data).then((done) => self.postMessage(done));
});

async function answer(request: SearchRequest): Promise<SearchAnswer> {
  try {
    if ('find' in request) return { found: await searchPosts(request.find) };
    return { replaced: await replacedPosts(request.replace, request.except) };
  } catch (error) {
    const key = error instanceof KeyedError ? error.key : 'unknown';
    return { failure: { key, message: messageOf(error) } };
  }
}
