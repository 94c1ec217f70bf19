import { expect, test } from 'vitest';
import { readImport, reportCsv } from './import-report';

const problems = (csv: string) => readImport(csv).map(({ line, problem }) => [line, problem]);

test('good_lines_have_no_problem_and_a_heading_is_none', () => {
  const csv =
    '邮箱,到期,备注\na@example.com,12,老朋友\n+86-13800138000,2027-01-31,\nb@example.com,1';
  expect(problems(csv)).toEqual([
    [2, null],
    [3, null],
    [4, null],
  ]);
});

test('each_bad_line_says_what_is_wrong', () => {
  const csv = [
    'nobody,12,',
    'a@example.com,soon,',
    'a@example.com,2026-02-30,',
    'b@example.com',
    'c@example.com,3,',
    'C@example.com,3,',
    'd@example.com,0,',
  ].join('\n');
  expect(problems(csv)).toEqual([
    [1, 'identifier'],
    [2, 'end'],
    [3, 'end'],
    [4, 'columns'],
    [5, null],
    [6, 'double'],
    [7, 'end'],
  ]);
});

test('lines_that_an_unclosed_quote_swallows_are_named', () => {
  expect(problems('a@x.com,1,"VIP\nb@x.com,1\n')).toEqual([
    [1, 'lineBreak'],
    [2, 'swallowed'],
  ]);
  expect(problems('a@x.com,1,"\r\nb@x.com,1\r\n')).toEqual([
    [1, 'lineBreak'],
    [2, 'swallowed'],
  ]);
  expect(problems('a@x.com,1,"V\nI"\n\nb@x.com,1')).toEqual([
    [1, 'lineBreak'],
    [2, 'swallowed'],
    [4, null],
  ]);
  expect(problems('a@x.com,1,"VIP\n\n')).toEqual([[1, null]]);
});

test('the_report_holds_the_bad_lines_only_and_nothing_that_is_computed', () => {
  const lines = readImport('a@example.com,12,ok\n=HYPERLINK(1),12,=1+1');
  const report = reportCsv(lines, new Map([[2, '账号不正确']]));
  expect(report).toBe("\uFEFF'=HYPERLINK(1),12,'=1+1,2,账号不正确\r\n");
});
