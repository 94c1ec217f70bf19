/**
 * Takes away what browsers have in secure contexts only, as on a server that is reached by plain http under a name; for
 * `addInitScript`. The addresses of the journeys count as secure.
 */
export function makePlain(): void {
  for (const [owner, name] of [
    [Navigator.prototype, 'clipboard'],
    [Navigator.prototype, 'locks'],
    [Navigator.prototype, 'serviceWorker'],
    [Navigator.prototype, 'storage'],
    [Crypto.prototype, 'subtle'],
    [Crypto.prototype, 'randomUUID'],
    [globalThis, 'caches'],
    [globalThis, 'ClipboardItem'],
    [globalThis, 'Notification'],
  ] as const) {
    // As they are in such a page: not there at all.
    Reflect.deleteProperty(owner, name);
  }
  Object.defineProperty(globalThis, 'isSecureContext', { value: false });
}
