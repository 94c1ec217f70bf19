import { expect, test } from 'vitest';
import { startI18n } from '../../../../i18n';
import { file, plan } from '../../../../transfer/import/planned-for-test';
import { planReport } from '../../../../transfer/import/report';
import { importNotes } from './import-notes';

/** What is said of a text that is imported at once. */
async function notesOf(text: string): Promise<string | undefined> {
  const words = await startI18n('zh-CN');
  const made = await plan([file('ham.md', text)]);
  return importNotes(words.getFixedT('zh-CN', 'library'), 'zh-CN', planReport(made, made.kind));
}

test('pictures_that_did_not_come_along_are_named', async () => {
  expect(await notesOf('# 火腿\n\n![火腿](./img/火腿.png)\n\n![汤](汤.jpg)\n')).toBe(
    '2 处图片没有一起导入，读者看不到，请重新插入：./img/火腿.png、汤.jpg',
  );
});

test('more_pictures_than_are_named_are_hinted_at', async () => {
  const pictures = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `![](${name}.png)`);
  expect(await notesOf(`# 火腿\n\n${pictures.join('\n')}\n`)).toMatch(
    /^6 处图片.*a\.png、b\.png、c\.png、d\.png、e\.png…$/,
  );
});

test('a_text_that_lacks_nothing_says_nothing', async () => {
  expect(await notesOf('# 火腿\n')).toBeUndefined();
});
