import { useTranslation } from 'react-i18next';
import type { SearchMatch } from '../../../../lib/text-search';
import type { Found, FoundPost } from './search-posts';

interface SearchResultsProps {
  found: Found;
  /** Posts that are left as they are. */
  except: readonly string[];
  onExcept: (except: readonly string[]) => void;
  onOpen: (id: string) => void;
}

/** Every match in its line, with its replacement. */
export function SearchResults({ found, except, onExcept, onOpen }: SearchResultsProps) {
  const { t } = useTranslation('library');
  const toggle = (id: string) =>
    onExcept(except.includes(id) ? except.filter((one) => one !== id) : [...except, id]);
  return (
    <ul
      aria-label={t('search.results')}
      className="scroll-thin min-h-0 grow overflow-y-auto px-6 py-3 max-md:px-4"
    >
      {found.posts.map((post) => (
        <li key={post.id} className="[content-visibility:auto] [contain-intrinsic-size:auto_80px]">
          <Post
            post={post}
            isChosen={!except.includes(post.id)}
            onToggle={() => toggle(post.id)}
            onOpen={() => onOpen(post.id)}
          />
        </li>
      ))}
      {found.nPosts > found.posts.length && (
        <li className="py-3 text-ink-faint text-sm">
          {t('search.morePosts', { count: found.nPosts - found.posts.length })}
        </li>
      )}
    </ul>
  );
}

interface PostProps {
  post: FoundPost;
  isChosen: boolean;
  onToggle: () => void;
  onOpen: () => void;
}

function Post({ post, isChosen, onToggle, onOpen }: PostProps) {
  const { t } = useTranslation('library');
  return (
    <div className="py-2">
      <div className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={onToggle}
          aria-label={t('search.include', { title: post.title })}
          className="size-4 shrink-0 accent-(--accent)"
        />
        <button
          type="button"
          onClick={onOpen}
          className="min-w-0 truncate rounded font-medium text-ink text-sm hover:underline"
        >
          {post.title}
        </button>
        <span className="shrink-0 text-ink-faint text-xs tabular-nums">
          {t('search.count', { count: post.count })}
        </span>
      </div>
      <ol className="mt-1 ml-6 flex flex-col gap-0.5">
        {post.matches.map((match, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: matches have no other name and never move.
          <Match key={i} match={match} />
        ))}
        {post.count > post.matches.length && (
          <li className="text-ink-faint text-xs">
            {t('search.moreMatches', { count: post.count - post.matches.length })}
          </li>
        )}
      </ol>
    </div>
  );
}

function Match({ match }: { match: SearchMatch }) {
  return (
    <li className="flex gap-3 text-sm leading-6">
      <span className="w-8 shrink-0 text-right text-ink-faint text-xs leading-6 tabular-nums">
        {match.line}
      </span>
      <span className="min-w-0 break-words text-ink-soft">
        {match.before}
        {match.replaced === '' ? (
          <mark className="rounded-sm bg-accent-soft text-accent-text">{match.found}</mark>
        ) : (
          <>
            <del className="rounded-sm bg-danger-soft text-danger">{match.found}</del>
            <ins className="rounded-sm bg-success/15 text-success no-underline">
              {match.replaced}
            </ins>
          </>
        )}
        {match.after}
      </span>
    </li>
  );
}
