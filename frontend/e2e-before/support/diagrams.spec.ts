import mermaid from 'mermaid';
import { expect, test } from './base';
import { DIAGRAMS, FURTHER_DIAGRAMS } from './diagrams';

/** What it shows of a faulty text, and of front matter without a diagram. */
const NO_KINDS = ['error', '---'];

test('there_is_a_diagram_of_every_kind_that_mermaid_knows', async () => {
  // It registers its kinds with the first text.
  await mermaid.parse('info');
  const known = mermaid.getRegisteredDiagramsMetadata().map(({ id }) => id);
  const drawn = Object.values({ ...DIAGRAMS, ...FURTHER_DIAGRAMS }).map((text) =>
    mermaid.detectType(text),
  );
  expect([...drawn, ...NO_KINDS].sort()).toEqual(known.sort());
});
