/** What became of what was typed: it outlives this page, it does not, or there was nothing. */
export type KeptWork = 'kept' | 'lost' | 'nothing';

/** Puts what is typed and not saved where it outlives the page, at once. */
type Keeper = () => KeptWork;

const keepers = new Set<Keeper>();

/** Asks `keeper` when something on the page has failed. Returns a function that removes it. */
export function addWorkKeeper(keeper: Keeper): () => void {
  keepers.add(keeper);
  return () => keepers.delete(keeper);
}

/** Keeps all that is typed and not saved. Something that is lost counts more than what is kept. */
export function keepWork(): KeptWork {
  const answers = [...keepers].map((keeper) => {
    try {
      return keeper();
    } catch {
      return 'lost';
    }
  });
  return (['lost', 'kept'] as const).find((answer) => answers.includes(answer)) ?? 'nothing';
}
