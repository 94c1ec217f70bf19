import { expect, test } from 'vitest';
import { file, plan } from './planned-for-test';
import { planReport } from './report';

test('a_report_counts_articles_and_folders_apart_and_names_what_a_change_is_about', async () => {
  const made = await plan([
    file('.vitepress/config.ts', ''),
    file('甲/乙/a.md', '{{ x }}\n\n<<< ./无.js'),
    file('甲/乙/b.md', '{{ x }} {{ y }} ![](无.png)'),
  ]);
  const report = planReport(made, made.kind);
  expect([report.nDocuments, report.nFolders]).toEqual([2, 1]);
  const [unconverted, images] = report.changes;
  expect(unconverted).toMatchObject({
    kind: 'unconverted',
    count: 4,
    nFiles: 2,
    details: [
      { name: '{{ }}', count: 3 },
      { name: '<<<', count: 1 },
    ],
  });
  expect(images).toMatchObject({ kind: 'missingImages', details: [{ name: '无.png', count: 1 }] });
});
