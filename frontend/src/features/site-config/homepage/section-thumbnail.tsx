import type { SectionKind } from './section-kinds';
import { SECTIONS } from './sections/registry';

/** A small drawing of a kind of section. */
export function SectionThumbnail({ kind }: { kind: SectionKind }) {
  return (
    <svg
      viewBox="0 0 88 56"
      width="88"
      height="56"
      aria-hidden="true"
      className="shrink-0 rounded-md bg-canvas"
    >
      {SECTIONS[kind].drawing}
    </svg>
  );
}
