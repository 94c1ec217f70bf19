import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { Button } from '../../../ui/buttons/button';
import type { useImageUpload } from './use-image-upload';

/** That an image is being sent, or why it was not. */
export function UploadStatus({ upload }: { upload: ReturnType<typeof useImageUpload> }) {
  const { t } = useTranslation('siteConfig');
  const { state, cancel } = upload;
  if (state.kind === 'sending') {
    return (
      <div role="status" className="flex flex-col gap-1.5">
        <div className="flex items-center justify-between gap-4">
          <span className="min-w-0 truncate text-ink-soft text-xs">
            {t('image.sending', { name: state.name })}
          </span>
          <Button size="sm" onClick={cancel}>
            {t('image.cancel')}
          </Button>
        </div>
        <span aria-hidden className="h-1 overflow-hidden rounded-full bg-pressed">
          <span className="block h-full w-1/3 animate-[slide_1.2s_ease-in-out_infinite] rounded-full bg-accent motion-reduce:w-full motion-reduce:animate-none" />
        </span>
      </div>
    );
  }
  if (state.kind !== 'failed') return null;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-2 text-danger text-xs">
      <span>
        {state.retry === null
          ? errorText(t, state.error)
          : t('image.failed', { reason: errorText(t, state.error) })}
      </span>
      {state.retry !== null && (
        <Button size="sm" variant="secondary" onClick={state.retry}>
          {t('image.retry')}
        </Button>
      )}
    </div>
  );
}
