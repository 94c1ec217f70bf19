import {
  ArchiveRestore,
  BookOpen,
  ChevronsDownUp,
  ChevronsUpDown,
  Ellipsis,
  FilePlus2,
  FolderDown,
  FolderPlus,
  type LucideIcon,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../../lib/class-names';
import { useExportBase } from '../../../../transfer/use-export-base';
import { Button } from '../../../../ui/buttons/button';
import { IconButton } from '../../../../ui/buttons/icon-button';
import { Menu, MenuChoices, MenuItem, MenuLabel, MenuSeparator } from '../../../../ui/menus/menu';
import { useSyncParts } from '../../sync-slots';
import { useDocuments, useIsArchived, useLibrary } from '../library/library-context';
import { type CategoryTask, type KnowledgeBaseTask, TaskContext } from '../tasks/task-context';
import { useCreatePost } from '../tree/use-create-post';
import { LibraryMenuItems } from './library-menu-items';

/** Selects the knowledge base and the category, and creates posts. */
export function DocumentsHeader() {
  return (
    <div className="flex shrink-0 flex-col gap-1 px-2 pt-2 pb-1">
      <KnowledgeBaseSwitcher />
      <div className="flex items-center gap-0.5">
        <CategorySwitcher />
        <Actions />
      </div>
    </div>
  );
}

function KnowledgeBaseSwitcher() {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const bases = useDocuments((state) => state.knowledgeBases);
  const id = useDocuments((state) => state.knowledgeBaseId);
  const openTask = useContext(TaskContext);
  const sync = useSyncParts();
  const isArchived = useIsArchived();
  const setTask = (task: KnowledgeBaseTask) => openTask({ kind: 'knowledgeBase', task });
  const exportBase = useExportBase();
  return (
    <Switcher
      of="knowledgeBase"
      icons={{ trigger: BookOpen, create: FolderPlus }}
      items={bases}
      {...(isArchived && { disabled: ['edit'] })}
      {...(sync && {
        mark: (base, id) => <sync.BaseMark knowledgeBaseId={base} id={id} />,
      })}
      id={id}
      onSelect={(next) => void library.selectKnowledgeBase(next)}
      onCreate={() => setTask({ kind: 'create' })}
      onEdit={(base) => setTask({ kind: 'edit', base })}
      onDelete={(base) => setTask({ kind: 'delete', base })}
    >
      <MenuItem icon={FolderDown} onSelect={() => exportBase(id)}>
        {t('export.action')}
      </MenuItem>
      <MenuItem icon={ArchiveRestore} onSelect={() => openTask({ kind: 'bin' })}>
        {t('bin.open')}
      </MenuItem>
      {sync !== null && <sync.BaseMenuItems knowledgeBaseId={id} />}
    </Switcher>
  );
}

function CategorySwitcher() {
  const library = useLibrary();
  const categories = useDocuments((state) => state.categories);
  const id = useDocuments((state) => state.categoryId);
  const isArchived = useIsArchived();
  const openTask = useContext(TaskContext);
  const setTask = (task: CategoryTask) => openTask({ kind: 'category', task });
  return (
    <div className="mr-auto flex min-w-0">
      <Switcher
        of="category"
        icons={{ create: Plus }}
        items={categories}
        {...(isArchived && { disabled: ['create', 'edit', 'delete'] })}
        id={id}
        onSelect={(next) => void library.selectCategory(next)}
        onCreate={() => setTask({ kind: 'create' })}
        onEdit={(category) => setTask({ kind: 'edit', category })}
        onDelete={(category) => setTask({ kind: 'delete', category })}
      />
    </div>
  );
}

interface SwitcherProps<H> {
  of: 'knowledgeBase' | 'category';
  icons: { trigger?: LucideIcon; create: LucideIcon };
  items: readonly H[];
  /** What stands beside the name of one, by its ID. `id` is that of the words, which describe it to screen readers. */
  mark?: (item: string, id: string) => ReactNode;
  id: string;
  onSelect: (id: string) => void;
  onCreate: () => void;
  onEdit: (item: H) => void;
  onDelete: (item: H) => void;
  /** What an archived knowledge base does not allow. */
  disabled?: readonly ('create' | 'edit' | 'delete')[];
  /** More entries of the menu. */
  children?: ReactNode;
}

/** Menu of knowledge bases or categories: selects, creates, edits and deletes one. The last one cannot be deleted. */
function Switcher<H extends { id: string; name: string }>(props: SwitcherProps<H>) {
  const { t } = useTranslation('library');
  const { of, items, icons, mark, disabled = [] } = props;
  const current = items.find(({ id }) => id === props.id);
  const name = current?.name ?? '';
  const Icon = icons.trigger;
  const isLast = items.length <= 1;
  return (
    <Menu
      align="start"
      trigger={
        <Button
          className="h-9 min-w-0 shrink justify-start gap-2 px-2 pointer-coarse:h-11"
          aria-label={t(`${of}.label`, { name })}
        >
          {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden />}
          <span translate="no" className={classNames('truncate', Icon && 'font-medium text-ink')}>
            {name}
          </span>
          <ChevronsUpDown size={14} className="text-ink-faint" aria-hidden />
        </Button>
      }
    >
      <MenuLabel>{t(`${of}.heading`)}</MenuLabel>
      <MenuChoices
        label={t(`${of}.heading`)}
        value={props.id}
        options={items.map((item) => ({
          value: item.id,
          label: item.name,
          ...(mark && { mark: (id: string) => mark(item.id, id) }),
        }))}
        onChange={props.onSelect}
      />
      <MenuSeparator />
      <MenuItem
        icon={icons.create}
        isDisabled={disabled.includes('create')}
        onSelect={props.onCreate}
      >
        {t(`${of}.create`)}
      </MenuItem>
      {current !== undefined && (
        <>
          <MenuItem
            icon={Pencil}
            isDisabled={disabled.includes('edit')}
            onSelect={() => props.onEdit(current)}
          >
            {t(`${of}.edit`)}
          </MenuItem>
          <MenuItem
            icon={Trash2}
            isDisabled={isLast || disabled.includes('delete')}
            onSelect={() => props.onDelete(current)}
          >
            {t(isLast ? `${of}.lastEntry` : `${of}.delete`)}
          </MenuItem>
        </>
      )}
      {props.children}
    </Menu>
  );
}

function Actions() {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const create = useCreatePost();
  const isArchived = useIsArchived();
  return (
    <>
      <IconButton
        icon={FilePlus2}
        label={t('post.create')}
        disabled={isArchived}
        onClick={() => create(null)}
      />
      <Menu trigger={<IconButton icon={Ellipsis} label={t('pane.more')} />}>
        <MenuItem icon={ChevronsUpDown} onSelect={() => void library.posts.setAllCollapsed(false)}>
          {t('tree.expandAll')}
        </MenuItem>
        <MenuItem icon={ChevronsDownUp} onSelect={() => void library.posts.setAllCollapsed(true)}>
          {t('tree.collapseAll')}
        </MenuItem>
        <LibraryMenuItems />
      </Menu>
    </>
  );
}
