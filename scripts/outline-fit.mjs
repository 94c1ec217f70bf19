// Draws a glyph's contour again with fewer points, for scripts/math-glyphs.mjs.
//
// The KaTeX fonts were made by a converter that splits curves generously. A shorter outline within
// TOLERANCE of the old one looks the same and saves bytes twice: in the module and in every formula.
// Breaks of the new outline lie on breaks of the old one and keep its directions there, so corners stay
// corners and smooth joints stay smooth.

/** Largest distance of old and new outline, in units of 1/1000 em (1 unit: 0.02 px in text of 16 px). */
const TOLERANCE = 3;

/** An on-curve point this close to the middle of its neighboring controls is left out. */
const MIDDLE_TOLERANCE = 1.5;

/** Most old segments that one new segment replaces. */
const MAX_RUN = 10;

const COST_LINE = 6;
const COST_CURVE = 11;

/** Contour of { x, y, on } in, contour of { x, y, on } out; whole numbers. */
export function fit(contour) {
  const segments = toSegments(contour);
  if (segments.length < 3) return contour;
  return toContour(shortest(segments));
}

const middle = (a, b) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const minus = (a, b) => ({ x: a.x - b.x, y: a.y - b.y });
const cross = (a, b) => a.x * b.y - a.y * b.x;
const dot = (a, b) => a.x * b.x + a.y * b.y;
const length = (a) => Math.hypot(a.x, a.y);
const whole = (p) => ({ x: Math.round(p.x), y: Math.round(p.y) });

/** Lines { a, b } and curves { a, c, b }, starting at the sharpest corner. */
function toSegments(contour) {
  const first = contour.findIndex((point) => point.on);
  if (first < 0) return [];
  const segments = [];
  let at = contour[first];
  let control = null;
  for (let i = 1; i <= contour.length; i++) {
    const point = contour[(first + i) % contour.length];
    if (control && point.on) segments.push({ a: at, c: control, b: point });
    else if (control) segments.push({ a: at, c: control, b: middle(control, point) });
    else if (point.on) segments.push({ a: at, b: point });
    if (control || point.on) at = segments[segments.length - 1].b;
    control = point.on ? null : point;
  }
  const real = segments.filter((s) => length(minus(s.b, s.a)) > 0);
  const sharpness = real.map((s, i) => 1 - turn(real[(i + real.length - 1) % real.length], s));
  const corner = sharpness.indexOf(Math.max(...sharpness));
  return [...real.slice(corner), ...real.slice(0, corner)];
}

const startDirection = (s) => minus(s.c && length(minus(s.c, s.a)) > 0 ? s.c : s.b, s.a);
const endDirection = (s) => minus(s.b, s.c && length(minus(s.b, s.c)) > 0 ? s.c : s.a);

/** Cosine of the angle at the joint of two segments. */
function turn(before, after) {
  const [u, v] = [endDirection(before), startDirection(after)];
  return dot(u, v) / (length(u) * length(v) || 1);
}

function pointAt(s, t) {
  if (!s.c) return { x: s.a.x + t * (s.b.x - s.a.x), y: s.a.y + t * (s.b.y - s.a.y) };
  const u = 1 - t;
  return {
    x: u * u * s.a.x + 2 * u * t * s.c.x + t * t * s.b.x,
    y: u * u * s.a.y + 2 * u * t * s.c.y + t * t * s.b.y,
  };
}

function polyline(s, n) {
  return Array.from({ length: n + 1 }, (_, i) => pointAt(s, i / n));
}

function distance(point, line) {
  let best = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    const ab = minus(b, a);
    const t = Math.max(0, Math.min(1, dot(minus(point, a), ab) / (dot(ab, ab) || 1)));
    best = Math.min(best, length(minus(point, { x: a.x + t * ab.x, y: a.y + t * ab.y })));
  }
  return best;
}

/** Whether a new segment stays within the tolerance of the old ones, in both directions. */
function follows(candidate, run) {
  const old = run.flatMap((s) => polyline(s, s.c ? 8 : 2));
  const fresh = polyline(candidate, candidate.c ? 24 : 2);
  return (
    old.every((p) => distance(p, fresh) <= TOLERANCE) &&
    fresh.every((p) => distance(p, old) <= TOLERANCE)
  );
}

/** The new segment for a run of old ones, or null. */
function replacement(run) {
  const a = whole(run[0].a);
  const b = whole(run[run.length - 1].b);
  if (run.length === 1) return { a, b, ...(run[0].c && { c: whole(run[0].c) }) };
  for (let i = 1; i < run.length; i++) if (turn(run[i - 1], run[i]) < 0.7) return null;
  if (length(minus(b, a)) === 0) return null;
  const line = { a, b };
  if (follows(line, run)) return line;
  const u = startDirection(run[0]);
  const v = endDirection(run[run.length - 1]);
  const area = cross(u, v);
  if (Math.abs(area) < 0.05 * length(u) * length(v)) return null;
  const t = cross(minus(b, a), v) / area;
  const s = cross(minus(b, a), u) / area;
  if (t <= 0 || s <= 0) return null;
  const curve = { a, b, c: whole({ x: a.x + t * u.x, y: a.y + t * u.y }) };
  return follows(curve, run) ? curve : null;
}

/** The cheapest sequence of new segments. */
function shortest(segments) {
  const n = segments.length;
  const best = [{ cost: 0, from: -1, segment: null }];
  for (let end = 1; end <= n; end++) {
    best[end] = { cost: Infinity };
    for (let from = end - 1; from >= Math.max(0, end - MAX_RUN); from--) {
      const segment = replacement(segments.slice(from, end));
      if (!segment) continue;
      const cost = best[from].cost + (segment.c ? COST_CURVE : COST_LINE);
      if (cost < best[end].cost) best[end] = { cost, from, segment };
    }
  }
  const chosen = [];
  for (let at = n; at > 0; at = best[at].from) chosen.unshift(best[at].segment);
  return chosen;
}

function toContour(segments) {
  const points = [];
  segments.forEach((segment, i) => {
    const before = segments[(i + segments.length - 1) % segments.length];
    const isImplied =
      before.c &&
      segment.c &&
      i > 0 &&
      length(minus(middle(before.c, segment.c), segment.a)) <= MIDDLE_TOLERANCE;
    if (!isImplied) points.push({ ...segment.a, on: true });
    if (segment.c) points.push({ ...segment.c, on: false });
  });
  return points;
}
