// The color of a character: spans of highlighted HTML, style sheets of code themes, and the cascade over them.

const ENTITIES = new Map([
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&#x27;', "'"],
]);

/** For every UTF-16 unit of the text the class attributes of the spans around it, outermost first. */
export function chainsOf(html, code) {
  const chains = [];
  const open = [];
  let text = '';
  for (const [token] of html.matchAll(/<span class="[^"]*">|<\/span>|&[a-z#0-9]+;|[^<&]+|[<&]/g)) {
    if (token === '</span>') open.pop();
    else if (token.startsWith('<span')) open.push(token.slice(13, -2));
    else {
      const plain = ENTITIES.get(token) ?? token;
      text += plain;
      const chain = [...open];
      for (let i = 0; i < plain.length; i++) chains.push(chain);
    }
  }
  if (text !== code) throw new Error('the text of the HTML is not the code');
  return chains;
}

/** The rules of a style sheet that set a color, one entry per selector. */
export function parseTheme(css) {
  const rules = [];
  const bare = css.replace(/\/\*[\s\S]*?\*\//g, '');
  for (const [, selectors, body] of bare.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const color = /(?:^|;)\s*color\s*:\s*([^;]+)/.exec(body)?.[1].trim().toLowerCase();
    if (!color) continue;
    for (const selector of selectors.split(',')) {
      const parts = selector.trim().split(/\s*>\s*|\s+/);
      if (/[:[*]/.test(selector)) continue;
      const compounds = parts.map((part) => part.split('.').filter(Boolean));
      rules.push({
        compounds,
        weight: compounds.flat().length,
        color: color.replace('!important', ''),
      });
    }
  }
  return { rules, memo: new Map() };
}

/** The color of text inside spans of these classes, within an element of class `hljs`. */
export function cascade(theme, chain) {
  const key = chain.join('>');
  let color = theme.memo.get(key);
  if (color === undefined) {
    const elements = [['hljs'], ...chain.map((classes) => classes.split(' '))];
    color = 'inherit';
    for (let depth = 0; depth < elements.length; depth++) {
      let best = -1;
      for (const rule of theme.rules) {
        if (rule.weight >= best && matches(rule.compounds, elements, depth)) {
          best = rule.weight;
          color = rule.color === 'inherit' ? color : rule.color;
        }
      }
    }
    theme.memo.set(key, color);
  }
  return color;
}

function matches(compounds, elements, depth) {
  const fits = (compound, element) => compound.every((name) => element.includes(name));
  if (!fits(compounds.at(-1), elements[depth])) return false;
  let above = depth - 1;
  for (let i = compounds.length - 2; i >= 0; i--) {
    while (above >= 0 && !fits(compounds[i], elements[above])) above--;
    if (above < 0) return false;
    above--;
  }
  return true;
}
