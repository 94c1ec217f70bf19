// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { paramsOf, useAddressFilter, useOpen } from './use-address';

const FILTER = {
  parse: (params: URLSearchParams): Record<string, string> => Object.fromEntries(params),
  write: paramsOf,
};

function shown(at: string) {
  const use = () => ({
    filter: useAddressFilter(FILTER, 'order'),
    open: useOpen('order'),
    address: useLocation().search,
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[at]}>{children}</MemoryRouter>
  );
  return renderHook(use, { wrapper }).result;
}

test('two_changes_before_the_address_has_the_first_one_both_count', () => {
  const hook = shown('/?status=paid');
  const [, change] = hook.current.filter;
  act(() => {
    change({ search: '墨' });
    change({ status: '' });
  });
  expect(hook.current.filter[0]).toEqual({ search: '墨' });
});

test('a_change_of_the_filter_leaves_open_what_is_open', () => {
  const hook = shown('/?order=one');
  act(() => hook.current.filter[1]({ search: 'a' }));
  expect(hook.current.open[0]).toBe('one');
  act(() => hook.current.open[1](null));
  expect(hook.current.address).toBe('?search=a');
});
