import { useSearchParams } from 'react-router';

/** What a list is searched for; it stands in the address, so that a link can name one row. */
export function useSearch(): [string, (search: string) => void] {
  const [params, setParams] = useSearchParams();
  const setSearch = (search: string) =>
    setParams(search === '' ? {} : { search }, { replace: true });
  return [params.get('search') ?? '', setSearch];
}
