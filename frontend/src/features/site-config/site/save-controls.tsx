import { Redo2, Undo2 } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { useStore } from '../../../ui/hooks/use-store';
import { toast } from '../../../ui/states/toast';
import type { AnyDraft } from '../draft/use-draft';

/** State of saving, steps back and forth, and the button that saves. */
export function SaveControls({ draft }: { draft: AnyDraft }) {
  const { t } = useTranslation('siteConfig');
  const { isDirty, isSaving, wasSaved, canUndo, canRedo, errors, failure } = useStore(draft);
  const nErrors = Object.keys(errors).length;
  const save = async () => {
    if (await draft.save()) toast.dismiss('save');
    else if (Object.keys(draft.get().errors).length > 0) {
      // Source: specification §5.
      toast.failure(t('save.fix'), { id: 'save' });
    } else if (draft.get().failure !== null) {
      const reason = errorText(t, draft.get().failure);
      toast.failure(t('save.failedBecause', { reason }), { id: 'save' });
    }
  };
  useSaveKeys(draft, save);
  const state = isSaving
    ? t('save.saving')
    : nErrors > 0
      ? t('save.problems', { count: nErrors })
      : failure !== null
        ? t('save.failed')
        : isDirty
          ? t('save.unsaved')
          : wasSaved
            ? t('save.saved')
            : '';
  return (
    <>
      {nErrors > 0 && !isSaving ? (
        <button
          type="button"
          className="text-danger text-sm underline"
          onClick={draft.wantFirstProblem}
        >
          {state}
        </button>
      ) : (
        <span
          role="status"
          // A phone has no room for it; a failure is said there as well.
          className={`text-ink-faint text-sm ${failure === null ? 'max-sm:sr-only' : ''}`}
        >
          {state}
        </span>
      )}
      <span className="flex">
        <IconButton
          icon={Undo2}
          label={t('save.undo')}
          disabled={!canUndo}
          onClick={() => draft.undo()}
        />
        <IconButton
          icon={Redo2}
          label={t('save.redo')}
          disabled={!canRedo}
          onClick={() => draft.redo()}
        />
      </span>
      <Button
        variant={isDirty ? 'primary' : 'secondary'}
        disabled={!isDirty || isSaving}
        onClick={() => void save()}
      >
        {t('save.action')}
      </Button>
    </>
  );
}

/** Ctrl+S saves; Ctrl+Z and Ctrl+Y go through the steps of the form, unless a text field has its own. */
function useSaveKeys(draft: AnyDraft, save: () => Promise<void>): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 's' && !event.shiftKey) {
        event.preventDefault();
        if (draft.get().isDirty) void save();
      } else if ((key === 'z' || key === 'y') && !isText(event.target)) {
        event.preventDefault();
        if (key === 'y' || event.shiftKey) draft.redo();
        else draft.undo();
      }
    };
    window.addEventListener('keydown', handle);
    return () => window.removeEventListener('keydown', handle);
  });
}

function isText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && !['checkbox', 'radio', 'range'].includes(target.type))
  );
}
