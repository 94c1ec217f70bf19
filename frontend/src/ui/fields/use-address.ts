import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

/** A filter that stands in the address. */
export interface AddressFilter<F> {
  parse: (params: URLSearchParams) => F;
  /** Without what is as it begins. */
  write: (filter: F) => URLSearchParams;
}

/**
 * The parameters of the address, and a way to change them: by `replace` in place of this entry of the browser's history,
 * else as a new one.
 */
export function useAddress(): [
  URLSearchParams,
  (change: (now: URLSearchParams) => URLSearchParams, options: { replace: boolean }) => void,
] {
  const [params, setParams] = useSearchParams();
  // A change may follow another one before the address has it.
  const latest = useRef(params);
  useEffect(() => {
    latest.current = params;
  }, [params]);
  const change: ReturnType<typeof useAddress>[1] = (changed, options) => {
    latest.current = changed(latest.current);
    setParams(latest.current, options);
  };
  return [params, change];
}

/** The filter in the address, and a way to change parts of it. What is `open` beside the list stays open. */
export function useAddressFilter<F extends object>(
  { parse, write }: AddressFilter<F>,
  open?: string,
): [F, (changes: Partial<F>) => void] {
  const [params, change] = useAddress();
  const filter = parse(params);
  const narrow = (changes: Partial<F>) =>
    change(
      (now) => {
        const next = write({ ...parse(now), ...changes });
        const shown = open === undefined ? null : now.get(open);
        if (open !== undefined && shown !== null) next.set(open, shown);
        return next;
      },
      { replace: true },
    );
  return [filter, narrow];
}

/** The ID of what is open beside the list, by its name in the address. The browser's button for back closes it. */
export function useOpen(name: string): [string | null, (id: string | null) => void] {
  const [params, change] = useAddress();
  const open = (id: string | null) =>
    change(
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
