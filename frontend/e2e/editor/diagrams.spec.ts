import type { Page } from '@playwright/test';
import { DIAGRAMS, diagramArticle } from '../support/diagrams';
import { expect, test } from '../support/editor';
import { difference } from '../support/pictures';

/** The pictures of a page, one after the other on white, each as a PNG. */
async function pictures(page: Page, htmls: string[]): Promise<Buffer[]> {
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: 800, height: 900 });
  const shots: Buffer[] = [];
  for (const html of htmls) {
    await sheet.setContent(
      `<body style="margin:0;background:#fff;color:#333;font:16px sans-serif"><div id="d" style="width:700px;padding:8px">${html}</div>`,
    );
    await sheet.evaluate(async () => {
      await Promise.all([...document.images].map((image) => image.decode()));
    });
    shots.push(await sheet.locator('#d').screenshot());
  }
  await sheet.close();
  return shots;
}

/** A label or a line of a picture, and how it stands out from what is painted behind it. */
interface Part {
  place: number;
  kind: 'label' | 'line';
  text: string;
  contrast: number;
}

/** The labels and lines of an article's pictures on a page of these colors. */
async function contrasts(page: Page, html: string, paper: string, ink: string) {
  const sheet = await page.context().newPage();
  await sheet.setViewportSize({ width: 720, height: 900 });
  await sheet.setContent(
    `<!doctype html><style>.bare text{visibility:hidden}.bare *{stroke:none}</style><body style="margin:0;background:${paper};color:${ink}">${html}`,
  );
  const picture = await sheet.screenshot({ fullPage: true });
  await sheet.evaluate(() => document.body.classList.add('bare'));
  const behind = await sheet.screenshot({ fullPage: true });
  await sheet.evaluate(() => document.body.classList.remove('bare'));
  const parts = await sheet.evaluate(async (bare): Promise<Part[]> => {
    const image = new Image();
    image.src = `data:image/png;base64,${bare}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const drawing = canvas.getContext('2d', { willReadFrequently: true });
    if (drawing === null) throw new Error('no canvas');
    drawing.drawImage(image, 0, 0);
    const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: number[]) => {
      const [r = 0, g = 0, b = 0] = color.map((value) =>
        value <= 10.3 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (color: string, opacity: number, x: number, y: number) => {
      const under = [...drawing.getImageData(Math.round(x), Math.round(y), 1, 1).data];
      const [r = 0, g = 0, b = 0, alpha = 1] = numbers(color);
      const seen = [r, g, b].map(
        (own, i) => own * alpha * opacity + (under[i] ?? 0) * (1 - alpha * opacity),
      );
      const [a, c] = [luminance(seen), luminance(under)];
      return (Math.max(a, c) + 0.05) / (Math.min(a, c) + 0.05);
    };
    const median = (list: number[]) => list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
    const found: Part[] = [];
    for (const [place, svg] of [...document.querySelectorAll('svg')].entries()) {
      for (const label of svg.querySelectorAll('text')) {
        const text = label.textContent?.trim() ?? '';
        const box = label.getBoundingClientRect();
        if (text === '' || box.width === 0) continue;
        const style = getComputedStyle(label.querySelector('tspan') ?? label);
        const points = [0.1, 0.3, 0.5, 0.7, 0.9].map((share) =>
          contrast(
            style.fill,
            Number(style.fillOpacity),
            box.left + box.width * share,
            box.top + scrollY + box.height / 2,
          ),
        );
        found.push({ place, kind: 'label', text, contrast: median(points) });
      }
      for (const line of svg.querySelectorAll<SVGGeometryElement>('path,line,polyline')) {
        const style = getComputedStyle(line);
        const isOpen = style.fill === 'none' || line.localName === 'line';
        const at = line.getScreenCTM();
        const length = line.getTotalLength();
        if (
          !isOpen ||
          style.stroke === 'none' ||
          at === null ||
          length < 4 ||
          Number.parseFloat(style.strokeWidth) === 0
        )
          continue;
        const points = [0.2, 0.35, 0.5, 0.65, 0.8].map((share) => {
          const point = line.getPointAtLength(length * share).matrixTransform(at);
          return contrast(style.stroke, Number(style.strokeOpacity), point.x, point.y + scrollY);
        });
        found.push({ place, kind: 'line', text: style.stroke, contrast: median(points) });
      }
    }
    return found;
  }, behind.toString('base64'));
  await sheet.close();
  return { parts, picture };
}

test('diagrams_are_copied_as_they_are_shown', async ({ editor, page }, info) => {
  test.slow();
  await editor.openWith(diagramArticle(DIAGRAMS));
  await expect(editor.article.locator('.diagram > svg')).toHaveCount(9);
  const shown = await editor.article
    .locator('.diagram > svg')
    .evaluateAll((list) => list.map((svg) => svg.outerHTML));
  const html = await editor.copyForWechat();
  await test.step('every_kind_of_diagram_is_copied_as_it_is_shown', async () => {
    expect(html).not.toMatch(
      /<style|<marker|<defs|<foreignObject|<use|url\(#|\sid=|\sclass=|<div|<script/i,
    );
    const copied = await page.evaluate(
      (text) =>
        [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('svg')].map(
          (svg) => svg.outerHTML,
        ),
      html,
    );
    expect(copied).toHaveLength(9);
    const [before, after] = [await pictures(page, shown), await pictures(page, copied)];
    const names = Object.keys(DIAGRAMS);
    const shares = names.map((name, i) => {
      const { share, picture } = difference(before[i] as Buffer, after[i] as Buffer);
      if (share > 0.004) {
        info.attach(`${name}-before.png`, { body: before[i] as Buffer, contentType: 'image/png' });
        info.attach(`${name}-after.png`, { body: after[i] as Buffer, contentType: 'image/png' });
        info.attach(`${name}-difference.png`, { body: picture, contentType: 'image/png' });
      }
      return [name, share] as const;
    });
    expect(shares.filter(([, share]) => share > 0.004)).toEqual([]);
  });
  await test.step('no_label_is_cut_and_every_one_can_be_read', async () => {
    const sheet = await page.context().newPage();
    await sheet.setViewportSize({ width: 900, height: 900 });
    await sheet.setContent(`<body style="margin:0"><div style="width:677px">${html}</div>`);
    const problems = await sheet.evaluate(
      (names) =>
        [...document.querySelectorAll('svg')].flatMap((svg, place) => {
          const frame = svg.getBoundingClientRect();
          const found: string[] = [];
          if (frame.width > 677.5) found.push(`${place}: ${frame.width} px wide`);
          const scale = frame.width / (svg.viewBox.baseVal.width || frame.width);
          for (const text of svg.querySelectorAll('text')) {
            if (text.textContent?.trim() === '') continue;
            const box = text.getBoundingClientRect();
            const isCut =
              box.left < frame.left - 1 ||
              box.right > frame.right + 1 ||
              box.top < frame.top - 1 ||
              box.bottom > frame.bottom + 1;
            if (isCut) found.push(`${place}: ${text.textContent} is cut`);
            const size = Number.parseFloat(getComputedStyle(text).fontSize) * scale;
            if (size < 9) found.push(`${place}: ${text.textContent} is ${size.toFixed(1)} px`);
            // A line that shows through the ground of its label looks like a line through the words. Labels of commits
            // stand beside their line.
            const ground = text.previousElementSibling;
            if (ground?.localName !== 'rect' || place === names.indexOf('git')) continue;
            const { opacity, fillOpacity, fill } = getComputedStyle(ground);
            const isClear = Number(opacity) * Number(fillOpacity) < 1 || fill.startsWith('rgba');
            if (isClear) found.push(`${place}: ${text.textContent} has a line through it`);
          }
          return found;
        }),
      Object.keys(DIAGRAMS),
    );
    expect(problems).toEqual([]);
    await sheet.close();
  });
  await test.step('every_label_and_line_can_be_seen_in_wechats_dark_mode', async () => {
    await page.getByRole('button', { name: '模拟微信深色模式' }).click();
    const dark = page
      .frameLocator('iframe[title="微信深色模式下的文章"]')
      .locator('section.article');
    await expect(dark.locator('svg')).toHaveCount(9);
    const inTheDark = await contrasts(page, await dark.innerHTML(), '#191919', '#a3a3a3');
    const inTheLight = await contrasts(page, html, '#fff', '#191919');
    await info.attach('dark.png', { body: inTheDark.picture, contentType: 'image/png' });
    expect(inTheDark.parts).toHaveLength(inTheLight.parts.length);
    expect(new Set(inTheDark.parts.map(({ place }) => place)).size).toBe(9);
    // A line that mermaid itself draws fainter, such as the grid of a gantt chart, is no fainter than in the light.
    const faint = inTheDark.parts.filter(({ kind, contrast }, i) => {
      if (kind === 'label') return contrast < 4.5;
      return contrast < Math.min(3, inTheLight.parts[i]?.contrast ?? 0) - 0.1;
    });
    expect(faint).toEqual([]);
    await page.getByRole('button', { name: '模拟微信深色模式' }).click();
    await expect(dark).toHaveCount(0);
  });
  await test.step('authors_may_have_pictures_instead', async () => {
    await page.getByRole('button', { name: '样式', exact: true }).click();
    await page.getByRole('radio', { name: '图片', exact: true }).click();
    const withPictures = await editor.copyForWechat();
    await expect(page.getByText('处提醒').first()).toBeVisible();
    const sizes = await page.evaluate(async (text) => {
      const copied = new DOMParser().parseFromString(text, 'text/html');
      const images = [...copied.querySelectorAll('img')];
      return Promise.all(
        images.map(async (image) => {
          const picture = new Image();
          picture.src = image.src;
          await picture.decode();
          return [Number.parseFloat(image.style.width), picture.naturalWidth];
        }),
      );
    }, withPictures);
    expect(sizes).toHaveLength(9);
    for (const [shown = 0, natural = 0] of sizes) {
      expect(shown).toBeGreaterThan(40);
      expect(shown).toBeLessThanOrEqual(677);
      expect(natural).toBeGreaterThanOrEqual(shown * 2);
    }
  });
});

test('words_in_diagrams_have_room', async ({ editor, page }) => {
  await test.step('twelve_chinese_letters_stand_in_one_line_of_a_flowchart', async () => {
    await editor.openWith(
      '```mermaid\nflowchart LR\n  A[写完之后再检查一遍全文] --> B[一二三四五六七八九十百千]\n```',
    );
    const lines = editor.article.locator('.diagram .node .text-outer-tspan');
    await expect(lines).toHaveText(['写完之后再检查一遍全文', '一二三四五六七八九十百千']);
  });
  await test.step('dates_of_long_gantt_charts_do_not_touch', async () => {
    const durations = ['9d', '5w', '12w', '30w', '3y'];
    const charts = durations.map(
      (duration) =>
        `\`\`\`mermaid\ngantt\n  dateFormat YYYY-MM-DD\n  section 写作\n  初稿 :2026-01-01, ${duration}\n\`\`\``,
    );
    await editor.write(charts.join('\n\n'));
    await expect(editor.article.locator('.diagram > svg')).toHaveCount(durations.length);
    const html = await editor.copyForWechat();
    const sheet = await page.context().newPage();
    await sheet.setViewportSize({ width: 900, height: 900 });
    await sheet.setContent(`<body style="margin:0"><div style="width:677px">${html}</div>`);
    const axes = await sheet.evaluate(() =>
      [...document.querySelectorAll('svg')].map((svg) => {
        const dates = [...svg.querySelectorAll('text')].filter((text) =>
          /^\d{4}-/.test(text.textContent ?? ''),
        );
        const boxes = dates
          .map((text) => text.getBoundingClientRect())
          .sort((a, b) => a.left - b.left);
        const gaps = boxes.slice(1).map((box, i) => box.left - (boxes[i]?.right ?? 0));
        return { count: boxes.length, least: Math.min(...gaps) };
      }),
    );
    expect(axes).toHaveLength(durations.length);
    for (const { count, least } of axes) {
      expect(count).toBeGreaterThanOrEqual(3);
      expect(least).toBeGreaterThan(3);
    }
    await sheet.close();
  });
});
