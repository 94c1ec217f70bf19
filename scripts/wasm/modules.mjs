// The engine's modules: what each is made of, and the files that the browser loads beside it.

/**
 * - `crate`: the folder below engine-wasm
 * - `features`: its bindings in this module, when it has several
 * - `wasmOpt`: more arguments for wasm-opt
 */
export const modules = {
  article: {
    crate: 'article',
    features: ['preview'],
    assets: ['src/markdown/emoji.txt'],
    // Functions stay apart though they have one caller, the smallest excepted: 5 KB less to download, and no slower.
    // In the order of their names, functions of one kind stand together: 1 KB less. Passes run until nothing changes.
    wasmOpt: [
      '--one-caller-inline-max-function-size=25',
      '--converge',
      '--reorder-functions-by-name',
    ],
  },
  source: { crate: 'article', features: ['source'], assets: [] },
  highlight: { crate: 'highlight', assets: ['assets/grammars.packdump'] },
  export: { crate: 'export', assets: [] },
  math: { crate: 'math', assets: [] },
};

/** What wasm-opt is told about a module. */
export const optimizeArgs = (name) => ['-O3', ...(modules[name].wasmOpt ?? [])];

/** What cargo is told about the bindings in a module. */
export function featureArgs(name) {
  const { features } = modules[name];
  return features ? ['--no-default-features', '--features', features.join(',')] : [];
}
