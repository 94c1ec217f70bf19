import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { configQuery } from '../../api/account';
import type { ServerConfig } from '../../api/types';
import { paths } from '../../config/paths';
import { errorText } from '../../i18n/error-text';
import { Button, buttonStyle } from '../../ui/buttons/button';
import type { Minimums } from './schemas';

/** Shows a screen when the login methods of the server are known. Without the server it says so and links to the editor. */
export function WithConfig({ children }: { children: (config: ServerConfig) => ReactNode }) {
  const { t } = useTranslation(['auth', 'app']);
  const { data, error, refetch, isFetching } = useQuery(configQuery);
  if (data !== undefined) return children(data);
  if (error === null) {
    return (
      <p role="status" className="text-base text-ink-faint">
        {t('config.loading')}
      </p>
    );
  }
  return (
    <div role="alert">
      <h1 className="font-medium text-ink text-lg">{t('config.failed')}</h1>
      <p className="mt-2 text-base text-ink-soft leading-6">{errorText(t, error)}</p>
      <div className="mt-6 flex gap-2">
        <Button
          variant="primary"
          size="lg"
          disabled={isFetching}
          onClick={() => void refetch({ cancelRefetch: false })}
        >
          {t('app:action.retry')}
        </Button>
        <Link to={paths.editor} className={buttonStyle({ variant: 'secondary', size: 'lg' })}>
          {t('config.editor')}
        </Link>
      </div>
    </div>
  );
}

/** The shortest password and nickname that the server accepts. */
export function minimumsOf(config: ServerConfig): Minimums {
  return { passwordMin: config.passwordMinChars, nicknameMin: config.nicknameMinChars };
}
