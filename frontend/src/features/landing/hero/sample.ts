import type { Locale } from '../../../config/constants';
import { DEFAULT_COLOR } from '../../../config/constants';
import type { RenderOptions, StyleOptions } from '../../../engine/types';
import en from './sample.en.md?raw';
import zh from './sample.zh-CN.md?raw';

/** The article that the landing page opens with. */
export const SAMPLES: Record<Locale, string> = { 'zh-CN': zh, en };

export const SAMPLE_STYLE: StyleOptions = {
  theme: 'classic',
  font: 'sans-serif',
  sizePx: 15,
  color: DEFAULT_COLOR,
  indent: false,
  justify: false,
  lineHeightPercent: null,
  letterSpacingTenths: null,
  paragraphSpacingPx: null,
  headings: ['default', 'default', 'default', 'default', 'default', 'default'],
};

export function sampleOptions(language: Locale): RenderOptions {
  return {
    legend: 'none',
    citation: false,
    countStatus: false,
    breaks: true,
    macCodeBlock: true,
    lineNumbers: false,
    language,
  };
}

/** The same article as the engine renders it, shown before the engine is loaded. */
export interface FinishedSample {
  css: string;
  blocks: string[];
}
