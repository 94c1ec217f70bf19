import { PROGRESS_DELAY_MS } from '../../../config/constants';
import { toast } from '../../../ui/states/toast';
import type { FillOptions } from './fill-slots';

const TOAST = 'export-progress';

interface ProgressWords {
  text(done: number, total: number): string;
  skip: string;
}

/** Shows the progress of filling slots when it takes long, with a button to stop waiting. */
export class CopyProgress {
  readonly watch: FillOptions;
  readonly #timer: ReturnType<typeof setTimeout>;
  #show: (() => void) | null = null;
  #isVisible = false;

  constructor(words: ProgressWords) {
    const skip = new AbortController();
    this.#timer = setTimeout(() => {
      this.#isVisible = true;
      this.#show?.();
    }, PROGRESS_DELAY_MS);
    this.watch = {
      signal: skip.signal,
      onProgress: (done, total) => {
        this.#show = () =>
          toast.working(TOAST, words.text(done, total), {
            label: words.skip,
            onSelect: () => skip.abort(),
          });
        if (this.#isVisible) this.#show();
      },
    };
  }

  end(): void {
    clearTimeout(this.#timer);
    toast.dismiss(TOAST);
  }
}
