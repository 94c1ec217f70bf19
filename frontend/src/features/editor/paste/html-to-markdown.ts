import { gfm } from '@joplin/turndown-plugin-gfm';
import TurndownService from 'turndown';
import { cleaned } from './clean-html';

let service: TurndownService | undefined;

/**
 * Rich text as Markdown. Never fails, whatever the HTML.
 *
 * Images keep their addresses; what has no counterpart in Markdown becomes plain text.
 */
export function htmlToMarkdown(html: string): string {
  service ??= create();
  return service.turndown(cleaned(html)).trim();
}

function create(): TurndownService {
  const made = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    emDelimiter: '*',
    strongDelimiter: '**',
    // A single line break is one here.
    br: '',
  });
  made.use(gfm);
  const escaped = made.escape.bind(made);
  // What reads as a tag or a character reference is text here. An address in brackets is one in Markdown too.
  made.escape = (text) =>
    escaped(text)
      .replace(/<(?=[a-z/!?])(?!https?:[^\s<>]*>)/gi, '\\<')
      .replace(/&(?=#?\w+;)/g, '\\&');
  // Markdown has no mark for them, and keeps them as HTML.
  made.addRule('script', {
    filter: ['sup', 'sub'],
    replacement: (content, node) => {
      const name = node.nodeName.toLowerCase();
      return content.trim() === '' ? content : `<${name}>${content}</${name}>`;
    },
  });
  // The plugin writes one tilde; only two work everywhere.
  made.addRule('strike', {
    filter: ['del', 's'],
    replacement: (content) => (content.trim() === '' ? content : `~~${content}~~`),
  });
  made.addRule('mark', {
    filter: ['mark'],
    replacement: (content) => (content.trim() === '' ? content : `==${content}==`),
  });
  made.addRule('underline', {
    filter: ['u', 'ins'],
    replacement: (content) => (content.trim() === '' ? content : `++${content}++`),
  });
  made.addRule('formula', {
    filter: (node) => node.hasAttribute('data-tex'),
    replacement: (_content, node) => {
      const tex = (node as Element).getAttribute('data-tex') ?? '';
      const isBlock = (node as Element).hasAttribute('data-block');
      return isBlock ? `\n\n$$\n${tex}\n$$\n\n` : `$${tex}$`;
    },
  });
  made.addRule('codeBlock', {
    filter: ['pre'],
    replacement: (_content, node) => {
      const code = (node.textContent ?? '').replace(/\n+$/, '');
      const longest = Math.max(2, ...[...code.matchAll(/`{3,}/g)].map((run) => run[0].length));
      const fence = '`'.repeat(longest + 1);
      const language = (node as Element).getAttribute('data-language') ?? '';
      return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
    },
  });
  made.addRule('listItem', {
    filter: 'li',
    replacement: (content, node) => {
      const list = node.parentNode as Element | null;
      const items = [...(list?.children ?? [])].filter((child) => child.nodeName === 'LI');
      const first = Number(list?.getAttribute('start') ?? 1) || 1;
      const mark = list?.nodeName === 'OL' ? `${first + items.indexOf(node as Element)}. ` : '- ';
      const body = content
        .trim()
        .replace(/\n{2,}(?=\s*(?:[-*]|\d+\.) )/g, '\n')
        .replace(/\n(?=.)/g, `\n${' '.repeat(mark.length)}`);
      return `${mark}${body}\n`;
    },
  });
  made.addRule('card', {
    filter: (node) => node.nodeName === 'MP-COMMON-PROFILE',
    replacement: (_content, node) => `\n\n${(node as Element).outerHTML}\n\n`,
  });
  // A space or a bracket in the address would end it.
  made.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => {
      const image = node as Element;
      const src = image.getAttribute('src') ?? '';
      if (src === '') return '';
      const alt = (image.getAttribute('alt') ?? '').replace(/\s+/g, ' ').replace(/[[\]]/g, '\\$&');
      const address = /[\s()]/.test(src) ? `<${src}>` : src;
      return `![${alt}](${address})`;
    },
  });
  return made;
}
