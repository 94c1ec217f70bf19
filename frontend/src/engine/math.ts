import { engineError } from './errors';
import type { MathModule } from './types';

let loading: Promise<MathModule> | undefined;

/** The math module, loaded when an article with formulas is copied. Errors: `engine.load`; the next call tries again. */
export function loadMath(): Promise<MathModule> {
  loading ??= start().catch((error: unknown) => {
    loading = undefined;
    throw engineError(error, 'engine.load');
  });
  return loading;
}

async function start(): Promise<MathModule> {
  const [module, { default: wasmUrl }] = await Promise.all([
    import('./pkg/math/moyan_math.js'),
    import('./pkg/math/moyan_math_bg.wasm?url'),
  ]);
  await module.default({ module_or_path: wasmUrl });
  return { formulaSvg: module.formulaSvg };
}
