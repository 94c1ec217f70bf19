import { expect, test } from 'vitest';
import { file, plan, textOf } from './planned-for-test';
import { drawnVectors, sizeOf, vectorsOf } from './vectors';

const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);

test('drawings_are_taken_as_pictures_and_one_that_cannot_be_drawn_is_left_out', async () => {
  const files = [
    file('a.md', '![](图.svg) ![](坏.svg)'),
    file('图.svg', '<svg/>'),
    file('坏.svg', 'x'),
    file('.git/x.svg', '<svg/>'),
  ];
  const vectors = vectorsOf(files);
  expect(vectors.map(({ path }) => path)).toEqual(['图.svg', '坏.svg']);
  const steps: number[] = [];
  const drawn = await drawnVectors(
    vectors,
    (done) => steps.push(done),
    async (svg) => {
      if (svg === 'x') throw new Error('not well-formed');
      return new Blob([png]);
    },
  );
  expect(steps).toEqual([0, 1]);
  const made = await plan(files.map((one) => drawn.find(({ path }) => path === one.path) ?? one));
  expect(textOf(made, 'a')).toMatch(/^!\[\]\(images\/\w+\.png\) !\[\]\(坏\.svg\)$/);
  expect(made.leftOut).toEqual([{ path: '坏.svg', reason: 'imageFormat' }]);
});

test.each([
  [{ width: '20', height: '10px' }, [20, 10]],
  [{ width: '72pt', viewBox: '0 0 2 1' }, [96, 48]],
  [{ width: '100%', height: '100%', viewBox: '0,0,30,40' }, [30, 40]],
  [{ height: '20', viewBox: '0 0 2 1' }, [40, 20]],
  [{}, [677, 400]],
])('the_size_of_a_drawing_is_read_%#', (attributes: Record<string, string>, size) => {
  expect(sizeOf({ getAttribute: (name) => attributes[name] ?? null })).toEqual(size);
});
