/**
 * Whether a text has every line of a diagram's source. Indentation is left out: the engine takes away that of a list
 * or a quote around the diagram.
 */
export function holdsDiagram(text: string, source: string): boolean {
  return source.split('\n').every((line) => text.includes(line.trim()));
}
