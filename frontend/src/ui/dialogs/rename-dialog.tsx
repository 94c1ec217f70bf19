import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../buttons/button';
import { TextField } from '../fields/text-field';
import { Dialog } from './dialog';

interface RenameDialogProps {
  title: string;
  label: string;
  name: string;
  maxChars: number;
  /** Why a name cannot be given, in words. */
  problemOf?: (name: string) => string | undefined;
  /** Gets a name that differs from the one before, without space around it. */
  onRename: (to: string) => void;
  onClose: () => void;
}

/** Asks for another name; one that is empty or has a problem is refused. */
export function RenameDialog(props: RenameDialogProps) {
  const { t } = useTranslation(['tools', 'app']);
  const form = useId();
  const [value, setValue] = useState(props.name);
  const wanted = value.trim();
  const error = wanted === '' ? t('rename.missing') : props.problemOf?.(wanted);
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && props.onClose()}
      title={props.title}
      actions={
        <>
          <Button variant="secondary" onClick={props.onClose}>
            {t('app:dialog.cancel')}
          </Button>
          <Button variant="primary" type="submit" form={form} disabled={error !== undefined}>
            {t('rename.action')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (error !== undefined) return;
          if (wanted !== props.name) props.onRename(wanted);
          props.onClose();
        }}
      >
        <TextField
          label={props.label}
          value={value}
          maxLength={props.maxChars}
          error={error}
          autoComplete="off"
          onChange={setValue}
        />
      </form>
    </Dialog>
  );
}
