import { CaseSensitive, Regex, Replace } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../../i18n/error-text';
import { isComposition } from '../../../../lib/browser/composition';
import { PostFinder, SEARCH_DEBOUNCE_MS } from '../../../../storage/search/run-search';
import type { Found, PostSearch } from '../../../../storage/search/search-posts';
import { Button } from '../../../../ui/buttons/button';
import { IconButton } from '../../../../ui/buttons/icon-button';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { inputStyle } from '../../../../ui/fields/text-field';
import { toast } from '../../../../ui/states/toast';
import { useWorkbench } from '../../editor-context';
import { useLibrary, useUndoToast } from '../library/library-context';
import { showPlace } from '../library/show-place';
import { hitsIn, SearchResults } from './search-results';

const NOTHING: PostSearch = {
  query: '',
  replacement: '',
  isRegex: false,
  isCaseSensitive: false,
};

/** Finds in all posts and, when asked to, replaces. Every change is shown before it is made. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const workbench = useWorkbench();
  const undoToast = useUndoToast();
  const query = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const [search, setSearch] = useState(NOTHING);
  const [except, setExcept] = useState<readonly string[]>([]);
  const [isReplacing, setIsReplacing] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [finder] = useState(() => new PostFinder());
  useEffect(() => () => finder.close(), [finder]);
  const { found, problem } = useFound(finder, search);
  const change = (changes: Partial<PostSearch>) => setSearch({ ...search, ...changes });
  const nChosen = (found?.nPosts ?? 0) - except.length;

  const replace = async () => {
    setIsBusy(true);
    try {
      const texts = await finder.replace(search, [...except]);
      const { undo, count, skipped } = await library.bulk.replaceTexts(texts);
      onClose();
      const more = skipped === 0 ? undefined : t('search.skipped', { count: skipped });
      undoToast(t('search.replaced', { count }), undo, more);
    } catch (error) {
      // The replacement has changed some texts.
      finder.close();
      toast.failure(errorText(t, error), { id: 'search' });
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      form="full"
      hasInput={false}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('search.title')}
    >
      <div className="flex shrink-0 flex-col gap-2 border-line border-b px-6 pt-2 pb-4 max-md:px-4">
        <div className="flex items-center gap-1">
          <input
            ref={query}
            autoFocus
            aria-label={t('search.query')}
            placeholder={t('search.query')}
            aria-invalid={problem === null ? undefined : true}
            value={search.query}
            onChange={(event) => {
              change({ query: event.target.value });
              setExcept([]);
            }}
            onKeyDown={(event) => {
              const isKey = event.key === 'ArrowDown' || event.key === 'Enter';
              const [first] = list.current === null ? [] : hitsIn(list.current);
              if (!isKey || isComposition(event.nativeEvent) || first === undefined) return;
              event.preventDefault();
              first.focus();
            }}
            className={inputStyle}
          />
          <SearchToggles
            search={search}
            onChange={change}
            isReplacing={isReplacing}
            onReplacing={setIsReplacing}
          />
        </div>
        {isReplacing && (
          <ReplaceRow
            replacement={search.replacement}
            onChange={(replacement) => change({ replacement })}
            isDisabled={isBusy || found === null || nChosen <= 0}
            onReplace={() => void replace()}
          />
        )}
        <Status found={found} problem={problem} />
      </div>
      {found !== null && (
        <SearchResults
          found={found}
          list={list}
          onLeave={() => query.current?.focus()}
          except={except}
          onExcept={setExcept}
          isReplacing={isReplacing}
          onOpen={(id, match) => {
            onClose();
            void library.findPost(id).then(() => showPlace(workbench, match));
          }}
        />
      )}
    </Dialog>
  );
}

function Status({ found, problem }: { found: Found | null; problem: string | null }) {
  const { t } = useTranslation('library');
  return (
    <p
      role="status"
      className={`min-h-5 text-sm ${problem === null ? 'text-ink-soft' : 'text-danger'}`}
    >
      {problem ??
        (found !== null && t('search.found', { matches: found.nMatches, posts: found.nPosts }))}
    </p>
  );
}

interface SearchTogglesProps {
  search: PostSearch;
  onChange: (changes: Partial<PostSearch>) => void;
  isReplacing: boolean;
  onReplacing: (isReplacing: boolean) => void;
}

function SearchToggles({ search, onChange, isReplacing, onReplacing }: SearchTogglesProps) {
  const { t } = useTranslation('library');
  return (
    <>
      <IconButton
        icon={CaseSensitive}
        label={t('search.case')}
        aria-pressed={search.isCaseSensitive}
        onClick={() => onChange({ isCaseSensitive: !search.isCaseSensitive })}
      />
      <IconButton
        icon={Regex}
        label={t('search.regex')}
        aria-pressed={search.isRegex}
        onClick={() => onChange({ isRegex: !search.isRegex })}
      />
      <IconButton
        icon={Replace}
        label={t('search.replace')}
        aria-pressed={isReplacing}
        onClick={() => onReplacing(!isReplacing)}
      />
    </>
  );
}

interface ReplaceRowProps {
  replacement: string;
  onChange: (replacement: string) => void;
  isDisabled: boolean;
  onReplace: () => void;
}

function ReplaceRow({ replacement, onChange, isDisabled, onReplace }: ReplaceRowProps) {
  const { t } = useTranslation('library');
  const isDeletion = replacement === '';
  return (
    <div className="flex items-center gap-2">
      <input
        aria-label={t('search.replacement')}
        placeholder={t('search.replacement')}
        value={replacement}
        onChange={(event) => onChange(event.target.value)}
        className={inputStyle}
      />
      <Button
        variant={isDeletion ? 'secondary' : 'primary'}
        className={`pointer-coarse:h-11 ${isDeletion ? 'text-danger' : ''}`}
        disabled={isDisabled}
        onClick={onReplace}
      >
        {isDeletion ? t('search.deleteAll') : t('search.replaceAll')}
      </Button>
    </div>
  );
}

/** The results of a search. It runs when typing pauses. */
function useFound(
  finder: PostFinder,
  search: PostSearch,
): { found: Found | null; problem: string | null } {
  const { t } = useTranslation('library');
  const workbench = useWorkbench();
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const run = async () => {
      // The search reads the database, so the open post is saved first.
      await workbench.saveWithFields();
      const next = await finder.find(search, abort.signal);
      setFound(next);
      setProblem(next === null ? t('search.notRegex') : null);
    };
    const timer = setTimeout(() => {
      if (search.query === '') {
        setFound(null);
        setProblem(null);
        return;
      }
      run().catch((error: unknown) => {
        if (abort.signal.aborted) return;
        setFound(null);
        setProblem(errorText(t, error));
      });
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort(new DOMException('another search', 'AbortError'));
    };
  }, [finder, search, workbench, t]);
  return { found, problem };
}
