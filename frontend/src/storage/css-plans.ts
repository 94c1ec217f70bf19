import { withDatabase } from './db';
import { type CssConfig, type CssTab, settingsOf } from './settings';

const KEY = 'css_content_config';

/**
 * Writes the author's style sheets and answers with what is stored then: another tab may have written others since
 * `base`, which is what this tab has read or written last.
 *
 * Errors: {@link StorageError}.
 */
export function writeCssPlans(base: CssConfig, mine: CssConfig): Promise<CssConfig> {
  return withDatabase(async (db) => {
    const transaction = db.transaction('settings', 'readwrite');
    const row = await transaction.store.get(KEY);
    const theirs = row === undefined ? base : settingsOf([row]).css_content_config;
    const merged = mergedCss(base, mine, theirs);
    await Promise.all([transaction.store.put({ key: KEY, value: merged }), transaction.done]);
    return merged;
  });
}

/**
 * The style sheets of two tabs that both began with `base`. No text is lost: what both have edited is kept twice, and
 * what one has edited outlives its removal by the other.
 */
export function mergedCss(base: CssConfig, mine: CssConfig, theirs: CssConfig): CssConfig {
  if (JSON.stringify(theirs.tabs) === JSON.stringify(base.tabs)) return mine;
  const inBase = byName(base);
  const inMine = byName(mine);
  const inTheirs = byName(theirs);
  const tabs: CssTab[] = [];
  const copies: CssTab[] = [];
  for (const their of theirs.tabs) {
    const old = inBase.get(their.name);
    const own = inMine.get(their.name);
    const isChanged = their.content !== old?.content;
    if (own === undefined) {
      if (isChanged) tabs.push(their);
    } else if (own.content === old?.content) tabs.push(their);
    else {
      tabs.push(own);
      if (isChanged && their.content !== own.content) copies.push(their);
    }
  }
  for (const own of mine.tabs) {
    const isKept = own.content !== inBase.get(own.name)?.content;
    if (!inTheirs.has(own.name) && isKept) tabs.push(own);
  }
  const names = new Set(tabs.map(({ name }) => name));
  for (const copy of copies.filter(({ content }) => content.trim() !== '')) {
    let name = copy.name;
    for (let n = 2; names.has(name); n += 1) name = `${copy.name} ${n}`;
    names.add(name);
    tabs.push({ ...copy, title: name, name });
  }
  const active =
    [mine.active, theirs.active].find((name) => names.has(name)) ?? tabs[0]?.name ?? '';
  return { active, tabs };
}

function byName({ tabs }: CssConfig): Map<string, CssTab> {
  return new Map(tabs.map((tab) => [tab.name, tab]));
}
