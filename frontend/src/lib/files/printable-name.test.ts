import { expect, test } from 'vitest';
import { isPrintableName } from './printable-name';

test.each(['第一篇', 'Émile’s draft', '👩‍👩‍👧 与 ❤️', 'שלום', 'a b'])('%s_is_a_name', (name) =>
  expect(isPrintableName(name)).toBe(true),
);

test.each(['a\u202eb', 'a\u200fb', '\u2066a\u2069', 'a\u200bb', 'a\u0007b', 'a\nb', '\ufeffa'])(
  'a_name_that_hides_something_is_none: %j',
  (name) => expect(isPrintableName(name)).toBe(false),
);
