import { useSearchParams } from 'react-router';

/** The search text of a list. It is in the address, so that a link can select one row. */
export function useSearch(): [string, (search: string) => void] {
  const [params, setParams] = useSearchParams();
  const setSearch = (search: string) =>
    setParams(search === '' ? {} : { search }, { replace: true });
  return [params.get('search') ?? '', setSearch];
}
