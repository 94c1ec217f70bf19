/**
 * The document of the preview's frame.
 *
 * It has the app's origin, so that the app can patch it. Its own policy lets nothing run: no script, no inline
 * handler, no `javascript:` address, no frame, no form. Pictures may come from anywhere, as the author's articles do.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'none'",
  "style-src 'unsafe-inline' 'self'",
  'img-src * data: blob:',
  "font-src 'self' data:",
  'media-src *',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * Styles around the article and for what only the preview shows. Never part of an export.
 *
 * No containment on the blocks: `content-visibility: auto` and `contain: layout` were measured at 1 MB (4,000 blocks),
 * and both make the layout after a keystroke two to three times slower.
 */
const SHEET_CSS = `
html{background:#fff;color-scheme:light;scrollbar-width:thin;scrollbar-color:#c3c9d0 transparent;-webkit-text-size-adjust:100%}
body{margin:0;padding:24px 20px 96px;overflow-wrap:break-word}
body[data-width=full]{padding-inline:40px}
.article{min-height:1px}
.article img{max-width:100%}
.slot-error{outline:1px dashed #b3261e;outline-offset:4px;border-radius:2px}
.slot-error::after{content:attr(title);display:block;margin-top:6px;color:#8c1d18;font:12px/1.6 system-ui,sans-serif;white-space:pre-wrap;overflow-wrap:anywhere}
.math-inline.slot-error::after{display:inline;margin:0 0 0 6px}
.slot-waiting{opacity:.55}
.raw-pending{white-space:pre-wrap;color:#5b6570;font:13px/1.7 ui-monospace,Menlo,Consolas,monospace;margin:0 0 1em}
.math-block{overflow-x:auto;overflow-y:hidden}
`;

/** The frame's page: a policy, empty style sheets in their order, and the article's root. */
export function frameDocument(language: string, title: string): string {
  const style = (id: string) => `<style id="${id}"></style>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${SHEET_CSS}</style>${style('katex')}${style('theme')}${style('code-theme')}${style('own')}</head><body><section class="article"></section></body></html>`;
}

/** Names of the style sheets that the app fills. */
export type SheetId = 'katex' | 'theme' | 'code-theme' | 'own';

/** The page of WeChat's dark mode: its colors only, since the copy has its styles inline. */
export function darkFrameDocument(language: string, title: string): string {
  const css =
    'html{background:#191919;color:#a3a3a3;color-scheme:dark;scrollbar-width:thin;scrollbar-color:#4a4a4a transparent;-webkit-text-size-adjust:100%}body{margin:0;padding:24px 20px 96px;overflow-wrap:break-word}body[data-width=full]{padding-inline:40px}';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><title>${title}</title><style>${css}</style></head><body><section class="article"></section></body></html>`;
}
