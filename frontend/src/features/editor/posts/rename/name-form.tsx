import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/buttons/button';
import { Dialog } from '../../../../ui/dialogs/dialog';
import { TextField } from '../../../../ui/fields/text-field';

/** Longest name, in characters. */
const NAME_MAX_CHARS = 100;

interface NameFormProps {
  title: string;
  submitLabel: string;
  first: { name: string; description: string };
  onSubmit: (name: string, description: string) => void;
  onClose: () => void;
}

/** A dialog that asks for a name and a description. */
export function NameForm({ title, submitLabel, first, onSubmit, onClose }: NameFormProps) {
  const { t } = useTranslation('library');
  const [name, setName] = useState(first.name);
  const [description, setDescription] = useState(first.description);
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() === '') return;
          onSubmit(name.trim(), description.trim());
          onClose();
        }}
      >
        <TextField
          label={t('knowledgeBase.name')}
          value={name}
          onChange={setName}
          maxLength={NAME_MAX_CHARS}
          required
          autoFocus
        />
        <TextField
          label={t('knowledgeBase.description')}
          value={description}
          onChange={setDescription}
          maxLength={500}
        />
        <div className="mt-2 flex justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={name.trim() === ''}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ConfirmDeletionProps {
  title: string;
  advice: string;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** A dialog that asks before many documents are deleted. */
export function ConfirmDeletion({ title, advice, onConfirm, onClose }: ConfirmDeletionProps) {
  const { t } = useTranslation('library');
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={title}
      description={advice}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('form.cancel')}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onConfirm();
              onClose();
            }}
          >
            {t('form.delete')}
          </Button>
        </>
      }
    />
  );
}
