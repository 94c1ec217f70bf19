import { writeFile } from 'node:fs/promises';
import { expect, test } from '../support/editor';
test('scratch_pdf', async ({ editor, page, context }) => {
  await context.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = 'true';
    };
  });
  await editor.open();
  await page.getByRole('button', { name: /更多复制与导出方式|More ways/ }).click();
  const opening = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: '打印或存为 PDF' }).click();
  const paper = await opening;
  await expect(paper.locator('html')).toHaveAttribute('data-printed', 'true');
  const html = (await paper.content()).replace('<head>', '<head><base href="http://127.0.0.1:4197/">');
  await writeFile('/tmp/paper.html', html);
  const sheet = await context.newPage();
  await sheet.goto('/404-x');
  for (const [name, text] of [['new', html], ['old', html.replace('break-after: avoid; break-inside: avoid;', 'break-after: avoid;')]]) {
    await sheet.setContent(text);
    await sheet.waitForTimeout(1500);
    await writeFile(`/work/shots/fix-a-${name}.pdf`, await sheet.pdf({ preferCSSPageSize: true }));
  }
});
