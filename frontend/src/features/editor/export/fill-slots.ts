import { FILL_TIMEOUT_MS } from '../../../config/constants';
import type { DiagramResult } from '../../../engine/diagrams/diagrams';
import type { Fill, Slot } from '../../../engine/types';
import { KeyedError, messageOf } from '../../../lib/keyed-error';

/** What makes the content of the slots. */
export interface SlotFillers {
  code(lang: string, source: string): Promise<string>;
  /** Called once before the first formula. */
  loadMath(): Promise<(tex: string, display: boolean) => string>;
  diagram(source: string): Promise<DiagramResult>;
}

/** How to wait for the slots. */
export interface FillOptions {
  /** Called with the number of finished slots, first with 0. */
  onProgress?: ((done: number, total: number) => void) | undefined;
  /** Stops waiting: slots that are not filled yet keep their source. */
  signal?: AbortSignal | undefined;
}

/** A slot without content, and why. */
export interface UnfilledSlot {
  slot: Slot;
  error: unknown;
}

/** A fill for every slot in order, and the slots without content. */
interface Filled {
  fills: Fill[];
  unfilled: UnfilledSlot[];
}

/**
 * Fills every slot. Never rejects: a slot that fails carries the reason.
 *
 * The time limit starts again whenever a slot is finished: after {@link FILL_TIMEOUT_MS} without a result the others
 * are given up. So a slow worker that answers one by one is waited for, and one that hangs is not.
 */
export async function fillSlots(
  slots: readonly Slot[],
  fillers: SlotFillers,
  watch: FillOptions = {},
): Promise<Filled> {
  const hasMath = slots.some((slot) => slot.kind === 'math');
  const math = hasMath ? fillers.loadMath() : null;
  math?.catch(() => undefined);
  const timeout = new IdleTimeout(watch.signal);
  const unfilled: UnfilledSlot[] = [];
  let done = 0;
  watch.onProgress?.(0, slots.length);
  const fills = await Promise.all(
    slots.map(async (slot): Promise<Fill> => {
      try {
        return { slot, html: await Promise.race([fillOne(slot, fillers, math), timeout.end]) };
      } catch (error) {
        unfilled.push({ slot, error });
        return { slot, error: messageOf(error) };
      } finally {
        timeout.renew();
        done += 1;
        watch.onProgress?.(done, slots.length);
      }
    }),
  );
  timeout.stop();
  return { fills, unfilled };
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
  if ('error' in drawn) throw drawn.error;
  return drawn.html;
}

/** Rejects `end` when nothing was finished for {@link FILL_TIMEOUT_MS}, or when `signal` is aborted. */
class IdleTimeout {
  readonly end: Promise<never>;
  #giveUp: (reason: Error) => void = () => undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(signal: AbortSignal | undefined) {
    this.end = new Promise((_, reject) => {
      this.#giveUp = reject;
    });
    this.end.catch(() => undefined);
    const skip = () => this.#end('engine.skipped', 'the author did not wait');
    if (signal?.aborted) skip();
    else signal?.addEventListener('abort', skip, { once: true });
    this.renew();
  }

  renew(): void {
    clearTimeout(this.#timer);
    if (!this.#isOver)
      this.#timer = setTimeout(
        () => this.#end('engine.timeout', 'nothing was finished in time'),
        FILL_TIMEOUT_MS,
      );
  }

  stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #end(key: string, reason: string): void {
    this.stop();
    this.#giveUp(new KeyedError(key, reason));
  }
}
