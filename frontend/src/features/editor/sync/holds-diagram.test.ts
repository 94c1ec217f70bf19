import { expect, test } from 'vitest';
import { holdsDiagram } from './holds-diagram';

test('a_text_holds_the_diagrams_that_stand_in_it_also_in_a_list_or_a_quote', () => {
  const source = 'graph TD\n  A --> B\n';
  expect(holdsDiagram('```mermaid\ngraph TD\n  A --> B\n```', source)).toBe(true);
  expect(holdsDiagram('- a\n\n  ```mermaid\n  graph TD\n    A --> B\n  ```', source)).toBe(true);
  expect(holdsDiagram('> ```mermaid\n> graph TD\n>   A --> B\n> ```', source)).toBe(true);
});

test('the_diagram_of_another_post_is_not_held', () => {
  expect(holdsDiagram('```mermaid\ngraph TD\n  A --> B\n```', 'graph TD\n  A --> C')).toBe(false);
  expect(holdsDiagram('text', 'graph TD')).toBe(false);
});
