import type { ReactNode } from 'react';
import type { SectionKind } from './section-kinds';

const line = 'fill-(--line-strong)';
const card = 'fill-(--surface) stroke-(--line-strong)';
const accent = 'fill-(--accent-text)';
const soft = 'fill-(--accent-soft)';

/** A rounded bar: a line of text, or a button. */
function Bar(props: { x: number; y: number; w: number; h?: number; className?: string }) {
  const { x, y, w, h = 3, className = line } = props;
  return <rect x={x} y={y} width={w} height={h} rx={Math.min(h / 2, 2)} className={className} />;
}

function Card({ x, y, w, h }: { x: number; y: number; w: number; h: number }) {
  return <rect x={x + 0.5} y={y + 0.5} width={w - 1} height={h - 1} rx={2} className={card} />;
}

const three = [8, 34, 60];

const drawings: Record<SectionKind, ReactNode> = {
  hero: (
    <>
      <rect x="6" y="6" width="76" height="44" rx="3" className={soft} />
      <Bar x={22} y={16} w={44} h={5} className={accent} />
      <Bar x={28} y={26} w={32} />
      <Bar x={28} y={36} w={15} h={6} className={accent} />
      <Bar x={46} y={36} w={14} h={6} />
    </>
  ),
  features: three.map((x) => (
    <g key={x}>
      <Card x={x} y={10} w={20} h={36} />
      <circle cx={x + 6} cy={18} r={3} className={accent} />
      <Bar x={x + 4} y={26} w={12} />
      <Bar x={x + 4} y={32} w={12} h={2} />
      <Bar x={x + 4} y={37} w={8} h={2} />
    </g>
  )),
  stats: three.map((x) => (
    <g key={x}>
      <Bar x={x + 3} y={19} w={14} h={8} className={accent} />
      <Bar x={x + 1} y={33} w={18} />
    </g>
  )),
  blog: three.map((x) => (
    <g key={x}>
      <Card x={x} y={8} w={20} h={40} />
      <rect x={x + 0.5} y={8.5} width={19} height={14} rx={2} className={soft} />
      <Bar x={x + 3} y={28} w={13} />
      <Bar x={x + 3} y={34} w={14} h={2} />
      <Bar x={x + 3} y={39} w={9} h={2} />
    </g>
  )),
  demo: (
    <>
      <Bar x={8} y={14} w={28} h={4} className={accent} />
      {[24, 31, 38].map((y) => (
        <g key={y}>
          <circle cx={10} cy={y + 1.5} r={1.5} className={accent} />
          <Bar x={14} y={y} w={20} />
        </g>
      ))}
      <Card x={44} y={10} w={38} h={36} />
      <Bar x={44.5} y={10.5} w={37} h={6} className={soft} />
    </>
  ),
  testimonials: [8, 46].map((x) => (
    <g key={x}>
      <Card x={x} y={10} w={34} h={36} />
      <text x={x + 4} y={25} fontSize="14" className={accent} fontFamily="serif">
        “
      </text>
      <Bar x={x + 12} y={17} w={18} />
      <Bar x={x + 12} y={23} w={14} />
      <circle cx={x + 8} cy={38} r={3} className={line} />
      <Bar x={x + 14} y={36.5} w={12} />
    </g>
  )),
  faq: [10, 23, 36].map((y, index) => (
    <g key={y}>
      <Card x={8} y={y} w={72} h={11} />
      <Bar x={13} y={y + 4} w={38 - index * 6} />
      <path
        d={`m71 ${y + 4.5} 2.5 2.5 2.5-2.5`}
        className="fill-none stroke-(--accent-text)"
        strokeWidth="1.5"
      />
    </g>
  )),
  partners: [8, 27, 46, 65].map((x, index) => (
    <g key={x}>
      <Card x={x} y={20} w={15} h={16} />
      <circle cx={x + 7.5} cy={28} r={index % 2 === 0 ? 3.5 : 2.5} className={line} />
    </g>
  )),
  newsletter: (
    <>
      <Bar x={24} y={13} w={40} h={4} className={accent} />
      <Bar x={30} y={22} w={28} />
      <Card x={14} y={32} w={40} h={10} />
      <Bar x={56} y={32} w={18} h={10} className={accent} />
    </>
  ),
  cta: (
    <>
      <rect x="6" y="12" width="76" height="32" rx="3" className={accent} />
      <Bar x={24} y={20} w={40} h={4} className="fill-(--surface)" />
      <Bar x={34} y={31} w={20} h={7} className="fill-(--surface)" />
    </>
  ),
};

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
      {drawings[kind]}
    </svg>
  );
}
