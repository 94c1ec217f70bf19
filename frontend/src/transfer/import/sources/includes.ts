/** A part of a file that a text takes in. Empty lines at its ends and what surrounds it in depth go. */
export function partOf(
  text: string,
  part: { region?: string; from?: number; to?: number },
): string | null {
  const lines = text.replace(/\n+$/, '').split('\n');
  if (part.region !== undefined) return regionOf(lines, part.region);
  const { from = 1, to = lines.length } = part;
  return lines.slice(Math.max(0, from - 1), to).join('\n');
}

/** Marks of a region in VS Code's way and in that of MkDocs. */
const REGION =
  /(?:#|\/\/|<!--|\/\*|--|;|%)?\s*#?(region|endregion)\b\s*([\w*-]+)?|\[(start|end):([\w-]+)\]/;

function regionOf(lines: readonly string[], name: string): string | null {
  const found: string[] = [];
  let isIn = false;
  let isFound = false;
  for (const line of lines) {
    const [, kind, of, edge, at] = REGION.exec(line) ?? [];
    const isMark = (kind ?? edge) !== undefined;
    if (isMark && (of ?? at) === name && (kind === 'region' || edge === 'start')) {
      isIn = true;
      isFound = true;
    } else if (
      isMark &&
      isIn &&
      ((of ?? at) === name || (kind === 'endregion' && of === undefined))
    ) {
      isIn = false;
    } else if (isIn && !isMark) found.push(line);
  }
  return isFound ? dedented(found).join('\n') : null;
}

/** Lines without the indentation that all of them share. */
function dedented(lines: readonly string[]): string[] {
  const depths = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const depth = depths.length === 0 ? 0 : Math.min(...depths);
  return lines.map((line) => line.slice(depth));
}
