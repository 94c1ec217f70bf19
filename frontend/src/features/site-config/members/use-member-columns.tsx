import { useTranslation } from 'react-i18next';
import type { SiteMember } from '../../../api/types';
import { localeOf } from '../../../i18n';
import { shownIdentifier } from '../../../lib/addresses/typed-identifier';
import { formatFen } from '../../../lib/money';
import { formatDay } from '../../../lib/time/dates';
import type { Column } from '../../../ui/data-table';
import { EndDay, MemberChips, nameOf } from './member-words';

/** The columns of the list of members. */
export function useMemberColumns(onOpen: (id: string) => void): Column<SiteMember>[] {
  const { t, i18n } = useTranslation('sales');
  const locale = localeOf(i18n);
  return [
    {
      label: t('members.name'),
      kind: 'title',
      cell: (member) => (
        <button
          type="button"
          onClick={() => onOpen(member.id)}
          className="max-w-72 whitespace-normal break-words text-left font-medium text-accent-text hover:underline pointer-coarse:py-1.5 max-md:max-w-full"
        >
          <span>{nameOf(member)}</span>
          {member.nickname !== '' && (
            <span className="block break-all font-normal text-ink-faint text-xs">
              {shownIdentifier(member.identifier)}
            </span>
          )}
        </button>
      ),
    },
    { label: t('members.state'), cell: (member) => <MemberChips member={member} /> },
    { label: t('members.package'), kind: 'wide', cell: ({ packageName }) => packageName },
    { label: t('members.ends'), cell: (member) => <EndDay member={member} /> },
    {
      label: t('members.paid'),
      cell: ({ paidFen }) => (
        <span className="tabular-nums">{paidFen === 0 ? '–' : formatFen(locale, paidFen)}</span>
      ),
    },
    { label: t('members.since'), cell: ({ createdAt }) => formatDay(locale, createdAt) },
  ];
}
