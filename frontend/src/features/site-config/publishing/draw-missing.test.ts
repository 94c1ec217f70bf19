import { expect, test } from 'vitest';
import { ApiError } from '../../../api/api-error';
import type { MissingMedia } from '../../../api/types';
import { type DrawProgress, drawMissing } from './draw-missing';

const document = (title: string, ...sources: string[]) => ({
  id: title,
  title,
  sources,
  images: [],
});

/** A server with documents that tells at most two at once. */
function server(all: MissingMedia['documents'], refuse: (svg: string) => Error | null) {
  const drawn: string[] = [];
  const hashes: string[] = [];
  const steps: DrawProgress[] = [];
  const run = () =>
    drawMissing({
      list: async () => {
        const documents = all
          .map((one) => ({ ...one, sources: one.sources.filter((each) => !drawn.includes(each)) }))
          .filter(({ sources }) => sources.length > 0);
        return { documents: documents.slice(0, 2), hasMore: documents.length > 2 };
      },
      draw: async (source) =>
        source.startsWith('bad')
          ? { error: new Error('syntax') }
          : { html: `<svg>${source}</svg>` },
      write: async (hash, svg) => {
        const refused = refuse(svg);
        if (refused !== null) throw refused;
        hashes.push(hash);
        drawn.push(svg.slice('<svg>'.length, -'</svg>'.length));
      },
      onProgress: (step) => steps.push(step),
    });
  return { run, drawn, hashes, steps };
}

test('every_diagram_is_drawn_once_and_asked_for_until_none_is_left', async () => {
  const all = [document('甲', 'a', 'b'), document('乙', 'a'), document('丙', 'c')];
  const { run, drawn, hashes, steps } = server(all, () => null);
  expect(await run()).toEqual([]);
  expect(drawn).toEqual(['a', 'b', 'c']);
  // SHA-256 of the letter a.
  expect(hashes[0]).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');
  expect(steps).toEqual([
    { done: 0, total: 2 },
    { done: 1, total: 2 },
    { done: 0, total: 1 },
  ]);
});

test('documents_whose_diagrams_stay_source_are_named_and_asked_for_no_further', async () => {
  const all = [document('甲', 'bad'), document('乙', 'a', 'bad'), document('丙', 'c')];
  const { run, drawn } = server(all, () => null);
  expect(await run()).toEqual(['甲', '乙']);
  expect(drawn).toEqual(['a']);
});

test('a_drawing_that_is_refused_stops_nothing_and_a_lost_connection_does', async () => {
  const all = [document('甲', 'a'), document('乙', 'b')];
  const refused = new ApiError('team.forbidden', 'refused', 403);
  const { run, drawn } = server(all, (svg) => (svg.includes('a') ? refused : null));
  expect(await run()).toEqual(['甲']);
  expect(drawn).toEqual(['b']);
  const lost = new ApiError('network.noServer', 'no answer', 0);
  await expect(server(all, () => lost).run()).rejects.toBe(lost);
});
