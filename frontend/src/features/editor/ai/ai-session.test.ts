import { expect, test } from 'vitest';
import { placeOf } from './ai-session';
import { toolMessages } from './tools';

test('a_part_is_found_where_it_was_or_nearest_to_it', () => {
  expect(placeOf('甲乙甲', '甲', 2)).toBe(2);
  expect(placeOf('新甲乙', '甲', 0)).toBe(1);
  expect(placeOf('甲x甲xxxx', '甲', 3)).toBe(2);
  expect(placeOf('乙', '甲', 0)).toBe(-1);
});

test('every_tool_sends_the_text_in_the_language_of_the_interface', () => {
  expect(toolMessages('polish', '正文', 'zh-CN').at(-1)?.content).toMatch(/润色.*\n\n正文$/s);
  expect(toolMessages('title', 'body', 'en').at(-1)?.content).toMatch(/titles.*\n\nbody$/s);
});
