import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRouteError } from 'react-router';
import { paths } from '../config/paths';
import { errorText } from '../i18n/error-text';
import { KeyedError, messageOf } from '../lib/keyed-error';
import { keepWork } from '../lib/unsaved-work';
import { Button, buttonStyle } from '../ui/button';
import { Mark } from '../ui/mark';
import { useFirstScreen } from './startup';

/** Shown when a screen fails: what happened, and links out of it. A module that did not start is a failed start. */
export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  useFirstScreen();
  // Asked while what has failed still stands: it knows what was typed.
  const [kept] = useState(keepWork);
  const kind = error instanceof KeyedError ? 'startup.failed' : 'crash';
  return (
    <section
      role="alert"
      className="grid min-h-[70dvh] place-content-center justify-items-center gap-4 px-6 py-16 text-center"
    >
      <Mark size={44} />
      <h1 className="mt-2 font-medium text-xl">{t(`${kind}.title`)}</h1>
      <p className="max-w-md text-ink-soft leading-6">{t(`${kind}.advice`)}</p>
      {kept !== 'nothing' && <p className="max-w-md text-ink leading-6">{t(`crash.${kept}`)}</p>}
      <pre className="max-w-xl whitespace-pre-wrap break-words rounded-lg bg-hover px-4 py-3 text-left font-mono text-ink-soft text-xs leading-5">
        {error instanceof KeyedError
          ? `${errorText(t, error)}\n${messageOf(error)}`
          : errorText(t, error)}
      </pre>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" size="lg" onClick={() => location.reload()}>
          {t('startup.failed.reload')}
        </Button>
        {/* Whole pages, because the state of this one is in doubt. */}
        <Link
          reloadDocument
          to={paths.home}
          className={buttonStyle({ variant: 'secondary', size: 'lg' })}
        >
          {t('crash.home')}
        </Link>
        <Link
          reloadDocument
          to={paths.editor}
          className={buttonStyle({ variant: 'secondary', size: 'lg' })}
        >
          {t('crash.editor')}
        </Link>
      </div>
    </section>
  );
}
