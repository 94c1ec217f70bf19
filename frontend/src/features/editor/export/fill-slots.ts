import { FILL_TIMEOUT_MS } from '../../../config/constants';
import type { Fill, Slot } from '../../../engine/types';
import { messageOf } from '../../../lib/keyed-error';
import type { DiagramResult } from '../preview/diagrams';

/** Who makes the content of the slots. */
export interface SlotFillers {
  code(lang: string, source: string): Promise<string>;
  /** Called once before the first formula. */
  loadMath(): Promise<(tex: string, display: boolean) => string>;
  diagram(source: string): Promise<DiagramResult>;
}

/** Content for every slot, in their order. Never rejects: a slot that fails carries the reason. */
export async function fillSlots(slots: readonly Slot[], fillers: SlotFillers): Promise<Fill[]> {
  const hasMath = slots.some((slot) => slot.kind === 'math');
  const math = hasMath ? fillers.loadMath() : null;
  math?.catch(() => undefined);
  return Promise.all(
    slots.map(async (slot): Promise<Fill> => {
      try {
        return { slot, html: await withinLimit(fillOne(slot, fillers, math)) };
      } catch (error) {
        return { slot, error: messageOf(error) };
      }
    }),
  );
}

async function fillOne(
  slot: Slot,
  fillers: SlotFillers,
  math: Promise<(tex: string, display: boolean) => string> | null,
): Promise<string> {
  if (slot.kind === 'code') return fillers.code(slot.lang ?? '', slot.source);
  if (slot.kind === 'math') {
    if (math === null) throw new Error('math is not loaded');
    return (await math)(slot.source, slot.display);
  }
  const drawn = await fillers.diagram(slot.source);
  if ('error' in drawn) throw new Error(drawn.error);
  return drawn.html;
}

function withinLimit<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), FILL_TIMEOUT_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
