// The promise of the product: what was pasted into WeChat and saved looks as the preview does.
import {
  ARTICLE_SETTINGS,
  type ArticleSettings,
  storedSettings,
} from '../support/article-settings';
import { ARTICLES, articlesIn, PICTURE_HOST, pictureAt } from '../support/articles';
import {
  COPIED_BLOCKS,
  draftHtml,
  faultsOf,
  previewHtml,
  reported,
  SHOWN_BLOCKS,
  sheetInChromium,
} from '../support/copied-blocks';
import { type EditorScreen, expect, test } from '../support/editor';
import { putSettings } from '../support/storage';
import { pasted, saved } from '../support/wechat';

/** `COPY_ALL=1` tries every article in every setting; otherwise each article meets a third of the settings. */
const isWhole = process.env.COPY_ALL !== undefined;
/** Every article is in each `SHARE`-th setting. */
const SHARE = isWhole ? 1 : 3;

/** The article in its frame, with the frame's style sheets. */
async function previewDocument(editor: EditorScreen): Promise<string> {
  const { styles, article } = await editor.preview.locator('html').evaluate((root) => ({
    styles: [...root.querySelectorAll('style')].map((style) => style.textContent ?? '').join('\n'),
    article: root.querySelector('section.article')?.outerHTML ?? '',
  }));
  return previewHtml(styles, article);
}

/** Opens the editor on the text in these settings and waits until every slot is filled. */
async function openIn(editor: EditorScreen, settings: ArticleSettings, text: string) {
  const { page } = editor;
  for (const place of [page, page.context()]) {
    await place.route(`${PICTURE_HOST}/**`, (route) =>
      route.fulfill({ contentType: 'image/png', body: pictureAt(route.request().url()) }),
    );
  }
  await editor.open();
  await editor.saved();
  await putSettings(page, storedSettings(settings));
  await editor.fill(text);
  await page.reload();
  await editor.ready();
  await expect
    .poll(
      () =>
        editor.article.evaluate(
          (root) =>
            root.querySelectorAll(
              '.diagram:not(:has(> svg)), [data-tex]:not(:has(.katex)), .slot-error',
            ).length,
        ),
      { timeout: 60_000 },
    )
    .toBe(0);
}

for (const [number, settings] of ARTICLE_SETTINGS.entries()) {
  test(`articles_in_setting_${number + 1}_are_pasted_as_they_were_shown`, async ({
    editor,
    page,
  }, info) => {
    test.setTimeout(isWhole ? 600_000 : 240_000);
    await openIn(editor, settings, articlesIn(number, SHARE).join('\n'));
    const draft = draftHtml(saved(pasted(await editor.copyForWechat())));
    const preview = await previewDocument(editor);
    const problems: string[] = [];
    for (const width of [375, 677]) {
      const shown = await sheetInChromium(page, preview, SHOWN_BLOCKS, width);
      const copied = await sheetInChromium(page, draft, COPIED_BLOCKS, width);
      problems.push(...(await reported(info, `${width} px`, faultsOf(shown, copied))));
    }
    expect(problems).toEqual([]);
  });
}

test('every_article_is_compared_in_a_third_of_the_settings', () => {
  expect(ARTICLES.length).toBeGreaterThanOrEqual(40);
  for (const article of ARTICLES) {
    const n = ARTICLE_SETTINGS.filter((_, number) =>
      articlesIn(number, 3).includes(article),
    ).length;
    expect(n).toBe(5);
  }
});
