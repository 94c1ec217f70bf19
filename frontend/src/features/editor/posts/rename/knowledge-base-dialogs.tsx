import { useTranslation } from 'react-i18next';
import { useLibrary, useUndoToast } from '../library/library-context';
import type { KnowledgeBaseTask } from '../tasks/task-context';
import { ConfirmDeletion, NameForm } from './name-form';

interface DialogsProps {
  task: KnowledgeBaseTask;
  onClose: () => void;
}

/** Dialogs to create, edit and delete a knowledge base. */
export function KnowledgeBaseDialogs({ task, onClose }: DialogsProps) {
  const { t } = useTranslation('library');
  const library = useLibrary();
  const undoToast = useUndoToast();
  if (task.kind === 'create') {
    return (
      <NameForm
        title={t('knowledgeBase.create')}
        submitLabel={t('form.create')}
        first={{ name: '', description: '' }}
        onSubmit={(name, description) =>
          void library.knowledgeBases.createKnowledgeBase(name, description)
        }
        onClose={onClose}
      />
    );
  }
  const { id, name, description } = task.base;
  if (task.kind === 'edit') {
    return (
      <NameForm
        title={t('knowledgeBase.edit')}
        submitLabel={t('form.save')}
        first={{ name, description }}
        onSubmit={(next, about) => void library.knowledgeBases.updateKnowledgeBase(id, next, about)}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDeletion
      title={t('knowledgeBase.confirm.title', { name })}
      advice={t('knowledgeBase.confirm.advice')}
      onConfirm={() => {
        library.knowledgeBases.deleteKnowledgeBase(id).then(
          (undo) => undo !== null && undoToast(t('knowledgeBase.deleted', { name }), undo),
          () => undefined,
        );
      }}
      onClose={onClose}
    />
  );
}
