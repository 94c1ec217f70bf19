import { workerError } from '../../lib/browser/load-part';
import { KeyedError } from '../../lib/keyed-error';
import type { LibraryRecords } from '../../storage/knowledge-bases';
import type {
  ImportAnswer,
  ImportChoice,
  ImportPhase,
  ImportRequest,
  ReadFiles,
} from './import.worker';
import type { ImportFile } from './model';
import type { ImportReport } from './report';
import { drawnVectors } from './vectors';

export interface ImportProgress {
  phase: ImportPhase;
  done: number;
  total: number;
}

/** One import, in a worker: files are read once, planned as often as the author changes the choice, and written. */
export class ImportSession {
  readonly #worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
  readonly #onProgress: (progress: ImportProgress) => void;
  #reject: (error: Error) => void = () => undefined;
  #isOver = false;

  constructor(onProgress: (progress: ImportProgress) => void) {
    this.#onProgress = onProgress;
  }

  /** Reads the files; SVG images are drawn here, in the page. Errors: `archive.*`. */
  async read(files: ImportFile[]): Promise<ReadFiles> {
    const answer = await this.#ask({ read: files });
    if (!('read' in answer)) throw new KeyedError('import.failed', 'nothing was read');
    const { vectors } = answer.read;
    if (vectors.length > 0) {
      const pictures = await drawnVectors(vectors, (done, total) => {
        if (this.#isOver) throw new KeyedError('import.canceled', 'the import was ended');
        this.#onProgress({ phase: 'vectors', done, total });
      });
      await this.#ask({ pictures });
    }
    return answer.read;
  }

  /** What an import would do. Nothing is written. */
  async plan(choice: ImportChoice): Promise<ImportReport> {
    const answer = await this.#ask({ plan: choice });
    if (!('report' in answer)) throw new KeyedError('import.failed', 'no report');
    return answer.report;
  }

  /** Writes what was planned last. Errors: `storage.notImported` when there is no room; nothing is there then. */
  async commit(): Promise<LibraryRecords> {
    const answer = await this.#ask({ commit: true }).catch((error: unknown) => {
      const isFull = error instanceof KeyedError && error.key === 'storage.full';
      throw isFull ? new KeyedError('storage.notImported', error.message) : error;
    });
    if (!('written' in answer)) throw new KeyedError('import.failed', 'nothing was written');
    return answer.written;
  }

  /** Ends it. What is not written by then is not written. */
  end(): void {
    this.#isOver = true;
    this.#worker.terminate();
    this.#reject(new KeyedError('import.canceled', 'the import was ended'));
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  #ask(request: ImportRequest): Promise<ImportAnswer> {
    const worker = this.#worker;
    return new Promise<ImportAnswer>((resolve, reject) => {
      this.#reject = reject;
      const done = new AbortController();
      const { signal } = done;
      worker.addEventListener(
        'message',
        ({ data }: MessageEvent<ImportAnswer>) => {
          if ('progress' in data) {
            this.#onProgress(data.progress);
            return;
          }
          done.abort();
          if ('failure' in data) reject(new KeyedError(data.failure.key, data.failure.message));
          else resolve(data);
        },
        { signal },
      );
      worker.addEventListener(
        'error',
        (event) => {
          done.abort();
          reject(workerError(event, 'import.failed'));
        },
        { signal },
      );
      worker.postMessage(request);
    });
  }
}
