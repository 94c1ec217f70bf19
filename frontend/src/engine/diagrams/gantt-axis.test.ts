// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { thinGanttAxis } from './gantt-axis';

/** An axis as mermaid draws it. */
function chart(labels: [x: number, text: string][]): string {
  const ticks = labels
    .map(
      ([x, text]) =>
        `<g class="tick" transform="translate(${x},0)"><line y2="-99"></line><text font-size="10">${text}</text></g>`,
    )
    .join('');
  return `<svg viewBox="0 0 677 99"><g class="grid" transform="translate(75, 50)">${ticks}</g></svg>`;
}

const shown = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text]) => text);

test('dates_that_would_touch_are_left_out_and_their_lines_stay', () => {
  const weekly = chart(
    Array.from({ length: 12 }, (_, i): [number, string] => [i * 45, `2026-03-${i + 10}`]),
  );
  const thin = thinGanttAxis(weekly);
  expect(shown(thin)).toEqual(shown(weekly).filter((_, i) => i % 2 === 0));
  expect(thin.match(/<line/g)).toHaveLength(12);
});

test('dates_with_room_between_them_all_stay', () => {
  const roomy = chart([
    [0, '01-01'],
    [60, '01-08'],
    [120, '一月十五'],
    [180, '01-22'],
  ]);
  expect(thinGanttAxis(roomy)).toBe(roomy);
});

test('wide_letters_take_more_room', () => {
  expect(
    shown(
      thinGanttAxis(
        chart([
          [0, '二〇二六年三月'],
          [60, '二〇二六年四月'],
          [120, '二〇二六年五月'],
        ]),
      ),
    ),
  ).toEqual(['二〇二六年三月', '二〇二六年五月']);
});

test('other_diagrams_are_left_alone', () => {
  const svg = '<svg viewBox="0 0 9 9"><g class="tick"><text>甲</text></g></svg>';
  expect(thinGanttAxis(svg)).toBe(svg);
});
