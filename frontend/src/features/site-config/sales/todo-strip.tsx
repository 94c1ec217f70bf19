import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SalesTodo } from '../../../api/types';
import { type SalesTab, sitePath } from '../../../config/paths';
import { localeOf } from '../../../i18n';
import { classNames } from '../../../lib/class-names';
import { formatFen } from '../../../lib/money';
import { formatCount } from '../../../lib/numbers';
import { useSalesPlace, useTodo } from './use-sales';

/** Days within which a membership counts as ending soon, as the server counts. */
const EXPIRING_DAYS = 7;

interface TodoStripProps {
  /** Stands there only when there is something. */
  isQuiet?: boolean;
}

/** What a site's team should look at, each a link to the list of it. Nothing stands there before it is known. */
export function TodoStrip({ isQuiet = false }: TodoStripProps) {
  const { t, i18n } = useTranslation('sales');
  const { teamId, siteId } = useSalesPlace();
  const { data } = useTodo();
  const locale = localeOf(i18n);
  const to = (tab: SalesTab, query: Record<string, string>) =>
    `${sitePath(teamId, siteId, tab)}?${new URLSearchParams(query)}`;
  const count = (n: number | undefined) => (n === undefined ? '–' : formatCount(locale, n));
  const items = [
    {
      label: t('todo.toConfirm'),
      value: count(data?.nAwaitingConfirmation),
      isUrgent: (data?.nAwaitingConfirmation ?? 0) > 0,
      to: to('orders', { status: 'awaitingConfirmation' }),
    },
    {
      label: t('todo.problems'),
      value: count(data?.nProblems),
      isUrgent: (data?.nProblems ?? 0) > 0,
      to: to('orders', { problem: 'any' }),
    },
    {
      label: t('todo.expiring', { days: EXPIRING_DAYS }),
      value: count(data?.nExpiring),
      isUrgent: false,
      to: to('members', { expiring: String(EXPIRING_DAYS) }),
    },
    {
      label: t('todo.revenue'),
      value: data === undefined ? '–' : formatFen(locale, data.revenueFen30Days),
      isUrgent: false,
      to: to('orders', { status: 'paid' }),
    },
  ];
  if (isQuiet && (data === undefined || isNothing(data))) return null;
  return (
    <nav aria-label={t('todo.title')} className={isQuiet ? undefined : 'mb-5'}>
      <ul className="grid grid-cols-2 overflow-hidden rounded-xl border border-line bg-surface lg:grid-cols-4">
        {items.map((item) => (
          <li key={item.label} className="shadow-[1px_0_0_var(--line),0_1px_0_var(--line)]">
            <Link
              to={item.to}
              className="flex h-full flex-col gap-1 p-3.5 hover:bg-hover focus-visible:outline-offset-[-2px] md:p-4"
            >
              <span className="text-ink-soft text-sm">{item.label}</span>
              <span
                className={classNames(
                  'break-all font-semibold font-serif text-[20px] leading-[1.4] tabular-nums',
                  item.isUrgent ? 'text-danger' : 'text-ink',
                )}
              >
                {item.value}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function isNothing(todo: SalesTodo): boolean {
  const { nAwaitingConfirmation, nProblems, nExpiring, revenueFen30Days } = todo;
  return nAwaitingConfirmation + nProblems + nExpiring + revenueFen30Days === 0;
}
