import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { endOtherSessions, endSession, listSessions } from '../../../api/account';
import type { DeviceSession } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { distanceText } from '../../../i18n/distance';
import { errorText } from '../../../i18n/error-text';
import { browserName } from '../../../lib/browser/browser-name';
import { formatMoment } from '../../../lib/time/dates';
import { currentTime } from '../../../lib/time/server-clock';
import { Button } from '../../../ui/buttons/button';
import { Panel } from '../../../ui/panel';
import { LoadState } from '../../../ui/states/load-state';
import { toast } from '../../../ui/states/toast';

/** Devices that are logged in, and how to log them out. */
export function DevicesPanel() {
  const { t } = useTranslation('auth');
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: ['sessions'], queryFn: listSessions });
  const settle = {
    onError: (failure: unknown) => toast.failure(errorText(t, failure), { id: 'sessions' }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['sessions'] }),
  };
  const end = useMutation({
    ...settle,
    mutationFn: endSession,
    onSuccess: () => toast.success(t('devices.ended')),
  });
  const endOthers = useMutation({
    ...settle,
    mutationFn: endOtherSessions,
    onSuccess: (count) => toast.success(t('devices.endedOthers', { count })),
  });
  const hasOthers = data?.some((device) => !device.isCurrent) === true;
  return (
    <Panel
      title={t('devices.title')}
      lead={t('devices.lead')}
      action={
        hasOthers && (
          <Button
            variant="secondary"
            disabled={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            {t('devices.endOthers')}
          </Button>
        )
      }
    >
      {data === undefined ? (
        <LoadState error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <ul className="divide-y divide-line">
            {data.map((device) => (
              <Device
                key={device.id}
                device={device}
                isBusy={end.isPending}
                onEnd={() => end.mutate(device.id)}
              />
            ))}
          </ul>
          {!hasOthers && <p className="mt-3 text-ink-faint text-sm">{t('devices.only')}</p>}
        </>
      )}
    </Panel>
  );
}

interface DeviceProps {
  device: DeviceSession;
  isBusy: boolean;
  onEnd: () => void;
}

function Device({ device, isBusy, onEnd }: DeviceProps) {
  const { t, i18n } = useTranslation('auth');
  const locale = localeOf(i18n);
  // The server runs on the machine itself.
  const isHere = /^127\.|^::1$/.test(device.ipAddress);
  const Icon = /Mobile|iPhone|Android/.test(device.userAgent) ? Smartphone : Laptop;
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <Icon size={20} strokeWidth={1.5} className="shrink-0 text-ink-faint" aria-hidden />
      <div className="min-w-0 grow">
        <p className="truncate text-base text-ink" title={device.userAgent}>
          <span>{browserName(device.userAgent, t('devices.weChat')) ?? t('devices.unknown')}</span>
          {device.isCurrent && (
            <span className="ml-2 rounded-full bg-accent-soft px-2 py-0.5 text-accent-text text-xs">
              {t('devices.current')}
            </span>
          )}
        </p>
        <p className="text-ink-faint text-xs" title={formatMoment(locale, device.lastSeenAt)}>
          {`${
            device.isCurrent
              ? t('devices.now')
              : t('devices.active', { when: distanceText(i18n, device.lastSeenAt, currentTime()) })
          } · ${isHere ? t('devices.fromHere') : t('devices.from', { ip: device.ipAddress })}`}
        </p>
      </div>
      {!device.isCurrent && (
        <Button variant="secondary" size="sm" disabled={isBusy} onClick={onEnd}>
          {t('devices.end')}
        </Button>
      )}
    </li>
  );
}
