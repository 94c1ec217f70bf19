import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../..');
/** The model of WeChat's filter, `engine-wasm/export/examples/wechat-filter.rs`; `make test` has built it. */
const program = path.resolve(
  root,
  process.env.CARGO_TARGET_DIR ?? 'target',
  'debug/examples/wechat-filter',
);

function run(what: 'paste' | 'save' | 'page', html = ''): string {
  if (!existsSync(program)) {
    throw new Error(`no ${program}: cargo build -p moyan-export --example wechat-filter`);
  }
  return execFileSync(program, [what], { input: html, encoding: 'utf8', maxBuffer: 2 ** 28 });
}

/** What is left of HTML that was pasted into a draft. */
export const pasted = (html: string) => run('paste', html);

/** What is left of a draft that was saved. */
export const saved = (html: string) => run('save', html);

/** The style sheet of the page that shows an article. */
export const pageCss = () => run('page');
