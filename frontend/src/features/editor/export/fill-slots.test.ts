import { expect, test, vi } from 'vitest';
import type { Slot } from '../../../engine/types';
import { fillSlots, type SlotFillers } from './fill-slots';

const slot = (kind: Slot['kind'], source: string): Slot => ({
  kind,
  lang: 'js',
  display: false,
  source,
});

const fillers: SlotFillers = {
  code: async (lang, source) => `${lang}:${source}`,
  loadMath: async () => (tex) => `<svg>${tex}</svg>`,
  diagram: async (source) => ({ html: `<svg>${source}</svg>` }),
};

test('every_slot_gets_its_content_in_order', async () => {
  const fills = await fillSlots(
    [slot('diagram', 'a'), slot('code', 'b'), slot('math', 'c')],
    fillers,
  );
  expect(fills.map((fill) => fill.html)).toEqual(['<svg>a</svg>', 'js:b', '<svg>c</svg>']);
});

test('math_is_not_loaded_without_formulas', async () => {
  const loadMath = vi.fn(fillers.loadMath);
  await fillSlots([slot('code', 'b')], { ...fillers, loadMath });
  expect(loadMath).not.toHaveBeenCalled();
});

test('a_slot_that_fails_carries_the_reason_and_the_others_are_filled', async () => {
  const fills = await fillSlots([slot('diagram', 'a'), slot('math', 'b'), slot('code', 'c')], {
    ...fillers,
    diagram: async () => ({ error: 'line 1' }),
    loadMath: async () => {
      throw new Error('offline');
    },
  });
  expect(fills[0]).toMatchObject({ error: 'line 1' });
  expect(fills[1]).toMatchObject({ error: 'offline' });
  expect(fills[2]).toMatchObject({ html: 'js:c' });
});

test('a_slot_that_never_ends_is_given_up', async () => {
  vi.useFakeTimers();
  const filling = fillSlots([slot('diagram', 'a')], {
    ...fillers,
    diagram: () => new Promise(() => undefined),
  });
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await filling)[0]).toMatchObject({ error: 'timeout' });
  vi.useRealTimers();
});
