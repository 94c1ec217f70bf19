/** Decodes a part of an address. With a stray percent sign, which is part of a name, it stays as it is. */
export function decodePart(part: string): string {
  return decodedOr(part, decodeURIComponent);
}

/** Decodes an address but for what would then separate its parts, such as `%2F` and `%23`. */
export function decodeAddress(address: string): string {
  return decodedOr(address, decodeURI);
}

function decodedOr(text: string, decode: (text: string) => string): string {
  try {
    return decode(text);
  } catch {
    return text;
  }
}
