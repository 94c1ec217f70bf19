import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useNavigation, useRouteError } from 'react-router';
import { paths } from '../config/paths';
import { errorText } from '../i18n/error-text';
import { isMissingPart } from '../lib/browser/load-part';
import { keepWork } from '../lib/browser/unsaved-work';
import { KeyedError, messageOf } from '../lib/keyed-error';
import { Button, buttonStyle } from '../ui/buttons/button';
import { Mark } from '../ui/states/mark';
import { useFirstScreen } from './startup';

/** What has failed: the code of a screen did not arrive, a module did not start, or a screen broke. */
function kindOf(error: unknown) {
  if (isMissingPart(error)) return 'part';
  return error instanceof KeyedError ? 'startup.failed' : 'crash';
}

/** Shown when a screen fails: what happened, what became of what was typed, and links out of it. */
export function ErrorPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  useFirstScreen();
  // Asked while what has failed still stands: it knows what was typed.
  const [kept] = useState(keepWork);
  const kind = kindOf(error);
  return (
    <section
      role="alert"
      className="grid min-h-[70dvh] place-content-center justify-items-center gap-4 px-6 py-16 text-center"
    >
      <Mark size={44} />
      <h1 className="mt-2 font-medium text-xl">{t(`${kind}.title`)}</h1>
      <p className="max-w-md text-ink-soft leading-6">{t(`${kind}.advice`)}</p>
      {kept !== 'nothing' && <p className="max-w-md text-ink leading-6">{t(`crash.${kept}`)}</p>}
      {kind !== 'part' && <Details error={error} />}
      <div className="flex flex-wrap justify-center gap-2">
        {kind === 'part' && <Retry />}
        <Button
          variant={kind === 'part' ? 'secondary' : 'primary'}
          size="lg"
          onClick={() => location.reload()}
        >
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

/** Asks for the screen again, in its place. */
function Retry() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const here = useLocation();
  const isBusy = useNavigation().state !== 'idle';
  return (
    <Button
      variant="primary"
      size="lg"
      disabled={isBusy}
      focusableWhenDisabled
      onClick={() => void navigate(here, { replace: true })}
    >
      {t(isBusy ? 'loading' : 'action.retry')}
    </Button>
  );
}

/** What support asks for. A message of the browser is in English: it stands apart. */
function Details({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const text =
    error instanceof KeyedError ? `${errorText(t, error)}\n${messageOf(error)}` : messageOf(error);
  return (
    <details open={error instanceof KeyedError} className="max-w-xl text-ink-soft text-sm">
      <summary className="cursor-pointer">{t('crash.details')}</summary>
      <pre
        translate="no"
        className="mt-2 whitespace-pre-wrap break-words rounded-lg bg-hover px-4 py-3 text-left font-mono text-xs leading-5"
      >
        {text}
      </pre>
    </details>
  );
}
