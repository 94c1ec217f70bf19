import { AppWindow, BookText, FileText, Globe } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { addressOf } from '../../api/team-rights';
import { knowledgePath, paths, sitePath } from '../../config/paths';
import { distanceText } from '../../i18n/distance';
import { errorText } from '../../i18n/error-text';
import { searchNames } from '../../lib/text/name-search';
import { selectBaseForEditor, selectPostForEditor } from '../../storage/select-base';
import { session } from '../../storage/session';
import { Picker, type PickerGroup, type PickerItem } from '../../ui/fields/picker';
import { useStore } from '../../ui/hooks/use-store';
import { toast } from '../../ui/states/toast';
import { excerptOf, type FoundArticle, findArticles } from './find-articles';
import { findPages, pagesFor } from './pages';
import { type LocalBase, useLibrary } from './use-library';
import { type TeamContent, useTeamContent } from './use-team-content';

interface Result extends PickerItem {
  open: () => unknown;
}

/** Entries shown of a group, and articles offered before anything is typed. */
const SHOWN = 50;
const RECENT = 5;

/** Finds articles, knowledge bases, sites and pages, and opens what is chosen. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const { groups, isLoading, problem } = useResults(query);
  const isEmpty = groups.every(({ items }) => items.length === 0);
  const isCut = groups.some(({ items }) => items.length > SHOWN);
  return (
    <Picker
      title={t('search.title')}
      placeholder={t('search.placeholder')}
      query={typed}
      onQuery={setTyped}
      groups={groups.map((group) => ({ ...group, items: group.items.slice(0, SHOWN) }))}
      none={isLoading ? t('search.searching') : t('search.empty', { query })}
      note={
        <div className="shrink-0 text-ink-faint text-xs *:border-t *:px-5 *:py-2.5">
          <p role="status" className="border-line empty:hidden">
            {problem ?? (isCut ? t('search.more') : null)}
          </p>
          {problem === null && !isCut && !isEmpty && (
            <p className="border-line max-sm:hidden pointer-coarse:hidden">{t('search.hint')}</p>
          )}
        </div>
      }
      onPick={({ open }) => open()}
      onClose={onClose}
    />
  );
}

/** What a query means, in groups; `problem` says in words what could not be searched. */
function useResults(query: string) {
  const { t } = useTranslation();
  const { user } = useStore(session);
  const library = useLibrary(query);
  const content = useTeamContent(query !== '');
  const resultOf = useResultOf();
  const pages = pagesFor(t, user !== null, user?.roles.includes('admin') === true);
  const labels = {
    articles: t('search.groups.articles'),
    recent: t('search.groups.recent'),
    bases: t('search.groups.bases'),
    sites: t('search.groups.sites'),
    pages: t('search.groups.pages'),
  };
  const group = (id: keyof typeof labels, items: Result[]): PickerGroup<Result> => ({
    id,
    label: labels[id],
    items,
  });
  const byName = <T extends { name: string }>(all: readonly T[]) =>
    searchNames(all, query, ({ name }) => ({ name }));
  const groups =
    query === ''
      ? [
          group('pages', pages.map(resultOf.page)),
          group('recent', library.articles.slice(0, RECENT).map(resultOf.recent)),
        ]
      : [
          group(
            'articles',
            findArticles(library.articles, query, library.texts).map(resultOf.article),
          ),
          group('bases', [
            ...byName(content.bases).map(resultOf.base),
            ...byName(onlyHere(library.bases, content.bases)).map(resultOf.localBase),
          ]),
          group('sites', byName(content.sites).map(resultOf.site)),
          group('pages', findPages(pages, query).map(resultOf.page)),
        ];
  const problem =
    library.error !== null
      ? errorText(t, library.error)
      : content.hasFailed
        ? t('search.serverFailed')
        : null;
  return { groups, isLoading: library.isLoading || content.isLoading, problem };
}

/** A knowledge base that is found at the server is not found a second time. */
function onlyHere(local: readonly LocalBase[], server: readonly TeamContent[]): LocalBase[] {
  const ids = new Set(server.map(({ id }) => id));
  return local.filter(({ serverId }) => serverId === null || !ids.has(serverId));
}

/** How each kind of thing is shown, and what opens it. */
function useResultOf() {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const go = (to: string) => void navigate(to);
  const openEditor = (selected: Promise<unknown>) => {
    selected.then(
      () => go(paths.editor),
      (error: unknown) => toast.failure(errorText(t, error), { id: 'search' }),
    );
  };
  const now = Date.now();
  const teamName = ({ team }: TeamContent) =>
    team.kind === 'personal' ? t('search.personal') : team.name;
  const article = ({ id, title, place, match }: FoundArticle): Result => ({
    id: `article-${id}`,
    label: title,
    icon: FileText,
    detail: place,
    excerpt: match && excerptOf(match),
    open: () => openEditor(selectPostForEditor(id, match)),
  });
  return {
    article,
    recent: (found: FoundArticle): Result => ({
      ...article(found),
      detail: distanceText(i18n, new Date(found.changed).toISOString(), now),
    }),
    base: (base: TeamContent): Result => ({
      id: `base-${base.id}`,
      label: base.name,
      icon: BookText,
      detail: teamName(base),
      open: () => go(knowledgePath(addressOf(base.team), base.name)),
    }),
    localBase: ({ id, name }: LocalBase): Result => ({
      id: `base-${id}`,
      label: name,
      icon: BookText,
      detail: t('search.thisDevice'),
      open: () => openEditor(selectBaseForEditor(id)),
    }),
    site: (site: TeamContent): Result => ({
      id: `site-${site.id}`,
      label: site.name,
      icon: Globe,
      detail: teamName(site),
      open: () => go(sitePath(addressOf(site.team), site.id)),
    }),
    page: ({ to, label }: { to: string; label: string }): Result => ({
      id: `page-${to}`,
      label,
      icon: AppWindow,
      open: () => go(to),
    }),
  };
}
