import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { SLOW_OPENING_MS } from '../config/http';
import { Button } from '../ui/buttons/button';

/** Says that another screen is being opened: by a line at the top at once, in words when it takes long, with a way out. */
export function OpeningNotice() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const here = useLocation();
  const { location: next } = useNavigation();
  const isOpening = next !== undefined;
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isOpening) return;
    // The style sheet of the page draws the line, which stands before any script.
    document.documentElement.dataset.waiting = '';
    const timer = setTimeout(() => setIsSlow(true), SLOW_OPENING_MS);
    return () => {
      delete document.documentElement.dataset.waiting;
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isOpening]);
  if (!isSlow || next === undefined) return null;
  const addressOf = ({ pathname, search, hash }: typeof here) => `${pathname}${search}${hash}`;
  return (
    <div
      role="status"
      className="fixed bottom-12 left-1/2 z-50 flex w-max max-w-[calc(100vw-24px)] -translate-x-1/2 flex-wrap items-center gap-3 rounded-lg bg-raised px-4 py-3 text-ink text-sm shadow-popup"
    >
      <p>{t('opening.slow')}</p>
      <Button variant="secondary" onClick={() => window.location.assign(addressOf(next))}>
        {t('opening.retry')}
      </Button>
      <Button onClick={() => void navigate(addressOf(here), { replace: true, state: here.state })}>
        {t('opening.stay')}
      </Button>
    </div>
  );
}
