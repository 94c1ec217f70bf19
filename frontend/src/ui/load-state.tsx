import { useTranslation } from 'react-i18next';
import { errorText } from '../i18n/error-text';
import { Button } from './button';

interface LoadStateProps {
  error: unknown;
  /** What failed, before the reason. */
  failed?: string;
  onRetry: () => void;
}

/** Placeholder while data is loading, or when loading failed. */
export function LoadState({ error, failed, onRetry }: LoadStateProps) {
  const { t } = useTranslation();
  if (error === null || error === undefined) {
    return (
      <div role="status" aria-label={t('loading')} className="grid gap-3">
        {[72, 100, 86].map((width) => (
          <span
            key={width}
            style={{ width: `${width}%` }}
            className="h-4 animate-pulse rounded bg-pressed forced-colors:bg-[GrayText]"
          />
        ))}
      </div>
    );
  }
  return (
    <div role="alert" className="rounded-xl border border-line bg-surface p-6">
      {failed !== undefined && <p className="mb-1 font-medium text-base text-ink">{failed}</p>}
      <p className="text-base text-ink">{errorText(t, error)}</p>
      <Button variant="secondary" className="mt-4" onClick={onRetry}>
        {t('action.retry')}
      </Button>
    </div>
  );
}
