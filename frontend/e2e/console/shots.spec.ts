import { zipSync } from 'fflate';
import { logIn, person } from '../support/accounts';
import { test } from '../support/visitor';

for (const english of [false, true]) for (const dark of [false, true]) {
  test(`shots_${english}_${dark}`, async ({ page, visitor: _ }) => {
    test.setTimeout(120_000);
    const to = `/tmp/list-shots/${english ? 'en' : 'zh'}-${dark ? 'dark' : 'light'}`;
    await page.addInitScript(([l, d]) => { localStorage.setItem('locale', l as string); localStorage.setItem('ui_theme', d as string); }, [english ? 'en' : 'zh-CN', dark ? 'dark' : 'light']);
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
    await logIn(page, person(english ? 'Mo' : '墨客', { english }), '/team/personal/knowledge');
    await page.waitForTimeout(800);
    await page.screenshot({ path: `${to}-empty.png` });
    const names = english ? ['Writing guide', 'API reference', 'A very long name of a knowledge base that does not fit on one line of a phone'] : ['写作手册', '接口文档', '一个名字很长很长很长很长很长很长很长很长的知识库'];
    for (const name of names) {
      await page.getByRole('button', { name: english ? 'New knowledge base' : '新建知识库' }).first().click();
      const d = page.getByRole('dialog');
      await d.getByRole('textbox').nth(0).fill(name);
      await d.getByRole('textbox').nth(1).fill(english ? 'What it is about, in a sentence.' : '一句话说明这个知识库讲什么。');
      if (name === names[0]) await page.screenshot({ path: `${to}-form.png` });
      await d.getByRole('button', { name: english ? 'Create' : '新建', exact: true }).click();
      await page.waitForTimeout(500);
    }
    for (const [w, h] of [[1440, 900], [375, 812]] as const) {
      await page.setViewportSize({ width: w, height: h });
      await page.waitForTimeout(400);
      await page.screenshot({ path: `${to}-list-${w}.png` });
      await page.getByRole('button', { name: english ? /^Actions/ : /的操作$/ }).first().click();
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${to}-menu-${w}.png` });
      await page.keyboard.press('Escape');
    }
    const text = (s: string) => new TextEncoder().encode(s);
    const files: Record<string, Uint8Array> = { 'v/.obsidian/a.json': text('{}'), 'v/a.md': text('[[b]] ![[c]] [[none]] %%x%%'), 'v/n/b.md': text('b'), 'v/n/c.md': text('c'), 'v/x.xlsx': text('x') };
    await page.locator('input[type=file]').setInputFiles({ name: 'v.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync(files)) });
    await page.waitForTimeout(1500);
    for (const [w, h] of [[375, 812], [1440, 900]] as const) {
      await page.setViewportSize({ width: w, height: h });
      await page.waitForTimeout(300);
      await page.screenshot({ path: `${to}-import-${w}.png` });
    }
    await page.keyboard.press('Escape');
    await page.goto('/team/personal/knowledge?search=zzz');
    await page.waitForTimeout(800);
    await page.screenshot({ path: `${to}-none.png` });
  });
}
