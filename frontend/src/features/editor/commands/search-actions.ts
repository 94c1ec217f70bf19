import type { Action } from './actions';

/** The actions whose name or alias holds every word of the query; those whose name begins with it come first. */
export function searchActions(
  actions: readonly Action[],
  query: string,
  nameOf: (action: Action) => string,
): Action[] {
  const words = query.trim().toLowerCase().split(/\s+/);
  if (words[0] === '') return [...actions];
  const rank = (action: Action) => {
    const name = nameOf(action).toLowerCase();
    if (name.startsWith(words[0] ?? '')) return 0;
    return action.alias.split(' ').some((alias) => alias.startsWith(words[0] ?? '')) ? 1 : 2;
  };
  return actions
    .filter((action) => {
      const all = `${nameOf(action)} ${action.alias}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .map((action) => ({ action, rank: rank(action) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ action }) => action);
}
