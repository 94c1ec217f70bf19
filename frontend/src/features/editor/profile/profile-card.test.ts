import { expect, test } from 'vitest';
import { cardAt, cardText, EMPTY_CARD } from './profile-card';

const card = {
  ...EMPTY_CARD,
  nickname: '墨"砚" <1>&',
  alias: 'moyan',
  headimg: 'https://a.b/c.png?x=1&y=2',
  isVerified: true,
};

test('a_card_is_read_back_as_it_was_written', () => {
  const text = `前\n\n${cardText(card)}\n\n后`;
  expect(cardAt(text, text.indexOf('alias'))?.card).toEqual(card);
  expect(cardAt(text, 0)).toBeNull();
});

test('empty_values_are_left_out', () => {
  expect(cardText({ ...EMPTY_CARD, nickname: ' 墨砚 ' })).toBe(
    '<mp-common-profile data-nickname="墨砚"></mp-common-profile>',
  );
});
