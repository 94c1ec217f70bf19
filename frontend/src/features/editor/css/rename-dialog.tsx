import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CssConfig } from '../../../storage/settings';
import { Button } from '../../../ui/button';
import { Dialog } from '../../../ui/dialog';
import { TextField } from '../../../ui/text-field';
import { isFree } from './css-tabs';

const NAME_MAX_CHARS = 40;

interface RenameDialogProps {
  config: CssConfig;
  name: string;
  onRename: (to: string) => void;
  onClose: () => void;
}

/** Asks for another name of a style sheet; one that is taken is refused. */
export function RenameDialog({ config, name, onRename, onClose }: RenameDialogProps) {
  const { t } = useTranslation(['tools', 'app']);
  const [value, setValue] = useState(name);
  const wanted = value.trim();
  const isTaken = wanted !== name && !isFree(config, wanted);
  const isWrong = isTaken || wanted === '';
  const error = isTaken ? t('css.taken') : wanted === '' ? t('css.nameMissing') : undefined;
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('css.renameTitle')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('app:dialog.cancel')}
          </Button>
          <Button variant="primary" type="submit" form="rename-css" disabled={isWrong}>
            {t('css.rename')}
          </Button>
        </>
      }
    >
      <form
        id="rename-css"
        onSubmit={(event) => {
          event.preventDefault();
          if (isWrong) return;
          if (wanted !== name) onRename(wanted);
          onClose();
        }}
      >
        <TextField
          label={t('css.name')}
          value={value}
          maxLength={NAME_MAX_CHARS}
          error={error}
          autoComplete="off"
          onChange={setValue}
        />
      </form>
    </Dialog>
  );
}
