import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SearchMatch } from '../../../../lib/text/text-search';
import { listCategories } from '../../../../storage/categories';
import type { Found, FoundPost } from '../../../../storage/search/search-posts';
import { useDocuments } from '../library/library-context';

interface SearchResultsProps {
  found: Found;
  /** Posts that are left as they are. */
  except: readonly string[];
  onExcept: (except: readonly string[]) => void;
  /** The results are about to be replaced: each post can be left out. */
  isReplacing: boolean;
  /** Opens a post, at one of its matches or at its start. */
  onOpen: (id: string, match?: SearchMatch) => void;
  list: RefObject<HTMLUListElement | null>;
  /** The arrow leads from the first hit back to the query. */
  onLeave: () => void;
}

/** The buttons of the matches, in order. */
export function hitsIn(list: HTMLElement): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('[data-hit]')];
}

/** Every match in its line; with its replacement when there is to be one. */
export function SearchResults(props: SearchResultsProps) {
  const { found, except, onExcept, isReplacing, onOpen, onLeave, list } = props;
  const { t } = useTranslation('library');
  const placeOf = usePlaces();
  const toggle = (id: string) =>
    onExcept(except.includes(id) ? except.filter((one) => one !== id) : [...except, id]);
  return (
    <ul
      ref={list}
      aria-label={t('search.results')}
      onKeyDown={(event) => {
        const hits = hitsIn(event.currentTarget);
        const at = hits.findIndex((hit) => hit.matches(':focus'));
        const to = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
        if (at === -1 || to === undefined) return;
        event.preventDefault();
        if (to === -1) onLeave();
        else hits[to]?.focus();
      }}
      className="scroll-thin min-h-0 grow overflow-y-auto px-6 py-3 max-md:px-4"
    >
      {found.posts.map((post) => (
        <li key={post.id} className="[content-visibility:auto] [contain-intrinsic-size:auto_80px]">
          <Post
            post={post}
            place={placeOf(post)}
            isChosen={!except.includes(post.id)}
            onToggle={isReplacing ? () => toggle(post.id) : null}
            onOpen={(match) => onOpen(post.id, match)}
          />
        </li>
      ))}
      {found.nPosts > found.posts.length && (
        <li className="py-3 text-ink-faint text-sm">
          {t(isReplacing ? 'search.morePosts' : 'search.morePostsFound', {
            count: found.nPosts - found.posts.length,
          })}
        </li>
      )}
    </ul>
  );
}

interface PostProps {
  post: FoundPost;
  /** Names of its knowledge base and category. */
  place: string;
  isChosen: boolean;
  /** Null when nothing is to be replaced. */
  onToggle: (() => void) | null;
  onOpen: (match?: SearchMatch) => void;
}

function Post({ post, place, isChosen, onToggle, onOpen }: PostProps) {
  const { t } = useTranslation('library');
  return (
    <div className="py-2">
      <div className="flex items-center gap-2">
        {onToggle !== null && (
          <input
            type="checkbox"
            checked={isChosen}
            onChange={onToggle}
            aria-label={t('search.include', { title: post.title })}
            className="size-4 shrink-0 accent-(--accent)"
          />
        )}
        <button
          type="button"
          onClick={() => onOpen()}
          translate="no"
          className="min-w-0 truncate rounded font-medium text-ink text-sm hover:underline"
        >
          {post.title}
        </button>
        <span className="shrink-0 text-ink-faint text-xs tabular-nums">
          {t('search.count', { count: post.count })}
        </span>
        <span className="ml-auto min-w-0 truncate text-ink-faint text-xs">{place}</span>
      </div>
      <ol className={`mt-1 flex flex-col gap-0.5 ${onToggle === null ? '' : 'ml-6'}`}>
        {post.matches.map((match, i) => (
          <Match
            // biome-ignore lint/suspicious/noArrayIndexKey: matches have no other name and never move.
            key={i}
            match={match}
            isReplacing={onToggle !== null}
            onOpen={() => onOpen(match)}
          />
        ))}
        {post.count > post.matches.length && (
          <li className="text-ink-faint text-xs">
            {t(onToggle === null ? 'search.moreMatchesFound' : 'search.moreMatches', {
              count: post.count - post.matches.length,
            })}
          </li>
        )}
      </ol>
    </div>
  );
}

interface MatchProps {
  match: SearchMatch;
  isReplacing: boolean;
  onOpen: () => void;
}

/** A match in its line. A click goes there. */
function Match({ match, isReplacing, onOpen }: MatchProps) {
  return (
    <li>
      <button
        type="button"
        data-hit=""
        onClick={onOpen}
        className="flex w-full gap-3 rounded-md px-1 text-left text-sm leading-6 hover:bg-hover pointer-coarse:py-2.5"
      >
        <span className="w-8 shrink-0 text-right text-ink-faint text-xs leading-6 tabular-nums">
          {match.line}
        </span>
        <span translate="no" className="min-w-0 break-words text-ink-soft">
          <span>{match.before}</span>
          {isReplacing ? (
            <>
              <del className="rounded-sm bg-danger-soft text-danger">{match.found}</del>
              <ins className="rounded-sm bg-success/15 text-success no-underline forced-colors:underline">
                {match.replaced}
              </ins>
            </>
          ) : (
            <mark className="rounded-sm bg-accent-soft text-accent-text">{match.found}</mark>
          )}
          <span>{match.after}</span>
        </span>
      </button>
    </li>
  );
}

/** Says where a post stands: `knowledge base / category`. Empty until the categories have been read. */
function usePlaces(): (post: FoundPost) => string {
  const bases = useDocuments((state) => state.knowledgeBases);
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    let isHere = true;
    const read = async () => {
      const next = new Map<string, string>();
      for (const base of bases) {
        for (const { id, name } of await listCategories(base.id)) {
          next.set(id, `${base.name} / ${name}`);
        }
      }
      if (isHere) setNames(next);
    };
    // Without the names the results are as good.
    read().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [bases]);
  return ({ categoryId }) => names.get(categoryId) ?? '';
}
