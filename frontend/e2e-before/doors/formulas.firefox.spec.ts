import { expect, test } from './base';
import { article, openWith } from './editor-screen';

// In a frame without an address Firefox does not take the page's origin for 'self' once a service worker answers.
test('formulas_have_their_fonts_when_the_service_worker_answers', async ({ tab }) => {
  await tab.open('/');
  await tab.waitFor(() => navigator.serviceWorker.controller !== null);
  await openWith(tab, '$$\n\\int_0^\\infty x_k\n$$\n');
  const fonts = await article(tab)
    .find('.math-block .katex')
    .evaluate(async ({ ownerDocument }) => {
      await ownerDocument.fonts.ready;
      return [...ownerDocument.fonts].map(({ status }) => status);
    });
  expect(fonts).not.toContain('error');
  expect(fonts).toContain('loaded');
});
