import { useTranslation } from 'react-i18next';
import { errorText } from '../../i18n/error-text';
import { isMissingPart } from '../../lib/browser/load-part';
import { Button } from '../buttons/button';
import { useIsSlow } from '../hooks/use-is-slow';

interface LoadStateProps {
  error: unknown;
  /** What failed, before the reason. */
  failed?: string;
  onRetry: () => void;
}

/** Placeholder while data is loading, or when loading failed. */
export function LoadState({ error, failed, onRetry }: LoadStateProps) {
  const { t } = useTranslation();
  if (error === null || error === undefined) return <Waiting />;
  return (
    <div role="alert" className="rounded-xl border border-line bg-surface p-6">
      {failed !== undefined && <p className="mb-1 font-medium text-base text-ink">{failed}</p>}
      <p className="text-base text-ink">{errorText(t, error)}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="secondary" onClick={onRetry}>
          {t('action.retry')}
        </Button>
        {/* A newer version has other files: only a fresh page knows them. */}
        {isMissingPart(error) && (
          <Button variant="secondary" onClick={() => location.reload()}>
            {t('startup.failed.reload')}
          </Button>
        )}
      </div>
    </div>
  );
}

function Waiting() {
  const { t } = useTranslation();
  const isSlow = useIsSlow();
  return (
    <div role="status" aria-label={t('loading')} className="grid gap-3">
      {[72, 100, 86].map((width) => (
        <span
          key={width}
          style={{ width: `${width}%` }}
          className="h-4 animate-pulse rounded bg-pressed forced-colors:bg-[GrayText]"
        />
      ))}
      {isSlow && <p className="text-ink-soft text-sm">{t('opening.part')}</p>}
    </div>
  );
}
