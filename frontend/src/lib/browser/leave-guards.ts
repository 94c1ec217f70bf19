/** Prepares for leaving the page, for example by saving. Resolves to whether the page may be left. */
type Guard = () => Promise<boolean>;

const guards = new Set<Guard>();

/** Asks `guard` before the app reloads the page. Returns a function that removes it. */
export function addLeaveGuard(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Whether all guards allow leaving the page. */
export async function mayLeave(): Promise<boolean> {
  const answers = await Promise.all([...guards].map((guard) => guard().catch(() => false)));
  return answers.every((answer) => answer);
}
