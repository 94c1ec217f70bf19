import { CircleAlert, CircleCheck, Clock, Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkDomain, makeDomainPrimary, removeDomain } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import type { SiteDomain } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { errorText } from '../../../i18n/error-text';
import { writeClipboard } from '../../../lib/browser/clipboard';
import { formatMoment } from '../../../lib/time/dates';
import { Button } from '../../../ui/buttons/button';
import { IconButton } from '../../../ui/buttons/icon-button';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog';
import { toast } from '../../../ui/states/toast';
import { useSite } from '../site/site-context';
import { useInvalidateSite } from '../site/use-site-query';
import { isBareDomain } from './bare-domain';

/** A domain: whether it is proved, and the records that prove it and lead to the site. */
export function DomainCard({ domain, target }: { domain: SiteDomain; target: string | null }) {
  const { t, i18n } = useTranslation('siteConfig');
  const { team, site, mayEdit } = useSite();
  const invalidateSite = useInvalidateSite();
  const [isBusy, setIsBusy] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const [foundValues, setFoundValues] = useState<string[]>([]);
  const teamId = addressOf(team);
  const isVerified = Boolean(domain.verifiedAt);
  const run = async (work: () => Promise<unknown>) => {
    setIsBusy(true);
    try {
      await work();
      await invalidateSite();
    } catch (error) {
      toast.failure(errorText(t, error), { id: 'domain' });
    } finally {
      setIsBusy(false);
    }
  };
  const check = () =>
    run(async () => {
      const checked = await checkDomain(teamId, site.id, domain.id);
      setFoundValues(checked.foundValues);
      if (checked.verifiedAt) toast.success(t('domains.proved', { host: domain.displayHost }));
    });
  return (
    <li className="rounded-xl border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 grow break-all font-medium text-base text-ink">
          <span>{domain.displayHost}</span>
          {domain.isPrimary && (
            <span className="ml-2 rounded bg-accent-soft px-1.5 py-0.5 font-normal text-accent-text text-xs">
              {t('domains.primary')}
            </span>
          )}
        </h2>
        {mayEdit && (
          <div className="flex flex-wrap gap-2">
            {isVerified && !domain.isPrimary && (
              <Button
                variant="secondary"
                disabled={isBusy}
                onClick={() => void run(() => makeDomainPrimary(teamId, site.id, domain.id))}
              >
                {t('domains.makePrimary')}
              </Button>
            )}
            <Button variant="secondary" disabled={isBusy} onClick={() => void check()}>
              {t('domains.check')}
            </Button>
            <IconButton
              icon={Trash2}
              label={t('domains.remove', { host: domain.displayHost })}
              onClick={() => setIsRemoving(true)}
            />
          </div>
        )}
      </div>
      <p role="status" className="mt-2 flex items-center gap-1.5 text-ink-soft text-sm">
        {isVerified ? (
          <CircleCheck size={16} className="shrink-0 text-success" aria-hidden />
        ) : domain.problem ? (
          <CircleAlert size={16} className="shrink-0 text-danger" aria-hidden />
        ) : (
          <Clock size={16} className="shrink-0 text-ink-faint" aria-hidden />
        )}
        <span>
          <span>
            {domain.problem
              ? t(`domains.problems.${domain.problem}`)
              : isVerified
                ? t('domains.verified')
                : t('domains.waiting')}
          </span>
          {domain.checkedAt && (
            <span className="ml-1.5 text-ink-faint">
              {t('domains.checked', { time: formatMoment(localeOf(i18n), domain.checkedAt) })}
            </span>
          )}
        </span>
      </p>
      {domain.problem === 'recordDiffers' && foundValues.length > 0 && (
        <div className="mt-2 text-ink-soft text-sm">
          <p>{t('domains.found')}</p>
          <ul translate="no" className="mt-1 break-all font-mono">
            {foundValues.map((value) => (
              <li key={value}>{value}</li>
            ))}
          </ul>
        </div>
      )}
      {(!isVerified || domain.problem) && (
        <div className="mt-4 grid gap-3">
          <p className="text-ink-soft text-sm">{t('domains.records')}</p>
          <DnsRecord kind="TXT" name={domain.recordName} value={domain.recordValue} />
          {target !== null && (
            <DnsRecord
              kind={isBareDomain(domain.host) ? 'ALIAS' : 'CNAME'}
              name={domain.host}
              value={target}
            />
          )}
          {target !== null && isBareDomain(domain.host) && (
            <p className="text-ink-soft text-sm">{t('domains.bare', { target })}</p>
          )}
        </div>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        title={t('domains.removeTitle', { host: domain.displayHost })}
        description={t('domains.removeText')}
        confirmLabel={t('domains.removeAction')}
        tone="danger"
        onConfirm={async () => {
          await removeDomain(teamId, site.id, domain.id);
          toast.success(t('domains.removed', { host: domain.displayHost }));
          await invalidateSite();
        }}
      />
    </li>
  );
}

function DnsRecord({ kind, name, value }: { kind: string; name: string; value: string }) {
  const { t } = useTranslation('siteConfig');
  const copy = async (text: string) => {
    await writeClipboard('plain', Promise.resolve({ text }));
    toast.success(t('domains.copied'));
  };
  return (
    <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1 rounded-lg bg-hover px-3 py-2 text-sm">
      <dt className="text-ink-faint">{t('domains.kind')}</dt>
      <dd translate="no" className="col-span-2 font-mono text-ink">
        {kind}
      </dd>
      {(
        [
          ['name', name],
          ['value', value],
        ] as const
      ).map(([part, text]) => (
        <div key={part} className="contents">
          <dt className="text-ink-faint">{t(`domains.${part}`)}</dt>
          <dd translate="no" className="min-w-0 break-all font-mono text-ink">
            {text}
          </dd>
          <dd>
            <IconButton
              icon={Copy}
              size="iconSm"
              label={t('domains.copy', { text })}
              onClick={() => void copy(text)}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}
