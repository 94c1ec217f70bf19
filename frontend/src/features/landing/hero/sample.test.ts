import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { LOCALES } from '../../../config/constants';
import init, { Engine, themeCss } from '../../../engine/pkg/article/moyan_article.js';
import type { ArticleEngine } from '../../../engine/types';
import { type FinishedSample, SAMPLE_STYLE, SAMPLES, sampleOptions } from './sample';

beforeAll(async () => {
  const wasm = path.resolve('src/engine/pkg/article/moyan_article_bg.wasm');
  await init({ module_or_path: readFileSync(wasm) });
});

// UPDATE_GOLDEN=1 writes the files again.
test.each(LOCALES)('the_finished_sample_in_%s_is_what_the_engine_makes', (locale) => {
  const engine = new Engine(sampleOptions(locale)) as ArticleEngine;
  const patch = engine.update(SAMPLES[locale]);
  const finished: FinishedSample = {
    css: themeCss(SAMPLE_STYLE),
    blocks: patch.ops.flatMap((op) => op.insert.map((block) => block.html)),
  };
  const file = path.resolve(`src/features/landing/hero/finished.${locale}.json`);
  if (process.env.UPDATE_GOLDEN !== undefined || !existsSync(file)) {
    writeFileSync(file, `${JSON.stringify(finished, null, 2)}\n`);
  }
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(finished);
});
