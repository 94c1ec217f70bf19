const ADDRESS = /^(?:[a-z][a-z\d+.-]*:)?(?:\/\/)?(?:[^/?#@]*@)?([^/?#:]*)/i;

/** The host of an address as it is copied from a browser, in the letters that it is written in; a host stays as it is. */
export function hostOf(address: string): string {
  const text = address.trim();
  // A port follows a colon as a scheme goes before one.
  const isHost = !text.includes('/');
  return isHost ? text : (ADDRESS.exec(text)?.[1] ?? text);
}
