// The editor in a Firefox that has nothing newer than the oldest supported browsers have.
import { DIAGRAMS } from '../support/diagrams';
import { takingAway } from '../support/oldest-browser';
import { expect, test } from './base';

test('an_article_is_written_and_copied_in_the_oldest_firefox', async ({ tab }) => {
  await tab.driven.beforeLoad?.(takingAway('app'));
  await tab.open('/md');
  expect(await tab.evaluate(() => 'any' in AbortSignal || 'groupBy' in Object)).toBe(false);
  await tab.find('[data-testid=source] .view-line').click();
  await tab.press('Mod+A');
  await tab.press('Delete');
  await tab.insertText(`# 大题\n\n$x^2$\n\n\`\`\`mermaid\n${DIAGRAMS.pie}\n\`\`\`\n`);
  const article = tab.frame('[data-testid=preview] iframe').find('section.article');
  await article.find('h1').hasText('大题');
  await article.find('.diagram > svg').shows();
  await tab.find('[data-testid=save-state][data-state=saved]').shows();
  await tab.find({ role: 'button', name: '复制到公众号' }).click();
  await tab.says('已复制，去公众号后台粘贴即可');
  const { 'text/html': html = '' } = await tab.clipboard();
  expect(html.match(/<svg/g)?.length).toBe(2);
});
