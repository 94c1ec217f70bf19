import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Article, listArticles } from '../../storage/articles';
import { hasDatabase } from '../../storage/db';
import { listKnowledgeBases } from '../../storage/knowledge-bases';
import { PostFinder, SEARCH_DEBOUNCE_MS } from '../../storage/search/run-search';
import { listSyncBases } from '../../storage/sync/rows';
import { useDebouncedValue } from '../../ui/hooks/use-debounced-value';

/** A knowledge base of this browser. */
export interface LocalBase {
  id: string;
  name: string;
  /** What the server calls it; null when it is in this browser alone. */
  serverId: string | null;
}

/** The articles and knowledge bases of this browser, and which texts have `query`. */
export function useLibrary(query: string) {
  // What is written in the editor is there the next time.
  const library = useQuery({ queryKey: ['search', 'library'], queryFn: readLibrary, staleTime: 0 });
  const { articles, bases } = library.data ?? EMPTY;
  const texts = useTexts(query, articles.length > 0);
  return {
    articles,
    bases,
    texts: texts.found,
    isLoading: library.isPending || texts.isLoading,
    error: library.error ?? texts.error,
  };
}

interface Library {
  articles: readonly Article[];
  bases: readonly LocalBase[];
}

const EMPTY: Library = { articles: [], bases: [] };

/** Reads what there is. A visitor who has never written gets no database by searching. */
async function readLibrary(): Promise<Library> {
  if (!(await hasDatabase())) return EMPTY;
  const [articles, bases, synced] = await Promise.all([
    listArticles(),
    listKnowledgeBases(),
    listSyncBases(),
  ]);
  const serverIds = new Map(
    synced
      .filter(({ state, problem }) => state !== 'off' && problem !== 'gone')
      .map(({ knowledgeBaseId, serverId }) => [knowledgeBaseId, serverId]),
  );
  return {
    articles,
    bases: bases.map(({ id, name }) => ({ id, name, serverId: serverIds.get(id) ?? null })),
  };
}

/** Searches the texts when typing pauses. The answer to an earlier query is dropped. */
function useTexts(query: string, hasArticles: boolean) {
  const [finder] = useState(() => new PostFinder());
  useEffect(() => () => finder.close(), [finder]);
  const debounced = useDebouncedValue(query, SEARCH_DEBOUNCE_MS);
  const isWanted = hasArticles && query !== '';
  const { data, error, isLoading } = useQuery({
    queryKey: ['search', 'texts', debounced],
    queryFn: ({ signal }) =>
      finder.find(
        {
          query: debounced,
          replacement: '',
          isRegex: false,
          isCaseSensitive: false,
          isLoose: true,
        },
        signal,
      ),
    enabled: isWanted && debounced === query,
    staleTime: 0,
    gcTime: 0,
  });
  const isCurrent = isWanted && debounced === query;
  return {
    found: isCurrent ? (data ?? null) : null,
    error: isCurrent ? error : null,
    isLoading: isLoading || (isWanted && !isCurrent),
  };
}
