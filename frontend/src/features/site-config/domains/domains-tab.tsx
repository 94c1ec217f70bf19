import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LIMITS } from '../../../api/generated/site-settings';
import { addDomain, listDomains } from '../../../api/sites';
import { addressOf } from '../../../api/team-rights';
import { sectionPath } from '../../../config/paths';
import { errorText } from '../../../i18n/error-text';
import { hostOf } from '../../../lib/addresses/host-of';
import { Button } from '../../../ui/buttons/button';
import { FormField } from '../../../ui/fields/text-field';
import { PageHead, Panel } from '../../../ui/panel';
import { EmptyState } from '../../../ui/states/empty-state';
import { LoadState } from '../../../ui/states/load-state';
import { toast } from '../../../ui/states/toast';
import { AddressPanel } from '../overview/address-panel';
import { useSite } from '../site/site-context';
import { siteKey, useInvalidateSite } from '../site/use-site-query';
import { DomainCard } from './domain-card';

/** Domains of a site: claimed here, proved by a TXT record. */
export function DomainsTab() {
  const { t } = useTranslation('siteConfig');
  const { team, site, mayEdit } = useSite();
  const hasDomains = team.features.includes('customDomain');
  const { data, error, refetch } = useQuery({
    queryKey: [...siteKey(site.id), 'domains'],
    queryFn: () => listDomains(addressOf(team), site.id),
  });
  return (
    <div className="max-w-[1040px]">
      <PageHead title={t('nav.domains')} lead={t('domains.lead')} />
      <div className="flex flex-col gap-5">
        <AddressPanel />
        {mayEdit &&
          (hasDomains ? (
            (data?.domains.length ?? 0) < LIMITS.SiteDomainsDto.domains.maxItems && <AddDomain />
          ) : (
            <p role="status" className="rounded-lg bg-hover px-4 py-3 text-ink-soft text-sm">
              <span>{t('domains.plan')}</span>{' '}
              <Link to={sectionPath('pricing')} className="text-accent-text underline">
                {t('notice.plans')}
              </Link>
            </p>
          ))}
        {data === undefined ? (
          <LoadState error={error} onRetry={() => void refetch()} />
        ) : data.domains.length === 0 ? (
          <EmptyState icon={Globe} title={t('domains.emptyTitle')} text={t('domains.emptyText')} />
        ) : (
          <ul className="grid gap-3">
            {data.domains.map((domain) => (
              <DomainCard key={domain.id} domain={domain} target={data.target ?? null} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function AddDomain() {
  const { t } = useTranslation('siteConfig');
  const { team, site } = useSite();
  const invalidateSite = useInvalidateSite();
  const [host, setHost] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const add = async () => {
    setIsBusy(true);
    setFailure(undefined);
    try {
      const domain = await addDomain(addressOf(team), site.id, hostOf(host));
      toast.success(t('domains.added', { host: domain.displayHost }));
      setHost('');
      await invalidateSite();
    } catch (error) {
      setFailure(errorText(t, error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Panel title={t('domains.add')} lead={t('domains.addLead')}>
      <form
        noValidate
        className="max-w-[520px]"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <FormField
          label={t('domains.host')}
          placeholder="docs.example.com"
          autoComplete="off"
          inputMode="url"
          value={host}
          error={failure}
          onChange={({ target, nativeEvent }) => {
            const isPasted =
              nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertFromPaste';
            setHost(isPasted ? hostOf(target.value) : target.value);
          }}
          end={
            <Button
              type="submit"
              variant="primary"
              className="h-auto"
              disabled={host.trim() === '' || isBusy}
            >
              {t('domains.addAction')}
            </Button>
          }
        />
      </form>
    </Panel>
  );
}
