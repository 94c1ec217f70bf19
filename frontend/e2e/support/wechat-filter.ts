/**
 * A model of what WeChat's editor strips and rewrites when HTML is pasted and again when the draft is saved.
 *
 * None of it is documented by WeChat; each rule says where it is known from, and is one entry that is easy to change.
 * "doocs" and "WeMD" are editors whose sources work around the rule, "#n" is an issue of doocs/md.
 */
export interface FilterRule {
  name: string;
  source: string;
  /** Runs in a page, on the root of what was pasted; it must not reach outside. */
  apply(root: HTMLElement): void;
}

export const FILTER_RULES: readonly FilterRule[] = [
  {
    name: 'active and foreign elements go with what they hold',
    source: 'doocs clipboard.ts; documentation of the draft interface: scripts are removed',
    apply(root) {
      const gone =
        'script,style,link,meta,base,iframe,object,embed,form,input,button,select,textarea';
      for (const element of root.querySelectorAll(gone)) element.remove();
    },
  },
  {
    name: 'ids, classes, handlers, data and titles go',
    source: 'doocs clipboard.ts: only inline styles are kept; WeMD',
    apply(root) {
      for (const element of root.querySelectorAll('*')) {
        const isCard = element.localName === 'mp-common-profile';
        for (const name of element.getAttributeNames()) {
          const isLost =
            /^(id|class|name|title|lang|align|dir|role)$/.test(name) ||
            /^(on|aria-)/.test(name) ||
            (name.startsWith('data-') && !isCard);
          if (isLost) element.removeAttribute(name);
        }
      }
    },
  },
  {
    name: 'elements outside the list are dissolved',
    source:
      '#907, AIWriteX #32: div is rewritten without its style; #490: sup becomes sub; figure, mark and the like are restyled',
    apply(root) {
      const kept = new Set(
        'a b blockquote br code col colgroup em h1 h2 h3 h4 h5 h6 hr i img li mp-common-profile ol p pre section span strong sub sup table tbody td tfoot th thead tr u ul svg'.split(
          ' ',
        ),
      );
      for (const element of [...root.querySelectorAll('*')].reverse()) {
        if (element.closest('svg') !== null || kept.has(element.localName)) continue;
        element.replaceWith(...element.childNodes);
      }
      for (const sup of root.querySelectorAll('sup')) {
        const sub = document.createElement('sub');
        sub.append(...sup.childNodes);
        sup.replaceWith(sub);
      }
    },
  },
  {
    name: 'lists lose their markers and give up lists inside items',
    source: 'doocs modifyHtmlStructure; wechat-format #3; mp-publisher #58',
    apply(root) {
      for (const inner of root.querySelectorAll('li > ul, li > ol'))
        inner.parentElement?.after(inner);
      for (const list of root.querySelectorAll<HTMLElement>('ul, ol, li'))
        list.style.listStyle = 'none';
    },
  },
  {
    name: 'declarations that the editor or old readers do not know are dropped',
    source:
      'doocs cssProcessor.ts: var(); WeMD: color-mix, oklch, lab; doocs: top is lost, transform is kept',
    apply(root) {
      const values =
        /var\(|color-mix\(|oklch\(|oklab\(|\blab\(|light-dark\(|env\(|url\(\s*["']?#|expression/i;
      const names =
        /^(--|position$|top$|left$|right$|bottom$|float$|z-index$|animation|transition|cursor$|filter$|clip-path$|mask)/;
      for (const element of root.querySelectorAll('[style]')) {
        const kept = (element.getAttribute('style') ?? '').split(';').filter((declaration) => {
          const [name = '', value = ''] = declaration.split(/:(.*)/s);
          return name.trim() !== '' && !names.test(name.trim()) && !values.test(value);
        });
        element.setAttribute('style', kept.join(';'));
      }
    },
  },
  {
    name: 'size attributes of images go',
    source: 'doocs clipboard.ts: width and height are moved to the style',
    apply(root) {
      for (const image of root.querySelectorAll('img')) {
        image.removeAttribute('width');
        image.removeAttribute('height');
      }
    },
  },
  {
    name: 'definitions and references in drawings go',
    source:
      'doocs wechat-svg.ts: id, defs, style, url(#), href, marker, clip-path, gradient, filter, mask, pattern, symbol, use; foreignObject is dropped',
    apply(root) {
      const gone =
        'defs,style,marker,clipPath,linearGradient,radialGradient,filter,mask,pattern,symbol,use,foreignObject,title,desc,image,a';
      for (const svg of root.querySelectorAll('svg')) {
        for (const element of svg.querySelectorAll(gone)) element.remove();
        for (const element of [svg, ...svg.querySelectorAll('*')]) {
          for (const name of element.getAttributeNames()) {
            const value = element.getAttribute(name) ?? '';
            if (/href$/.test(name) || /url\(\s*["']?#/.test(value)) element.removeAttribute(name);
          }
        }
      }
    },
  },
  {
    name: 'links other than to articles of WeChat become text',
    source: 'doocs: in-page links are not allowed, external ones do not work',
    apply(root) {
      for (const link of root.querySelectorAll('a')) {
        if (/^https?:\/\/mp\.weixin\.qq\.com\//.test(link.getAttribute('href') ?? '')) continue;
        link.replaceWith(...link.childNodes);
      }
    },
  },
  {
    name: 'a span is a mark and no box',
    source: 'users of the new editor: boxes of spans are dissolved on save (#1144, #1779)',
    apply(root) {
      for (const span of root.querySelectorAll<HTMLElement>('span')) {
        if (/^(block|flex|grid|table|list-item)/.test(span.style.display)) {
          span.style.removeProperty('display');
        }
      }
    },
  },
  {
    name: 'padding and background of the outermost element are cleared',
    source: 'WeMD #52 #93',
    apply(root) {
      for (const element of [...root.children] as HTMLElement[]) {
        for (const name of ['padding', 'background', 'background-color', 'background-image'])
          element.style?.removeProperty(name);
      }
    },
  },
  {
    name: 'the first and the last element lose their style',
    source: 'PR #183, #490: a code block or formula at an end vanished',
    apply(root) {
      root.firstElementChild?.removeAttribute('style');
      root.lastElementChild?.removeAttribute('style');
    },
  },
  {
    name: 'the margin shorthand of paragraphs is unreliable',
    source: 'WeMD: long-hands are written too',
    apply(root) {
      for (const paragraph of root.querySelectorAll('p')) {
        const style = (paragraph.getAttribute('style') ?? '')
          .split(';')
          .filter((declaration) => !/^\s*margin\s*:/.test(declaration));
        if (paragraph.hasAttribute('style')) paragraph.setAttribute('style', style.join(';'));
      }
    },
  },
  {
    name: 'white space collapses, and a text of one space between marks is deleted',
    source: '#894, PR #944, PR #945, #75',
    apply(root) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      for (const text of texts) {
        if (text.parentElement?.closest('svg')) continue;
        const settled = text.data.replace(/[ \t\n\r]+/g, ' ');
        if (settled === ' ') text.remove();
        else if (settled !== text.data) text.data = settled;
      }
    },
  },
];

/** What the page around a draft sets before the article's own styles. Source: WeChat resets margins and list markers. */
export const DRAFT_CSS =
  '*{margin:0;padding:0}ul,ol{list-style:none}h1,h2,h3,h4,h5,h6{font-size:inherit;font-weight:400}em,i{font-style:italic}p{clear:both;min-height:1em}a{color:#576b95;text-decoration:none}img{max-width:100%}table{border-collapse:collapse}';

/** The model as a function that a page can run on a root; returns the HTML that is left. */
export const filterSource = `(root) => {
  for (const apply of [${FILTER_RULES.map((rule) => `(${functionText(rule)})`).join(',')}]) apply(root);
  return root.innerHTML;
}`;

function functionText({ apply }: FilterRule): string {
  // A method's text becomes that of a function.
  return `function ${apply.toString().replace(/^(async )?apply/, '')}`;
}
