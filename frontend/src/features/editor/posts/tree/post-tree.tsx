import { useVirtualizer } from '@tanstack/react-virtual';
import { FilePlus2, Search, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { isComposition } from '../../../../lib/browser/composition';
import { matchingRows, type TreeRow, visibleRows } from '../../../../lib/posts/post-order';
import { nameRank } from '../../../../lib/text/name-search';
import type { PostSummary } from '../../../../storage/schema';
import { Button } from '../../../../ui/buttons/button';
import { IconButton } from '../../../../ui/buttons/icon-button';
import { inputStyle } from '../../../../ui/fields/text-field';
import { useMedia } from '../../../../ui/hooks/use-media';
import { useEditor, useWorkbench } from '../../editor-context';
import { useDocuments, useIsArchived, useLibrary } from '../library/library-context';
import { PostRow } from './post-row';
import { POST_TREE_ID } from './tree-focus';
import { treeKey, undoKeyOf } from './tree-keys';
import { NamingContext, useCreatePost } from './use-create-post';
import { usePostActions } from './use-post-actions';
import { useTreeDrop } from './use-tree-drag';

const ROW_PX = 32;
const TOUCH_ROW_PX = 44;

/** The posts of the category as a tree, with a box that filters it. */
export function PostTree() {
  const { t } = useTranslation('library');
  const posts = useDocuments((state) => state.posts);
  const status = useDocuments((state) => state.status);
  const [query, setQuery] = useState('');
  const words = query.trim();
  const rows = useMemo(
    () =>
      words === ''
        ? visibleRows(posts)
        : matchingRows(posts, ({ title }) => nameRank(words, { name: title }) !== null),
    [posts, words],
  );
  return (
    <>
      {posts.length > 0 && <FilterBox query={query} onChange={setQuery} />}
      {status === 'loading' ? (
        <p className="min-h-0 grow px-4 py-6 text-ink-faint text-sm">{t('tree.loading')}</p>
      ) : posts.length === 0 ? (
        <EmptyCategory />
      ) : rows.length === 0 ? (
        <p className="min-h-0 grow px-4 py-6 text-ink-faint text-sm">{t('tree.noMatch')}</p>
      ) : (
        <Tree rows={rows} />
      )}
    </>
  );
}

function FilterBox({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useTranslation('library');
  return (
    <div className="relative mx-3 mt-1 mb-2 shrink-0">
      <Search
        size={14}
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 text-ink-faint"
        aria-hidden
      />
      <input
        type="search"
        aria-label={t('tree.filter')}
        placeholder={t('tree.filter')}
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={({ key, nativeEvent }) =>
          key === 'Escape' && !isComposition(nativeEvent) && onChange('')
        }
        className={`${inputStyle} pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden`}
      />
      {query !== '' && (
        <IconButton
          icon={X}
          size="iconSm"
          label={t('tree.clear')}
          className="absolute top-0.5 right-0.5 pointer-coarse:top-2"
          onClick={() => onChange('')}
        />
      )}
    </div>
  );
}

function EmptyCategory() {
  const { t } = useTranslation('library');
  const create = useCreatePost();
  const isArchived = useIsArchived();
  const actions = usePostActions();
  return (
    <section
      aria-label={t('tree.label')}
      className="flex grow flex-col items-start gap-3 px-4 py-6"
      onKeyDown={(event) => {
        const kind = undoKeyOf(event.nativeEvent);
        if (kind === null) return;
        event.preventDefault();
        actions[kind]();
      }}
    >
      <p className="font-medium text-sm">{t('tree.empty')}</p>
      {!isArchived && (
        <>
          <p className="text-ink-soft text-sm">{t('tree.emptyHint')}</p>
          <Button id={POST_TREE_ID} variant="secondary" onClick={() => create(null)}>
            <FilePlus2 size={16} strokeWidth={1.75} aria-hidden />
            <span>{t('post.create')}</span>
          </Button>
        </>
      )}
      <Announcer text={actions.announcement} />
    </section>
  );
}

/** The rows that are drawn, and the one that the keys go to. */
function useActiveRow(
  rows: readonly TreeRow<PostSummary>[],
  scroller: RefObject<HTMLDivElement | null>,
  rowPx: number,
) {
  const openId = useEditor((state) => state.postId);
  const [activeId, setActiveId] = useState(openId);
  const found = rows.findIndex((row) => row.post.id === activeId);
  const active =
    found < 0
      ? Math.max(
          0,
          rows.findIndex((row) => row.post.id === openId),
        )
      : found;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 10,
    getItemKey: (index) => rows[index]?.post.id ?? index,
  });
  // The tree refers to the active row by its id, so the row must exist even when it is scrolled out of view.
  const shown = virtual.getVirtualItems().map((item) => item.index);
  if (!shown.includes(active)) shown.push(active);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows change with the kind of pointer.
  useEffect(() => virtual.measure(), [rowPx, virtual]);
  // Scrolls to a post that was opened from somewhere else or was just created.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another post is opened.
  useEffect(() => {
    setActiveId(openId);
    const index = rows.findIndex((row) => row.post.id === openId);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
  }, [openId]);

  const activate = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row === undefined) return;
    setActiveId(row.post.id);
    virtual.scrollToIndex(rows.indexOf(row), { align: 'auto' });
  };
  return { virtual, shown, active, activate, setActiveId };
}

function Tree({ rows }: { rows: TreeRow<PostSummary>[] }) {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const workbench = useWorkbench();
  const openId = useEditor((state) => state.postId);
  const scroller = useRef<HTMLDivElement>(null);
  const [menuFor, setMenuFor] = useState<string | null>(null);
  const { naming, name } = useContext(NamingContext);
  const actions = usePostActions();
  const drop = useTreeDrop(scroller, actions.move);
  const rowPx = useMedia('(pointer: coarse)') ? TOUCH_ROW_PX : ROW_PX;
  const { virtual, shown, active, activate, setActiveId } = useActiveRow(rows, scroller, rowPx);
  const handleKey = (event: KeyboardEvent) => {
    const row = rows[active];
    if (row === undefined || !isOfTree(event)) return;
    const key = treeKey(event.nativeEvent, rows, active);
    if (key === null) return;
    event.preventDefault();
    if (key.kind === 'go') activate(key.to);
    if (key.kind === 'open') actions.open(row.post.id);
    if (key.kind === 'collapse') void library.posts.setCollapsed(row.post.id, key.collapsed);
    if (key.kind === 'rename') name({ id: row.post.id, isNew: false });
    if (key.kind === 'delete') actions.remove(row.post);
    if (key.kind === 'move') actions.moveByKey(row.post.id, key.direction);
    if (key.kind === 'menu') setMenuFor(row.post.id);
    if (key.kind === 'undo' || key.kind === 'redo') actions[key.kind]();
  };
  return (
    <>
      <div
        ref={scroller}
        role="tree"
        id={POST_TREE_ID}
        tabIndex={0}
        aria-label={t('tree.label')}
        aria-description={t('tree.keys')}
        aria-activedescendant={rowId(rows[active]?.post.id)}
        data-drop={drop?.id === null ? 'end' : undefined}
        className="group/tree scroll-thin min-h-0 grow overflow-y-auto px-2 pb-6 outline-none data-[drop=end]:bg-accent-soft"
        onKeyDown={handleKey}
      >
        <div role="none" className="relative" style={{ height: virtual.getTotalSize() }}>
          {shown.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            const { id } = row.post;
            return (
              <PostRow
                key={id}
                domId={rowId(id)}
                row={row}
                top={index * rowPx}
                height={rowPx}
                isOpenPost={id === openId}
                isActive={index === active}
                drop={drop?.id === id ? drop.kind : undefined}
                naming={naming?.id === id ? naming : null}
                isMenuOpen={menuFor === id}
                onMenuChange={(isOpen) => setMenuFor(isOpen ? id : null)}
                onActivate={() => setActiveId(id)}
                onNamed={() => {
                  // A new article is named to be written; any other stays in the list.
                  const isNew = naming?.isNew === true;
                  name(null);
                  if (isNew) {
                    workbench.store.set({ isPostDrawerOpen: false });
                    workbench.source?.focus();
                  } else scroller.current?.focus();
                }}
                actions={actions}
              />
            );
          })}
        </div>
      </div>
      <Announcer text={actions.announcement} />
    </>
  );
}

/** The tree or, after a click, one of its rows has the focus; not a button or a name in it, nor a menu. */
function isOfTree({ target, currentTarget }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return target === currentTarget || target.getAttribute('role') === 'treeitem';
}

/** Announces a visible change to screen readers. */
function Announcer({ text }: { text: string }) {
  return (
    <div aria-live="polite" className="sr-only">
      {text}
    </div>
  );
}

function rowId(id: string | undefined): string {
  return `post-${id ?? ''}`;
}
