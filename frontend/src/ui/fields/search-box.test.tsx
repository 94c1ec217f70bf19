// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchBox } from './search-box';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a_search_is_reported_at_once_and_follows_its_value', () => {
  const onChange = vi.fn();
  const { rerender } = render(<SearchBox label="找" value="" onChange={onChange} />);
  const box = screen.getByRole<HTMLInputElement>('searchbox');
  fireEvent.change(box, { target: { value: '甲' } });
  expect(onChange.mock.calls).toEqual([['甲']]);
  expect(box.value).toBe('甲');
  rerender(<SearchBox label="找" value="乙" onChange={onChange} />);
  expect(box.value).toBe('乙');
});

test('a_debounced_search_is_reported_once_typing_pauses', () => {
  vi.useFakeTimers();
  const onChange = vi.fn();
  render(<SearchBox isDebounced label="找" value="" onChange={onChange} />);
  const box = screen.getByRole<HTMLInputElement>('searchbox');
  for (const value of ['甲', '甲乙']) fireEvent.change(box, { target: { value } });
  expect(box.value).toBe('甲乙');
  expect(onChange).not.toHaveBeenCalled();
  act(() => vi.runAllTimers());
  expect(onChange.mock.calls).toEqual([['甲乙']]);
});
