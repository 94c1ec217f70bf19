import { Download, Mail, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import {
  exportSubscribers,
  listSubscribers,
  type Subscriber,
  type SubscriberStatus,
} from '../../../api/subscribers';
import { localeOf } from '../../../i18n';
import { download } from '../../../lib/browser/download';
import { formatDay } from '../../../lib/time/dates';
import { Button } from '../../../ui/buttons/button';
import type { Column } from '../../../ui/data-table';
import { FilterChips } from '../../../ui/fields/filter-chips';
import { SearchBox } from '../../../ui/fields/search-box';
import { useAddressFilter } from '../../../ui/fields/use-address';
import { EmptyState } from '../../../ui/states/empty-state';
import { Chip, type ChipTone } from '../sales/chip';
import { PagedList } from '../sales/paged-list';
import { SalesTab } from '../sales/sales-tab';
import { useSalesChange, useSalesPages, useSalesPlace } from '../sales/use-sales';
import { useSite } from '../site/site-context';
import { EVERY_SUBSCRIBER, SUBSCRIBER_STATES, subscriberFilter } from './subscriber-filter';

const TONES: Record<SubscriberStatus, ChipTone> = {
  confirmed: 'good',
  pending: 'plain',
  unsubscribed: 'faint',
};

/** Who asked for letters of the site. */
export function SubscribersTab() {
  const { t } = useTranslation('sales');
  const { site } = useSite();
  const { teamId, siteId } = useSalesPlace();
  const { run, isBusy } = useSalesChange();
  const save = () =>
    run(async () =>
      download(`${site.name}-subscribers.csv`, 'text/csv', await exportSubscribers(teamId, siteId)),
    );
  return (
    <SalesTab
      tab="subscribers"
      action={
        <Button variant="secondary" disabled={isBusy} onClick={() => void save()}>
          <Download size={16} strokeWidth={1.75} aria-hidden />
          <span>{t('export')}</span>
        </Button>
      }
    >
      <SubscriberList />
    </SalesTab>
  );
}

function SubscriberList() {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const [filter, change] = useAddressFilter(subscriberFilter, 'subscriber');
  const query = {
    ...(filter.search.trim() === '' ? {} : { search: filter.search.trim() }),
    ...(filter.status === 'all' ? {} : { status: filter.status }),
  };
  const pages = useSalesPages('subscribers', query, (cursor) =>
    listSubscribers(teamId, siteId, { ...query, ...cursor }),
  );
  const columns = useColumns();
  const counts = pages.data?.pages[0]?.counts;
  const all = counts && Object.values(counts).reduce((sum, n) => sum + n, 0);
  return (
    <>
      <div className="mb-4 flex flex-col gap-3">
        <FilterChips
          label={t('subscribers.state')}
          value={filter.status}
          options={[
            { value: 'all' as const, label: t('all'), count: all },
            ...SUBSCRIBER_STATES.map((value) => ({
              value,
              label: t(`subscribers.states.${value}`),
              count: counts && (counts[value] ?? 0),
            })),
          ]}
          onChange={(status) => change({ status })}
        />
        <div className="flex">
          <SearchBox
            isDebounced
            className="min-w-48 grow basis-48"
            label={t('subscribers.search')}
            value={filter.search}
            onChange={(search) => change({ search })}
          />
        </div>
      </div>
      <PagedList
        label={t('subscribers.title')}
        columns={columns}
        items={pages.data?.pages.flatMap(({ subscribers }) => subscribers)}
        pages={pages}
        empty={
          subscriberFilter.write(filter).size > 0 ? (
            <EmptyState
              icon={SearchX}
              title={t('noMatch.title')}
              text={t('noMatch.text')}
              action={
                <Button variant="secondary" onClick={() => change(EVERY_SUBSCRIBER)}>
                  {t('noMatch.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={Mail}
              title={t('subscribers.emptyTitle')}
              text={t('subscribers.emptyText')}
            />
          )
        }
      />
    </>
  );
}

function useColumns(): Column<Subscriber>[] {
  const { t, i18n } = useTranslation('sales');
  const day = (moment: string | null | undefined) =>
    moment === null || moment === undefined ? null : formatDay(localeOf(i18n), moment);
  return [
    {
      label: t('subscribers.email'),
      kind: 'title',
      cell: ({ email, name }) => (
        <span className="break-all font-medium text-ink">
          <span>{email}</span>
          {name !== '' && <span className="block font-normal text-ink-faint text-xs">{name}</span>}
        </span>
      ),
    },
    {
      label: t('subscribers.state'),
      cell: ({ status, isUndeliverable }) =>
        status === 'pending' && isUndeliverable ? (
          <Chip tone="danger">{t('subscribers.undeliverable')}</Chip>
        ) : (
          <Chip tone={TONES[status]}>{t(`subscribers.states.${status}`)}</Chip>
        ),
    },
    { label: t('subscribers.confirmed'), cell: ({ confirmedAt }) => day(confirmedAt) },
    { label: t('subscribers.asked'), cell: ({ requestedAt }) => day(requestedAt) },
  ];
}
