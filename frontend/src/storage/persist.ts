let isAsked = false;

/** Asks the browser, once per page, not to clear this site's data when space runs short. Never fails. */
export function askToPersist(): void {
  if (isAsked) return;
  isAsked = true;
  // Not every browser has it, and a refusal changes nothing that the app could do.
  navigator.storage?.persist?.().catch(() => undefined);
}
