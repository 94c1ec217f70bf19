import { readFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, 'generated');

// The document itself is compared with the server's routes by the server's tests.
test('the_types_are_those_of_the_document', { timeout: 120_000 }, async () => {
  const document = readFileSync(path.join(folder, 'openapi.json'), 'utf8');
  const written = `${COMMENT_HEADER}${astToString(await openapiTS(document))}`;
  expect(readFileSync(path.join(folder, 'schema.d.ts'), 'utf8')).toBe(written);
});
