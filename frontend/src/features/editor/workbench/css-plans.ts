import { mergedCss, writeCssPlans } from '../../../storage/css-plans';
import { type CssConfig, readSettings } from '../../../storage/settings';

interface Host {
  /** The style sheets on screen. */
  get(): CssConfig;
  /** Another tab has changed some of them. */
  set(config: CssConfig): void;
  /** They were written. */
  onWritten(): void;
}

/** The author's style sheets in this tab: they are written one change after the other, over those of other tabs. */
export class CssPlans {
  readonly #host: Host;
  /** What this tab has read or written last. */
  #base: CssConfig;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(host: Host) {
    this.#host = host;
    this.#base = host.get();
  }

  /** Writes what is on screen. Errors: {@link StorageError}. */
  save(): Promise<void> {
    return this.#enqueue(async () => {
      const mine = this.#host.get();
      this.#take(await writeCssPlans(this.#base, mine), mine);
      this.#host.onWritten();
    });
  }

  /** Takes over what another tab has written. Errors: {@link StorageError}. */
  follow(): Promise<void> {
    return this.#enqueue(async () => {
      this.#take((await readSettings()).css_content_config, this.#base);
    });
  }

  /** Shows what is stored with what was changed on screen since `from`. */
  #take(stored: CssConfig, from: CssConfig): void {
    const shown = this.#host.get();
    const next = mergedCss(from, shown, stored);
    this.#base = stored;
    if (JSON.stringify(next) !== JSON.stringify(shown)) this.#host.set(next);
  }

  #enqueue(step: () => Promise<void>): Promise<void> {
    const running = this.#queue.then(step);
    this.#queue = running.catch(() => undefined);
    return running;
  }
}
