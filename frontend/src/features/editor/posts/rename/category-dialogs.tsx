import { useTranslation } from 'react-i18next';
import { useDocuments, useLibrary, useUndoToast } from '../library/library-context';
import type { CategoryTask } from '../tasks/task-context';
import { ConfirmDeletion, NameForm } from './name-form';

interface DialogsProps {
  task: CategoryTask;
  onClose: () => void;
}

/** Dialogs to create, edit and delete a category. */
export function CategoryDialogs({ task, onClose }: DialogsProps) {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const undoToast = useUndoToast();
  const nPosts = useDocuments((state) => state.posts.length);
  if (task.kind === 'create') {
    return (
      <NameForm
        title={t('category.create')}
        submitLabel={t('form.create')}
        first={{ name: '', description: '' }}
        onSubmit={(name, about) => void library.knowledgeBases.createCategory(name, about)}
        onClose={onClose}
      />
    );
  }
  const { id, name, description } = task.category;
  if (task.kind === 'edit') {
    return (
      <NameForm
        title={t('category.edit')}
        submitLabel={t('form.save')}
        first={{ name, description }}
        onSubmit={(next, about) => void library.knowledgeBases.updateCategory(id, next, about)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDeletion
      title={t('category.confirm.title', { name })}
      advice={t('category.confirm.advice', { count: nPosts })}
      onConfirm={() => {
        library.knowledgeBases.deleteCategory(id).then(
          (undo) => undo !== null && undoToast(t('category.deleted', { name }), undo),
          () => undefined,
        );
      }}
      onClose={onClose}
    />
  );
}
