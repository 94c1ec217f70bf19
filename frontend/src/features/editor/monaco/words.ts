/** Signs between words that Monaco does not know. */
export const CHINESE_PUNCTUATION = '，。！？；：、（）「」『』【】《》〈〉“”‘’…—～·\u3000';

/** Monaco's words, which end at Chinese punctuation too. */
export const WORD = new RegExp(
  `(-?\\d*\\.\\d\\w*)|([^\`~!@#$%^&*()\\-=+[{\\]}\\\\|;:'",.<>/?\\s${CHINESE_PUNCTUATION}]+)`,
  'g',
);
