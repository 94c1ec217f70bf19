import { engineError } from './errors';
import type { SourceModule } from './types';

let loading: Promise<SourceModule> | undefined;

/** The source module, loaded at the first call. Errors: `engine.load`; the next call tries again. */
export function loadSource(): Promise<SourceModule> {
  loading ??= start().catch((error: unknown) => {
    loading = undefined;
    throw engineError(error, 'engine.load');
  });
  return loading;
}

async function start(): Promise<SourceModule> {
  const [module, { default: wasmUrl }] = await Promise.all([
    import('./pkg/source/moyan_source.js'),
    import('./pkg/source/moyan_source_bg.wasm?url'),
  ]);
  await module.default({ module_or_path: wasmUrl });
  const { formatSource, parseFrontMatter, writeFrontMatter, categorySlug } = module;
  return { formatSource, parseFrontMatter, writeFrontMatter, categorySlug };
}
