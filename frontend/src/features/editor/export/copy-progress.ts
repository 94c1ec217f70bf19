import { PROGRESS_DELAY_MS } from '../../../config/constants';
import { toast } from '../../../ui/toast';
import type { FillWatch } from './fill-slots';

const TOAST = 'export-progress';

interface ProgressWords {
  text(done: number, total: number): string;
  skip: string;
}

/** Shows how far the filling is, once it takes longer than a moment, with a way not to wait. */
export class CopyProgress {
  readonly watch: FillWatch;
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
