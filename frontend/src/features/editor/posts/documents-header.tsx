import {
  BookOpen,
  ChevronsDownUp,
  ChevronsUpDown,
  Ellipsis,
  FilePlus2,
  FolderPlus,
  Pencil,
  Plus,
  Trash2,
} from 'lucide-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { Menu, MenuChoices, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/menu';
import { useDocuments, useLibrary } from './library-context';
import { LibraryMenuItems } from './library-menu-items';
import { type CategoryTask, type KnowledgeBaseTask, TaskContext } from './task-context';
import { useCreatePost } from './use-create-post';

/** Which knowledge base and which category is shown, and what can be made. */
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

const switcher = 'h-9 min-w-0 shrink justify-start gap-2 px-2 pointer-coarse:h-11';

function KnowledgeBaseSwitcher() {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const bases = useDocuments((state) => state.knowledgeBases);
  const id = useDocuments((state) => state.knowledgeBaseId);
  const begin = useContext(TaskContext);
  const setTask = (task: KnowledgeBaseTask) => begin({ kind: 'knowledgeBase', task });
  const current = bases.find((base) => base.id === id);
  const name = current?.name ?? '';
  return (
    <Menu
      align="start"
      trigger={
        <Button className={switcher} aria-label={t('knowledgeBase.label', { name })}>
          <BookOpen size={16} strokeWidth={1.75} aria-hidden />
          <span className="truncate font-medium text-ink">{name}</span>
          <ChevronsUpDown size={14} className="text-ink-faint" aria-hidden />
        </Button>
      }
    >
      <MenuLabel>{t('knowledgeBase.heading')}</MenuLabel>
      <MenuChoices
        label={t('knowledgeBase.heading')}
        value={id}
        options={bases.map((base) => ({ value: base.id, label: base.name }))}
        onChange={(next) => void library.selectKnowledgeBase(next)}
      />
      <MenuSeparator />
      <MenuItem icon={FolderPlus} onSelect={() => setTask({ kind: 'create' })}>
        {t('knowledgeBase.create')}
      </MenuItem>
      {current !== undefined && (
        <>
          <MenuItem icon={Pencil} onSelect={() => setTask({ kind: 'edit', base: current })}>
            {t('knowledgeBase.edit')}
          </MenuItem>
          <MenuItem
            icon={Trash2}
            isDisabled={bases.length <= 1}
            onSelect={() => setTask({ kind: 'delete', base: current })}
          >
            {bases.length <= 1 ? t('knowledgeBase.last') : t('knowledgeBase.delete')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function CategorySwitcher() {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const categories = useDocuments((state) => state.categories);
  const id = useDocuments((state) => state.categoryId);
  const begin = useContext(TaskContext);
  const setTask = (task: CategoryTask) => begin({ kind: 'category', task });
  const current = categories.find((category) => category.id === id);
  const name = current?.name ?? '';
  return (
    <div className="mr-auto flex min-w-0">
      <Menu
        align="start"
        trigger={
          <Button className={switcher} aria-label={t('category.label', { name })}>
            <span className="truncate">{name}</span>
            <ChevronsUpDown size={14} className="text-ink-faint" aria-hidden />
          </Button>
        }
      >
        <MenuLabel>{t('category.heading')}</MenuLabel>
        <MenuChoices
          label={t('category.heading')}
          value={id}
          options={categories.map((category) => ({ value: category.id, label: category.name }))}
          onChange={(next) => void library.selectCategory(next)}
        />
        <MenuSeparator />
        <MenuItem icon={Plus} onSelect={() => setTask({ kind: 'create' })}>
          {t('category.create')}
        </MenuItem>
        {current !== undefined && (
          <>
            <MenuItem icon={Pencil} onSelect={() => setTask({ kind: 'edit', category: current })}>
              {t('category.edit')}
            </MenuItem>
            <MenuItem
              icon={Trash2}
              isDisabled={categories.length <= 1}
              onSelect={() => setTask({ kind: 'delete', category: current })}
            >
              {categories.length <= 1 ? t('category.last') : t('category.delete')}
            </MenuItem>
          </>
        )}
      </Menu>
    </div>
  );
}

function Actions() {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const create = useCreatePost();
  return (
    <>
      <IconButton icon={FilePlus2} label={t('post.create')} onClick={() => create(null)} />
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
