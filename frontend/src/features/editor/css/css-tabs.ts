import type { CssConfig, CssTab } from '../../../storage/settings';
import { activeCss } from '../workbench/article-options';

/** The same tabs with at least one tab, of which one is active. */
export function ensureTab(config: CssConfig, firstName: string): CssConfig {
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
export function isNameFree(config: CssConfig, name: string): boolean {
  return config.tabs.every((tab) => tab.name !== name.trim());
}

/** `base` itself, or `base 2`, `base 3` …: the first that is free. */
export function freeName(config: CssConfig, base: string): string {
  let name = base;
  for (let n = 2; !isNameFree(config, name); n += 1) name = `${base} ${n}`;
  return name;
}

/** The next free name of a numbered row: `Style sheet 1`, `Style sheet 2` … */
export function nextName(config: CssConfig, nameOf: (n: number) => string): string {
  let n = config.tabs.length + 1;
  while (!isNameFree(config, nameOf(n))) n += 1;
  return nameOf(n);
}

/** Appends a tab and makes it active. `name` must be free. */
export function addTab(config: CssConfig, name: string, content = ''): CssConfig {
  return { active: name, tabs: [...config.tabs, { title: name, name, content }] };
}

/** Renames a tab. `to` must be free. */
export function renameTab(config: CssConfig, from: string, to: string): CssConfig {
  return {
    active: config.active === from ? to : config.active,
    tabs: config.tabs.map((tab) => (tab.name === from ? { ...tab, title: to, name: to } : tab)),
  };
}

/** Removes a tab. If it was active, its neighbor becomes active. The last one stays. */
export function removeTab(config: CssConfig, name: string): CssConfig {
  const at = config.tabs.findIndex((tab) => tab.name === name);
  if (at === -1 || config.tabs.length === 1) return config;
  const tabs = config.tabs.filter((_, index) => index !== at);
  const neighbor = tabs[Math.min(at, tabs.length - 1)];
  return { active: config.active === name ? (neighbor?.name ?? '') : config.active, tabs };
}

/** Puts a removed tab back to its place and makes it active. What was changed since stays. */
export function restoreTab(config: CssConfig, tab: CssTab, at: number): CssConfig {
  const name = freeName(config, tab.name);
  const tabs = config.tabs.toSpliced(at, 0, { ...tab, title: name, name });
  return { active: name, tabs };
}

/** Takes a reset of styles back: the tab of `before` is active again. What was written since stays. */
export function undoEmptyTab(config: CssConfig, before: CssConfig): CssConfig {
  const tabs = config.tabs.filter(
    ({ name, content }) => content.trim() !== '' || !isNameFree(before, name),
  );
  const isThere = tabs.some(({ name }) => name === before.active);
  return { active: isThere ? before.active : config.active, tabs };
}

/** Changes the active style sheet. */
export function setActiveCss(config: CssConfig, content: string): CssConfig {
  return {
    ...config,
    tabs: config.tabs.map((tab) => (tab.name === config.active ? { ...tab, content } : tab)),
  };
}

/**
 * The tabs after a reset of styles: all tabs stay, and an empty one is active.
 *
 * `nameOf` names the tab that is added when no tab is empty.
 */
export function startEmptyTab(config: CssConfig, nameOf: (n: number) => string): CssConfig {
  if (activeCss(config).trim() === '') return config;
  const empty = config.tabs.find((tab) => tab.content.trim() === '');
  return empty === undefined
    ? addTab(config, nextName(config, nameOf))
    : { ...config, active: empty.name };
}
