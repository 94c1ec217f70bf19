/** Says whether the page may be left now, after doing what must be done before. */
type Guard = () => Promise<boolean>;

const guards = new Set<Guard>();

/** Asks `guard` before the page is loaded anew on the app's own wish. Returns how to stop. */
export function addLeaveGuard(guard: Guard): () => void {
  guards.add(guard);
  return () => guards.delete(guard);
}

/** Whether everything agrees that the page may be left. */
export async function mayLeave(): Promise<boolean> {
  const answers = await Promise.all([...guards].map((guard) => guard().catch(() => false)));
  return answers.every((answer) => answer);
}
