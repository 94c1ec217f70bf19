/** A shortcut such as `mod+alt+h`, taken apart. */
interface KeyChord {
  mod: boolean;
  shift: boolean;
  alt: boolean;
  /** One letter or digit, a slash, or a function key; upper case. */
  key: string;
}

export function parseChord(keys: string): KeyChord {
  const parts = keys.split('+');
  return {
    mod: parts.includes('mod'),
    shift: parts.includes('shift'),
    alt: parts.includes('alt'),
    key: (parts.at(-1) ?? '').toUpperCase(),
  };
}

/** The key's name in `KeyboardEvent.code`, which is Monaco's name of it, too. */
export function codeOf(key: string): string {
  if (/^[A-Z]$/.test(key)) return `Key${key}`;
  if (/^\d$/.test(key)) return `Digit${key}`;
  return key === '/' ? 'Slash' : key;
}

/** Whether the pressed keys are the chord. `code` is used, since Alt changes the letter on a Mac. */
export function chordMatches(chord: KeyChord, event: KeyboardEvent, isMac: boolean): boolean {
  const mod = isMac ? event.metaKey : event.ctrlKey;
  const other = isMac ? event.ctrlKey : event.metaKey;
  return (
    mod === chord.mod &&
    !other &&
    event.shiftKey === chord.shift &&
    event.altKey === chord.alt &&
    event.code === codeOf(chord.key)
  );
}

/** The keys that let Tab leave the editor; Monaco chooses them. */
export function tabFocusKeys(isMac: boolean): string {
  return isMac ? '⌃⇧M' : 'Ctrl+M';
}

/** The shortcut as the machine's users write it: `⌘⌥H` or `Ctrl+Alt+H`. */
export function chordText(keys: string, isMac: boolean): string {
  const chord = parseChord(keys);
  if (isMac) {
    return `${chord.alt ? '⌥' : ''}${chord.shift ? '⇧' : ''}${chord.mod ? '⌘' : ''}${chord.key}`;
  }
  const parts = [chord.mod && 'Ctrl', chord.alt && 'Alt', chord.shift && 'Shift', chord.key];
  return parts.filter(Boolean).join('+');
}

/** Whether this is a Mac, iPhone or iPad. */
export function isMacPlatform(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
