import { expect, test } from 'vitest';
import { readImport, reportCsv } from './import-report';

const problems = (csv: string) => readImport(csv).lines.map(({ line, problem }) => [line, problem]);

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

test('what_a_spreadsheet_saved_and_what_was_exported_is_read', () => {
  const good = [
    '邮箱,到期,备注\na@x.com,2026/12/31,老读者\n"b@x.com ",2026年12月31日,\nc＠x.com,３,\nd@x.com。,永久,',
    "138 0013 8000,12个月,\n'+86-13900139000,2026.12.31,",
    'a@x.com\t2026/12/31\t老, 读者\nb@x.com\t3',
    'Account,Nickname,Status,Ends,Package,Note\na@x.com,,ended,2020-01-31,,\nb@x.com,,not a member,,,',
  ];
  for (const csv of good) {
    expect(readImport(csv).lines.filter(({ problem }) => problem !== null)).toEqual([]);
  }
  expect(problems('1.38001E+10,12,\nc@x.com,3\nｃ@x.com,3')).toEqual([
    [1, 'shortened'],
    [2, null],
    [3, 'double'],
  ]);
});

test('the_report_holds_the_bad_lines_only_and_can_be_imported_again', () => {
  const names = { plain: ['账号', '到期', '备注'], line: '行号', problem: '问题' };
  const report = (csv: string) => reportCsv(readImport(csv), names, new Map([[2, '账号不正确']]));
  const plain = report('a@example.com,12,ok\n=HYPERLINK(1),12,=1+1');
  expect(plain).toBe("\uFEFF账号,到期,备注,行号,问题\r\n'=HYPERLINK(1),12,'=1+1,2,账号不正确\r\n");
  expect(report('昵称,账号,到期日\n阿青,nobody,12')).toBe(
    '\uFEFF昵称,账号,到期日,行号,问题\r\n阿青,nobody,12,2,账号不正确\r\n',
  );
  const again = plain.replace("'=HYPERLINK(1)", 'a@example.com');
  expect(problems(again)).toEqual([[2, null]]);
});
