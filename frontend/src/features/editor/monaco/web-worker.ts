import { editor } from 'monaco-editor/editor';

interface WorkerOptions {
  label?: string;
  createData?: unknown;
  host?: Record<string, (...args: unknown[]) => unknown>;
  keepIdleModels?: boolean;
}

/**
 * Starts the worker of a language service.
 *
 * It takes the place of Monaco's `internal/common/workers.js` (`vite.config.ts`), which does the same but imports every
 * feature of the editor: they would be loaded with the first style sheet, too late for the services that they need.
 */
export function createWebWorker({ label = '', createData, host, keepIdleModels }: WorkerOptions) {
  const start = self.MonacoEnvironment?.getWorker;
  if (start === undefined) throw new Error('MonacoEnvironment has no getWorker');
  const worker = Promise.resolve(start('', label)).then((started) => {
    // The worker takes its first two messages for its start and its settings.
    started.postMessage('ignore');
    started.postMessage(createData);
    return started;
  });
  return editor.createWebWorker({
    worker,
    ...(host === undefined ? {} : { host }),
    ...(keepIdleModels === undefined ? {} : { keepIdleModels }),
  });
}
