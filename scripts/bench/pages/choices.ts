// The editor's options and style as they are at the first start.
import type { RenderOptions, StyleOptions } from '../../../frontend/src/engine/types';

export const options: RenderOptions = {
  legend: 'alt',
  citation: false,
  countStatus: false,
  breaks: true,
  macCodeBlock: true,
  lineNumbers: false,
  language: 'zh-CN',
};

export const style: StyleOptions = {
  theme: 'classic',
  font: 'sans-serif',
  sizePx: 16,
  color: '#0F4C81',
  indent: false,
  justify: false,
  lineHeightPercent: null,
  letterSpacingTenths: null,
  paragraphSpacingPx: null,
  headings: Array<'default'>(6).fill('default'),
};
