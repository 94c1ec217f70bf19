import { PNG } from 'pngjs';
import { siteOf } from '../support/site';
import { expect, test } from './base';
import { openConsole } from './console-screen';
import { openEditor } from './editor-screen';

// LibreWolf and Tor's browser have it on: pages get noise for what they draw.
test.use({ firefoxPreferences: { 'privacy.resistFingerprinting': true } });

/** A picture of one color. */
function picture(width: number, height: number): Buffer {
  const { data } = new PNG({ width, height });
  for (let at = 0; at < data.length; at += 4) data.set([15, 76, 129, 255], at);
  return PNG.sync.write(Object.assign(new PNG({ width, height }), { data }));
}

test('no_noise_is_kept_or_exported_in_place_of_a_picture', async ({ tab, request }) => {
  await test.step('a_card_is_not_exported_and_the_reason_is_said', async () => {
    await openEditor(tab);
    await tab.find({ role: 'button', name: '更多复制与导出方式' }).click();
    await tab.find({ role: 'menuitem', name: '导出卡片图' }).click();
    const dialog = tab.find({ role: 'dialog' });
    await dialog.find({ role: 'alert', having: '把画布换成了噪点' }).shows();
    expect(await dialog.find('[data-testid=cards] img').count()).toBe(0);
  });

  await test.step('a_logo_stays_the_picture_that_was_chosen', async () => {
    const site = await siteOf(request);
    await openConsole(tab, site.author, `${site.path}/basic-info`);
    const content = picture(900, 450);
    const field = tab.find({ role: 'group', name: '标志' });
    await tab.chooseFiles(
      () => field.find({ role: 'button', name: /选择/ }).click(),
      'fieldset input[type=file]',
      [{ name: 'logo.png', content }],
    );
    const stored = await field.find('img').evaluate(async (image) => {
      const answer = await fetch((image as HTMLImageElement).src);
      return [...new Uint8Array(await answer.arrayBuffer())];
    });
    // The server writes a picture anew, as large as it came: a canvas would have made it smaller.
    const [sent, kept] = [content, Buffer.from(stored)].map((file) => PNG.sync.read(file));
    expect(kept?.width).toBe(900);
    expect(kept?.data.equals(sent?.data as Buffer)).toBe(true);
  });
});
