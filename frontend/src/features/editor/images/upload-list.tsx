import { ImageUp, RotateCw, Trash2, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../i18n/error-text';
import { Button } from '../../../ui/button';
import { IconButton } from '../../../ui/icon-button';
import { toast } from '../../../ui/toast';
import { useEditor } from '../editor-context';
import type { Upload } from './upload-queue';
import { useImages, useUploads } from './use-images';

/** Running and failed uploads with their actions. */
export function UploadList() {
  const { t } = useTranslation('tools');
  const images = useImages();
  const uploads = useUploads();
  const postId = useEditor((state) => state.postId);
  const isReadOnly = useEditor((state) => state.isReadOnly);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each post has images of its own.
  useEffect(() => {
    void images.adopt();
  }, [images, postId, isReadOnly]);
  if (uploads.length === 0) return null;
  const failed = uploads.filter(({ state }) => state === 'failed' || state === 'canceled');
  const nRetryable = failed.filter(({ needsFile }) => !needsFile).length;
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
        {nRetryable > 1 && (
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
                  {upload.needsFile ? (
                    <PickAgain upload={upload} />
                  ) : (
                    <IconButton
                      icon={RotateCw}
                      size="iconSm"
                      label={t('images.retry', { name: upload.name })}
                      onClick={() => images.queue.retry(upload.id)}
                    />
                  )}
                  <IconButton
                    icon={Trash2}
                    size="iconSm"
                    label={t('images.discard', { name: upload.name })}
                    onClick={() => images.discard(upload.id)}
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

/** The file of this image is lost: lets the author choose another one. */
function PickAgain({ upload }: { upload: Upload }) {
  const { t } = useTranslation('tools');
  const images = useImages();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        icon={ImageUp}
        size="iconSm"
        label={t('images.pickAgain', { name: upload.name })}
        onClick={() => picker.current?.click()}
      />
      <input
        ref={picker}
        type="file"
        hidden
        accept=".jpg,.jpeg,.png,.gif"
        aria-label={t('images.pickAgain', { name: upload.name })}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file === undefined) return;
          images.supply(upload.id, file).catch((error: unknown) => {
            toast.failure(errorText(t, error), { id: 'image' });
          });
        }}
      />
    </>
  );
}
