import type { CssConfig } from '../../../storage/settings';
import { activeCss } from '../workbench/article-options';

/** The same tabs with at least one, of which one holds. */
export function withTabs(config: CssConfig, firstName: string): CssConfig {
  const first = config.tabs[0];
  if (first === undefined) {
    return {
      active: firstName,
      tabs: [{ title: firstName, name: firstName, content: '' }],
    };
  }
  const isKnown = config.tabs.some((tab) => tab.name === config.active);
  return isKnown ? config : { ...config, active: first.name };
}

/** Whether no other tab has the name. Source: specification §5. */
export function isFree(config: CssConfig, name: string): boolean {
  return config.tabs.every((tab) => tab.name !== name.trim());
}

/** `base` itself, or `base 2`, `base 3` …: the first that is free. */
export function freeName(config: CssConfig, base: string): string {
  let name = base;
  for (let n = 2; !isFree(config, name); n += 1) name = `${base} ${n}`;
  return name;
}

/** The next free name of a numbered row: `plan 1`, `plan 2` … */
export function nextName(config: CssConfig, nameOf: (n: number) => string): string {
  let n = config.tabs.length + 1;
  while (!isFree(config, nameOf(n))) n += 1;
  return nameOf(n);
}

/** Appends a tab, which holds from now on. `name` is free. */
export function added(config: CssConfig, name: string, content = ''): CssConfig {
  return { active: name, tabs: [...config.tabs, { title: name, name, content }] };
}

/** Gives a tab another name, which is free. */
export function renamed(config: CssConfig, from: string, to: string): CssConfig {
  return {
    active: config.active === from ? to : config.active,
    tabs: config.tabs.map((tab) => (tab.name === from ? { ...tab, title: to, name: to } : tab)),
  };
}

/** Takes a tab away; its neighbor holds when it did. The last one stays. */
export function removed(config: CssConfig, name: string): CssConfig {
  const at = config.tabs.findIndex((tab) => tab.name === name);
  if (at === -1 || config.tabs.length === 1) return config;
  const tabs = config.tabs.filter((_, index) => index !== at);
  const neighbor = tabs[Math.min(at, tabs.length - 1)];
  return { active: config.active === name ? (neighbor?.name ?? '') : config.active, tabs };
}

/** Writes the style sheet that holds. */
export function written(config: CssConfig, content: string): CssConfig {
  return {
    ...config,
    tabs: config.tabs.map((tab) => (tab.name === config.active ? { ...tab, content } : tab)),
  };
}

/**
 * The tabs after styles are reset: what was written stays, an empty tab holds.
 *
 * `nameOf` names the tab that is made when every tab holds something.
 */
export function setAside(config: CssConfig, nameOf: (n: number) => string): CssConfig {
  if (activeCss(config).trim() === '') return config;
  const empty = config.tabs.find((tab) => tab.content.trim() === '');
  return empty === undefined
    ? added(config, nextName(config, nameOf))
    : { ...config, active: empty.name };
}
