import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../i18n/error-text';
import { KeyedError } from '../../lib/keyed-error';
import { Button } from '../buttons/button';
import { Dialog } from './dialog';

interface ConfirmDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  description: string;
  confirmLabel: string;
  tone?: 'primary' | 'danger';
  /** A rejection is shown in the dialog, which then stays. */
  onConfirm: () => Promise<unknown>;
  /** Answers whether an error is said at a field: the dialog stays and says it no second time. */
  takesError?: (error: unknown) => boolean;
  /** What failed and why, when it was not what is typed here; the reason alone by default. */
  failureText?: (reason: string) => string;
  /** As of a dialog: false where what is typed only confirms. */
  hasInput?: boolean;
  /** Fields that the action needs. */
  children?: ReactNode;
}

/** Asks for confirmation, and shows the error if the action fails. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useTranslation();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const handleConfirm = async () => {
    setIsBusy(true);
    setFailure(null);
    try {
      await props.onConfirm();
      props.onOpenChange(false);
    } catch (error) {
      if (props.takesError?.(error)) return;
      const reason = errorText(t, error);
      const isTyped = !(error instanceof KeyedError);
      setFailure((isTyped ? undefined : props.failureText?.(reason)) ?? reason);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Dialog
      isOpen={props.isOpen}
      onOpenChange={(isOpen) => {
        setFailure(null);
        props.onOpenChange(isOpen);
      }}
      title={props.title}
      description={props.description}
      {...(props.hasInput === undefined ? {} : { hasInput: props.hasInput })}
    >
      <form
        noValidate
        // What failed was said of what stood here before.
        onChange={() => setFailure(null)}
        onSubmit={(event) => {
          event.preventDefault();
          void handleConfirm();
        }}
        className="flex flex-col gap-4"
      >
        {props.children}
        {failure !== null && (
          <p role="alert" className="text-danger text-sm">
            {failure}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={() => props.onOpenChange(false)}>
            {t('dialog.cancel')}
          </Button>
          <Button type="submit" variant={props.tone ?? 'primary'} disabled={isBusy}>
            {props.confirmLabel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
