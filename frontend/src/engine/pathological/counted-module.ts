import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const engine = path.resolve(import.meta.dirname, '..');
const wasmOpt = path.resolve(engine, '../../node_modules/binaryen/bin/wasm-opt');

/** What a module of the engine has to be started with. */
interface Startable {
  initSync(options: { module: BufferSource }): unknown;
}

/** Counts what the modules do: entries of functions, rounds of loops and returns. The same input counts the same. */
export class StepCounter {
  #steps = 0;

  /** Steps of the modules while `run` runs, and what it returns. */
  count<T>(run: () => T): { steps: number; result: T } {
    const before = this.#steps;
    const result = run();
    return { steps: this.#steps - before, result };
  }

  /**
   * Starts a built module that counts its steps here.
   *
   * - `name`: its folder below `pkg`
   * - wasm-opt puts a call of `log_execution` at every place that is a step.
   */
  start(name: string, module: Startable): void {
    const bytes = withLoggedExecution(path.join(engine, 'pkg', name, `moyan_${name}_bg.wasm`));
    const original = WebAssembly.Instance;
    WebAssembly.Instance = new Proxy(original, {
      construct: (target, [compiled, imports]: [WebAssembly.Module, WebAssembly.Imports]) =>
        new target(compiled, this.#withCounter(imports)),
    });
    try {
      module.initSync({ module: bytes });
    } finally {
      WebAssembly.Instance = original;
    }
  }

  #withCounter(imports: WebAssembly.Imports): WebAssembly.Imports {
    const log_execution = () => {
      this.#steps += 1;
    };
    return Object.fromEntries(
      Object.entries(imports).map(([from, functions]) => [from, { ...functions, log_execution }]),
    );
  }
}

function withLoggedExecution(file: string): Buffer<ArrayBuffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'moyan-steps-'));
  try {
    const counted = path.join(folder, 'counted.wasm');
    const { status, stderr } = spawnSync(
      process.execPath,
      [wasmOpt, '--log-execution', file, '-o', counted],
      { encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`wasm-opt failed on ${file}: ${stderr}`);
    return readFileSync(counted);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
