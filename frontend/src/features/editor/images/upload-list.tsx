import { RotateCw, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { toast } from '../../../ui/states/toast';
import { textUndoAction } from '../text-undo-action';
import { useImages, useUploads } from './use-images';

/** Running and failed uploads with their actions. */
export function UploadList() {
  const { t } = useTranslation('tools');
  const images = useImages();
  const uploads = useUploads();
  useEffect(() => {
    images.onMoved = (moved) => {
      toast.success(t('images.moved', { count: moved.addresses.size }), {
        action: textUndoAction(() => images.takeBack(moved), t('images.undo'), t),
      });
    };
  }, [images, t]);
  if (uploads.length === 0) return null;
  const failed = uploads.filter(({ state }) => state === 'failed' || state === 'canceled');
  return (
    <section
      aria-label={t('images.uploads')}
      className="absolute right-4 bottom-4 z-10 w-80 max-w-[calc(100%-32px)] rounded-lg bg-raised text-sm shadow-popup"
    >
      <div className="flex h-9 items-center justify-between border-line border-b pr-1.5 pl-3">
        <h2 className="font-medium">
          {failed.length === uploads.length
            ? t('images.failedCount', { count: failed.length })
            : t('images.uploading', { count: uploads.length - failed.length })}
        </h2>
        {failed.length > 1 && (
          <Button size="sm" onClick={() => images.queue.retryAll()}>
            {t('images.retryAll')}
          </Button>
        )}
      </div>
      <ul className="scroll-thin max-h-56 overflow-y-auto py-1">
        {uploads.map((upload) => {
          const isFailed = upload.state === 'failed' || upload.state === 'canceled';
          return (
            <li key={upload.id} className="flex items-center gap-1 py-1 pr-1.5 pl-3">
              <div className="min-w-0 grow">
                <p className="truncate">{upload.name}</p>
                {isFailed ? (
                  <p className="text-danger text-xs" role="alert">
                    {upload.state === 'canceled'
                      ? t('images.canceled')
                      : errorText(t, upload.error)}
                  </p>
                ) : (
                  <progress
                    aria-label={t('images.progress', { name: upload.name })}
                    value={upload.progress}
                    max={1}
                    className="h-1 w-full accent-accent"
                  />
                )}
              </div>
              {isFailed ? (
                <>
                  <IconButton
                    icon={RotateCw}
                    size="iconSm"
                    label={t('images.retry', { name: upload.name })}
                    onClick={() => images.queue.retry(upload.id)}
                  />
                  <IconButton
                    icon={X}
                    size="iconSm"
                    label={t('images.dismiss', { name: upload.name })}
                    onClick={() => images.queue.forget(upload.id)}
                  />
                </>
              ) : (
                <IconButton
                  icon={X}
                  size="iconSm"
                  label={t('images.cancel', { name: upload.name })}
                  onClick={() => images.queue.cancel(upload.id)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
