// Takes the pictures of docs/screenshots from the built product.
//
//   node scripts/screenshots.mjs      after make test or make build; EDITOR_URL names a server that runs already

import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { root, shown } from './paths.mjs';
import { withEditor } from './pictures/editor.mjs';
import { runSteps } from './steps.mjs';

const folder = path.join(root, 'docs', 'screenshots');
/** A picture in a repository is fetched by everyone. */
const MAX_BYTES = 200_000;

const wide = { width: 1440, height: 900 };
const phone = { width: 375, height: 812 };

const pictures = [
  { name: 'editor-light', options: { ...wide } },
  {
    name: 'editor-dark',
    options: { ...wide, scheme: 'dark', locale: 'en', settings: { theme: 'elegant' } },
  },
  {
    name: 'phone-light',
    options: phone,
    act: (page) => page.getByRole('tab', { name: '预览' }).click(),
  },
  { name: 'phone-dark', options: { ...phone, scheme: 'dark' } },
];

async function take({ newPage }, { name, options, act }) {
  const page = await newPage(options);
  await act?.(page);
  await page.mouse.move(0, 0);
  const file = path.join(folder, `${name}.png`);
  await page.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
  await page.context().close();
  const bytes = statSync(file).size;
  console.log(`${shown(file)}: ${Math.round(bytes / 1000)} KB`);
  if (bytes > MAX_BYTES) {
    throw new Error(`${shown(file)} has ${bytes} bytes, more than ${MAX_BYTES}`);
  }
}

await runSteps('screenshots', [
  {
    name: 'Screenshots',
    run: () =>
      withEditor(async (editor) => {
        mkdirSync(folder, { recursive: true });
        for (const picture of pictures) {
          await take(editor, picture);
        }
      }),
  },
]);
