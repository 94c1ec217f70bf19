// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { loaded } from './loaded';

const Part = ({ name }: { name: string }) => <p>part {name}</p>;

/** A part whose first fetches fail. */
function failing(times: number) {
  let left = times;
  return vi.fn(async () => {
    if (left > 0) {
      left -= 1;
      throw new TypeError('Failed to fetch dynamically imported module');
    }
    return Part;
  });
}

test('a_part_that_does_not_arrive_takes_nothing_else_down_and_can_be_asked_for_again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const load = failing(2);
  const Shown = loaded(
    load,
    ({ error, retry }) => (
      <button type="button" onClick={retry}>
        {(error as { key: string }).key}
      </button>
    ),
    () => <p>on its way</p>,
  );
  render(
    <>
      <p>the rest</p>
      <Shown name="a" />
    </>,
  );
  expect(screen.getByText('on its way')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'editor.part' }));
  expect(screen.getByText('the rest')).toBeDefined();
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  fireEvent.click(await screen.findByRole('button', { name: 'editor.part' }));
  expect(await screen.findByText('part a')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(3);
});

test('a_dialog_that_closes_itself_when_it_does_not_arrive_opens_the_next_time', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  interface Props {
    name: string;
    onClose: () => void;
  }
  const Shown = loaded<Props>(
    failing(1),
    function Close({ onClose }: Props) {
      useEffect(onClose, [onClose]);
      return null;
    },
    () => null,
  );
  function Page() {
    const [isOpen, setIsOpen] = useState(false);
    return isOpen ? (
      <Shown name="b" onClose={() => setIsOpen(false)} />
    ) : (
      <button type="button" onClick={() => setIsOpen(true)}>
        open
      </button>
    );
  }
  render(<Page />);
  fireEvent.click(screen.getByRole('button', { name: 'open' }));
  fireEvent.click(await screen.findByRole('button', { name: 'open' }));
  expect(await screen.findByText('part b')).toBeDefined();
});
