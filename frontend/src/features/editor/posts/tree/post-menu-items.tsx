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
import { type ComponentProps, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostSummary } from '../../../../storage/schema';
import { MenuItem, MenuSeparator } from '../../../../ui/menus/menu';
import { useSyncParts } from '../../sync-slots';
import { useIsArchived, useLibrary } from '../library/library-context';
import { TaskContext } from '../tasks/task-context';
import { NamingContext, useCreatePost } from './use-create-post';
import type { PostActions } from './use-post-actions';

/** Everything that can be done with one post. */
export function PostMenuItems({ post, actions }: { post: PostSummary; actions: PostActions }) {
  const { t } = useTranslation('library');
  const create = useCreatePost();
  const library = useLibrary();
  const { name } = useContext(NamingContext);
  const openTask = useContext(TaskContext);
  const sync = useSyncParts();
  const { id } = post;
  return (
    <>
      <ChangeItem icon={FilePlus2} onSelect={() => create(id)}>
        {t('post.createChild')}
      </ChangeItem>
      <ChangeItem icon={Pencil} keys="F2" onSelect={() => name({ id, isNew: false })}>
        {t('post.rename')}
      </ChangeItem>
      <ChangeItem icon={CopyPlus} onSelect={() => actions.duplicate(id)}>
        {t('post.duplicate')}
      </ChangeItem>
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
      <ChangeItem icon={ArrowUp} keys="Alt ↑" onSelect={() => actions.moveByKey(id, 'up')}>
        {t('post.moveUp')}
      </ChangeItem>
      <ChangeItem icon={ArrowDown} keys="Alt ↓" onSelect={() => actions.moveByKey(id, 'down')}>
        {t('post.moveDown')}
      </ChangeItem>
      <ChangeItem icon={ArrowRight} keys="Alt →" onSelect={() => actions.moveByKey(id, 'in')}>
        {t('post.moveIn')}
      </ChangeItem>
      <ChangeItem icon={ArrowLeft} keys="Alt ←" onSelect={() => actions.moveByKey(id, 'out')}>
        {t('post.moveOut')}
      </ChangeItem>
      <ChangeItem icon={FolderInput} onSelect={() => openTask({ kind: 'moveTo', post })}>
        {t('post.moveTo')}
      </ChangeItem>
      <ChangeItem icon={ListOrdered} onSelect={() => actions.renumber(id)}>
        {t('post.renumber')}
      </ChangeItem>
      {sync !== null && <sync.PublishItems postId={id} />}
      <MenuSeparator />
      <ChangeItem icon={Trash2} keys="Delete" onSelect={() => actions.remove(post)}>
        {t('post.delete')}
      </ChangeItem>
    </>
  );
}

/** An entry that changes documents, which an archived knowledge base does not allow. */
function ChangeItem(props: ComponentProps<typeof MenuItem>) {
  return <MenuItem {...props} isDisabled={useIsArchived()} />;
}
