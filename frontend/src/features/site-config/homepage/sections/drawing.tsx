/** Colors of drawings. */
export const line = 'fill-(--line-strong)';
const card = 'fill-(--surface) stroke-(--line-strong)';
export const accent = 'fill-(--accent-text)';
export const soft = 'fill-(--accent-soft)';

/** A rounded bar: a line of text, or a button. */
export function Bar(props: { x: number; y: number; w: number; h?: number; className?: string }) {
  const { x, y, w, h = 3, className = line } = props;
  return <rect x={x} y={y} width={w} height={h} rx={Math.min(h / 2, 2)} className={className} />;
}

export function Card({ x, y, w, h }: { x: number; y: number; w: number; h: number }) {
  return <rect x={x + 0.5} y={y + 0.5} width={w - 1} height={h - 1} rx={2} className={card} />;
}

/** Where three things beside each other begin. */
export const three = [8, 34, 60];
