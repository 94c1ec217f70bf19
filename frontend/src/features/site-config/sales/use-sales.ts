import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getSalesTodo } from '../../../api/orders';
import { getSettings } from '../../../api/sites';
import { addressOf, may } from '../../../api/team-rights';
import { errorText } from '../../../i18n/error-text';
import { toast } from '../../../ui/states/toast';
import { useSite } from '../site/site-context';
import { siteKey } from '../site/use-site-query';

/** What is kept of a site's members and money; everything of it stands below. */
const salesKey = (siteId: string) => [...siteKey(siteId), 'sales'] as const;

/** Where the calls of these screens go. */
export function useSalesPlace() {
  const { team, site } = useSite();
  return { teamId: addressOf(team), siteId: site.id, siteUrl: site.url };
}

/** Something of a site's members and money. */
export function useSales<T>(
  name: string | readonly string[],
  fetch: () => Promise<T>,
  kept: { gcTime?: number; staleTime?: number } = {},
) {
  const { siteId } = useSalesPlace();
  return useQuery({ queryKey: [...salesKey(siteId), ...[name].flat()], queryFn: fetch, ...kept });
}

/** Pages of a list of members or orders, as one list. */
export function useSalesPages<P extends { nextCursor?: string | null }>(
  name: string,
  query: object,
  fetchPage: (cursor: { cursor?: string }) => Promise<P>,
) {
  const { siteId } = useSalesPlace();
  return useInfiniteQuery({
    queryKey: [...salesKey(siteId), name, query],
    queryFn: ({ pageParam }) => fetchPage(pageParam === undefined ? {} : { cursor: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (previous) => previous,
  });
}

/** What there is to do. */
export function useTodo() {
  const { teamId, siteId } = useSalesPlace();
  return useSales('todo', () => getSalesTodo(teamId, siteId));
}

/** The packages of the site, archived ones too; none for who may not read the settings, and until they are read. */
export function usePackages() {
  return usePackagesQuery().data ?? [];
}

/** The same, for who must know whether they are read. */
export function usePackagesQuery() {
  const { team, site } = useSite();
  return useQuery({
    queryKey: [...siteKey(site.id), 'settings', 'membership'],
    queryFn: () => getSettings(addressOf(team), site.id, 'membership'),
    select: ({ data }) => data.packages,
    enabled: may(team, 'readContent'),
  });
}

/** Runs a change: what is shown of members and money is read again, and a failure is told. */
export function useSalesChange() {
  const { t } = useTranslation('sales');
  const { siteId } = useSalesPlace();
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const refresh = useCallback(
    () => queries.invalidateQueries({ queryKey: salesKey(siteId) }),
    [queries, siteId],
  );
  const run = async (work: () => Promise<unknown>, done?: string) => {
    setIsBusy(true);
    try {
      await work();
      if (done !== undefined) toast.success(done);
      await refresh();
    } catch (error) {
      toast.failure(errorText(t, error), { id: 'sales' });
    } finally {
      setIsBusy(false);
    }
  };
  return { run, refresh, isBusy };
}
