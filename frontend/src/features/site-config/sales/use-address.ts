import { useSearchParams } from 'react-router';

/** A filter that stands in the address. */
export interface AddressFilter<F> {
  parse: (params: URLSearchParams) => F;
  /** Without what is as it begins. */
  write: (filter: F) => URLSearchParams;
}

/** The filter in the address, and a way to change parts of it. What is open beside the list stays open. */
export function useAddressFilter<F extends object>(
  { parse, write }: AddressFilter<F>,
  open: string,
): [F, (changes: Partial<F>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = parse(params);
  const change = (changes: Partial<F>) =>
    setParams(
      (now) => {
        const next = write({ ...parse(now), ...changes });
        const shown = now.get(open);
        if (shown !== null) next.set(open, shown);
        return next;
      },
      { replace: true },
    );
  return [filter, change];
}

/** The ID of what is open beside the list, by its name in the address. The browser's button for back closes it. */
export function useOpen(name: string): [string | null, (id: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const open = (id: string | null) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        if (id === null) next.delete(name);
        else next.set(name, id);
        return next;
      },
      { replace: id === null },
    );
  return [params.get(name), open];
}

/** The value of a parameter when it is one of a few. */
export function oneOf<T extends string>(
  params: URLSearchParams,
  name: string,
  values: readonly T[],
): T | undefined {
  return values.find((value) => value === params.get(name));
}

/** Parameters without those that are empty. */
export function paramsOf(values: Record<string, string | undefined>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(values).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
