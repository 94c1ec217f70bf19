import { useTranslation } from 'react-i18next';
import { isPrintableName } from '../../../../lib/files/printable-name';
import type { PostSummary } from '../../../../storage/schema';
import { RenameDialog } from '../../../../ui/dialogs/rename-dialog';
import { useLibrary } from '../library/library-context';
import { POST_NAME_MAX_CHARS } from './name-input';

/** Renames a post in a dialog: its row may be out of view. */
export function RenamePostDialog({ post, onClose }: { post: PostSummary; onClose: () => void }) {
  const { t } = useTranslation(['library', 'errors']);
  const library = useLibrary();
  return (
    <RenameDialog
      title={t('post.renameTitle')}
      label={t('post.newName')}
      name={post.title}
      maxChars={POST_NAME_MAX_CHARS}
      problemOf={(title) =>
        isPrintableName(title) ? undefined : t('errors:field.controlCharacter')
      }
      onRename={(title) => void library.posts.rename(post.id, title)}
      onClose={onClose}
    />
  );
}
