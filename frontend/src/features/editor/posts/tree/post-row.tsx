import { ChevronRight, Ellipsis, FileText } from 'lucide-react';
import { type SyntheticEvent, useContext, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../../lib/class-names';
import type { MoveTarget, TreeRow } from '../../../../lib/posts/post-order';
import type { PostSummary } from '../../../../storage/schema';
import { buttonStyle } from '../../../../ui/buttons/button';
import { Menu } from '../../../../ui/menus/menu';
import { useSyncParts } from '../../sync-slots';
import { useLibrary } from '../library/library-context';
import { NameInput } from '../rename/name-input';
import { PostMenuItems } from './post-menu-items';
import { type Naming, NamingContext } from './use-create-post';
import type { PostActions } from './use-post-actions';
import { useRowDrag } from './use-tree-drag';

const INDENT_PX = 16;
/** Deeply nested rows keep this much room for their names. */
const MAX_INDENTED_LEVELS = 8;

interface PostRowProps {
  domId: string;
  row: TreeRow<PostSummary>;
  top: number;
  height: number;
  isOpenPost: boolean;
  isActive: boolean;
  drop: MoveTarget['kind'] | undefined;
  naming: Naming | null;
  isMenuOpen: boolean;
  onMenuChange: (isOpen: boolean) => void;
  onActivate: () => void;
  onNamed: () => void;
  actions: PostActions;
}

/** One post of the list. */
export function PostRow(props: PostRowProps) {
  const { row, naming, drop, actions } = props;
  const { post, depth } = row;
  const { t } = useTranslation('library');
  const { name } = useContext(NamingContext);
  const element = useRef<HTMLDivElement>(null);
  useRowDrag(element, row, naming === null);
  const sync = useSyncParts();
  const syncId = `${props.domId}-sync`;
  const indent = 4 + Math.min(depth, MAX_INDENTED_LEVELS) * INDENT_PX;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys.
    <div
      ref={element}
      id={props.domId}
      role="treeitem"
      tabIndex={-1}
      aria-level={depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.setSize}
      aria-selected={props.isOpenPost}
      aria-label={post.title}
      {...(sync === null ? {} : { 'aria-describedby': syncId })}
      {...(row.hasChildren ? { 'aria-expanded': row.isOpen } : {})}
      data-active={props.isActive || undefined}
      className={classNames(
        'group absolute inset-x-0 flex items-center gap-0.5 rounded-md pr-1 text-ink-soft text-sm select-none hover:bg-hover',
        props.isOpenPost && 'bg-accent-soft font-medium text-accent-text hover:bg-accent-soft',
        props.isActive &&
          'group-focus-visible/tree:outline-2 group-focus-visible/tree:outline-accent-text group-focus-visible/tree:outline-offset-[-2px]',
        drop === 'child' && 'bg-accent-soft outline-2 outline-accent-text outline-offset-[-2px]',
      )}
      style={{ height: props.height, transform: `translateY(${props.top}px)`, paddingLeft: indent }}
      onClick={(event) => {
        if (!isOwn(event)) return;
        props.onActivate();
        if (naming === null) actions.open(post.id);
      }}
      onDoubleClick={(event) => isOwn(event) && name({ id: post.id, isNew: false })}
      onContextMenu={(event) => {
        if (!isOwn(event)) return;
        event.preventDefault();
        props.onActivate();
        props.onMenuChange(true);
      }}
    >
      {(drop === 'before' || drop === 'after') && <DropLine at={drop} indent={indent} />}
      {row.hasChildren ? <Toggle row={row} /> : <Leaf />}
      {naming === null ? (
        <span translate="no" className="min-w-0 grow truncate" title={post.title}>
          {post.title}
        </span>
      ) : (
        <NameInput post={post} naming={naming} onDone={props.onNamed} />
      )}
      {post.frontMatter.draft && naming === null && (
        <span className="shrink-0 text-ink-faint text-xs">{t('post.draft')}</span>
      )}
      {sync !== null && naming === null && <sync.PostBadge postId={post.id} id={syncId} />}
      <RowMenu
        {...props}
        tree={() => element.current?.closest<HTMLElement>('[role=tree]') ?? null}
      />
    </div>
  );
}

/** Shows or hides what is below a post. */
function Toggle({ row: { post, isOpen } }: { row: TreeRow<PostSummary> }) {
  const { t } = useTranslation('library');
  const library = useLibrary();
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={isOpen ? t('post.collapse') : t('post.expand')}
      className="grid size-6 shrink-0 place-content-center rounded text-ink-faint hover:bg-pressed pointer-coarse:size-11"
      onClick={(event) => {
        event.stopPropagation();
        void library.posts.setCollapsed(post.id, isOpen);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <ChevronRight
        size={14}
        strokeWidth={2}
        className={classNames('transition-transform', isOpen && 'rotate-90')}
        aria-hidden
      />
    </button>
  );
}

const Leaf = () => (
  <span className="grid size-6 shrink-0 place-content-center text-ink-faint pointer-coarse:size-11">
    <FileText size={14} strokeWidth={1.75} aria-hidden />
  </span>
);

interface RowMenuProps extends PostRowProps {
  tree: () => HTMLElement | null;
}

function RowMenu({ row: { post }, naming, actions, isMenuOpen, onMenuChange, tree }: RowMenuProps) {
  const { t } = useTranslation('library');
  const isNaming = useRef(false);
  isNaming.current = useContext(NamingContext).naming !== null;
  return (
    <Menu
      // While a name is being edited it keeps the focus; otherwise the tree gets it back.
      finalFocus={() => (isNaming.current ? false : tree())}
      isOpen={isMenuOpen}
      onOpenChange={onMenuChange}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          aria-label={t('post.actions', { title: post.title })}
          className={classNames(
            buttonStyle({ size: 'iconSm' }),
            naming !== null && 'hidden',
            'size-6 opacity-0 focus-visible:opacity-100 group-hover:opacity-100 group-data-active:opacity-100 data-popup-open:opacity-100 pointer-coarse:size-11 pointer-coarse:opacity-100',
          )}
          onClick={(event) => event.stopPropagation()}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <Ellipsis size={14} aria-hidden />
        </button>
      }
    >
      <PostMenuItems post={post} actions={actions} />
    </Menu>
  );
}

/** React passes the events of a row's menu to the row too, although the menu is elsewhere in the page. */
function isOwn(event: SyntheticEvent): boolean {
  return event.target instanceof Node && event.currentTarget.contains(event.target);
}

function DropLine({ at, indent }: { at: 'before' | 'after'; indent: number }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'pointer-events-none absolute right-1 h-0.5 rounded bg-accent-text',
        at === 'before' ? '-top-px' : '-bottom-px',
      )}
      style={{ left: indent }}
    />
  );
}
