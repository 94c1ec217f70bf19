import { expect, test } from 'vitest';
import { postReparenter, reparentCategories } from './reparent';

const categories = [
  { id: '甲一', knowledgeBaseId: '甲' },
  { id: '乙一', knowledgeBaseId: '乙' },
  { id: '乙二', knowledgeBaseId: '乙' },
];
const place = (post: { categoryId: string; knowledgeBaseId: string }) =>
  postReparenter(categories)(post);

test('a_category_of_a_base_that_is_gone_goes_into_the_first_base', () => {
  const lost = { id: '丙一', knowledgeBaseId: '丙' };
  expect(reparentCategories(['甲', '乙'], [...categories, lost])).toEqual([
    ...categories,
    { id: '丙一', knowledgeBaseId: '甲' },
  ]);
  expect(reparentCategories([], [lost])).toEqual([lost]);
});

test('a_post_is_in_the_base_of_its_category', () => {
  expect(place({ categoryId: '乙二', knowledgeBaseId: '甲' })).toEqual({
    categoryId: '乙二',
    knowledgeBaseId: '乙',
  });
});

test('a_post_without_a_category_goes_into_the_first_one_of_its_base_or_of_all', () => {
  expect(place({ categoryId: '', knowledgeBaseId: '乙' })).toEqual({
    categoryId: '乙一',
    knowledgeBaseId: '乙',
  });
  expect(place({ categoryId: '', knowledgeBaseId: '丙' })).toEqual({
    categoryId: '甲一',
    knowledgeBaseId: '甲',
  });
  expect(postReparenter([])({ categoryId: '', knowledgeBaseId: '甲' })).toBeNull();
});
