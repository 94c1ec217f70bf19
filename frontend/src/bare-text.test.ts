import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = import.meta.dirname;

/**
 * Texts that stand as bare text nodes beside other nodes.
 *
 * A browser that translates the page puts every text node into an element of its own making. React then finds the node
 * no more when it changes it, removes it or puts something before it, and the screen fails.
 */
function bareTexts(name: string, source: string): string[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter(isShown);
      for (const child of children.length > 1 ? children : []) {
        if (!ts.isJsxExpression(child) || !child.expression || !endsInText(child.expression))
          continue;
        const { line } = file.getLineAndCharacterOfPosition(child.getStart());
        found.push(`${name}:${line + 1} ${child.getText()}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function isShown(child: ts.JsxChild): boolean {
  if (ts.isJsxText(child)) return !child.containsOnlyTriviaWhiteSpaces;
  return !ts.isJsxExpression(child) || child.expression !== undefined;
}

/** A space between two nodes is translated by nobody. */
const isWritten = (node: ts.Node) => ts.isStringLiteral(node) && node.text.trim() !== '';

/** Whether an expression may give a text, as far as it can be seen without types. What never changes is none. */
function endsInText(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return endsInText(node.expression);
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].some((end) => isWritten(end) || endsInText(end));
  if (ts.isBinaryExpression(node)) return isWritten(node.right) || endsInText(node.right);
  if (ts.isTemplateExpression(node)) return true;
  return ts.isCallExpression(node) && /^(t|format\w+|\w+Text)$/.test(node.expression.getText());
}

test('a_text_beside_other_nodes_stands_in_an_element_of_its_own', { timeout: 60_000 }, () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    bareTexts(file, readFileSync(path.join(root, file), 'utf8')),
  );
  expect(found).toEqual([]);
});

test.each([
  ['<b><Icon /> {t("save")}</b>', 1],
  ['<b><Icon />{isBusy ? t("busy") : <i />}</b>', 1],
  [`<b>{isFar && " · "}<Icon />{formatCount(n)}</b>`, 2],
  ['<><Icon />{errorText(t, error)}</>', 1],
  ['<b><Icon /><span>{t("save")}</span></b>', 0],
  ['<b>{t("save")}</b>', 0],
  ['<b><Icon />{" "}{items.map(row)}</b>', 0],
])('bare_texts_are_found: %s', (jsx, n) => {
  expect(bareTexts('example.tsx', `const example = ${jsx};`)).toHaveLength(n);
});
