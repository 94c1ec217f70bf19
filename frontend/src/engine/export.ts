import { engineError } from './errors';
import type { ExportModule } from './types';

let loading: Promise<ExportModule> | undefined;

/** The export module, loaded at the first call. Errors: `engine.load`; the next call tries again. */
export function loadExport(): Promise<ExportModule> {
  loading ??= start().catch((error: unknown) => {
    loading = undefined;
    throw engineError(error, 'engine.load');
  });
  return loading;
}

async function start(): Promise<ExportModule> {
  const [module, { default: wasmUrl }] = await Promise.all([
    import('./pkg/export/moyan_export.js'),
    import('./pkg/export/moyan_export_bg.wasm?url'),
  ]);
  await module.default({ module_or_path: wasmUrl });
  return {
    sanitize: module.sanitize,
    darken: module.darken,
    slots: (html) => module.slots(html),
    exportArticle: (request) => module.exportArticle(request),
  };
}
