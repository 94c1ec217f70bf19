import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { freshEmail, PASSWORD, type Person, session } from '../support/accounts';
import { codeFor } from '../support/outbox';
import { FREE, PAID, type Shop, shopOf } from '../support/shop';
import { expect, test } from './base';
import type { Tab } from './drive/tab';

/** Is logged in to the console as by the form. */
async function enterConsole(tab: Tab, request: APIRequestContext, { email }: Person) {
  const { token, user } = await session(request, email, PASSWORD);
  await tab.open('/robots.txt');
  await tab.evaluate(
    (userInfo, value) => {
      localStorage.setItem('userInfo', userInfo);
      localStorage.setItem('token', value);
    },
    JSON.stringify(user),
    token,
  );
}

/** Logs in to a site with a code, on the page that the window shows. */
async function enterSite(tab: Tab, request: APIRequestContext): Promise<void> {
  const email = freshEmail('reader');
  await tab.find('#identifier').fill(email);
  await tab.find('form[action="/login/code"] button').click();
  await tab.find('#code').fill(await codeFor(request, email));
  await tab.find('form[action="/login/verify"] button').click();
}

/** Whoever has an account reads the whole document; strangers read its beginning. */
async function siteForReaders(request: APIRequestContext): Promise<Shop> {
  const shop = await shopOf(request);
  await shop.change('access', { guest: 'partial', nonMember: 'free', partialChars: 20 });
  return shop;
}

test('a_preview_of_the_console_shows_the_page_and_leads_to_its_settings', async ({
  tab,
  request,
}) => {
  const shop = await shopOf(request);
  await enterConsole(tab, request, shop.author);
  await tab.open(`${shop.path}/basic-info`);
  const frame = tab.foreignFrame('iframe[sandbox="allow-scripts"]');
  await frame.find('.hero-title').shows();
  // Its style sheets are there, and its picture of the scheme's button is drawn by the script.
  await frame.find('.site-head').holds((head) => getComputedStyle(head).position, 'sticky');
  await frame.find('.hero-title').click();
  await tab.showsAddress(/\/homepage$/);
});

test('a_page_that_was_kept_says_who_reads_now', async ({ tab, request }) => {
  const shop = await siteForReaders(request);
  await tab.open(`${shop.origin}/docs`);
  await tab.find({ role: 'link', name: '登录' }).click();
  await enterSite(tab, request);
  await tab.showsAddress(`${shop.origin}/account`);
  // Over the page of the code and that of the address, which lead on.
  await tab.evaluate(() => void setTimeout(() => history.go(-3)));
  await tab.showsAddress(`${shop.origin}/docs`);
  await tab.find({ role: 'link', name: '我的账号' }).shows();
});

test('who_logs_out_takes_the_text_along', async ({ tab, request }) => {
  const shop = await siteForReaders(request);
  await tab.open(
    `${shop.origin}/login?from=${encodeURIComponent(new URL(shop.document).pathname)}`,
  );
  await enterSite(tab, request);
  await tab.says(PAID);
  await tab.find({ role: 'link', name: '我的账号' }).click();
  await tab.find({ role: 'button', name: '退出登录' }).at(0).click();
  await tab.showsAddress(`${shop.origin}/`);
  await tab.evaluate(() => void setTimeout(() => history.go(-2)));
  await tab.showsAddress(shop.document);
  await tab.says(FREE);
  await tab.until(async () => {
    const text = await tab.evaluate(() => document.body.innerText);
    expect(text).toContain(FREE);
    expect(text).not.toContain(PAID);
  });
});

const WIDTHS_PX = [375, 768, 1440];
const LONG_TITLES = [
  '落笔之前，先看一眼手册',
  '四步，从一篇文章到一个网站',
  '写给每一个认真写作的人：从第一段文字，到第一位付费读者。',
  '把十年写下的三百篇文章整理成一个可以订阅的知识库网站',
];

/** The lines of texts as they are laid out. */
function linesOf(selector: string): string[][] {
  return [...document.querySelectorAll<HTMLElement>(selector)].map((element) => {
    const lines: { top: number; text: string }[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = node.textContent ?? '';
      for (let at = 0; at < text.length; at += 1) {
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        // WebKit adds an empty one at the end of the line before.
        const rect = [...range.getClientRects()].find(({ width }) => width > 0);
        if (rect === undefined) continue;
        const last = lines[lines.length - 1];
        if (last !== undefined && rect.top < last.top + rect.height / 2) last.text += text[at];
        else lines.push({ top: rect.top, text: text[at] ?? '' });
      }
    }
    return lines.map((line) => line.text.trim()).filter((line) => line !== '');
  });
}

/** A phrase that had room on a line of its own is never broken, and no line is a single letter. */
function expectGoodLines(lines: readonly string[], about: string): void {
  for (const line of lines) {
    const letters = line.replace(/[，。、；：！？…“”『』「」（）\s]/g, '');
    expect(letters.length, `${about}: ${lines.join(' | ')}`).toBeGreaterThan(1);
  }
  const longest = Math.max(...lines.map((line) => line.length));
  const phrases = lines.join('').match(/[^，。；：！？…]+[，。；：！？…]*/g) ?? [];
  for (const phrase of phrases.filter((one) => one.length < longest)) {
    const isWhole = lines.some((line) => line.includes(phrase));
    expect(isWhole, `${about}, “${phrase}”: ${lines.join(' | ')}`).toBe(true);
  }
  for (const line of lines.slice(1)) expect(line, about).not.toMatch(/^[，。、；：！？…]/);
}

test('titles_break_behind_punctuation_and_leave_no_letter_alone', async ({ tab, request }) => {
  const shop = await shopOf(request);
  const hero = (title: string) => ({
    id: randomUUID(),
    isVisible: true,
    content: {
      kind: 'hero',
      title,
      subtitle: `${title}。写作与建站的手册，一篇一篇地写，一页一页地读。`,
      primaryButton: { text: '开始阅读', url: '/docs' },
      secondaryButton: { text: '加入会员', url: '/plans' },
      image: { url: 'https://example.com/a.png', alt: '', width: 0, height: 0 },
      showsImage: false,
      variant: 'gradient',
      layout: 'centered',
    },
  });
  await shop.change('homepage', { sections: LONG_TITLES.map(hero) });
  await shop.publish();
  for (const width of WIDTHS_PX) {
    await tab.resize(width, 812);
    await tab.open(shop.origin);
    await tab.find('.hero-title').shows();
    for (const lines of await tab.evaluate(linesOf, '.hero-title')) {
      expectGoodLines(lines, `${width}`);
    }
    // Leads fill their lines.
    for (const lines of await tab.evaluate(linesOf, '.hero-subtitle')) {
      expect(lines[lines.length - 1]?.length, lines.join(' | ')).toBeGreaterThan(2);
    }
    await tab.open('/?lang=zh-CN');
    await tab.find('#features-title').shows();
    for (const lines of await tab.evaluate(linesOf, 'section[aria-labelledby] h2')) {
      expectGoodLines(lines, `${width}`);
    }
  }
});

test('no_section_is_wider_than_a_phone', async ({ tab, request }) => {
  const shop = await shopOf(request);
  const link = { text: '开始阅读这本手册', url: '/docs' };
  const image = { url: 'https://example.com/a.png', alt: '', width: 0, height: 0 };
  const words = 'Donaudampfschifffahrtsgesellschaft和很长的说明';
  const variants = [
    {
      kind: 'hero',
      title: words,
      subtitle: words,
      primaryButton: link,
      secondaryButton: link,
      image,
      showsImage: true,
      variant: 'gradient',
      layout: 'split',
    },
    ...['grid', 'horizontal'].map((layout) => ({
      kind: 'stats',
      title: words,
      items: [1, 2, 3].map(() => ({ value: '1,234,567', label: '读者', description: words })),
      layout,
      variant: 'highlight',
    })),
    ...['grid', 'list', 'carousel'].map((layout) => ({
      kind: 'features',
      title: words,
      subtitle: words,
      description: words,
      items: [1, 2, 3].map(() => ({ icon: '', title: words, description: words })),
      layout,
      columns: 3,
      cardStyle: 'card',
      showsIcons: false,
      hasHoverEffect: false,
    })),
    { kind: 'demo', title: words, subtitle: words, image, button: link, benefits: [words] },
    ...['grid', 'masonry', 'carousel'].map((layout) => ({
      kind: 'testimonials',
      title: words,
      items: [1, 2, 3].map(() => ({
        content: words,
        author: words,
        position: words,
        avatar: image,
      })),
      layout,
      columns: 2,
      variant: 'modern',
    })),
    {
      kind: 'blog',
      title: words,
      subtitle: words,
      viewAll: link,
      source: 'listed',
      nLatest: 3,
      posts: [
        {
          title: words,
          link: '/docs',
          excerpt: words,
          category: words,
          date: '',
          image,
          author: words,
          readTimeMin: 3,
        },
      ],
      showsAuthor: true,
      showsReadTime: true,
      columns: 3,
    },
    ...['list', 'tabs'].map((layout) => ({
      kind: 'faq',
      title: words,
      items: [{ question: words, answer: `https://example.com/${'a'.repeat(80)}` }],
      layout,
      variant: 'modern',
    })),
    ...['grid', 'horizontal'].map((layout) => ({
      kind: 'partners',
      title: words,
      items: [{ name: words, logo: image, url: '' }],
      layout,
      variant: 'card',
      showsLogos: false,
    })),
    ...['centered', 'split', 'minimal'].flatMap((layout) =>
      ['outlined'].map((variant) => ({
        kind: 'newsletter',
        title: words,
        subtitle: words,
        description: words,
        showsNameField: true,
        namePlaceholder: '怎么称呼你',
        emailPlaceholder: '邮箱地址',
        submitText: '订阅我们的更新',
        successMessage: '',
        privacyText: words,
        privacyLink: link,
        layout,
        variant,
      })),
    ),
    {
      kind: 'cta',
      title: words,
      subtitle: words,
      description: words,
      primaryButton: link,
      secondaryButton: link,
    },
  ];
  const sections = variants.map((content) => ({ id: randomUUID(), isVisible: true, content }));
  await shop.change('homepage', { sections });
  await shop.publish();
  for (const width of [320, 360, 375, 412]) {
    await tab.resize(width, 812);
    await tab.open(shop.origin);
    await tab.find('.section').at(0).shows();
    const wide = await tab.evaluate(() => {
      const room = document.documentElement.clientWidth;
      const scrolls = (element: Element | null): boolean =>
        element !== null &&
        (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
      return [...document.querySelectorAll('body *')]
        .filter((element) => element.getBoundingClientRect().right > room + 1)
        .filter((element) => !scrolls(element.parentElement?.closest('body *') ?? null))
        .map((element) => `${element.closest('section')?.className}: ${element.className}`);
    });
    expect(wide, `${width}`).toEqual([]);
    expect(
      await tab.evaluate(() => document.documentElement.scrollWidth),
      `${width}`,
    ).toBeLessThanOrEqual(width);
  }
});

test('a_fragment_that_was_encoded_twice_leads_to_its_place', async ({ tab, request }) => {
  const shop = await shopOf(request, { level: 'free' });
  await tab.resize(375, 400);
  const twice = encodeURIComponent(encodeURIComponent('后来'));
  await tab.open(`${shop.document}#${twice}`);
  await tab.showsAddress(`${shop.document}#${encodeURIComponent('后来')}`);
  await tab.waitFor(() => {
    const { top = -1 } = document.getElementById('后来')?.getBoundingClientRect() ?? {};
    return scrollY > 0 && top >= 0 && top < innerHeight;
  });
});

test('heights_of_a_page_are_those_that_the_bars_of_a_phone_leave', async ({ tab, request }) => {
  const shop = await shopOf(request);
  await tab.open(shop.document);
  const [height, rules] = await tab.evaluate(() => {
    // Where an engine does not know the unit, these count with the bars away.
    const sheets = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]);
    const old = sheets.filter(({ cssText }) => /\b100vh\b/.test(cssText));
    const height = getComputedStyle(document.documentElement).getPropertyValue('--screen-height');
    return [height.trim(), old.map((rule) => (rule as CSSStyleRule).selectorText)] as const;
  });
  expect(height).toBe('100dvh');
  expect(rules).toEqual([':root']);
});
