import { paramsOf, useAddress } from '../../../ui/fields/use-address';

/** The search text of a list. It is in the address, so that a link can select one row. */
export function useSearch(): [string, (search: string) => void] {
  const [params, change] = useAddress();
  const setSearch = (search: string) => change(() => paramsOf({ search }), { replace: true });
  return [params.get('search') ?? '', setSearch];
}
