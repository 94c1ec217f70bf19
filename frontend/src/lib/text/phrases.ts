/**
 * The parts of a text that end behind Chinese punctuation: where a line of a heading may end.
 * Joined, they are the text.
 */
export function phrasesOf(text: string): string[] {
  return (
    text.match(/[^，。、；：！？…]*[，。、；：！？…]+[”’）》」』】]*|[^，。、；：！？…]+/gu) ?? []
  );
}
