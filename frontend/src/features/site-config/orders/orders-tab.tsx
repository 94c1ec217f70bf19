import { Download, ReceiptText, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { exportOrders, listOrders } from '../../../api/orders';
import { download } from '../../../lib/browser/download';
import { Button } from '../../../ui/buttons/button';
import { useAddressFilter, useOpen } from '../../../ui/fields/use-address';
import { useMedia } from '../../../ui/hooks/use-media';
import { EmptyState } from '../../../ui/states/empty-state';
import { PagedList } from '../sales/paged-list';
import { SalesTab } from '../sales/sales-tab';
import { TodoStrip } from '../sales/todo-strip';
import { useSalesChange, useSalesPages, useSalesPlace } from '../sales/use-sales';
import { useSite } from '../site/site-context';
import { OrderDetailDialog } from './order-detail';
import { EVERY_ORDER, orderFilter, orderQuery } from './order-filter';
import { OrderFilters } from './order-filters';
import { OrderInbox } from './order-inbox';
import { useOrderColumns } from './use-order-columns';

/** What visitors have ordered: what to confirm, what went wrong, and what came in. */
export function OrdersTab() {
  const { t } = useTranslation('sales');
  const { site } = useSite();
  const { teamId, siteId } = useSalesPlace();
  const { run, isBusy } = useSalesChange();
  const save = () =>
    run(async () =>
      download(`${site.name}-orders.csv`, 'text/csv', await exportOrders(teamId, siteId)),
    );
  return (
    <SalesTab
      tab="orders"
      action={
        <Button variant="secondary" disabled={isBusy} onClick={() => void save()}>
          <Download size={16} strokeWidth={1.75} aria-hidden />
          <span>{t('export')}</span>
        </Button>
      }
    >
      <Orders />
    </SalesTab>
  );
}

function Orders() {
  const [open, setOpen] = useOpen('order');
  const isPhone = useMedia('(max-width: 767px)');
  return (
    <>
      <TodoStrip />
      {isPhone && <OrderInbox onOpen={setOpen} />}
      <OrderList onOpen={setOpen} />
      {open !== null && (
        <OrderDetailDialog key={open} orderId={open} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

function OrderList({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const [filter, change] = useAddressFilter(orderFilter, 'order');
  const query = orderQuery(filter);
  const pages = useSalesPages('orders', query, (cursor) =>
    listOrders(teamId, siteId, { ...query, ...cursor }),
  );
  const columns = useOrderColumns(onOpen);
  const isFiltered = orderFilter.write(filter).size > 0;
  return (
    <>
      <OrderFilters filter={filter} counts={pages.data?.pages[0]?.counts} onChange={change} />
      <PagedList
        label={t('orders.title')}
        columns={columns}
        items={pages.data?.pages.flatMap(({ orders }) => orders)}
        pages={pages}
        empty={
          isFiltered ? (
            <EmptyState
              icon={SearchX}
              title={t('noMatch.title')}
              text={t('noMatch.text')}
              action={
                <Button variant="secondary" onClick={() => change(EVERY_ORDER)}>
                  {t('noMatch.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={ReceiptText}
              title={t('orders.emptyTitle')}
              text={t('orders.emptyText')}
            />
          )
        }
      />
    </>
  );
}
