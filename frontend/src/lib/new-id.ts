/** A new name for a record, unique everywhere. */
export function newId(): string {
  // `crypto.randomUUID` exists in secure contexts only, and a self-hosted copy may run on plain http.
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
