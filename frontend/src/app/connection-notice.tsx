import { CloudOff, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkHealth } from '../api/system';
import { SERVER_RECHECK_MS } from '../config/http';
import { IconButton } from '../ui/buttons/icon-button';
import { useStore } from '../ui/hooks/use-store';
import { toast } from '../ui/states/toast';
import { connection } from './connection';

/** Says that the network or the server is away, and that writing goes on. */
export function ConnectionNotice() {
  const { t } = useTranslation();
  const { isOnline, isServerReached } = useStore(connection);
  const isDown = !isOnline || !isServerReached;
  const [isClosed, setIsClosed] = useState(false);
  const wasDown = useRef(false);
  useEffect(() => {
    if (isDown) {
      wasDown.current = true;
      const timer = setInterval(() => {
        if (document.visibilityState === 'visible') checkHealth().catch(() => undefined);
      }, SERVER_RECHECK_MS);
      return () => clearInterval(timer);
    }
    if (wasDown.current) toast.success(t('connection.back'));
    wasDown.current = false;
    setIsClosed(false);
    return undefined;
  }, [isDown, t]);
  if (!isDown || isClosed) return null;
  const kind = isOnline ? 'server' : 'offline';
  return (
    <div
      role="status"
      className="fixed bottom-[calc(48px+var(--inset-bottom))] left-1/2 z-30 flex w-max max-w-[calc(100vw-24px)] -translate-x-1/2 items-center gap-3 rounded-lg bg-raised py-2 pr-2 pl-4 shadow-popup"
    >
      <CloudOff size={18} strokeWidth={1.75} className="shrink-0 text-caution" aria-hidden />
      <p className="text-ink-soft text-sm">
        <strong className="mr-2 font-medium text-ink max-md:block">
          {t(`connection.${kind}`)}
        </strong>
        <span>{t(`connection.${kind}Text`)}</span>
      </p>
      <IconButton
        icon={X}
        size="iconSm"
        label={t('dialog.close')}
        onClick={() => setIsClosed(true)}
      />
    </div>
  );
}
