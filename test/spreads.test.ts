/**
 * An object is written as the fields it has: no literal is spread into another, and no field depends on a spread of a
 * condition. A field that may be missing is `undefined`; where that is not the same, `defined` says so.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import {
  isAsExpression,
  isBinaryExpression,
  isConditionalExpression,
  isObjectLiteralExpression,
  isParenthesizedExpression,
  isSatisfiesExpression,
  isSpreadAssignment,
} from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';
import { root } from './source-files.ts';

type Node = Parameters<typeof isSpreadAssignment>[0];

/** Without what only groups or types it. */
function bare(node: Node): Node {
  return isParenthesizedExpression(node) || isAsExpression(node) || isSatisfiesExpression(node)
    ? bare(node.expression)
    : node;
}

/** What kind of spread this is that could be fields; undefined for anything else. */
function kindOf(node: Node): 'literal' | 'condition' | undefined {
  if (!isSpreadAssignment(node)) return undefined;
  const spread = bare(node.expression);
  if (isObjectLiteralExpression(spread)) return 'literal';
  const isCondition =
    isConditionalExpression(spread) ||
    (isBinaryExpression(spread) && ['&&', '||', '??'].includes(spread.operatorToken.getText()));
  return isCondition ? 'condition' : undefined;
}

/** Every such spread below these nodes, as `file:line kind`. */
function spreadsIn(path: string, source: Node, text: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: Node): undefined => {
    const kind = kindOf(node);
    if (kind !== undefined) found.push(`${path}:${text.slice(0, node.getStart()).split('\n').length} ${kind}`);
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

test('given every source, when its object literals are read, then they spread no literal and no condition', () => {
  const api = new API({ cwd: root });
  try {
    const configs = ['tsconfig.json', 'inspector/page/tsconfig.json'].map(name => join(root, name));
    const files = new Map<string, readonly string[]>();
    for (const project of api.updateSnapshot({ openProjects: configs }).getProjects())
      for (const file of project.rootFiles) {
        const path = relative(root, file).replaceAll('\\', '/');
        const source = project.program.getSourceFile(file);
        if (source === undefined) throw new Error(`${path} cannot be parsed`);
        files.set(path, spreadsIn(path, source, source.text));
      }
    assert.ok(files.size > 1_000, `only ${files.size} files were read`);
    assert.deepEqual([...files.values()].flat(), []);
  } finally {
    api.close();
  }
});

test('given the settings of the compiler, when they are read, then a field that may be missing may be undefined', () => {
  assert.doesNotMatch(readFileSync(join(root, 'tsconfig.json'), 'utf8'), /exactOptionalPropertyTypes/);
});
