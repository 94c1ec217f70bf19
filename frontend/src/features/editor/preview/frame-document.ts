import defaultsCss from '../../../../../engine-wasm/export/src/wechat/defaults.css?raw';
import pageCss from '../../../../../engine-wasm/export/src/wechat/page.css?raw';
import { GROUP_CSS } from './block-groups';
import { BLOCK_ITEM_CSS } from './block-items';

/**
 * The document of the preview's frame.
 *
 * It has the app's origin, so that the app can patch it. Its own policy lets nothing run: no script, no inline
 * handler, no `javascript:` address, no frame, no form. Pictures may come from anywhere, as the author's articles do.
 * The origin is named: what `'self'` means in a frame without an address differs between browsers, and in Firefox it
 * refuses the fonts of formulas.
 */
const policy = () =>
  [
    "default-src 'none'",
    "script-src 'none'",
    "style-src 'unsafe-inline'",
    'img-src * data: blob:',
    `font-src ${location.origin} data:`,
    'media-src *',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

/** The rules of WeChat's page that hold above every style. */
const ABOVE_CSS = pageCss.match(/[^{}]+\{[^{}]*!important[^{}]*\}/g)?.join('') ?? '';

/**
 * What holds in WeChat around an article, then what browsers do without being told, as the copy writes it out, in a
 * layer below all styles; and what holds above them. So nothing is shown that a copy cannot keep. A drawing loses its
 * shadows: WeChat drops filters. The box of a task is the sign that the copy has for it: WeChat has no inputs.
 */
const WECHAT_CSS = `@layer below{${pageCss.replaceAll('!important', '')}${defaultsCss}}${ABOVE_CSS}
.diagram *{filter:none!important}
.task input{all:unset!important}
.task input::before{content:"⬜"}
.task input:checked::before{content:"✅"}`;

/**
 * KaTeX lays its boxes out for a page without WeChat's rules; the copy holds paths, whose box is that of the ink.
 * Inside a stack, as of a fraction or a subscript, the lines keep their height in WebKit: without it, it moves the rows.
 */
const KATEX_CSS = `
.katex,.katex *{max-width:none!important;box-sizing:content-box!important}
.katex-display{margin:0}
.katex-display>.katex,.math-inline>.katex{line-height:0;white-space:nowrap}
/* Elsewhere these lines, which hold nothing, would reach below the formula. WebKit alone knows what tells it here. */
@supports (-webkit-hyphenate-limit-lines:2){.katex .vlist-t{line-height:1.2}}
/* A tag is laid out of the flow: the line has room for its parentheses, and its baseline. */
.katex-html:has(>.katex-tag)::before{content:"";display:inline-block;height:1em;vertical-align:-.25em}
.katex .cjk_fallback{font-family:var(--font)}
`;

/**
 * Styles around the article and for what only the preview shows. Never part of an export.
 *
 * No containment on blocks or groups: `content-visibility: auto` and `contain: layout` on the 4,000 blocks of 1 MB make
 * the layout after a keystroke two to three times slower, and on groups they keep margins from collapsing.
 */
const SHEET_CSS = `
html{background:#fff;color-scheme:light;scrollbar-width:thin;scrollbar-color:#c3c9d0 transparent;-webkit-text-size-adjust:100%}
body{padding:24px 20px 96px}
body[data-width=full]{padding-inline:40px}
.article{min-height:1px}
${GROUP_CSS}
${BLOCK_ITEM_CSS}
.slot-error{outline:1px dashed #b3261e;outline-offset:4px;border-radius:2px}
.slot-error::after{content:attr(title);display:block;margin-top:6px;color:#8c1d18;font:12px/1.6 system-ui,sans-serif;white-space:pre-wrap;overflow-wrap:anywhere}
.math-inline.slot-error{outline-offset:1px}
.math-inline.slot-error::after{display:inline;margin:0 0 0 6px}
.slot-waiting{opacity:.55}
.raw-pending{white-space:pre-wrap;color:#5b6570;font:13px/1.7 ui-monospace,Menlo,Consolas,monospace;margin:0 0 1em}
.math-block{overflow-x:auto;overflow-y:hidden}
.profile-avatar{height:48px!important}
`;

/** The frame's page: a policy, empty style sheets in their order, and the article's root. */
export function frameDocument(language: string, title: string): string {
  const style = (id: string) => `<style id="${id}"></style>`;
  return `<!doctype html><html lang="${language}" translate="no" class="notranslate"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy()}"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${WECHAT_CSS}</style><style>${SHEET_CSS}</style>${style('katex')}<style>${KATEX_CSS}</style>${style('theme')}${style('code-theme')}${style('own')}</head><body><section class="article"></section></body></html>`;
}

/** Names of the style sheets that the app fills. */
export type SheetId = 'katex' | 'theme' | 'code-theme' | 'own';

/** A card of an account in WeChat's dark mode, where its element stands for it. */
const DARK_CARD_CSS = `
.profile-card{background:#232323;border:1px solid #3a3a3a;border-radius:8px;line-height:1.5;margin:24px 0;padding:16px;text-align:left}
.profile-body{align-items:center;display:flex}
.profile-avatar{border-radius:50%;display:block;flex:none;height:48px!important;margin:0 12px 0 0;object-fit:cover;width:48px}
.profile-text{flex:1 1 0;min-width:0}
.profile-name{color:#d5d5d5;font-size:16px;font-weight:bold;margin:0}
.profile-badge{color:#4cb07a;font-size:12px;font-weight:normal;margin:0 0 0 8px}
.profile-signature{color:#999;font-size:14px;margin:4px 0 0}
.profile-footer{border-top:1px solid #3a3a3a;color:#999;font-size:12px;margin:12px 0 0;padding:8px 0 0}
`;

/** The page of WeChat's dark mode: WeChat's style sheet in the colors of its dark mode, since the copy has its styles inline. */
export function darkFrameDocument(language: string, title: string): string {
  const css =
    'html{background:#191919;color-scheme:dark;scrollbar-width:thin;scrollbar-color:#4a4a4a transparent;-webkit-text-size-adjust:100%}body{background:#191919;color:#a3a3a3;padding:24px 20px 96px}body[data-width=full]{padding-inline:40px}';
  return `<!doctype html><html lang="${language}" translate="no" class="notranslate"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy()}"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${pageCss}${css}${DARK_CARD_CSS}</style></head><body><section class="article"></section></body></html>`;
}
