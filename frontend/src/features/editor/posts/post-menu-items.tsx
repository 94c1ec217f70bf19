import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  CopyPlus,
  FilePlus2,
  FolderInput,
  History,
  ListOrdered,
  Pencil,
  Trash2,
} from 'lucide-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostSummary } from '../../../storage/schema';
import { MenuItem, MenuSeparator } from '../../../ui/menu';
import { useIsArchived, useLibrary } from './library-context';
import { TaskContext } from './task-context';
import { NamingContext, useCreatePost } from './use-create-post';
import type { PostActions } from './use-post-actions';

/** Everything that can be done with one post. */
export function PostMenuItems({ post, actions }: { post: PostSummary; actions: PostActions }) {
  const { t } = useTranslation('library');
  const create = useCreatePost();
  const library = useLibrary();
  const { name } = useContext(NamingContext);
  const openTask = useContext(TaskContext);
  const isDisabled = useIsArchived();
  const { id } = post;
  return (
    <>
      <MenuItem icon={FilePlus2} isDisabled={isDisabled} onSelect={() => create(id)}>
        {t('post.createChild')}
      </MenuItem>
      <MenuItem
        icon={Pencil}
        isDisabled={isDisabled}
        keys="F2"
        onSelect={() => name({ id, isNew: false })}
      >
        {t('post.rename')}
      </MenuItem>
      <MenuItem icon={CopyPlus} isDisabled={isDisabled} onSelect={() => actions.duplicate(id)}>
        {t('post.duplicate')}
      </MenuItem>
      <MenuItem
        icon={History}
        onSelect={() => {
          library.openPost(id).then(
            () => openTask({ kind: 'history' }),
            () => undefined,
          );
        }}
      >
        {t('post.history')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={ArrowUp}
        isDisabled={isDisabled}
        keys="Alt ↑"
        onSelect={() => actions.moveByKey(id, 'up')}
      >
        {t('post.moveUp')}
      </MenuItem>
      <MenuItem
        icon={ArrowDown}
        isDisabled={isDisabled}
        keys="Alt ↓"
        onSelect={() => actions.moveByKey(id, 'down')}
      >
        {t('post.moveDown')}
      </MenuItem>
      <MenuItem
        icon={ArrowRight}
        isDisabled={isDisabled}
        keys="Alt →"
        onSelect={() => actions.moveByKey(id, 'in')}
      >
        {t('post.moveIn')}
      </MenuItem>
      <MenuItem
        icon={ArrowLeft}
        isDisabled={isDisabled}
        keys="Alt ←"
        onSelect={() => actions.moveByKey(id, 'out')}
      >
        {t('post.moveOut')}
      </MenuItem>
      <MenuItem
        icon={FolderInput}
        isDisabled={isDisabled}
        onSelect={() => openTask({ kind: 'moveTo', post })}
      >
        {t('post.moveTo')}
      </MenuItem>
      <MenuItem icon={ListOrdered} isDisabled={isDisabled} onSelect={() => actions.renumber(id)}>
        {t('post.renumber')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={Trash2}
        isDisabled={isDisabled}
        keys="Delete"
        onSelect={() => actions.remove(post)}
      >
        {t('post.delete')}
      </MenuItem>
    </>
  );
}
